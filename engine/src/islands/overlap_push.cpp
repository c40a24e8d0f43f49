#include "islands/overlap_push.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Overlap that bodies may sleep with, and what a push leaves of it, as parts of the extent of a body:
/// without any, contacts would end.
constexpr float tolerated_depth = 0.0014f;
constexpr float left_depth = 0.25f * tolerated_depth;
/// Passes over all contacts, and over those of a body in each.
constexpr int passes = 3;
constexpr int passes_of_body = 4;
/// Cosine of the angle between a normal and the vertical up to which one body rests on the other.
constexpr float upright = 0.5f;

/// Returns the extent of the smaller one of the dynamic bodies of a contact [m].
float extent_of(const BodyStore& bodies, std::uint32_t body_a, std::uint32_t body_b) {
    float smaller = std::numeric_limits<float>::max();
    for (const std::uint32_t body : {body_a, body_b}) {
        if (bodies.is_dynamic(body)) {
            smaller = std::min(smaller, bodies.damping_and_sleep[body].extent);
        }
    }
    return smaller;
}

/// Returns whether a joint holds the body: to move it alone would open the joint.
bool is_joined(const JointStore& joints, std::uint32_t body) {
    bool found = false;
    visit_joints_of_body(joints, body, [&](std::uint32_t) { found = true; });
    return found;
}

/// Moves a pose by a small turn [rad] and along a vector.
BodyPose moved(const BodyPose& pose, Vec2 way, float turn) {
    const float c = pose.c - pose.s * turn;
    const float s = pose.s + pose.c * turn;
    const float scale = 1.0f / std::sqrt(c * c + s * s);
    return {pose.x + way.x, pose.y + way.y, c * scale, s * scale};
}

}  // namespace

std::size_t OverlapPush::bytes() const {
    return contacts_.capacity() * sizeof(PushedContact) + shifts_.capacity() * sizeof(Shift) +
           islands_.capacity() * sizeof(Island);
}

void OverlapPush::push(const SleepContext& context, const SleepLimits& limits) {
    if (!searches_next(context, limits)) {
        return;
    }
    find_still_islands(context, limits.time_to_sleep);
    add_contacts(context, limits);
    if (!contacts_.empty()) {
        find_shifts();
        limit_shifts(context, limits);
        move_bodies(context, limits);
    }
    clear_and_shrink(contacts_);
    clear_and_shrink(shifts_);
    clear_and_shrink(islands_);
}

bool OverlapPush::is_pushed(std::uint32_t island) const {
    const Island& found = islands_[island];
    return found.depth_before > tolerated_depth && found.depth_after < found.depth_before && !found.leans &&
           found.part > 0.0f;
}

/// Adds the contacts of the islands that have a deep one, the lowest first.
void OverlapPush::add_contacts(const SleepContext& context, const SleepLimits& limits) {
    const std::size_t bodies = context.bodies.awake.size();
    islands_.assign(bodies, {});
    shifts_.assign(bodies + 1, {});
    context.graph.visit_lists(0, ConstraintGraph::overflow + 1, [&](ContactList& list) {
        for (std::size_t i = 0; i < list.blocks.size(); ++i) {
            for (int lane = 0; lane < list.lanes_in(i); ++lane) {
                // The depth of a contact with a softness of its own is intended.
                if (list.surfaces.empty() || list.surfaces[i].is_spring[lane] == 0.0f) {
                    add_contact(context, list, i, lane, limits.up);
                }
            }
        }
    });
    std::erase_if(contacts_, [&](const PushedContact& contact) {
        return islands_[contact.island].depth_before <= tolerated_depth;
    });
    sort_items(contacts_.begin(), contacts_.end());
}

void OverlapPush::add_contact(const SleepContext& context, ContactList& list, std::size_t block, int lane,
                              Vec2 up) {
    const BodyStore& bodies = context.bodies;
    const ContactIds& ids = list.ids[block];
    const std::uint32_t body[2] = {static_cast<std::uint32_t>(ids.body_a[lane]),
                                   static_cast<std::uint32_t>(ids.body_b[lane])};
    const std::uint32_t island = std::min(still_island(context, body[0]), still_island(context, body[1]));
    if (island == no_index) {
        return;
    }
    PushedContact contact{};
    contact.number = static_cast<std::uint32_t>(ids.contact[lane]);
    contact.island = island;
    contact.extent = extent_of(bodies, body[0], body[1]);
    contact.block = &list.blocks[block];
    contact.lane = lane;
    float height[2];
    for (int i = 0; i < 2; ++i) {
        const bool moves = bodies.is_dynamic(body[i]) && bodies.masses[body[i]].inverse_mass > 0.0f &&
                           !bodies.dominates(body[i], body[1 - i]) && !is_joined(context.joints, body[i]);
        const BodyPose& pose = bodies.poses[body[i]];
        height[i] = moves ? pose.x * up.x + pose.y * up.y : std::numeric_limits<float>::lowest();
        contact.inverse_mass[i] = moves ? bodies.masses[body[i]].inverse_mass : 0.0f;
        contact.place[i] = static_cast<std::uint32_t>(shifts_.size() - 1);
        if (moves) {
            contact.place[i] = bodies.solver_slots[body[i]] - first_slot;
            const AxisLocks& locks = bodies.records[body[i]].locks;
            shifts_[contact.place[i]].locked_x = locks.linear_x;
            shifts_[contact.place[i]].locked_y = locks.linear_y;
        }
    }
    contact.height = std::max(height[0], height[1]);
    // The normal points from A to B.
    const float rise = contact.block->normal_x[lane] * up.x + contact.block->normal_y[lane] * up.y;
    const int upper = rise > 0.0f ? 1 : 0;
    const bool rests = std::abs(rise) > upright;
    for (int point = 0; point < 2; ++point) {
        if (contact.block->normal_impulse[point][lane] > 0.0f) {
            shifts_[contact.place[upper]].supports += rests ? 1 : 0;
            shifts_[contact.place[0]].leans = shifts_[contact.place[0]].leans || !rests;
            shifts_[contact.place[1]].leans = shifts_[contact.place[1]].leans || !rests;
        }
    }
    if (rests && contact.inverse_mass[upper] > 0.0f) {
        contact.inverse_mass[1 - upper] = 0.0f;
        contact.height = height[upper];
    }
    float& depth = islands_[island].depth_before;
    depth = std::max(depth, depth_of(contact));
    grow_push_back(contacts_, contact);
}

float OverlapPush::separation_of(const PushedContact& contact, int point) const {
    const Shift& a = shifts_[contact.place[0]];
    const Shift& b = shifts_[contact.place[1]];
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    return block.current_separation[point][lane] +
           (block.normal_x[lane] * (b.x - a.x) + block.normal_y[lane] * (b.y - a.y) +
            (b.w * block.normal_arm_b[point][lane] - a.w * block.normal_arm_a[point][lane]));
}

float OverlapPush::depth_of(const PushedContact& contact) const {
    float depth = 0.0f;
    for (int point = 0; point < 2; ++point) {
        if (contact.block->normal_mass[point][contact.lane] > 0.0f) {
            depth = std::max(depth, -separation_of(contact, point));
        }
    }
    return depth / contact.extent;
}

/// Solves the contacts by projected Gauss-Seidel: those that move the same body follow each other.
void OverlapPush::find_shifts() {
    for (int pass = 0; pass < passes; ++pass) {
        for (std::size_t first = 0; first < contacts_.size();) {
            std::size_t end = first;
            while (end < contacts_.size() && contacts_[end].height == contacts_[first].height) {
                ++end;
            }
            for (int i = 0; i < passes_of_body; ++i) {
                for (std::size_t k = first; k < end; ++k) {
                    push_point(contacts_[k], 0);
                    push_point(contacts_[k], 1);
                }
            }
            first = end;
        }
    }
    for (const PushedContact& contact : contacts_) {
        float& depth = islands_[contact.island].depth_after;
        depth = std::max(depth, depth_of(contact));
    }
}

void OverlapPush::push_point(PushedContact& contact, int point) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    const float arm[2] = {-block.normal_arm_a[point][lane], block.normal_arm_b[point][lane]};
    const float mobility = contact.inverse_mass[0] * (1.0f + arm[0] * arm[0]) +
                           contact.inverse_mass[1] * (1.0f + arm[1] * arm[1]);
    if (block.normal_mass[point][lane] == 0.0f || !(mobility > 0.0f)) {
        return;
    }
    const float excess = -separation_of(contact, point) - left_depth * contact.extent;
    const float sum = std::max(contact.sum[point] + excess / mobility, 0.0f);
    const float change = sum - contact.sum[point];
    contact.sum[point] = sum;
    for (int i = 0; i < 2; ++i) {
        const float way = contact.inverse_mass[i] * change;
        const float along = i == 0 ? -way : way;
        Shift& shift = shifts_[contact.place[i]];
        shift.x += shift.locked_x ? 0.0f : along * block.normal_x[lane];
        shift.y += shift.locked_y ? 0.0f : along * block.normal_y[lane];
        shift.w += way * arm[i];
    }
}

/// Limits the speed of each island to the sleep speeds of its bodies, and to that of pushes, and finds out
/// whether one of them leans.
void OverlapPush::limit_shifts(const SleepContext& context, const SleepLimits& limits) {
    const BodyStore& bodies = context.bodies;
    for (std::size_t k = 0; k < bodies.awake.size(); ++k) {
        const std::uint32_t body = bodies.awake[k];
        const std::uint32_t island = still_island(context, body);
        if (island == no_index) {
            continue;
        }
        const Shift& shift = shifts_[k];
        const BodyDampingAndSleep& rest = bodies.damping_and_sleep[body];
        const float way = std::sqrt(shift.x * shift.x + shift.y * shift.y) +
                          std::abs(shift.w) * bodies.masses[body].normalisation * rest.extent;
        const float fastest = std::min(rest.sleep_speed, limits.max_push_out_velocity);
        const float longest = fastest * static_cast<float>(steps_between_searches) * limits.time_step;
        Island& found = islands_[island];
        found.part = way > longest ? std::min(found.part, longest / way) : found.part;
        found.leans = found.leans || (shift.leans && shift.supports < 2);
    }
}

void OverlapPush::move_bodies(const SleepContext& context, const SleepLimits& limits) {
    BodyStore& bodies = context.bodies;
    for (std::size_t k = 0; k < bodies.awake.size(); ++k) {
        const std::uint32_t body = bodies.awake[k];
        const std::uint32_t island = still_island(context, body);
        if (island == no_index || !is_pushed(island)) {
            continue;
        }
        const float part = islands_[island].part;
        const Shift& shift = shifts_[k];
        bodies.poses[body] = moved(bodies.poses[body], {part * shift.x, part * shift.y},
                                   part * shift.w * bodies.masses[body].normalisation);
        if (part < 1.0f) {
            bodies.velocities[body].still_time = std::max(limits.time_to_sleep - limits.time_step, 0.0f);
        }
    }
    for (const PushedContact& contact : contacts_) {
        for (int point = 0; is_pushed(contact.island) && point < 2; ++point) {
            if (contact.block->normal_impulse[point][contact.lane] > 0.0f) {
                contact.block->settled[point][contact.lane] = settled_at_rest;
            }
        }
    }
}

}  // namespace drystone
