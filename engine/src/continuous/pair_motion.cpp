#include "continuous/pair_motion.h"

#include "continuous/impacts.h"

#include <drystone/collision/epa.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Returns the index of the piece that a motion is in at `time`.
std::size_t piece_at(const PairMotion& motion, float time) {
    std::size_t i = 0;
    while (i + 1 < motion.count && motion.pieces[i].end <= time) {
        ++i;
    }
    return i;
}

float begin_of(const PairMotion& motion, std::size_t piece) {
    return piece == 0 ? motion.begin : motion.pieces[piece - 1].end;
}

/// Returns the fraction of a piece that has passed at `time`.
float fraction_of(const PairMotion& motion, std::size_t piece, float time) {
    const float begin = begin_of(motion, piece);
    const float length = motion.pieces[piece].end - begin;
    return length > 0.0f ? std::clamp((time - begin) / length, 0.0f, 1.0f) : 1.0f;
}

/// Returns the sweep from a pose to where the body is now.
Sweep sweep_to_end(const ContinuousContext& context, std::uint32_t body, const Pose& start) {
    Sweep sweep = standing_at(context.bodies, body);
    const Rot end = sweep.rotation_start;
    sweep.center_start = transform(start, sweep.local_center);
    sweep.rotation_start = start.rotation;
    sweep.angle = inverse_multiply(start.rotation, end).angle();
    return sweep;
}

/// Returns whether a body can be put back on its way without its joints or its own motion being broken.
bool can_be_stopped(const ContinuousContext& context, std::uint32_t body) {
    return context.bodies.is_dynamic(body) && context.bodies.is_awake(body) &&
           context.bodies.masses[body].inverse_mass > 0.0f && !hangs_on_joints(context, body);
}

/// Returns whether a body has moved about as far as its velocity says.
bool follows_velocity(const ContinuousContext& context, const PairMotion& motion) {
    constexpr float most = 2.0f;
    const BodyVelocity& velocity = context.bodies.velocities[motion.body];
    const Vec2 way = motion.original.center_end - motion.original.center_start;
    const float extent = context.bodies.damping_and_sleep[motion.body].extent;
    const float moved = length(way) + std::abs(motion.original.angle) * extent;
    const float expected =
        context.time_step * (length(Vec2{velocity.x, velocity.y}) + std::abs(velocity.w) * extent);
    return moved <= most * expected + motion.thickness;
}

}  // namespace

void PairMotion::add(const ContinuousContext& context, float end, const Sweep& sweep) {
    if (count == max_pieces) {
        return;
    }
    const BodyMass& mass = context.bodies.masses[body];
    const float reach = context.bodies.damping_and_sleep[body].extent +
                        length(sweep.local_center - Vec2{mass.center_x, mass.center_y});
    pieces[count++] = {end, reach, std::abs(sweep.angle) * reach, sweep};
}

PairMotion own_motion(const ContinuousContext& context, std::uint32_t body, const FastBody* fast) {
    PairMotion motion;
    motion.body = body;
    motion.can_stop = can_be_stopped(context, body);
    motion.has_many_shapes = has_many_shapes(context, body);
    motion.thickness = thickness_of(context, body);
    if (fast == nullptr || fast->fraction == 1.0f) {
        motion.original = turn_of(context, body);
        motion.add(context, 1.0f, motion.original);
    } else {
        motion.original = fast->sweep;
        motion.first_change = fast->fraction;
        if (fast->fraction > 0.0f) {
            motion.add(context, fast->fraction, part_of(fast->sweep, 0.0f, fast->fraction));
        }
        motion.add(context, 1.0f, sweep_to_end(context, body, interpolate(fast->sweep, fast->fraction)));
    }
    motion.follows_velocity = motion.can_stop || follows_velocity(context, motion);
    update_box(context, motion);
    return motion;
}

Sweep part_of(const Sweep& sweep, float from, float to) {
    Sweep part = sweep;
    const Vec2 way = sweep.center_end - sweep.center_start;
    part.center_start = from > 0.0f ? sweep.center_start + from * way : sweep.center_start;
    part.center_end = to < 1.0f ? sweep.center_start + to * way : sweep.center_end;
    part.rotation_start =
        from > 0.0f && sweep.angle != 0.0f ? interpolate(sweep, from).rotation : sweep.rotation_start;
    part.angle = (to - from) * sweep.angle;
    return part;
}

float piece_end(const PairMotion& motion, float time) { return motion.pieces[piece_at(motion, time)].end; }

Sweep sweep_between(const PairMotion& motion, float from, float to) {
    const std::size_t piece = piece_at(motion, from);
    return part_of(motion.pieces[piece].sweep, fraction_of(motion, piece, from),
                   fraction_of(motion, piece, to));
}

Pose pose_at(const PairMotion& motion, float time) {
    const std::size_t piece = piece_at(motion, time);
    return interpolate(motion.pieces[piece].sweep, fraction_of(motion, piece, time));
}

float max_approach(const PairMotion& a, const PairMotion& b, float from) {
    float sum = 0.0f;
    for (float time = from; time < 1.0f;) {
        const float end = std::min(piece_end(a, time), piece_end(b, time));
        Vec2 way{0.0f, 0.0f};
        for (const PairMotion* const motion : {&a, &b}) {
            const std::size_t piece = piece_at(*motion, time);
            const float part = fraction_of(*motion, piece, end) - fraction_of(*motion, piece, time);
            const MotionPiece& each = motion->pieces[piece];
            way = part * (each.sweep.center_end - each.sweep.center_start) - way;
            sum += part * each.turning;
        }
        sum += length(way);
        time = end;
    }
    return sum;
}

void update_box(const ContinuousContext& context, PairMotion& motion) {
    bool any = false;
    for (std::size_t i = 0; i < motion.count; ++i) {
        visit_shapes(context, motion.body, [&](std::uint32_t shape) {
            if (!context.shapes.records[shape].sensor) {
                const Aabb box = swept_box(context.shapes.view(shape), motion.pieces[i].sweep);
                motion.box = any ? merge(motion.box, box) : box;
                any = true;
            }
        });
    }
    if (!any) {
        motion.box = {motion.original.center_start, motion.original.center_start};
    }
}

Overlap overlap_of(const ContinuousContext& context, std::uint32_t shape_a, const Pose& pose_a,
                   std::uint32_t shape_b, const Pose& pose_b) {
    const Penetration now = penetration(context.shapes.view(shape_a), context.shapes.view(shape_b),
                                        inverse_multiply(pose_a, pose_b));
    return {rotate(pose_a.rotation, now.normal), now.depth};
}

namespace {

/// Returns whether an impact needs nothing: the shapes end on the sides on which they met. Else writes how to
/// resolve it.
bool is_settled(const ContinuousContext& context, const PairMotion& a, const PairMotion& b, Meeting& met) {
    constexpr float same_side = 0.7f;  // Cosine of the maximum angle between the normals of one side.
    constexpr float deep_part = 0.125f;
    const Overlap end = overlap_of(context, met.shape_a, pose_at(a, 1.0f), met.shape_b, pose_at(b, 1.0f));
    const float thickness_a = context.shapes.thickness(met.shape_a);
    const float thickness_b = context.shapes.thickness(met.shape_b);
    if (dot(end.normal, met.normal) < same_side || end.depth > deep_part * (thickness_a + thickness_b)) {
        return false;
    }
    // A body that turns under another one comes from below the plane in which they touched.
    const bool is_own = a.kind == MotionKind::Own && b.kind == MotionKind::Own;
    met.is_shift =
        is_own && (!a.can_stop || !b.can_stop) && is_long(end.depth, a.can_stop ? thickness_a : thickness_b);
    met.shift = (a.can_stop ? -end.depth : end.depth) * end.normal;
    return !met.is_shift;
}

/// Returns whether the circles around the centres of two sweeps stay clear of each other.
bool stay_clear(const Sweep& a, float reach_a, const Sweep& b, float reach_b) {
    constexpr float rounding = 1.0001f;
    const Vec2 between = b.center_start - a.center_start;
    const Vec2 way = (b.center_end - b.center_start) - (a.center_end - a.center_start);
    const float nearest = -dot(between, way) / std::max(length_squared(way), 1e-12f);
    const Vec2 then = between + std::clamp(nearest, 0.0f, 1.0f) * way;
    const float reach = rounding * (reach_a + reach_b);
    return length_squared(then) > reach * reach;
}

}  // namespace

void find_shapes(const ContinuousContext& context, const PairMotion& motion, SweptShapes& shapes) {
    std::array<Sweep, PairMotion::max_pieces> sweeps;
    for (std::size_t i = 0; i < motion.count; ++i) {
        sweeps[i] = motion.pieces[i].sweep;
    }
    shapes.find(context, motion.body, std::span(sweeps).first(motion.count));
}

Meeting first_meeting(const ContinuousContext& context, const MotionPair& pair, float from,
                      SweptPairs& found) {
    const PairMotion& a = pair.a;
    const PairMotion& b = pair.b;
    Meeting first;
    for (float time = from; time < 1.0f && first.shape_a == no_index;) {
        const float end = std::min(piece_end(a, time), piece_end(b, time));
        const Sweep sweep_a = sweep_between(a, time, end);
        const Sweep sweep_b = sweep_between(b, time, end);
        const float reach_a = a.pieces[piece_at(a, time)].reach;
        const float reach_b = b.pieces[piece_at(b, time)].reach;
        if (stay_clear(sweep_a, reach_a, sweep_b, reach_b)) {
            time = end;
            continue;
        }
        float limit = 1.0f;
        const auto meet = [&](std::uint32_t shape, std::uint32_t other) {
            Vec2 normal{0.0f, 0.0f};
            const float impact = first_impact(context, shape, sweep_a, other, sweep_b, limit, &normal);
            Meeting met{time + impact * (end - time), shape, other, normal};
            if (impact < limit && !is_settled(context, a, b, met)) {
                limit = impact;
                first = met;
            }
        };
        visit_swept_pairs(context, {a.body, sweep_a, pair.shapes_a}, {b.body, sweep_b, pair.shapes_b}, found,
                          meet);
        time = end;
    }
    return first;
}

namespace {

/// Moves a body along a way until something static blocks it; returns the fraction. The pose stays.
float free_part(const ContinuousContext& context, std::uint32_t body, const Sweep& way) {
    const BodyPose pose = context.bodies.poses[body];
    put_at(context.bodies, body, way, 1.0f);
    const FixedImpact met = first_fixed_impact(context, BodyType::Static, body, way, 1.0f);
    context.bodies.poses[body] = pose;
    return met.fraction;
}

/// Returns the sweep of a body that stands at a pose.
Sweep standing_sweep(const ContinuousContext& context, std::uint32_t body, const Pose& pose) {
    Sweep sweep = standing_at(context.bodies, body);
    sweep.center_start = sweep.center_end = transform(pose, sweep.local_center);
    sweep.rotation_start = pose.rotation;
    return sweep;
}

/// Removes all pieces; the motion continues from `time` on.
void restart(PairMotion& motion, float time) {
    motion.first_change = std::min(motion.first_change, time);
    motion.begin = time;
    motion.count = 0;
    ++motion.version;
}

/// Returns the pose of a body at `time`, shifted by `out` up to the next static shape.
Pose shifted_pose(const ContinuousContext& context, const PairMotion& motion, float time, const Vec2& out) {
    const Pose pose = pose_at(motion, time);
    if (out == Vec2{0.0f, 0.0f}) {
        return pose;
    }
    Sweep way = standing_sweep(context, motion.body, pose);
    way.center_end += out;
    return interpolate(way, free_part(context, motion.body, way));
}

}  // namespace

Vec2 velocity_at(const PairMotion& motion, float time) {
    const float end = piece_end(motion, time);
    const Sweep rest = sweep_between(motion, time, end);
    return (rest.center_end - rest.center_start) / (end - time);
}

void move_on(const ContinuousContext& context, PairMotion& motion, float time, const Vec2& velocity,
             const Vec2& out) {
    const Pose pose = shifted_pose(context, motion, time, out);
    restart(motion, time);
    motion.kind = MotionKind::Joined;
    Sweep way = standing_sweep(context, motion.body, pose);
    way.center_end += (1.0f - time) * velocity;
    const float part = velocity == Vec2{0.0f, 0.0f} ? 1.0f : free_part(context, motion.body, way);
    if (part > 0.0f) {
        motion.add(context, part < 1.0f ? time + part * (1.0f - time) : 1.0f, part_of(way, 0.0f, part));
    }
    if (part < 1.0f) {
        motion.add(context, 1.0f, standing_sweep(context, motion.body, interpolate(way, part)));
    }
    update_box(context, motion);
}

void carry(const ContinuousContext& context, PairMotion& motion, float time, const Vec2& out,
           const PairMotion& carrier) {
    Pose pose = shifted_pose(context, motion, time, out);
    restart(motion, time);
    motion.kind = MotionKind::Carried;
    bool is_free = true;
    while (time < 1.0f && is_free) {
        const float end = piece_end(carrier, time);
        const Sweep lead = sweep_between(carrier, time, end);
        // The point of the body that turns about the same centre.
        Sweep way = lead;
        way.local_center = inverse_transform(pose, lead.center_start);
        way.rotation_start = pose.rotation;
        const float part = free_part(context, motion.body, way);
        is_free = part == 1.0f;
        const float until = is_free ? end : time + part * (end - time);
        if (until > time) {
            motion.add(context, until, part_of(way, 0.0f, part));
        }
        pose = interpolate(way, part);
        time = until;
    }
    if (!is_free) {
        motion.add(context, 1.0f, standing_sweep(context, motion.body, pose));
    }
    update_box(context, motion);
}

void shift_end(const ContinuousContext& context, PairMotion& motion, float time, const Vec2& shift) {
    const Pose start = pose_at(motion, time);
    Sweep way = standing_at(context.bodies, motion.body);
    way.center_end += shift;
    const Pose end = interpolate(way, free_part(context, motion.body, way));
    restart(motion, time);
    motion.kind = MotionKind::Carried;
    motion.add(context, 1.0f, make_sweep(start, end, way.local_center));
    update_box(context, motion);
}

}  // namespace drystone
