#include <drystone/character.h>
#include <drystone/error.h>
#include <drystone/world.h>

#include <drystone/collision/shape_bounds.h>

#include "character/arguments.h"
#include "character/character_motion.h"
#include "core/called_function.h"
#include "core/finite.h"
#include "store/with_core.h"
#include "world/bodies/body_pushes.h"
#include "world/shapes/check_form.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace drystone {

namespace {

void check_definition(const char* function, const CharacterDefinition& definition) {
    if (definition.custom) {
        static_cast<void>(checked_outline(function, "definition.custom", *definition.custom));
    } else {
        static_cast<void>(check_form(function, "definition.geometry", definition.geometry));
    }
    check_finite(function, "definition.position", definition.position);
    check_positive(function, "definition.gap", definition.gap);
    check_slope(function, definition.max_slope);
    check_not_negative(function, "definition.max_step", definition.max_step);
    check_not_negative(function, "definition.snap_distance", definition.snap_distance);
    check_not_negative(function, "definition.mass", definition.mass);
    check_not_negative(function, "definition.push_force", definition.push_force);
    check_not_negative(function, "definition.gravity", definition.gravity);
    check_finite(function, "definition.mass times definition.gravity", definition.mass * definition.gravity);
    check_not_negative(function, "definition.jump_speed", definition.jump_speed);
    check_not_negative(function, "definition.max_fall_speed", definition.max_fall_speed);
    check_not_negative(function, "definition.ground_acceleration", definition.ground_acceleration);
    check_not_negative(function, "definition.air_acceleration", definition.air_acceleration);
    check_not_negative(function, "definition.swim_acceleration", definition.swim_acceleration);
    check_not_negative(function, "definition.coyote_time", definition.coyote_time);
    check_not_negative(function, "definition.jump_buffer", definition.jump_buffer);
}

void check_state(const char* function, const CharacterState& state) {
    constexpr float rounding = 1e-3f;
    check_finite(function, "state.position", state.position);
    check_finite(function, "state.velocity", state.velocity);
    check_finite(function, "state.place_on_ground", state.place_on_ground);
    check_finite(function, "state.ground.normal", state.ground.normal);
    check_finite(function, "state.ground.point", state.ground.point);
    check_finite(function, "state.ground.velocity", state.ground.velocity);
    check_finite(function, "state.ground.belt_speed", state.ground.belt_speed);
    check_not_negative(function, "state.air_time", state.air_time);
    check_not_negative(function, "state.jump_age", state.jump_age);
    if (!(std::abs(length(state.up) - 1.0f) <= rounding)) {
        fail(function, "state.up", "a unit vector", describe(state.up));
    }
    check_enumeration(function, "state.ground.support", state.ground.support, CharacterSupport::Steep);
    if (state.dropped_count > state.dropped.size()) {
        fail(function, "state.dropped_count", "at most 8", static_cast<double>(state.dropped_count));
    }
}

/// Returns the least and the largest coordinate of a shape across its up.
Vec2 sides_of(const CharacterDefinition& definition) {
    const Pose frame{};
    const Aabb box = definition.custom ? compute_aabb(*definition.custom, frame)
                                       : with_core(definition.geometry, [&](const ConvexCore& core) {
                                             return compute_aabb(core, frame);
                                         });
    return {box.lower.x, box.upper.x};
}

float approach(float value, float target, float change) {
    return value < target ? std::min(target, value + change) : std::max(target, value - change);
}

}  // namespace

Character::Character(const CharacterDefinition& definition) : definition_(definition) {
    const char* const function = "Character::Character";
    check_definition(function, definition);
    state_.up = checked_up(function, "definition.up", definition.up);
    state_.position = definition.position;
    state_.ground.normal = state_.up;
    min_ground_cosine_ = min_cosine_of(definition.max_slope);
    definition_.filter.sensors = false;
    cast_.contacts.filter = definition_.filter;
    cast_.contacts.ignored_body = definition.body;
    sides_ = sides_of(definition_);
}

Pose Character::pose() const {
    presence_.check("Character::pose");
    return {state_.position, Rot{state_.up.y, -state_.up.x}};
}

void Character::check_update(const World& world, const char* function, float time_step) const {
    presence_.check(function);
    check_positive(function, "time_step", time_step);
    check_changeable(world, function);
    if (!definition_.body.is_null()) {
        check_living(world, function, "definition.body", definition_.body);
    }
    check_motion(function, state_.position, time_step * state_.velocity, time_step);
}

void Character::update(World& world, const CharacterInput& input, float time_step) {
    const char* const function = "Character::update";
    check_finite(function, "input.velocity", input.velocity);
    check_enumeration(function, "input.mode", input.mode, CharacterMode::Swim);
    check_update(world, function, time_step);
    CharacterMotion motion(world, *this, function, time_step);
    motion.follow_world();
    if (input.mode == CharacterMode::Walk) {
        motion.find_first_ground();
    }
    state_.jump_age = input.jump ? 0.0f : nearest_finite(state_.jump_age + time_step);
    if (input.drop && is_on_ground()) {
        motion.drop();
    }
    const bool jumps = input.mode != CharacterMode::Swim && try_to_jump(input);
    const bool walks = input.mode == CharacterMode::Walk && is_on_ground();
    const Vec2 way = accelerate(input, jumps, walks, time_step);
    const Vec2 wanted = state_.velocity;
    motion.walk(way, walks);
    motion.clip_velocity(walks);
    motion.find_ground(walks, !jumps && (input.mode == CharacterMode::Walk || input.velocity.y <= 0.0f));
    motion.act(wanted);
}

void Character::move(World& world, const Vec2& velocity, float time_step) {
    const char* const function = "Character::move";
    check_finite(function, "velocity", velocity);
    check_update(world, function, time_step);
    CharacterMotion motion(world, *this, function, time_step);
    motion.follow_world();
    motion.find_first_ground();
    const Vec2 relative = velocity - state_.ground.velocity;
    const bool walks = is_on_ground() && dot(relative, state_.up) <= 0.0f;
    state_.velocity = velocity;
    Vec2 way = time_step * velocity;
    if (walks) {
        // Ground takes what goes into it.
        const Vec2 along = right_perp(state_.ground.normal);
        const Vec2 flat = relative - dot(relative, state_.up) * state_.up;
        state_.velocity = state_.ground.velocity + dot(flat, along) * along;
        way = time_step * dot(flat, along) * along;
    }
    const Vec2 wanted = state_.velocity;
    motion.walk(way, walks);
    motion.clip_velocity(walks);
    motion.find_ground(walks, true);
    motion.act(wanted);
}

bool Character::try_to_jump(const CharacterInput& input) {
    const bool stands = is_on_ground() || input.mode == CharacterMode::Climb;
    const bool late = state_.may_coyote && state_.air_time <= definition_.coyote_time;
    if (!(stands || late) || state_.jump_age > (input.jump ? 0.0f : definition_.jump_buffer) ||
        definition_.jump_speed == 0.0f) {
        return false;
    }
    const float ground = is_on_ground() ? dot(state_.ground.velocity, state_.up) : 0.0f;
    state_.velocity += (ground + definition_.jump_speed - dot(state_.velocity, state_.up)) * state_.up;
    state_.ground.support = CharacterSupport::None;
    state_.may_coyote = false;
    state_.jump_age = std::numeric_limits<float>::max();
    return true;
}

Vec2 Character::accelerate(const CharacterInput& input, bool jumps, bool walks, float time_step) {
    const Vec2 right = right_perp(state_.up);
    const Vec2 before = state_.velocity;
    if (walks) {
        const Vec2 along = right_perp(state_.ground.normal);
        const float speed = approach(dot(before - state_.ground.velocity, along), input.velocity.x,
                                     definition_.ground_acceleration * time_step);
        state_.velocity = state_.ground.velocity + speed * along;
        return time_step * speed * along;  // What the ground does has carried the character.
    }
    float across = dot(before, right);
    float along = dot(before, state_.up);
    if (input.mode == CharacterMode::Climb && !jumps) {
        across = input.velocity.x;
        along = input.velocity.y;
        state_.velocity = across * right + along * state_.up;
        return time_step * state_.velocity;
    }
    if (input.mode == CharacterMode::Swim) {
        const Vec2 wanted = input.velocity.x * right + input.velocity.y * state_.up - before;
        const float change = definition_.swim_acceleration * time_step;
        const float missing = length(wanted);
        state_.velocity += missing > change ? (change / missing) * wanted : wanted;
    } else {
        across = approach(across, input.velocity.x, definition_.air_acceleration * time_step);
        // What falls faster already is not slowed down.
        along =
            std::max(along - definition_.gravity * time_step, std::min(along, -definition_.max_fall_speed));
        state_.velocity = across * right + along * state_.up;
    }
    // The mean velocity gives the parabola of free flight at any rate.
    return 0.5f * time_step * (before + state_.velocity);
}

bool Character::set_shape(const World& world, const ShapeGeometry& geometry) {
    const char* const function = "Character::set_shape";
    presence_.check(function);
    static_cast<void>(check_form(function, "geometry", geometry));
    in_name_of(function, [&] { world.contacts_of(geometry, pose(), contacts_, cast_.contacts); });
    if (!has_room()) {
        return false;
    }
    definition_.geometry = geometry;
    definition_.custom.reset();
    sides_ = sides_of(definition_);
    return true;
}

bool Character::set_shape(const World& world, const CustomShape& shape) {
    const char* const function = "Character::set_shape";
    presence_.check(function);
    static_cast<void>(checked_outline(function, "shape", shape));
    in_name_of(function, [&] { world.contacts_of(shape, pose(), contacts_, cast_.contacts); });
    if (!has_room()) {
        return false;
    }
    definition_.custom = shape;
    sides_ = sides_of(definition_);
    return true;
}

bool Character::has_room() const {
    return std::none_of(contacts_.begin(), contacts_.end(), [](const ShapeContact& contact) {
        return !contact.one_way && contact.separation < 0.0f;
    });
}

void Character::teleport(const Vec2& position) {
    presence_.check("Character::teleport");
    check_finite("Character::teleport", "position", position);
    launch(Vec2{0.0f, 0.0f});
    state_.position = position;
}

void Character::set_state(const CharacterState& state) {
    presence_.check("Character::set_state");
    check_state("Character::set_state", state);
    state_ = state;
}

void Character::set_up(const Vec2& up) {
    presence_.check("Character::set_up");
    state_.up = checked_up("Character::set_up", "up", up);
}

void Character::launch(const Vec2& velocity) {
    presence_.check("Character::launch");
    check_finite("Character::launch", "velocity", velocity);
    state_.velocity = velocity;
    state_.ground = {};
    state_.ground.normal = state_.up;
    state_.may_coyote = false;
}

}  // namespace drystone
