// The passes over joints in lanes, written once over the lane type `Real`; to be included after
// joints/joint_rows-inl.h.
//
// What is locked is solved with a bias that also foresees where turning bodies will be at the end of the
// sub-step: a point at arm r of a body that turns by w h moves by w h x r - (w h)^2 r / 2. Without the second
// term every pendulum drifts outwards and is pulled back, which costs energy.

/// Half the acceleration of the anchors' separation by the bodies' turning, times h [m/s].
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> foreseen_curve(const JointBodies<Real>& bodies, Real half_h) {
    const Real a = half_h * bodies.scale_a * bodies.a.w * bodies.a.w;
    const Real b = half_h * bodies.scale_b * bodies.b.w * bodies.b.w;
    return {a * bodies.arm_a.x - b * bodies.arm_b.x, a * bodies.arm_a.y - b * bodies.arm_b.y};
}

/// Velocity of B's anchor against A's.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> anchor_velocity(const JointBodies<Real>& bodies) {
    return {(bodies.b.x - bodies.a.x) - (bodies.b.w * bodies.arm_b.y - bodies.a.w * bodies.arm_a.y),
            (bodies.b.y - bodies.a.y) + (bodies.b.w * bodies.arm_b.x - bodies.a.w * bodies.arm_a.x)};
}

template <class Real>
DRYSTONE_LANE_INLINE void apply_at_anchors(const LaneVector<Real>& impulse, JointBodies<Real>& bodies) {
    bodies.a.x = bodies.a.x - bodies.a.m * impulse.x;
    bodies.a.y = bodies.a.y - bodies.a.m * impulse.y;
    bodies.a.w = bodies.a.w - bodies.a.m * cross_lanes(bodies.arm_a, impulse);
    bodies.b.x = bodies.b.x + bodies.b.m * impulse.x;
    bodies.b.y = bodies.b.y + bodies.b.m * impulse.y;
    bodies.b.w = bodies.b.w + bodies.b.m * cross_lanes(bodies.arm_b, impulse);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE JointSoftness<Real> load_softness(const JointBlock& block, int lane) {
    if constexpr (biased) {
        return {Real::load(block.bias_rate + lane), Real::load(block.mass_scale + lane),
                Real::load(block.impulse_scale + lane)};
    } else {
        return {Real::zero(), Real::splat(1.0f), Real::zero()};
    }
}

/// Both anchors in one place: two rows along the world's axes, solved together.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_point(JointBlock& block, int lane, Real half_h,
                                      const JointSoftness<Real>& soft, JointBodies<Real>& bodies) {
    const Real m_a = bodies.a.m;
    const Real m_b = bodies.b.m;
    const LaneVector<Real>& r = bodies.arm_a;
    const LaneVector<Real>& q = bodies.arm_b;
    LaneVector<Real> speed = anchor_velocity(bodies);
    if constexpr (biased) {
        const LaneVector<Real> curve = foreseen_curve(bodies, half_h);
        speed = {speed.x + (soft.bias_rate * bodies.separation.x + curve.x),
                 speed.y + (soft.bias_rate * bodies.separation.y + curve.y)};
    }
    const Real k_xx = (m_a + m_b) + (m_a * r.y * r.y + m_b * q.y * q.y);
    const Real k_yy = (m_a + m_b) + (m_a * r.x * r.x + m_b * q.x * q.x);
    const Real k_xy = Real::zero() - (m_a * r.x * r.y + m_b * q.x * q.y);
    const Real scale = soft.mass_scale * inverse_or_zero(k_xx * k_yy - k_xy * k_xy);
    const Real old_x = Real::load(block.impulse_x + lane);
    const Real old_y = Real::load(block.impulse_y + lane);
    const LaneVector<Real> change{
        Real::zero() - (scale * (k_yy * speed.x - k_xy * speed.y) + soft.impulse_scale * old_x),
        Real::zero() - (scale * (k_xx * speed.y - k_xy * speed.x) + soft.impulse_scale * old_y)};
    (old_x + change.x).store(block.impulse_x + lane);
    (old_y + change.y).store(block.impulse_y + lane);
    apply_at_anchors(change, bodies);
}

// --- points: revolute joints without anything else
// -----------------------------------------------------------

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_point(const JointBlock& block, int lane, JointBodies<Real>& bodies) {
    apply_at_anchors({Real::load(block.impulse_x + lane), Real::load(block.impulse_y + lane)}, bodies);
}

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_points(JointBlock& block, int lane, BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    warm_start_point(block, lane, bodies);
    store_joint(block, lane, bodies, states);
}

/// About 120 operations and 32 bytes of each body a joint.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_points(JointBlock& block, int lane, BodySolverState* states, Real half_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    solve_point<biased>(block, lane, half_h, load_softness<biased, Real>(block, lane), bodies);
    store_joint(block, lane, bodies, states);
}

// --- hinges: a point, and spring, motor and limits of the angle
// -----------------------------------------------

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_hinges(JointBlock& block, const DegreeBlock& degree, int lane,
                                            BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    apply_row(angle_row(bodies), degree_impulse<Real>(degree, lane), bodies);
    warm_start_point(block, lane, bodies);
    store_joint(block, lane, bodies, states);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_hinges(JointBlock& block, DegreeBlock& degree, int lane,
                                       BodySolverState* states, Real half_h, Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    const Real angle = Real::load(degree.angle + lane) + angle_of(bodies.cosine, bodies.sine);
    solve_degree<biased>(degree, lane, angle_row(bodies), angle, inverse_h, soft, bodies);
    solve_point<biased>(block, lane, half_h, soft, bodies);
    store_joint(block, lane, bodies, states);
}

// --- frames: an axis fixed to A, and the angle, each locked or free
// -------------------------------------------

/// Rows and coordinates of a frame where the bodies are now.
template <class Real>
struct FrameRows {
    RowLanes<Real> rows[3];  ///< Along, across, angle.
    Real coordinates[3];
};

template <class Real>
DRYSTONE_LANE_INLINE FrameRows<Real> make_frame_rows(const FrameBlock& frame, const DegreeBlock* degrees,
                                                     int lane, const JointBlock& block,
                                                     const BodySolverState* states,
                                                     const JointBodies<Real>& bodies) {
    BodyRows<Real> moved_a;
    gather_rows<1, 4>(reinterpret_cast<const float*>(states), block.state_a + lane, moved_a);
    const Real c = Real::splat(1.0f) + moved_a.m * bodies.scale_a;
    const Real s = moved_a.w * bodies.scale_a;
    const LaneVector<Real> along =
        turned(c, s, LaneVector<Real>{Real::load(frame.axis_x + lane), Real::load(frame.axis_y + lane)});
    const LaneVector<Real> across{Real::zero() - along.y, along.x};
    return {{axis_row(bodies, along), axis_row(bodies, across), angle_row(bodies)},
            {dot_lanes(bodies.separation, along), dot_lanes(bodies.separation, across),
             Real::load(degrees[2].angle + lane) + angle_of(bodies.cosine, bodies.sine)}};
}

/// What the coordinates along and across gain by the turning of both bodies and of the axis [m/s].
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> foreseen_in_frame(const FrameRows<Real>& frame,
                                                        const JointBodies<Real>& bodies, Real half_h) {
    const LaneVector<Real> curve = foreseen_curve(bodies, half_h);
    const LaneVector<Real> velocity = anchor_velocity(bodies);
    const LaneVector<Real>& along = frame.rows[0].direction;
    const LaneVector<Real>& across = frame.rows[1].direction;
    const Real w = bodies.scale_a * bodies.a.w;
    const Real twice = w + w;
    return {dot_lanes(curve, along) +
                half_h * (twice * dot_lanes(velocity, across) - w * w * frame.coordinates[0]),
            dot_lanes(curve, across) -
                half_h * (twice * dot_lanes(velocity, along) + w * w * frame.coordinates[1])};
}

/// The inverse mass of two rows of the same bodies.
template <class Real>
DRYSTONE_LANE_INLINE Real coupling_of(const RowLanes<Real>& p, const RowLanes<Real>& q,
                                      const JointBodies<Real>& bodies) {
    return (bodies.a.m + bodies.b.m) * dot_lanes(p.direction, q.direction) +
           (bodies.a.m * p.arm_a * q.arm_a + bodies.b.m * p.arm_b * q.arm_b);
}

/// All that is locked, together: K x = speed by elimination, with rows that are free or without mass left
/// out.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_locks(JointBlock& block, FrameBlock& own, int lane,
                                      const FrameRows<Real>& frame, Real half_h,
                                      const JointSoftness<Real>& soft, JointBodies<Real>& bodies) {
    const Real one = Real::splat(1.0f);
    const Real lock[3] = {Real::load(own.lock_along + lane), Real::load(own.lock_across + lane),
                          Real::load(own.lock_angle + lane)};
    Real speed[3];
    for (int i = 0; i < 3; ++i) {
        speed[i] = row_velocity(frame.rows[i], bodies);
        if constexpr (biased) {
            speed[i] = speed[i] + soft.bias_rate * frame.coordinates[i];
        }
    }
    if constexpr (biased) {
        const LaneVector<Real> curve = foreseen_in_frame(frame, bodies, half_h);
        speed[0] = speed[0] + curve.x;
        speed[1] = speed[1] + curve.y;
    }
    const auto row_is_there = [&](int i) {
        return both(lock[i] > Real::zero(), frame.rows[i].inverse_mass > Real::zero());
    };
    const auto present_0 = row_is_there(0);
    const auto present_1 = row_is_there(1);
    const auto present_2 = row_is_there(2);
    const Real zero = Real::zero();
    const Real k_00 = select(present_0, frame.rows[0].inverse_mass, one);
    const Real k_11 = select(present_1, frame.rows[1].inverse_mass, one);
    const Real k_22 = select(present_2, frame.rows[2].inverse_mass, one);
    const Real k_01 =
        select(both(present_0, present_1), coupling_of(frame.rows[0], frame.rows[1], bodies), zero);
    const Real k_02 =
        select(both(present_0, present_2), coupling_of(frame.rows[0], frame.rows[2], bodies), zero);
    const Real k_12 =
        select(both(present_1, present_2), coupling_of(frame.rows[1], frame.rows[2], bodies), zero);
    const Real b_0 = select(present_0, speed[0], zero);
    const Real b_1 = select(present_1, speed[1], zero);
    const Real b_2 = select(present_2, speed[2], zero);
    const Real l_10 = k_01 / k_00;
    const Real l_20 = k_02 / k_00;
    const Real d_1 = k_11 - l_10 * k_01;
    const Real inverse_d_1 = inverse_or_zero(d_1);
    const Real e_12 = k_12 - l_20 * k_01;
    const Real l_21 = e_12 * inverse_d_1;
    const Real inverse_d_2 = inverse_or_zero(k_22 - (l_20 * k_02 + l_21 * e_12));
    const Real y_1 = b_1 - l_10 * b_0;
    const Real y_2 = b_2 - (l_20 * b_0 + l_21 * y_1);
    const Real x_2 = y_2 * inverse_d_2;
    const Real x_1 = y_1 * inverse_d_1 - l_21 * x_2;
    const Real x_0 = b_0 / k_00 - (l_10 * x_1 + l_20 * x_2);

    const Real old_0 = Real::load(block.impulse_x + lane);
    const Real old_1 = Real::load(block.impulse_y + lane);
    const Real old_2 = Real::load(own.angle_impulse + lane);
    const Real keep = one - soft.impulse_scale;
    Real new_0 = keep * old_0 - soft.mass_scale * x_0;
    Real new_1 = keep * old_1 - soft.mass_scale * x_1;
    const Real new_2 = bounded(keep * old_2 - soft.mass_scale * x_2, Real::load(own.maximum_torque + lane));
    const Real maximum = Real::load(own.maximum_force + lane);
    const Real squared = new_0 * new_0 + new_1 * new_1;
    const auto over = squared > maximum * maximum;
    const Real scale = select(over, maximum / square_root(select(over, squared, one)), one);
    new_0 = scale * new_0;
    new_1 = scale * new_1;
    new_0.store(block.impulse_x + lane);
    new_1.store(block.impulse_y + lane);
    new_2.store(own.angle_impulse + lane);
    apply_row(frame.rows[0], new_0 - old_0, bodies);
    apply_row(frame.rows[1], new_1 - old_1, bodies);
    apply_row(frame.rows[2], new_2 - old_2, bodies);
}

/// Holds the impulses of both axes to their maxima: each to its own or, where they share one, in length.
template <class Real>
DRYSTONE_LANE_INLINE void hold_to_maxima(Real shared, Real first_maximum, Real second_maximum, Real& first,
                                         Real& second) {
    const Real one = Real::splat(1.0f);
    const Real squared = first * first + second * second;
    const auto over = squared > first_maximum * first_maximum;
    const Real scale = select(over, first_maximum / square_root(select(over, squared, one)), one);
    const auto together = shared > Real::zero();
    first = select(together, scale * first, bounded(first, first_maximum));
    second = select(together, scale * second, bounded(second, second_maximum));
}

/// Springs and motors of both axes: the first axis sees the second one's change only in the next pass.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void drive_axes(const FrameBlock& own, DegreeBlock* degrees, int lane,
                                     const FrameRows<Real>& frame, JointBodies<Real>& bodies) {
    const Real shared = Real::load(own.isotropic + lane);
    const auto apply_both = [&](Real first, Real second, float* stored_first, float* stored_second) {
        const Real old_first = Real::load(stored_first);
        const Real old_second = Real::load(stored_second);
        first.store(stored_first);
        second.store(stored_second);
        apply_row(frame.rows[0], first - old_first, bodies);
        apply_row(frame.rows[1], second - old_second, bodies);
    };
    if constexpr (biased) {
        Real springs[2];
        for (int i = 0; i < 2; ++i) {
            springs[i] = wanted_by_spring(degrees[i], lane, frame.rows[i], frame.coordinates[i],
                                          row_velocity(frame.rows[i], bodies));
        }
        hold_to_maxima(shared, Real::load(degrees[0].spring_maximum + lane),
                       Real::load(degrees[1].spring_maximum + lane), springs[0], springs[1]);
        apply_both(springs[0], springs[1], degrees[0].spring_impulse + lane,
                   degrees[1].spring_impulse + lane);
    }
    Real motors[2];
    for (int i = 0; i < 2; ++i) {
        motors[i] = wanted_by_motor(degrees[i], lane, frame.rows[i], row_velocity(frame.rows[i], bodies));
    }
    hold_to_maxima(shared, Real::load(degrees[0].motor_maximum + lane),
                   Real::load(degrees[1].motor_maximum + lane), motors[0], motors[1]);
    apply_both(motors[0], motors[1], degrees[0].motor_impulse + lane, degrees[1].motor_impulse + lane);
}

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_frames(JointBlock& block, FrameBlock& own, DegreeBlock* degrees,
                                            int lane, BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const FrameRows<Real> frame = make_frame_rows(own, degrees, lane, block, states, bodies);
    const Real locked[3] = {Real::load(block.impulse_x + lane), Real::load(block.impulse_y + lane),
                            Real::load(own.angle_impulse + lane)};
    for (int i = 0; i < 3; ++i) {
        apply_row(frame.rows[i], locked[i] + degree_impulse<Real>(degrees[i], lane), bodies);
    }
    store_joint(block, lane, bodies, states);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_frames(JointBlock& block, FrameBlock& own, DegreeBlock* degrees, int lane,
                                       BodySolverState* states, Real half_h, Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const FrameRows<Real> frame = make_frame_rows(own, degrees, lane, block, states, bodies);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    drive_axes<biased>(own, degrees, lane, frame, bodies);
    solve_limits(degrees[0], lane, frame.rows[0], frame.coordinates[0], inverse_h, soft, bodies);
    solve_limits(degrees[1], lane, frame.rows[1], frame.coordinates[1], inverse_h, soft, bodies);
    solve_degree<biased>(degrees[2], lane, frame.rows[2], frame.coordinates[2], inverse_h, soft, bodies);
    solve_locks<biased>(block, own, lane, frame, half_h, soft, bodies);
    store_joint(block, lane, bodies, states);
}

// --- distances
// ------------------------------------------------------------------------------------------------

/// The row along the line between the anchors, its length, and what the length gains by turning [m/s].
template <class Real>
struct LineRow {
    RowLanes<Real> row;
    Real length;
};

template <class Real>
DRYSTONE_LANE_INLINE LineRow<Real> make_line_row(const JointBodies<Real>& bodies) {
    const Real length = square_root(dot_lanes(bodies.separation, bodies.separation));
    const Real inverse = inverse_or_zero(length);
    const LaneVector<Real> direction{inverse * bodies.separation.x, inverse * bodies.separation.y};
    RowLanes<Real> row{direction, cross_lanes(bodies.arm_a, direction), cross_lanes(bodies.arm_b, direction),
                       Real::zero(), Real::zero()};
    finish_row(row, bodies);
    return {row, length};
}

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_distances(JointBlock& block, const DegreeBlock& degree, int lane,
                                               BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const LineRow<Real> line = make_line_row(bodies);
    apply_row(line.row, Real::load(block.impulse_x + lane) + degree_impulse<Real>(degree, lane), bodies);
    store_joint(block, lane, bodies, states);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_distances(JointBlock& block, const DistanceBlock& own, DegreeBlock& degree,
                                          int lane, BodySolverState* states, Real half_h, Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const LineRow<Real> line = make_line_row(bodies);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    solve_degree<biased>(degree, lane, line.row, line.length, inverse_h, soft, bodies);

    Real speed = row_velocity(line.row, bodies);
    if constexpr (biased) {
        const LaneVector<Real> velocity = anchor_velocity(bodies);
        const Real sideways = cross_lanes(line.row.direction, velocity);
        const Real curve = dot_lanes(foreseen_curve(bodies, half_h), line.row.direction) +
                           half_h * sideways * sideways * inverse_or_zero(line.length);
        speed = speed + (soft.bias_rate * (line.length - Real::load(own.length + lane)) + curve);
    }
    const Real old_impulse = Real::load(block.impulse_x + lane);
    const Real change = soft.mass_scale * line.row.mass * speed + soft.impulse_scale * old_impulse;
    const Real rigid = Real::load(own.rigid + lane);
    const Real impulse = rigid * bounded(old_impulse - change, Real::load(own.maximum_force + lane));
    impulse.store(block.impulse_x + lane);
    apply_row(line.row, impulse - old_impulse, bodies);
    store_joint(block, lane, bodies, states);
}

// --- preparation
// ----------------------------------------------------------------------------------------------

/// Arms, offsets and scales at the start of a step, and the turn of B against A. About 60 operations and 96
/// bytes of bodies a joint.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> prepare_lanes(const JointAnchors& anchors, int lane,
                                                    const BodyRowsOf<const float>& bodies, JointBlock& block,
                                                    LaneVector<Real>& rotation_a) {
    BodyRows<Real> pose_a, pose_b, mass_a, mass_b, scale_a, scale_b;
    gather_rows<4, 0>(bodies.poses, anchors.body_a + lane, pose_a);  // (x, y, c, s)
    gather_rows<4, 0>(bodies.poses, anchors.body_b + lane, pose_b);
    gather_rows<8, 0>(bodies.masses, anchors.body_a + lane, mass_a);  // (centre x, centre y, ...)
    gather_rows<8, 0>(bodies.masses, anchors.body_b + lane, mass_b);
    gather_rows<8, 4>(bodies.masses, anchors.body_a + lane, scale_a);  // (g, arm scale, ...)
    gather_rows<8, 4>(bodies.masses, anchors.body_b + lane, scale_b);
    const LaneVector<Real> arm_a = turned(pose_a.w, pose_a.m,
                                          LaneVector<Real>{Real::load(anchors.anchor_a_x + lane) - mass_a.x,
                                                           Real::load(anchors.anchor_a_y + lane) - mass_a.y});
    const LaneVector<Real> arm_b = turned(pose_b.w, pose_b.m,
                                          LaneVector<Real>{Real::load(anchors.anchor_b_x + lane) - mass_b.x,
                                                           Real::load(anchors.anchor_b_y + lane) - mass_b.y});
    (arm_a.x * scale_a.y).store(block.arm_a_x + lane);
    (arm_a.y * scale_a.y).store(block.arm_a_y + lane);
    (arm_b.x * scale_b.y).store(block.arm_b_x + lane);
    (arm_b.y * scale_b.y).store(block.arm_b_y + lane);
    scale_a.y.store(block.scale_a + lane);
    scale_b.y.store(block.scale_b + lane);
    ((pose_b.x - pose_a.x) + (arm_b.x - arm_a.x)).store(block.offset_x + lane);
    ((pose_b.y - pose_a.y) + (arm_b.y - arm_a.y)).store(block.offset_y + lane);
    rotation_a = {pose_a.w, pose_a.m};
    const LaneVector<Real> turn = turned_back(pose_a.w, pose_a.m, LaneVector<Real>{pose_b.w, pose_b.m});
    return turned_back(Real::load(anchors.reference_c + lane), Real::load(anchors.reference_s + lane), turn);
}

template <class Real>
DRYSTONE_LANE_INLINE void update_angle(DegreeBlock& degree, int lane, const LaneVector<Real>& rotation) {
    unwrapped(angle_of(rotation.x, rotation.y), Real::load(degree.angle + lane)).store(degree.angle + lane);
}

template <class Real>
void prepare_joints(const JointRun& run, const BodyRowsOf<const float>& bodies) {
    for (std::size_t i = 0; i < run.count; ++i) {
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            LaneVector<Real> rotation_a{};
            const LaneVector<Real> rotation =
                prepare_lanes<Real>(run.anchors[i], lane, bodies, run.blocks[i], rotation_a);
            if (run.kind == JointKind::Hinge) {
                update_angle(run.degrees[i], lane, rotation);
            } else if (run.kind == JointKind::Frame) {
                update_angle(run.degrees[3 * i + 2], lane, rotation);
                const LaneVector<Real> axis =
                    turned(rotation_a.x, rotation_a.y,
                           LaneVector<Real>{Real::load(run.anchors[i].axis_c + lane),
                                            Real::load(run.anchors[i].axis_s + lane)});
                axis.x.store(run.frames[i].axis_x + lane);
                axis.y.store(run.frames[i].axis_y + lane);
            }
        }
    }
}

// --- runs
// -----------------------------------------------------------------------------------------------------

/// Calls `pass(block number, lane)` for all lanes of a run.
template <class Real, class Pass>
DRYSTONE_LANE_INLINE void visit_lanes(const JointRun& run, Pass&& pass) {
    for (std::size_t i = 0; i < run.count; ++i) {
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            pass(i, lane);
        }
    }
}

template <class Real>
void warm_start_joints(const JointRun& run, BodySolverState* states) {
    switch (run.kind) {
        case JointKind::Point:
            visit_lanes<Real>(
                run, [&](std::size_t i, int lane) { warm_start_points<Real>(run.blocks[i], lane, states); });
            break;
        case JointKind::Hinge:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                warm_start_hinges<Real>(run.blocks[i], run.degrees[i], lane, states);
            });
            break;
        case JointKind::Frame:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                warm_start_frames<Real>(run.blocks[i], run.frames[i], run.degrees + 3 * i, lane, states);
            });
            break;
        case JointKind::Distance:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                warm_start_distances<Real>(run.blocks[i], run.degrees[i], lane, states);
            });
            break;
    }
}

/// One Gauss-Seidel pass over a run; `biased` pushes what is locked into place and solves springs.
template <bool biased, class Real>
void solve_joints(const JointRun& run, BodySolverState* states, const SolverConstants& constants) {
    const Real half_h = Real::splat(0.5f * constants.h);
    const Real inverse_h = Real::splat(constants.inverse_h);
    switch (run.kind) {
        case JointKind::Point:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                solve_points<biased, Real>(run.blocks[i], lane, states, half_h);
            });
            break;
        case JointKind::Hinge:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                solve_hinges<biased, Real>(run.blocks[i], run.degrees[i], lane, states, half_h, inverse_h);
            });
            break;
        case JointKind::Frame:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                solve_frames<biased, Real>(run.blocks[i], run.frames[i], run.degrees + 3 * i, lane, states,
                                           half_h, inverse_h);
            });
            break;
        case JointKind::Distance:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                solve_distances<biased, Real>(run.blocks[i], run.distances[i], run.degrees[i], lane, states,
                                              half_h, inverse_h);
            });
            break;
    }
}
