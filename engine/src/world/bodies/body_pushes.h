#pragma once

#include <drystone/collision/math.h>
#include <drystone/detail/body_push.h>
#include <drystone/fwd.h>
#include <drystone/handles.h>

#include <optional>
#include <span>

namespace drystone {

class World;

/// Pose that a body is to have after the next step, see `BodyRef::set_target_pose`.
struct BodyTarget {
    BodyId body;  ///< Kinematic body that a character moves.
    Vec2 position{0.0f, 0.0f};
    float angle = 0.0f;
    float time_step = 0.0f;
};

/// Applies all of the forces, and moves the body of a character, or throws `Error` in the name of `function`
/// and changes nothing. The bodies exist, and those that are pushed are dynamic.
void push_all(World& world, const char* function, std::span<const detail::BodyPush> pushes,
              const std::optional<BodyTarget>& target = {});

/// Throws `Error` in the name of `function` for a world that cannot be changed now.
void check_changeable(const World& world, const char* function);

/// Throws `Error` unless the handle, a member of an argument, names an existing body of the world.
void check_living(const World& world, const char* function, const char* argument, BodyId body);

}  // namespace drystone
