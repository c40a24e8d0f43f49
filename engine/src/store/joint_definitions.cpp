#include "store/joint_definitions.h"

#include <array>
#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace drystone {

namespace {

template <class Joint>
Joint& edit(DefinitionArray<Joint>& items, std::size_t i) {
    return items.edit(i);
}
template <class Joint>
Joint& edit(std::vector<Joint>& items, std::size_t i) {
    return items[i];
}

/// Returns `leaves_place_free` of each type of joint.
template <class... Joints>
constexpr std::array<bool, sizeof...(Joints)> places_left_free(const std::variant<Joints...>* /*types*/) {
    return {detail::leaves_place_free<Joints>...};
}

template <class Joint>
concept HasMotor = requires(Joint& joint) {
    { joint.motor } -> std::same_as<std::optional<JointMotor>&>;
};

}  // namespace

bool collides_by_default(const JointDefinition& definition) {
    return std::visit([]<class Joint>(const Joint&) { return detail::leaves_place_free<Joint>; }, definition);
}

bool JointDefinitions::collides_by_default(std::uint32_t joint) const {
    static constexpr std::array by_type = places_left_free(static_cast<const JointDefinition*>(nullptr));
    return by_type[places_[joint].type];
}

void JointDefinitions::set(std::uint32_t joint, JointDefinition definition) {
    Place& place = places_.edit(joint);
    if (place.used && place.type != definition.index()) {
        clear(joint);
    }
    std::visit(
        [&]<class Joint>(Joint& value) {
            Pool<Joint>& pool = std::get<Pool<Joint>>(pools_);
            if (place.used) {
                edit(pool.items, place.index) = std::move(value);
                return;
            }
            std::size_t index = pool.items.size();
            if (pool.free.empty()) {
                grow_push_back(pool.items, value);
            } else {
                index = pool.free.back();
                pool.free.pop_back();
                edit(pool.items, index) = std::move(value);
            }
            place.index = static_cast<std::uint32_t>(index) & 0x7ffffffu;
            place.type = static_cast<std::uint32_t>(definition.index()) & 15u;
            place.used = 1;
        },
        definition);
}

void JointDefinitions::clear(std::uint32_t joint) {
    Place& place = places_.edit(joint);
    if (!place.used) {
        return;
    }
    visit_pool(place.type, [&](auto& pool) {
        auto& item = edit(pool.items, place.index);
        if constexpr (!std::is_trivially_destructible_v<std::decay_t<decltype(item)>>) {
            item = {};
        }
        try_push_back(pool.free, std::uint32_t{place.index});
    });
    place = {};
}

JointDefinition JointDefinitions::get(std::uint32_t joint) const {
    const Place& place = places_[joint];
    JointDefinition definition;
    visit_pool(place.type, [&](const auto& pool) { definition = pool.items[place.index]; });
    return definition;
}

bool JointDefinitions::has_place_for_motor(std::uint32_t joint) const {
    bool has_place = false;
    visit(joint, [&]<class Joint>(const Joint&) { has_place = HasMotor<Joint>; });
    return has_place;
}

std::optional<JointMotor> JointDefinitions::motor(std::uint32_t joint) const {
    std::optional<JointMotor> motor;
    visit(joint, [&]<class Joint>(const Joint& definition) {
        if constexpr (HasMotor<Joint>) {
            motor = definition.motor;
        }
    });
    return motor;
}

void JointDefinitions::set_motor(std::uint32_t joint, const JointMotor& motor) {
    const Place& place = places_[joint];
    visit_pool(place.type, [&](auto& pool) {
        if constexpr (HasMotor<std::remove_cvref_t<decltype(edit(pool.items, 0))>>) {
            edit(pool.items, place.index).motor = motor;
        }
    });
}

std::size_t JointDefinitions::bytes() const {
    std::size_t sum = places_.capacity() * sizeof(Place);
    const auto add = [&](const auto& pool) {
        sum += pool.items.capacity() * sizeof(pool.items[0]) + pool.free.capacity() * sizeof(std::uint32_t);
    };
    std::apply([&](const auto&... pool) { (add(pool), ...); }, pools_);
    return sum;
}

}  // namespace drystone
