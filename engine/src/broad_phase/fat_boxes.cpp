#include "broad_phase/fat_boxes.h"

#include "simd/linked_kernels.h"

#include <drystone/collision/shape_bounds.h>

#include "core/arrays.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>

namespace drystone {

namespace {

/// Blocks of sixteen shapes per chunk of work: some microseconds.
constexpr std::size_t blocks_per_chunk = 32;
/// Minimum number of blocks per worker: some 5 us.
constexpr std::size_t blocks_per_worker = 32;
/// Minimum number of tree parts per worker; a part takes about a microsecond.
constexpr std::size_t parts_per_worker = 4;

/// Inverse of the share of changed boxes above which a tree takes over all boxes at once, which is then
/// faster than one by one.
constexpr std::size_t min_share_to_move_all = 4;

Aabb unpack(const FatBox& box) { return {{box.lower_x, box.lower_y}, {box.upper_x, box.upper_y}}; }

FatBox pack(const Aabb& box) { return {box.lower.x, box.lower.y, box.upper.x, box.upper.y}; }

float margin_of(const Aabb& tight) {
    const Vec2 half = 0.5f * (tight.upper - tight.lower);
    return std::min(fat_box_max_margin, fat_box_margin_share * std::max(half.x, half.y));
}

/// A shape that may move far within the step. The lanes use the same operations, see fat_box_lanes-inl.h.
struct MovingShape {
    Aabb tight;
    Vec2 center;    ///< Centre of mass of the body [m].
    Vec2 way;       ///< Displacement of the centre of mass [m].
    float arm;      ///< Distance from there to the farthest point that turns with the body [m].
    float turn;     ///< Upper bound for the displacement of any point by the turn [m].
    bool is_fast;   ///< The motion exceeds the margin.
    bool may_pass;  ///< The shape could pass through another one.

    /// Returns whether the fat box reaches ahead, see `min_borders_ahead`.
    [[nodiscard]] bool is_ahead(float border) const {
        return length(way) + turn > min_borders_ahead * border;
    }
    /// Returns whether the fat box is replaced in every step, see `min_borders_renewed`.
    [[nodiscard]] bool is_renewed(float border) const {
        return (is_fast || may_pass) && length(way) + turn > min_borders_renewed * border;
    }
};

MovingShape moving_shape(const BodyStore& bodies, const ShapeStore& shapes, std::uint32_t shape, float border,
                         float time_step) {
    const std::uint32_t body = shapes.cores[shape].body;
    const BodyVelocity& velocity = bodies.velocities[body];
    MovingShape moving{};
    moving.tight = tight_box(bodies, shapes, shape, border);
    moving.center = {bodies.poses[body].x, bodies.poses[body].y};
    moving.way = time_step * Vec2{velocity.x, velocity.y};
    const bool is_disc = shapes.cores[shape].count == 1;
    const Vec2 middle = abs(0.5f * (moving.tight.lower + moving.tight.upper) - moving.center);
    const Vec2 reach = is_disc ? Vec2{0.0f, 0.0f} : 0.5f * (moving.tight.upper - moving.tight.lower);
    moving.arm = length(middle + reach);
    moving.turn = time_step * std::abs(velocity.w) * moving.arm;
    const float distance = length(moving.way);
    moving.is_fast = distance > margin_of(moving.tight);
    moving.may_pass = distance + moving.turn > shapes.thickness(shape);
    return moving;
}

/// Returns the box of a shape, with a margin, that reaches ahead if the shape moves that far.
Aabb reaching_ahead(const MovingShape& moving, float border, float margin) {
    const Aabb box = expand(moving.tight, margin);
    if (!moving.is_ahead(border)) {
        return box;
    }
    const float limit = moving.may_pass ? fat_box_max_ahead : max_borders_ahead * border;
    const Vec2 ahead = max(min(moving.way, Vec2{limit, limit}), -Vec2{limit, limit});
    const Aabb turned = expand(box, std::min(moving.turn, limit));
    const Vec2 arm{moving.arm, moving.arm};
    const Aabb around{max(turned.lower, min(box.lower, moving.center - arm)),
                      min(turned.upper, max(box.upper, moving.center + arm))};
    return {around.lower + min(ahead, {0.0f, 0.0f}), around.upper + max(ahead, {0.0f, 0.0f})};
}

/// Returns the box of the custom shape itself, if there is one: its sampled outline lies inside of it.
Aabb exact_box(const AnyShape& shape, const Pose& pose) {
    return shape.custom != nullptr ? compute_aabb(*shape.custom, pose) : compute_aabb(shape.core, pose);
}

Aabb tight_polygon_box(const ConvexCore& core, const BodyPose& pose, const BodyMass& mass, float border) {
    Vec2 lower{1e30f, 1e30f};
    Vec2 upper{-1e30f, -1e30f};
    for (int i = 0; i < core.count; ++i) {
        const Vec2 point = rotate(Rot{pose.c, pose.s}, core.points[i] - Vec2{mass.center_x, mass.center_y});
        lower = min(lower, point);
        upper = max(upper, point);
    }
    const float around = core.radius + border;
    const Vec2 middle = Vec2{pose.x, pose.y} + 0.5f * (lower + upper);
    const Vec2 reach = 0.5f * (upper - lower) + Vec2{around, around};
    return {middle - reach, middle + reach};
}

}  // namespace

Aabb tight_box(const BodyStore& bodies, const ShapeStore& shapes, std::uint32_t shape, float border) {
    const std::uint32_t body = shapes.cores[shape].body;
    const BodyPose& pose = bodies.poses[body];
    if (shapes.cores[shape].count > max_frame_points) {
        return expand(exact_box(shapes.any(shape), origin_pose(pose, bodies.masses[body])), border);
    }
    // The lanes use the same operations.
    if (!shapes.is_box(shape)) {
        return tight_polygon_box(shapes.view(shape), pose, bodies.masses[body], border);
    }
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

namespace {

/// Replaces the fat box of a shape if it does not contain the motion of the next step, or is that of a fast
/// one.
void replace_fat_box(const MovingShape& moving, float border, AabbTree& tree, ShapeStore& shapes,
                     std::uint32_t shape) {
    const bool is_renewed = moving.is_renewed(border);
    if (is_renewed || !contains(unpack(shapes.fat_boxes[shape]), reaching_ahead(moving, border, 0.0f))) {
        const float margin = is_renewed || moving.is_fast ? 0.0f : margin_of(moving.tight);
        set_fat_box(shapes, tree, shape, reaching_ahead(moving, border, margin));
    }
}

}  // namespace

void FatBoxUpdate::ShapeList::clear() {
    bodies.clear();
    shapes.clear();
    frames.clear();
}

void FatBoxUpdate::ShapeList::add(std::uint32_t body, std::uint32_t shape, std::uint32_t frame) {
    grow_push_back(bodies, static_cast<std::int32_t>(body));
    grow_push_back(shapes, static_cast<std::int32_t>(shape));
    grow_push_back(frames, static_cast<std::int32_t>(frame));
}

void FatBoxUpdate::ShapeList::fill_block() {
    count = shapes.size();
    while (shapes.size() % block_lanes != 0) {
        const std::size_t first = shapes.size() / block_lanes * block_lanes;
        grow_push_back(bodies, bodies[first]);
        grow_push_back(shapes, shapes[first]);
        grow_push_back(frames, frames[first]);
    }
    escaped.resize(shapes.size() / block_lanes);
}

void FatBoxUpdate::ShapeList::empty_block() {
    bodies.resize(count);
    shapes.resize(count);
    frames.resize(count);
}

void FatBoxUpdate::ShapeList::update(const FatBoxKernels& kernels, UpdateFatBoxes FatBoxKernels::*kind,
                                     const FatBoxInput& input, Team& team) {
    const int workers = workers_for(escaped.size(), blocks_per_worker);
    team.parallel_for(escaped.size(), blocks_per_chunk, workers,
                      [&](std::size_t begin, std::size_t end, int) {
                          for (std::size_t block = begin; block < end; ++block) {
                              const std::size_t first = block * block_lanes;
                              const std::size_t lanes = std::min<std::size_t>(count - first, block_lanes);
                              alignas(64) Row left{};
                              (fitting(kernels, lanes, escaped.size()).*kind)(
                                  {bodies.data() + first, shapes.data() + first, frames.data() + first,
                                   static_cast<int>(lanes)},
                                  input, left);
                              std::uint32_t bits = 0;
                              for (int lane = 0; lane < block_lanes; ++lane) {
                                  bits |= static_cast<std::uint32_t>(left[lane] != 0.0f) << lane;
                              }
                              escaped[block] = static_cast<std::uint16_t>(bits & ((1u << lanes) - 1u));
                          }
                      });
}

std::size_t FatBoxUpdate::ShapeList::bytes() const {
    return (bodies.capacity() + shapes.capacity() + frames.capacity()) * sizeof(std::int32_t) +
           escaped.capacity() * sizeof(std::uint16_t);
}

void FatBoxUpdate::add_shapes(const BodyStore& bodies, ShapeStore& shapes, std::uint32_t body) {
    const Vec2 center{bodies.masses[body].center_x, bodies.masses[body].center_y};
    for (std::uint32_t shape = bodies.records[body].first_shape; shape != no_index;
         shape = shapes.records[shape].next) {
        const int count = shapes.cores[shape].count;
        if (shapes.is_box(shape)) {
            boxes_.add(body, shape, shape);
        } else if (count <= max_frame_points) {
            (count <= 4 ? small_polygons_ : medium_polygons_)
                .add(body, shape, shapes.frame_of(shape, center));
        } else {
            others_.add(body, shape, 0);
        }
    }
}

/// Collects the shapes of all awake bodies. Bodies that woke follow those that were there: unless others have
/// fallen asleep, only the shapes of the new ones are added.
void FatBoxUpdate::collect_shapes(const BodyStore& bodies, ShapeStore& shapes) {
    // Each body that came counts one, and so does each that left.
    const std::uint32_t changes = bodies.order_version - seen_bodies_;
    const bool only_more = seen_shapes_ == shapes.version && bodies.awake.size() == seen_awake_ + changes;
    if (only_more) {
        for (ShapeList* const list : {&boxes_, &small_polygons_, &medium_polygons_}) {
            list->empty_block();
        }
    } else {
        for (ShapeList* const list : {&boxes_, &small_polygons_, &medium_polygons_, &others_}) {
            list->clear();
        }
        seen_awake_ = 0;
    }
    for (std::size_t i = seen_awake_; i < bodies.awake.size(); ++i) {
        add_shapes(bodies, shapes, bodies.awake[i]);
    }
    for (ShapeList* const list : {&boxes_, &small_polygons_, &medium_polygons_}) {
        list->fill_block();
    }
    seen_awake_ = bodies.awake.size();
    seen_bodies_ = bodies.order_version;
    seen_shapes_ = shapes.version;
}

void FatBoxUpdate::forget() {
    for (ShapeList* const list : {&boxes_, &small_polygons_, &medium_polygons_, &others_}) {
        list->clear();
    }
    seen_awake_ = 0;
    seen_bodies_ = no_index;
    seen_shapes_ = no_index;
}

std::size_t FatBoxUpdate::escaped_count() const {
    std::size_t sum = 0;
    for (const ShapeList* const list : {&boxes_, &small_polygons_, &medium_polygons_}) {
        for (const std::uint16_t bits : list->escaped) {
            sum += static_cast<std::size_t>(std::popcount(bits));
        }
    }
    return sum;
}

/// Moves all boxes in the tree of dynamic bodies. Returns false if the tree could not take one of them.
bool FatBoxUpdate::move_all(const ShapeStore& shapes, AabbTree& tree, Team& team) {
    const std::span<const float> sides(reinterpret_cast<const float*>(shapes.fat_boxes.data()),
                                       4 * shapes.fat_boxes.size());
    tree.begin_moves();
    const int workers = workers_for(tree.part_count(), parts_per_worker);
    team.parallel_for(tree.part_count(), 1, workers, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t part = begin; part < end; ++part) {
            tree.move_part(static_cast<std::uint32_t>(part), sides);
        }
    });
    return tree.finish_moves() == 0;
}

void FatBoxUpdate::move_escaped(const ShapeList& list, const BodyStore& bodies, const ShapeStore& shapes,
                                BroadPhase& broad_phase, bool only_kinematic) {
    for (std::size_t block = 0; block < list.escaped.size(); ++block) {
        for (std::uint32_t bits = list.escaped[block]; bits != 0; bits &= bits - 1) {
            const std::size_t i = block * block_lanes + static_cast<std::size_t>(std::countr_zero(bits));
            if (i >= list.count) {
                break;
            }
            const auto shape = static_cast<std::uint32_t>(list.shapes[i]);
            const BodyType type = bodies.types[static_cast<std::uint32_t>(list.bodies[i])];
            if (!only_kinematic || type == BodyType::Kinematic) {
                broad_phase.tree(type).move(shapes.proxies[shape], unpack(shapes.fat_boxes[shape]));
            }
        }
    }
}

void FatBoxUpdate::update_others(const BodyStore& bodies, ShapeStore& shapes, float border, float time_step,
                                 BroadPhase& broad_phase) const {
    for (std::size_t i = 0; i < others_.shapes.size(); ++i) {
        const auto body = static_cast<std::uint32_t>(others_.bodies[i]);
        const auto shape = static_cast<std::uint32_t>(others_.shapes[i]);
        const MovingShape moving = moving_shape(bodies, shapes, shape, border, time_step);
        replace_fat_box(moving, border, broad_phase.tree(bodies.types[body]), shapes, shape);
    }
}

void FatBoxUpdate::reach_ahead(BodyStore& bodies, ShapeStore& shapes, float border, float time_step, bool all,
                               BroadPhase& broad_phase, Team& team) {
    if (all) {
        update(bodies, shapes, border, time_step, broad_phase, team);
    }
    for (const std::uint32_t body : bodies.sped_up) {
        bodies.records.edit(body).sped_up = false;
        if (all || !bodies.is_awake(body)) {
            continue;
        }
        for (std::uint32_t shape = bodies.records[body].first_shape; shape != no_index;
             shape = shapes.records[shape].next) {
            const MovingShape moving = moving_shape(bodies, shapes, shape, border, time_step);
            if (moving.is_ahead(border)) {
                replace_fat_box(moving, border, broad_phase.tree(bodies.types[body]), shapes, shape);
            }
        }
    }
    clear_and_shrink(bodies.sped_up);
}

void FatBoxUpdate::update(const BodyStore& bodies, ShapeStore& shapes, float border, float time_step,
                          BroadPhase& broad_phase, Team& team) {
    if (seen_bodies_ != bodies.order_version || seen_shapes_ != shapes.version) {
        collect_shapes(bodies, shapes);
    }
    FatBoxInput input{reinterpret_cast<const float*>(bodies.poses.data()),
                      reinterpret_cast<const float*>(bodies.velocities.data()),
                      reinterpret_cast<const float*>(shapes.boxes.data()),
                      reinterpret_cast<float*>(shapes.fat_boxes.data()),
                      border,
                      time_step};
    boxes_.update(*kernels, &FatBoxKernels::boxes, input, team);
    input.frames = reinterpret_cast<const float*>(shapes.frames.data());
    small_polygons_.update(*kernels, &FatBoxKernels::small_polygons, input, team);
    medium_polygons_.update(*kernels, &FatBoxKernels::medium_polygons, input, team);
    AabbTree& dynamic = broad_phase.tree(BodyType::Dynamic);
    const bool moved =
        escaped_count() > dynamic.size() / min_share_to_move_all && move_all(shapes, dynamic, team);
    if (!moved || bodies.kinematic_count > 0) {
        for (const ShapeList* const list : {&boxes_, &small_polygons_, &medium_polygons_}) {
            move_escaped(*list, bodies, shapes, broad_phase, moved);
        }
    }
    update_others(bodies, shapes, border, time_step, broad_phase);
}

std::size_t FatBoxUpdate::bytes() const {
    return boxes_.bytes() + small_polygons_.bytes() + medium_polygons_.bytes() + others_.bytes();
}

}  // namespace drystone
