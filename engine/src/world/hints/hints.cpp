#include <drystone/world.h>

#include "world/checks.h"
#include "world/hints/hint_list.h"

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace drystone {

std::string with_unit(float value, const char* unit) {
    char text[64];
    std::snprintf(text, sizeof text, "%.6g%s%s", static_cast<double>(value), *unit == '\0' ? "" : " ", unit);
    return text;
}

std::vector<Hint> HintList::take() {
    std::vector<Hint> all;
    for (std::size_t kind = 0; kind < hint_kind_count; ++kind) {
        for (Hint& hint : lists_[kind]) {
            hint.count = counts_[kind];
            all.push_back(std::move(hint));
        }
    }
    return all;
}

namespace {

/// Gravity above which the unit is hardly the metre [m/s^2].
constexpr float large_gravity = 500.0f;

void hint_at_steps(const HintNotes& notes, HintList& hints) {
    if (notes.longest_step > 0.0f && hints.has_room(HintKind::TimeStep)) {
        const std::string advice =
            notes.longest_step >= 1.0f
                ? ": it takes seconds, not milliseconds; a 60th of a second is usual"
                : ": what moves far in one step is inaccurate; take several steps of a 60th of a second";
        hints.add({.kind = HintKind::TimeStep,
                   .value = notes.longest_step,
                   .function = notes.long_step_function,
                   .page = "docs/manual/time.md",
                   .text = std::string(notes.long_step_function) + " was called with a time step of " +
                           with_unit(notes.longest_step, "s") + advice});
    }
    if (notes.max_sub_steps > 0 && hints.has_room(HintKind::SubSteps)) {
        const auto count = static_cast<float>(notes.max_sub_steps);
        hints.add({.kind = HintKind::SubSteps,
                   .value = count,
                   .function = notes.sub_steps_function,
                   .page = "docs/manual/time.md",
                   .text = std::string(notes.sub_steps_function) + " was called with " +
                           with_unit(count, "sub-steps") +
                           ": 4 are usual, and each costs as much as the first"});
    }
}

void hint_at_gravity(const WorldState& world, HintList& hints) {
    const float gravity = length(world.settings.gravity);
    if (gravity > large_gravity && hints.has_room(HintKind::Gravity)) {
        hints.add({.kind = HintKind::Gravity,
                   .value = gravity,
                   .function = "World::set_gravity",
                   .page = "docs/manual/units.md",
                   .text = "the gravity of the world is " + with_unit(gravity, "m/s^2") +
                           ": it is in metres, not in pixels; that of the Earth is 9.8 m/s^2"});
    }
    const BodyStore& bodies = world.stores.bodies;
    visit_live(bodies.slots, [&](std::uint32_t body) {
        const float scale = std::abs(bodies.forces[body].gravity_scale);
        const std::optional<Vec2> own = bodies.motion_limits(body).gravity;
        if (!bodies.is_dynamic(body) || (!own && scale <= 1.0f)) {
            return;
        }
        const float pull = scale * length(own.value_or(world.settings.gravity));
        if (pull > large_gravity && (own || gravity <= large_gravity) && hints.has_room(HintKind::Gravity)) {
            hints.add({.kind = HintKind::Gravity,
                       .body = hinted_body(world, body),
                       .value = pull,
                       .function = own ? "BodyRef::set_own_gravity" : "BodyRef::set_gravity_scale",
                       .page = "docs/manual/units.md",
                       .text = "the gravity of a body is " + with_unit(pull, "m/s^2") +
                               ": that of the Earth is 9.8 m/s^2"});
        }
    });
}

void hint_at_angles(const WorldState& world, HintList& hints) {
    hints.add_notes(world.hint_notes.body_angles, world.stores.bodies.slots, world.number,
                    [](const HintNotes::Note<BodyId>& note) {
                        return Hint{.kind = HintKind::BodyAngle,
                                    .body = note.object,
                                    .value = note.value,
                                    .function = "World::create_body",
                                    .page = "docs/manual/bodies.md",
                                    .text = "a body was created with an angle of " +
                                            with_unit(note.value, "rad") +
                                            ": angles are in radians, not in degrees; a right angle is "
                                            "1.5708"};
                    });
}

}  // namespace

std::vector<Hint> World::hints() const {
    check_not_stepping(*state_, "World::hints");
    const WorldState& world = *state_;
    HintList hints;
    hint_at_steps(world.hint_notes, hints);
    hint_at_gravity(world, hints);
    hint_at_angles(world, hints);
    hint_at_bodies(world, hints);
    hint_at_contacts(world, hints);
    hint_at_joints(world, hints);
    return hints.take();
}

}  // namespace drystone
