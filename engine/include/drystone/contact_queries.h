#pragma once

#include <drystone/collision/math.h>
#include <drystone/handles.h>
#include <drystone/queries.h>
#include <drystone/shape.h>

#include <optional>

namespace drystone {

/// Settings of `World::contacts_of`.
struct ContactQuery {
    QueryFilter filter{};  ///< Filter of the shapes that are reported.
    /// Maximum distance of the surfaces at which a shape is reported [m]; >= 0. 0: shapes that touch or
    /// overlap.
    float distance = 0.0f;
    /// Body whose shapes are skipped; null: none.
    BodyId ignored_body{};
};

/// Point of a `ShapeContact`.
struct ShapeContactPoint {
    /// Point on the surface of the world's shape [m].
    Vec2 point{0.0f, 0.0f};
    /// Distance of the surfaces along the normal; negative where the shapes overlap [m].
    float separation = 0.0f;
    /// Velocity of the surface there: that of the body at the point, and the tangent speed of the material,
    /// which carries things as a conveyor belt does [m/s].
    Vec2 velocity{0.0f, 0.0f};
};

/// Contact of a given shape with a shape of the world.
struct ShapeContact {
    ShapeId shape;  ///< Shape of the world.
    BodyId body;    ///< Its body.
    /// Unit normal in the world, from the surface of `shape` to the given shape.
    Vec2 normal{0.0f, 1.0f};
    int count = 0;                ///< Number of points, 1 or 2.
    ShapeContactPoint points[2];  ///< Points; the first `count` are valid.
    /// Smallest separation of the points; the depth of an overlap is its negative [m].
    float separation = 0.0f;
    Material material{};  ///< Surface of `shape`.
    /// Direction from which the shape is solid, in the world, see `ShapeDefinition::one_way`. Empty: solid
    /// from all sides.
    std::optional<Vec2> one_way{};
    /// Returns whether the normal is on a solid side of the shape, as in contacts of bodies.
    bool on_solid_side = true;

    /// Returns the point of the smallest separation; of two equal ones, the first.
    [[nodiscard]] const ShapeContactPoint& deepest() const {
        return points[count == 2 && points[1].separation < points[0].separation ? 1 : 0];
    }
};

/// Motion of a shape without rotation, for `World::cast_contact`.
struct ContactCast {
    Vec2 translation{0.0f, 0.0f};  ///< [m]
    ContactQuery contacts{};       ///< Filter and distance of the contact.
};

/// First contact of a moving shape.
struct SweptContact {
    float fraction = 0.0f;  ///< Fraction of the translation up to the contact, in [0, 1].
    ShapeContact contact;   ///< Contact at that place.
};

/// Accepts every contact; the default of `World::cast_contact`.
inline bool accept_contact(const ShapeContact&) { return true; }

}  // namespace drystone
