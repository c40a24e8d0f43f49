// Fat boxes of shapes in lanes, generic in the lane type `Real`; to be included after simd/lane_math-inl.h.
// About 50 operations and five gathers per shape; bound by the gathers.

/// Tight box of a shape around the middle, from the body's centre of mass; half of the shape's minimum width;
/// and the distance from the centre of mass to the farthest point that turns with the body.
template <class Real>
struct LaneExtent {
    LaneVector<Real> center, middle, reach;
    Real thickness, arm;
};

/// Returns the distance of a box's farthest corner from the origin.
template <class Real>
DRYSTONE_LANE_INLINE Real farthest_corner(const LaneVector<Real>& middle, const LaneVector<Real>& reach) {
    const Real x = absolute(middle.x) + reach.x;
    const Real y = absolute(middle.y) + reach.y;
    return square_root(x * x + y * y);
}

/// Returns the extents of boxes, whose frames are rows of `BoxFrame`, with the border around them.
template <class Real>
DRYSTONE_LANE_INLINE LaneExtent<Real> find_box_extent(const BodyRows<Real>& pose, const std::int32_t* frames,
                                                      const FatBoxInput& input) {
    BodyRows<Real> size, frame;
    gather_rows<8, 0>(input.frames, frames, size);
    gather_rows<8, 4>(input.frames, frames, frame);
    const Real c = pose.w * frame.w - pose.m * frame.m;
    const Real s = pose.m * frame.w + pose.w * frame.m;
    const LaneVector<Real> center = turned<Real>(c, s, {frame.x, frame.y});
    const Real abs_c = absolute(c);
    const Real abs_s = absolute(s);
    const Real around = size.w + Real::splat(input.border);
    const LaneVector<Real> middle{Real::zero() - center.x, Real::zero() - center.y};
    const LaneVector<Real> reach{abs_c * size.x + abs_s * size.y + around,
                                 abs_s * size.x + abs_c * size.y + around};
    return {{pose.x, pose.y}, middle, reach, size.m, farthest_corner<Real>(middle, reach)};
}

/// Extends [lower, upper] to contain two points of a frame, rotated with the body.
template <class Real, int offset>
DRYSTONE_LANE_INLINE void add_two_points(const BodyRows<Real>& pose, const std::int32_t* frames,
                                         const FatBoxInput& input, LaneVector<Real>& lower,
                                         LaneVector<Real>& upper) {
    BodyRows<Real> row;
    gather_rows<4, offset>(input.frames, frames, row);
    const LaneVector<Real> points[2] = {turned<Real>(pose.w, pose.m, {row.x, row.y}),
                                        turned<Real>(pose.w, pose.m, {row.w, row.m})};
    for (const LaneVector<Real>& point : points) {
        lower.x = select(point.x < lower.x, point.x, lower.x);
        lower.y = select(point.y < lower.y, point.y, lower.y);
        upper.x = greater_of(point.x, upper.x);
        upper.y = greater_of(point.y, upper.y);
    }
}

/// Returns the extents of cores of at most N points (4 or 8), see `write_polygon_frame`.
template <class Real, int N>
DRYSTONE_LANE_INLINE LaneExtent<Real> find_polygon_extent(const BodyRows<Real>& pose,
                                                          const std::int32_t* frames,
                                                          const FatBoxInput& input) {
    BodyRows<Real> header;
    gather_rows<4, 0>(input.frames, frames, header);
    LaneVector<Real> lower{Real::splat(1e30f), Real::splat(1e30f)};
    LaneVector<Real> upper{Real::splat(-1e30f), Real::splat(-1e30f)};
    add_two_points<Real, 8>(pose, frames, input, lower, upper);
    add_two_points<Real, 12>(pose, frames, input, lower, upper);
    if constexpr (N == 8) {
        add_two_points<Real, 16>(pose, frames, input, lower, upper);
        // Most of these cores have at most six points.
        if (!none_of(header.m > Real::splat(6.0f))) {
            add_two_points<Real, 20>(pose, frames, input, lower, upper);
        }
    }
    const Real half = Real::splat(0.5f);
    const Real around = header.w + Real::splat(input.border);
    const LaneVector<Real> middle{half * (lower.x + upper.x), half * (lower.y + upper.y)};
    const LaneVector<Real> reach{half * (upper.x - lower.x) + around, half * (upper.y - lower.y) + around};
    // A disc turns in place: only its centre moves.
    const auto is_disc = header.m < Real::splat(1.5f);
    const LaneVector<Real> turning = select(is_disc, {Real::zero(), Real::zero()}, reach);
    return {{pose.x, pose.y}, middle, reach, header.x, farthest_corner<Real>(middle, turning)};
}

/// A box as its lower and upper corner.
template <class Real>
struct LaneAabb {
    LaneVector<Real> lower, upper;
};

template <class Real>
DRYSTONE_LANE_INLINE LaneAabb<Real> grown(const LaneExtent<Real>& extent, Real margin) {
    const Real x = extent.reach.x + margin;
    const Real y = extent.reach.y + margin;
    const LaneVector<Real> middle{extent.center.x + extent.middle.x, extent.center.y + extent.middle.y};
    return {{middle.x - x, middle.y - y}, {middle.x + x, middle.y + y}};
}

/// Extends a box by a turn that moves no point farther than `turn`, nor out of its circle around the centre
/// of mass.
template <class Real>
DRYSTONE_LANE_INLINE void turn_ahead(const LaneExtent<Real>& extent, Real turn, LaneAabb<Real>& box) {
    const LaneVector<Real>& center = extent.center;
    box.lower.x = greater_of(box.lower.x - turn, lesser_of(box.lower.x, center.x - extent.arm));
    box.lower.y = greater_of(box.lower.y - turn, lesser_of(box.lower.y, center.y - extent.arm));
    box.upper.x = lesser_of(box.upper.x + turn, greater_of(box.upper.x, center.x + extent.arm));
    box.upper.y = lesser_of(box.upper.y + turn, greater_of(box.upper.y, center.y + extent.arm));
}

/// Extends a box by a motion.
template <class Real>
DRYSTONE_LANE_INLINE void reach_ahead(const LaneVector<Real>& way, LaneAabb<Real>& box) {
    const Real zero = Real::zero();
    box.lower.x = box.lower.x + lesser_of(way.x, zero);
    box.lower.y = box.lower.y + lesser_of(way.y, zero);
    box.upper.x = box.upper.x + greater_of(way.x, zero);
    box.upper.y = box.upper.y + greater_of(way.y, zero);
}

/// Replaces the fat boxes that no longer contain their shapes and the motion of the next step, and those of
/// fast ones; writes 1 for these, else 0.
template <class Real>
DRYSTONE_LANE_INLINE void update_fat_boxes(const LaneExtent<Real>& extent, const std::int32_t* bodies,
                                           const std::int32_t* shapes, const FatBoxInput& input,
                                           float* escaped) {
    BodyRows<Real> velocity, fat;  // fat: (lower x, lower y, upper x, upper y)
    gather_rows<4, 0>(input.velocities, bodies, velocity);
    gather_rows<4, 0>(input.fat_boxes, shapes, fat);
    const Real zero = Real::zero();
    const Real half_size = greater_of(extent.reach.x, extent.reach.y);
    const Real margin =
        lesser_of(Real::splat(fat_box_margin_share) * half_size, Real::splat(fat_box_max_margin));
    const Real time_step = Real::splat(input.time_step);
    const Real way = time_step * square_root(velocity.x * velocity.x + velocity.y * velocity.y);
    const Real turn = time_step * absolute(velocity.w) * extent.arm;
    const auto fast = way > margin;
    const auto may_pass = way + turn > extent.thickness;
    const auto moves = way + turn > Real::splat(min_borders_ahead * input.border);
    const auto renewed =
        both(either(fast, may_pass), way + turn > Real::splat(min_borders_renewed * input.border));
    const Real limit =
        select(may_pass, Real::splat(fat_box_max_ahead), Real::splat(max_borders_ahead * input.border));
    const Real around = select(moves, lesser_of(turn, limit), zero);
    const auto part_ahead = [&](Real speed) {
        return select(moves, clamped(time_step * speed, limit), zero);
    };
    const LaneVector<Real> path{part_ahead(velocity.x), part_ahead(velocity.y)};
    LaneAabb<Real> swept = grown(extent, zero);
    turn_ahead(extent, around, swept);
    reach_ahead<Real>(path, swept);
    const auto outside = either(either(swept.lower.x < fat.x, swept.lower.y < fat.y),
                                either(swept.upper.x > fat.w, swept.upper.y > fat.m));
    LaneAabb<Real> box = grown(extent, select(either(renewed, fast), zero, margin));
    turn_ahead(extent, around, box);
    reach_ahead<Real>(path, box);
    const auto replaced = either(outside, renewed);
    fat.x = select(replaced, box.lower.x, fat.x);
    fat.y = select(replaced, box.lower.y, fat.y);
    fat.w = select(replaced, box.upper.x, fat.w);
    fat.m = select(replaced, box.upper.y, fat.m);
    scatter_rows<4, 0>(input.fat_boxes, shapes, fat);
    select(replaced, Real::splat(1.0f), zero).store(escaped);
}

/// Updates the fat boxes of boxes.
template <class Real>
void update_fat_boxes_of_boxes(const FatBoxLanes& lanes, const FatBoxInput& input, float* escaped) {
    for (int lane = 0; lane < lanes.count; lane += Real::width) {
        BodyRows<Real> pose;
        gather_rows<4, 0>(input.poses, lanes.bodies + lane, pose);
        update_fat_boxes<Real>(find_box_extent<Real>(pose, lanes.frames + lane, input), lanes.bodies + lane,
                               lanes.shapes + lane, input, escaped + lane);
    }
}

/// Updates the fat boxes of cores of at most N points.
template <class Real, int N>
void update_fat_boxes_of_polygons(const FatBoxLanes& lanes, const FatBoxInput& input, float* escaped) {
    for (int lane = 0; lane < lanes.count; lane += Real::width) {
        BodyRows<Real> pose;
        gather_rows<4, 0>(input.poses, lanes.bodies + lane, pose);
        update_fat_boxes<Real>(find_polygon_extent<Real, N>(pose, lanes.frames + lane, input),
                               lanes.bodies + lane, lanes.shapes + lane, input, escaped + lane);
    }
}
