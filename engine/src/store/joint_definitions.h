#pragma once

#include <drystone/joint.h>

#include "core/arrays.h"
#include "core/definition_array.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

namespace drystone {

/// The definitions of joints, one array per type: most types are far smaller than the largest.
class JointDefinitions {
public:
    /// Makes room for the joint.
    void add(std::uint32_t joint) {
        if (joint >= places_.size()) {
            places_.grow(joint + 1);
        }
    }
    /// Sets the definition; cannot run out of memory if the joint has one of the same type.
    void set(std::uint32_t joint, JointDefinition definition);
    void clear(std::uint32_t joint);
    /// Returns the definition of a joint that has one.
    [[nodiscard]] JointDefinition get(std::uint32_t joint) const;
    /// Returns whether the type of the joint's definition has one motor, `motor`.
    [[nodiscard]] bool has_place_for_motor(std::uint32_t joint) const;
    /// Returns that motor, if there is one.
    [[nodiscard]] std::optional<JointMotor> motor(std::uint32_t joint) const;
    /// Sets the motor of a joint that has a place for it.
    void set_motor(std::uint32_t joint, const JointMotor& motor);
    /// Returns whether bodies that the joint joins may collide by default, see
    /// `drystone::collides_by_default`.
    [[nodiscard]] bool collides_by_default(std::uint32_t joint) const;
    /// Calls `visitor(definition)` with the definition of a joint that has one, as its own type.
    template <class Visitor>
    void visit(std::uint32_t joint, Visitor&& visitor) const {
        const Place& place = places_[joint];
        visit_pool(place.type, [&](const auto& pool) { visitor(pool.items[place.index]); });
    }
    /// Returns the type of the joint's definition, numbered like `JointDefinition::index`.
    [[nodiscard]] std::size_t type(std::uint32_t joint) const { return places_[joint].type; }
    /// Returns null for joints of another type.
    template <class Joint>
    [[nodiscard]] const Joint* find(std::uint32_t joint) const {
        const Place& place = places_[joint];
        return place.used && place.type == JointDefinition(Joint{}).index()
                   ? &std::get<Pool<Joint>>(pools_).items[place.index]
                   : nullptr;
    }
    /// Returns whether any joint has a definition of this type.
    template <class Joint>
    [[nodiscard]] bool has_any() const {
        const Pool<Joint>& pool = std::get<Pool<Joint>>(pools_);
        return pool.items.size() != pool.free.size();
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.places_);
        std::apply([&](auto&... pools) { (visitor(pools.items, pools.free), ...); }, self.pools_);
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Place {
        std::uint32_t index : 27 = 0;
        std::uint32_t type : 4 = 0;
        std::uint32_t used : 1 = 0;
    };
    static_assert(std::variant_size_v<JointDefinition> <= 16);
    template <class Joint>
    struct Pool {
        /// Definitions with memory of their own are no plain bytes.
        std::conditional_t<std::is_trivially_copyable_v<Joint>, DefinitionArray<Joint>, std::vector<Joint>>
            items;
        std::vector<std::uint32_t> free;
    };
    template <class Variant>
    struct PoolsOf;
    template <class... Joints>
    struct PoolsOf<std::variant<Joints...>> {
        using Type = std::tuple<Pool<Joints>...>;
    };
    template <class Visitor>
    void visit_pool(std::uint32_t type, Visitor&& visitor) {
        std::uint32_t i = 0;
        std::apply([&](auto&... pool) { ((i++ == type ? visitor(pool) : void()), ...); }, pools_);
    }
    template <class Visitor>
    void visit_pool(std::uint32_t type, Visitor&& visitor) const {
        std::uint32_t i = 0;
        std::apply([&](const auto&... pool) { ((i++ == type ? visitor(pool) : void()), ...); }, pools_);
    }

    DefinitionArray<Place> places_;
    PoolsOf<JointDefinition>::Type pools_;
};

}  // namespace drystone
