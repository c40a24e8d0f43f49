#include "broad_phase/fat_boxes.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Blocks of sixteen shapes that a worker looks at in one go: some microseconds.
constexpr std::size_t blocks_per_chunk = 32;

Aabb unpack(const FatBox& box) { return {{box.lower_x, box.lower_y}, {box.upper_x, box.upper_y}}; }

FatBox pack(const Aabb& box) { return {box.lower.x(), box.lower.y(), box.upper.x(), box.upper.y()}; }

float margin_of(const Aabb& tight) {
    const Vec2 half = 0.5f * (tight.upper - tight.lower);
    return std::min(fat_box_most_margin, fat_box_margin_share * std::max(half.x(), half.y()));
}

template <class List>
void fill_block(List& list) {
    list.count = list.shapes.size();
    while (list.shapes.size() % block_lanes != 0) {
        const std::size_t first = list.shapes.size() / block_lanes * block_lanes;
        list.bodies.push_back(list.bodies[first]);
        list.shapes.push_back(list.shapes[first]);
    }
}

}  // namespace

Aabb tight_box(const BodyStore& bodies, const ShapeStore& shapes, std::uint32_t shape, float border) {
    const std::uint32_t body = shapes.cores[shape].body;
    const BodyPose& pose = bodies.poses[body];
    if (!shapes.is_box(shape)) {
        return expand(compute_aabb(shapes.view(shape), origin_pose(pose, bodies.masses[body])), border);
    }
    // The same operations as in the lanes.
    const BoxFrame& box = shapes.boxes[shape];
    const float c = pose.c * box.c - pose.s * box.s;
    const float s = pose.s * box.c + pose.c * box.s;
    const Vec2 middle{pose.x - (c * box.mass_center_x - s * box.mass_center_y),
                      pose.y - (s * box.mass_center_x + c * box.mass_center_y)};
    const float around = box.radius + border;
    const Vec2 reach{std::abs(c) * box.half_x + std::abs(s) * box.half_y + around,
                     std::abs(s) * box.half_x + std::abs(c) * box.half_y + around};
    return {middle - reach, middle + reach};
}

Aabb with_margin(const Aabb& tight) { return expand(tight, margin_of(tight)); }

void set_fat_box(ShapeStore& shapes, AabbTree& tree, std::uint32_t shape, const Aabb& box) {
    shapes.fat_boxes[shape] = pack(box);
    tree.move(shapes.proxies[shape], box);
}

void FatBoxUpdate::collect_shapes(const BodyStore& bodies, const ShapeStore& shapes) {
    for (ShapeList* const list : {&boxes_, &others_}) {
        list->bodies.clear();
        list->shapes.clear();
    }
    for (const std::uint32_t body : bodies.awake) {
        for (std::uint32_t shape = bodies.records[body].first_shape; shape != no_index;
             shape = shapes.records[shape].next) {
            ShapeList& list = shapes.is_box(shape) ? boxes_ : others_;
            list.bodies.push_back(static_cast<std::int32_t>(body));
            list.shapes.push_back(static_cast<std::int32_t>(shape));
        }
    }
    fill_block(boxes_);
    escaped_.resize(boxes_.shapes.size() / block_lanes);
    seen_bodies_ = bodies.order_version;
    seen_shapes_ = shapes.version;
}

void FatBoxUpdate::update_boxes(const FatBoxInput& input, std::size_t begin, std::size_t end) {
    for (std::size_t block = begin; block < end; ++block) {
        alignas(64) Row escaped;
        kernels->boxes(boxes_.bodies.data() + block * block_lanes, boxes_.shapes.data() + block * block_lanes,
                       input, escaped);
        std::uint32_t bits = 0;
        for (int lane = 0; lane < block_lanes; ++lane) {
            bits |= static_cast<std::uint32_t>(escaped[lane] != 0.0f) << lane;
        }
        escaped_[block] = static_cast<std::uint16_t>(bits);
    }
}

void FatBoxUpdate::move_escaped(const BodyStore& bodies, const ShapeStore& shapes,
                                BroadPhase& broad_phase) const {
    for (std::size_t i = 0; i < boxes_.count; ++i) {
        if ((escaped_[i / block_lanes] >> (i % block_lanes) & 1u) != 0) {
            const auto shape = static_cast<std::uint32_t>(boxes_.shapes[i]);
            broad_phase.tree(bodies.types[static_cast<std::uint32_t>(boxes_.bodies[i])])
                .move(shapes.proxies[shape], unpack(shapes.fat_boxes[shape]));
        }
    }
}

void FatBoxUpdate::update(const BodyStore& bodies, ShapeStore& shapes, float border, float time_step,
                          BroadPhase& broad_phase, Team& team) {
    if (seen_bodies_ != bodies.order_version || seen_shapes_ != shapes.version) {
        collect_shapes(bodies, shapes);
    }
    const FatBoxInput input{reinterpret_cast<const float*>(bodies.poses.data()),
                            reinterpret_cast<const float*>(bodies.velocities.data()),
                            reinterpret_cast<const float*>(shapes.boxes.data()),
                            reinterpret_cast<float*>(shapes.fat_boxes.data()),
                            border,
                            time_step};
    team.parallel_for(escaped_.size(), blocks_per_chunk,
                      [&](std::size_t begin, std::size_t end, int) { update_boxes(input, begin, end); });
    move_escaped(bodies, shapes, broad_phase);
    for (std::size_t i = 0; i < others_.shapes.size(); ++i) {
        const auto body = static_cast<std::uint32_t>(others_.bodies[i]);
        const auto shape = static_cast<std::uint32_t>(others_.shapes[i]);
        const Aabb tight = tight_box(bodies, shapes, shape, border);
        if (!contains(unpack(shapes.fat_boxes[shape]), tight)) {
            const BodyVelocity& velocity = bodies.velocities[body];
            const float speed = std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
            const bool fast = speed * time_step > margin_of(tight);
            set_fat_box(shapes, broad_phase.tree(bodies.types[body]), shape,
                        fast ? tight : with_margin(tight));
        }
    }
}

std::size_t FatBoxUpdate::bytes() const {
    return (boxes_.bodies.capacity() + boxes_.shapes.capacity() + others_.bodies.capacity() +
            others_.shapes.capacity()) *
               sizeof(std::int32_t) +
           escaped_.capacity() * sizeof(std::uint16_t);
}

}  // namespace drystone
