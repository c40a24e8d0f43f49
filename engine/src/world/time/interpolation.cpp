#include <drystone/time.h>
#include <drystone/world.h>

#include "core/arrays.h"
#include "core/called_function.h"
#include "world/checks.h"
#include "world/state_of_world.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace drystone {

namespace {

bool is_same(const Pose& a, const Pose& b) {
    return a.position == b.position && a.rotation.c == b.rotation.c && a.rotation.s == b.rotation.s;
}

void check_fraction(const char* function, float fraction) {
    if (!(fraction >= 0.0f && fraction <= 1.0f)) {
        fail(function, "fraction", "in [0, 1]", static_cast<double>(fraction));
    }
}

/// Returns where a body was before a step, of which only its velocity after the step tells: where it lay when
/// it was last seen, unless it was moved from there by more than the step explains. A body that bounced
/// within the step came from the other side, twice as far from the prediction as it is now.
Pose start_of_woken(const Pose& lay, const Pose& predicted, const Pose& now) {
    constexpr float near = 0.005f;  // [m]
    constexpr float turn = 0.01f;   // [rad]
    const auto angle_between = [](const Pose& a, const Pose& b) {
        return std::abs(inverse_multiply(a.rotation, b.rotation).angle());
    };
    const bool lay_there = length(predicted.position - lay.position) <=
                               2.0f * length(now.position - predicted.position) + near &&
                           angle_between(predicted, lay) <= 2.0f * angle_between(predicted, now) + turn;
    return lay_there ? lay : predicted;
}

/// Returns the pose between two, with the centre of mass on a line.
Pose between(const Pose& start, const Pose& end, const Vec2& center, float fraction) {
    const Vec2 from = transform(start, center);
    const Vec2 to = transform(end, center);
    const float turn = inverse_multiply(start.rotation, end.rotation).angle();
    const Rot rotation =
        turn != 0.0f ? multiply(start.rotation, Rot::from_angle(fraction * turn)) : end.rotation;
    return {from + fraction * (to - from) - rotate(rotation, center), rotation};
}

}  // namespace

Interpolation::Motion& Interpolation::motion_of(BodyId body) {
    if (body.index1 > motions_.size()) {
        motions_.resize(body.index1);
    }
    Motion& motion = motions_[body.index1 - 1];
    if (motion.body != body) {
        motion = Motion{};
        motion.body = body;
    }
    return motion;
}

void Interpolation::step(World& world, float time_step, int sub_steps) {
    const std::uint64_t step = step_ + 1;
    // Nothing fails after the step, and what is noted before it shows only then.
    const std::size_t slots = StateOfWorld::state(world).stores.bodies.slots.size();
    prepare_room(motions_, slots - std::min(slots, motions_.size()));
    moved_.reserve(slots);
    rested_.reserve(slots);
    for (const BodyId body : moved_) {
        if (world.is_valid(body)) {
            Motion& motion = motion_of(body);
            motion.next_start = world[body].pose();
            motion.noted = step;
        }
    }
    in_name_of("Interpolation::step", [&] { world.step(time_step, sub_steps); });
    step_ = step;
    rested_.swap(moved_);
    moved_.clear();
    for (const BodyMoved& moved : world.moved_bodies()) {
        Motion& motion = motion_of(moved.body);
        if (motion.noted == step) {
            motion.start = motion.next_start;
        } else {
            const Pose predicted = world[moved.body].predict_pose(-time_step);
            motion.start = motion.step != 0 ? start_of_woken(motion.end, predicted, moved.pose) : predicted;
        }
        motion.end = moved.pose;
        motion.step = step;
        moved_.push_back(moved.body);
    }
    std::erase_if(rested_, [&](BodyId body) { return motion_of(body).step == step; });
}

Pose Interpolation::pose(const World& world, BodyId body, float fraction) const {
    check_fraction("Interpolation::pose", fraction);
    return in_name_of("Interpolation::pose", [&] { return interpolated(world, body, fraction); });
}

Pose Interpolation::interpolated(const World& world, BodyId body, float fraction) const {
    const ConstBodyRef ref = world[body];
    const Pose now = ref.pose();
    if (body.index1 > motions_.size()) {
        return now;
    }
    const Motion& motion = motions_[body.index1 - 1];
    // What was moved since the step is no longer where the step left it.
    if (motion.body != body || motion.step != step_ || step_ == 0 || !is_same(motion.end, now)) {
        return now;
    }
    return fraction == 1.0f ? now : between(motion.start, motion.end, ref.mass().center, fraction);
}

void Interpolation::visit(const World& world, float fraction,
                          FunctionRef<void(BodyId body, const Pose& pose)> visitor) const {
    const char* const function = "Interpolation::visit";
    check_fraction(function, fraction);
    check_visitor(function, visitor);
    for (const std::vector<BodyId>* const bodies : {&moved_, &rested_}) {
        for (const BodyId body : *bodies) {
            if (world.is_valid(body)) {
                visitor(body, interpolated(world, body, fraction));
            }
        }
    }
}

void Interpolation::reset() {
    motions_.clear();
    moved_.clear();
    rested_.clear();
}

}  // namespace drystone
