#include "step/finalize.h"

#include <algorithm>
#include <cmath>

namespace drystone {

Aabb speculative_box(const ConvexCore& core, const Pose& pose, float speculative_distance) {
    return expand(compute_aabb(core, pose), 0.5f * speculative_distance);
}

float box_margin(const Aabb& box) {
    const Vec2 half = 0.5f * (box.upper - box.lower);
    return std::min(0.05f, 0.125f * std::max(half.x(), half.y()));
}

Aabb tight_box(const WorldState& world, std::uint32_t shape) {
    const std::uint32_t body = world.shapes.cores[shape].body;
    return speculative_box(world.shapes.view(shape),
                           origin_pose(world.bodies.poses[body], world.bodies.masses[body]),
                           world.settings.speculative_distance);
}

void publish_moved_bodies(const BodyStore& bodies, std::uint16_t world, std::vector<BodyMoved>& moved) {
    for (const std::uint32_t body : bodies.awake) {
        moved.push_back({bodies.slots.handle<BodyId>(body, world),
                         origin_pose(bodies.poses[body], bodies.masses[body]), bodies.records[body].user_data,
                         false});
    }
}

void mark_fallen_asleep(const std::vector<IslandMember>& asleep, std::vector<BodyMoved>& moved) {
    if (asleep.empty()) {
        return;
    }
    std::vector<std::uint32_t> bodies;
    for (const IslandMember& member : asleep) {
        bodies.push_back(member.body);
    }
    std::sort(bodies.begin(), bodies.end());
    for (BodyMoved& event : moved) {
        event.fell_asleep = std::binary_search(bodies.begin(), bodies.end(), event.body.index1 - 1);
    }
}

void update_boxes(const BodyStore& bodies, const ShapeStore& shapes, float speculative_distance,
                  float time_step, BroadPhase& broad_phase) {
    for (const std::uint32_t body : bodies.awake) {
        const Pose pose = origin_pose(bodies.poses[body], bodies.masses[body]);
        const BodyVelocity& velocity = bodies.velocities[body];
        const float speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
        AabbTree& tree = broad_phase.tree(bodies.types[body]);
        for (std::uint32_t shape = bodies.records[body].first_shape; shape != no_index;
             shape = shapes.records[shape].next) {
            const Aabb tight = speculative_box(shapes.view(shape), pose, speculative_distance);
            const AabbTree::Proxy proxy = shapes.proxies[shape];
            if (contains(tree.box(proxy), tight)) {
                continue;
            }
            const float margin = shapes.records[shape].margin;
            tree.move(proxy, speed * time_step > margin ? tight : expand(tight, margin));
        }
    }
}

}  // namespace drystone
