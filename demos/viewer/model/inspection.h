#pragma once

#include <drystone/world.h>

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace viewer {

/// Object of a world that the user has chosen; none at first.
using Selection =
    std::variant<std::monostate, drystone::BodyId, drystone::ShapeId, drystone::JointId, drystone::ContactId>;

/// Marks in the picture that a click may choose besides shapes.
struct Pickable {
    bool joints = false;
    bool contacts = false;
};

/// Returns what is nearest to a point of the world: a contact point or anchor of a joint within `reach` [m],
/// else the moving shape that holds the point, else the joint whose line is within `reach`, else the static
/// shape that holds the point, else none.
[[nodiscard]] Selection pick(const drystone::World& world, const drystone::Vec2& point, float reach,
                             Pickable pickable);

/// Returns whether the object still exists.
[[nodiscard]] bool is_valid(const drystone::World& world, const Selection& selection);

/// Value of an object, which can be set if `set` is not empty.
struct Value {
    std::string label;  ///< With its unit: "angle [rad]".
    double value = 0.0;
    bool is_switch = false;  ///< 0: off, 1: on.
    std::function<void(drystone::World&, double)> set{};
};

/// Returns what the object is: "dynamic body 12, name", "revolute joint 3".
[[nodiscard]] std::string describe(const drystone::World& world, const Selection& selection);
/// Returns all values of the object, in an order that stays the same; none if it does not exist.
[[nodiscard]] std::vector<Value> inspect(const drystone::World& world, const Selection& selection);
/// Returns the objects that belong to it: shapes and joints of a body, bodies of a joint, shapes of a
/// contact.
[[nodiscard]] std::vector<Selection> related(const drystone::World& world, const Selection& selection);

}  // namespace viewer
