// The impulses of one round of impacts.
#include "core/arrays.h"
#include "solver/bounces.h"

#include <algorithm>

namespace drystone {

namespace {

/// Returns the largest number of impacts that one of the lane's bodies has in this round.
std::uint32_t shared_by(const BounceArrays& arrays, const BouncingLane& lane) {
    std::uint32_t most = 1;
    visit_dynamic(arrays, lane,
                  [&](std::uint32_t slot) { most = std::max(most, arrays.bodies[slot].impacts); });
    return most;
}

/// Adds a change to a body's velocities without and with its accumulated impulses, and drops the released
/// part of these.
void change_velocity(const BounceArrays& arrays, std::uint32_t slot, float time) {
    BouncingBody& body = arrays.bodies[slot];
    BodySolverState& state = arrays.states[slot];
    IntegrationBlock& block = arrays.integration[slot / block_lanes];
    const std::size_t lane = slot % block_lanes;
    const auto apply = [&](double change, double released, float& velocity, float& start, float& shift) {
        velocity += static_cast<float>(change);
        start += static_cast<float>(change - released);
        shift -= time * static_cast<float>(change);
    };
    body.change.x *= body.free_x;
    body.change.y *= body.free_y;
    apply(body.change.x, body.released.x, state.velocity_x, block.start_x[lane], body.shift_x);
    apply(body.change.y, body.released.y, state.velocity_y, block.start_y[lane], body.shift_y);
    apply(body.change.w, body.released.w, state.angular_velocity, block.start_w[lane], body.shift_w);
    body.change = {};
    body.released = {};
    body.last = time;
}

}  // namespace

std::uint32_t Bounces::group_of(std::uint32_t slot) {
    while (bodies_[slot].group != slot) {
        slot = bodies_[slot].group;
    }
    return slot;
}

/// Joins the bodies whose impacts are simultaneous.
void Bounces::join_groups(const BounceArrays& arrays) {
    for (const std::uint32_t i : chosen_) {
        const BouncingLane& lane = lanes_[i];
        visit_dynamic(arrays, lane, [&](std::uint32_t slot) {
            BouncingBody& body = bodies_[slot];
            body.approach = body.energy = body.restitution = 0.0;
            body.members = 0;
            body.is_locked = false;
        });
        if (is_dynamic(arrays, lane.slot_a) && is_dynamic(arrays, lane.slot_b)) {
            const std::uint32_t a = group_of(lane.slot_a);
            const std::uint32_t b = group_of(lane.slot_b);
            bodies_[std::max(a, b)].group = std::min(a, b);
        }
    }
}

/// Computes the inelastic impulses of each contact alone, and from them the sums of each group.
void Bounces::weigh_groups(const BounceArrays& arrays) {
    for (const std::uint32_t i : chosen_) {
        BouncingLane& lane = lanes_[i];
        find_inelastic_impulses(arrays, lane);
        add_changes(arrays, lane, 1.0);
        const std::uint32_t first = is_dynamic(arrays, lane.slot_a) ? lane.slot_a : lane.slot_b;
        BouncingBody& group = bodies_[group_of(first)];
        ++group.members;
        visit_dynamic(arrays, lane, [&](std::uint32_t slot) {
            group.is_locked = group.is_locked || bodies_[slot].free_x * bodies_[slot].free_y == 0.0;
        });
        for (int k = 0; k < 2; ++k) {
            const double work = static_cast<double>(lane.impulse[k]) * static_cast<double>(lane.approach[k]);
            group.approach -= work;
            group.restitution -= work * lane.restitution();
        }
    }
    for (const std::uint32_t i : chosen_) {
        visit_dynamic(arrays, lanes_[i], [&](std::uint32_t slot) {
            VelocityChange& change = bodies_[slot].change;
            const BouncingBody& body = bodies_[slot];
            const double squared =
                body.free_x * change.x * change.x + body.free_y * change.y * change.y + change.w * change.w;
            bodies_[group_of(slot)].energy += squared / static_cast<double>(arrays.states[slot].inverse_mass);
            change = {};
        });
    }
}

/// Scales the impulses of each group so that it loses the energy that its restitution demands, and applies
/// them; those at one point with their friction.
void Bounces::apply_normals(const BounceArrays& arrays) {
    for (const std::uint32_t i : chosen_) {
        BouncingLane& lane = lanes_[i];
        if (lane.bounces && !lane.hit) {
            lane.hit = true;
            release_impulses(arrays, lane);
        }
        const std::uint32_t first = is_dynamic(arrays, lane.slot_a) ? lane.slot_a : lane.slot_b;
        const BouncingBody& group = bodies_[group_of(first)];
        double scale = 1.0 + lane.restitution();
        if (group.members > 1 || group.is_locked) {
            scale = group.energy > 0.0 ? (group.approach + group.restitution) / group.energy : 0.0;
        } else {
            find_impulses_at_one_point(arrays, lane);
            scale = lane.at_one_point ? 1.0 : scale;
        }
        for (int k = 0; k < 2; ++k) {
            lane.impulse[k] *= static_cast<float>(scale);
            lane.impacts->bounce_normal[k][lane.lane] += lane.impulse[k];
            lane.impacts->bounce_friction[k][lane.lane] += lane.tangent[k];
            lane.impacts->max_impulse[k][lane.lane] =
                std::max(lane.impacts->max_impulse[k][lane.lane], lane.impulse[k]);
            // Impacts that nothing foretold at the start of the step.
            float& approach = lane.impacts->approach_speed[k][lane.lane];
            approach = approach + arrays.threshold < 0.0f ? approach : std::min(approach, lane.approach[k]);
        }
        add_changes(arrays, lane, 1.0);
    }
    for (const std::uint32_t i : chosen_) {
        commit(arrays, lanes_[i]);
    }
}

/// Applies the friction that is not known yet: where bodies have several impacts, each with its share.
void Bounces::apply_friction(const BounceArrays& arrays) {
    for (const std::uint32_t i : chosen_) {
        BouncingLane& lane = lanes_[i];
        if (lane.block->friction[lane.lane] > 0.0f && !lane.at_one_point) {
            add_friction_changes(arrays, lane, 1.0 / static_cast<double>(shared_by(arrays, lane)));
        }
    }
    for (const std::uint32_t i : chosen_) {
        commit(arrays, lanes_[i]);
    }
}

/// Adds the changes of this round to the velocities of the lane's bodies.
void Bounces::commit(const BounceArrays& arrays, const BouncingLane& lane) {
    visit_dynamic(arrays, lane, [&](std::uint32_t slot) {
        if (!bodies_[slot].moved) {
            bodies_[slot].moved = true;
            grow_push_back(moved_, slot);
        }
        change_velocity(arrays, slot, lane.time);
    });
}

}  // namespace drystone
