// Distance joints, preparation and runs of joints in lanes, written once over the lane type `Real`. Include
// it after joints/iterative/joint_frames-inl.h.

// --- distances ---------------------------------------------------------------------------------------------

/// Row along the line between the anchors, or along x where they coincide, and the line's length [m].
template <class Real>
struct LineRow {
    RowLanes<Real> row;
    Real length;
};

template <class Real>
DRYSTONE_LANE_INLINE LineRow<Real> make_line_row(const JointBodies<Real>& bodies) {
    const Real length = square_root(dot_lanes(bodies.separation, bodies.separation));
    const Real inverse = inverse_or_zero(length);
    const LaneVector<Real> direction{
        select(length > Real::zero(), inverse * bodies.separation.x, Real::splat(1.0f)),
        inverse * bodies.separation.y};
    RowLanes<Real> row{direction, cross_lanes(bodies.arm_a, direction), cross_lanes(bodies.arm_b, direction),
                       Real::zero(), Real::zero()};
    finish_row(row, bodies);
    return {row, length};
}

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_distances(const JointParts& parts, JointBlock& block,
                                               DegreeBlock& degree, int lane, BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const LineRow<Real> line = make_line_row(bodies);
    begin_spring(parts.degrees[0], degree, lane, line.row, line.length);
    apply_row(line.row, Real::load(block.impulse_x + lane) + degree_impulse<Real>(degree, lane), bodies);
    store_joint(block, lane, bodies, states);
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_distances(const JointParts& parts, JointBlock& block,
                                          const DistanceBlock& own, DegreeBlock& degree, int lane,
                                          BodySolverState* states, Real half_h, Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const LineRow<Real> line = make_line_row(bodies);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    Real curve = Real::zero();
    if constexpr (biased) {
        const Real sideways = cross_lanes(line.row.direction, anchor_velocity(bodies));
        curve = dot_lanes(predicted_curve(bodies, half_h), line.row.direction) +
                half_h * sideways * sideways * inverse_or_zero(line.length);
    }
    solve_degree<biased>(parts.degrees[0], degree, lane, line.row, line.row, line.length, curve, inverse_h,
                         soft, bodies);

    Real speed = row_velocity(line.row, bodies);
    if constexpr (biased) {
        speed = speed + (soft.bias_rate * (line.length - Real::load(own.length + lane)) + curve);
    }
    const Real old_impulse = Real::load(block.impulse_x + lane);
    const Real change = soft.mass_scale * line.row.mass * speed + soft.impulse_scale * old_impulse;
    const Real rigid = Real::load(own.rigid + lane);
    const Real impulse = rigid * bounded(old_impulse - change, Real::load(own.maximum_force + lane));
    impulse.store(block.impulse_x + lane);
    apply_row(line.row, impulse - old_impulse, bodies);
    if (!biased && parts.degrees[0].spring) {
        keep_spring_speed(degree, lane, row_velocity(line.row, bodies));
    }
    store_joint(block, lane, bodies, states);
}

// --- preparation -------------------------------------------------------------------------------------------

/// Computes arms, offsets and scales at the start of a step, and returns the rotation of B relative to A less
/// the reference angle. About 60 operations and 96 bytes of body data per joint.
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

/// Returns whether a degree of freedom has a spring in one of the lanes.
template <class Real>
DRYSTONE_LANE_INLINE bool has_spring(const DegreeBlock& degree, int lane) {
    return !none_of(Real::load(degree.spring_gain + lane) > Real::zero());
}

/// Finds the speeds of springs at the start of a step, where others may have changed velocities.
template <class Real>
DRYSTONE_LANE_INLINE void find_spring_speeds(const JointRun& run, std::size_t i, int lane,
                                             const BodyRowsOf<const float>& rows) {
    const std::size_t count = run.kind == JointKind::Frame ? 3 : 1;
    DegreeBlock* const degrees = run.degrees + count * i;
    bool any = false;
    for (std::size_t k = 0; k < count; ++k) {
        any = any || has_spring<Real>(degrees[k], lane);
    }
    if (!any) {
        return;
    }
    const JointBlock& block = run.blocks[i];
    BodyRows<Real> a, b;
    gather_rows<4, 0>(rows.velocities, run.anchors[i].body_a + lane, a);  // (x, y, w, still time)
    gather_rows<4, 0>(rows.velocities, run.anchors[i].body_b + lane, b);
    // Arms of bodies that do not turn are scaled by zero.
    const auto turn_of = [](Real w, Real scale) {
        return w / select(scale > Real::zero(), scale, Real::splat(1.0f));
    };
    const Real w_a = turn_of(a.w, Real::load(block.scale_a + lane));
    const Real w_b = turn_of(b.w, Real::load(block.scale_b + lane));
    const LaneVector<Real> from{Real::load(block.offset_x + lane), Real::load(block.offset_y + lane)};
    const LaneVector<Real> velocity{
        (b.x - a.x) - (w_b * Real::load(block.arm_b_y + lane) - w_a * Real::load(block.arm_a_y + lane)),
        (b.y - a.y) + (w_b * Real::load(block.arm_b_x + lane) - w_a * Real::load(block.arm_a_x + lane))};
    if (run.kind == JointKind::Distance) {
        const Real length = square_root(dot_lanes(from, from));
        keep_spring_speed(degrees[0], lane, inverse_or_zero(length) * dot_lanes(velocity, from));
        return;
    }
    if (run.kind == JointKind::Frame) {
        const LaneVector<Real> along{Real::load(run.frames[i].axis_x + lane),
                                     Real::load(run.frames[i].axis_y + lane)};
        const LaneVector<Real> seen{velocity.x + a.w * from.y, velocity.y - a.w * from.x};
        keep_spring_speed(degrees[0], lane, dot_lanes(seen, along));
        keep_spring_speed(degrees[1], lane, cross_lanes(along, seen));
    }
    keep_spring_speed(degrees[count - 1], lane, b.w - a.w);
}

template <class Real>
void prepare_joints(const JointRun& run, const BodyRowsOf<const float>& bodies) {
    for (std::size_t i = 0; run.lanes_in(i) != 0; ++i) {
        for (int lane = 0; lane < run.lanes_in(i); lane += Real::width) {
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
            if (run.kind != JointKind::Point) {
                find_spring_speeds<Real>(run, i, lane, bodies);
            }
        }
    }
}

// --- runs --------------------------------------------------------------------------------------------------

/// Calls `pass(block number, lane)` for the lanes of a run, in steps of the lane width. Skips unused lanes at
/// the end of a block where the width allows it.
template <class Real, class Pass>
DRYSTONE_LANE_INLINE void visit_lanes(const JointRun& run, Pass&& pass) {
    for (std::size_t i = 0; run.lanes_in(i) != 0; ++i) {
        for (int lane = 0; lane < run.lanes_in(i); lane += Real::width) {
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
                warm_start_hinges<Real>(run.parts, run.blocks[i], run.degrees[i], lane, states);
            });
            break;
        case JointKind::Frame:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                warm_start_frames<Real>(run.parts, run.blocks[i], run.frames[i], run.degrees + 3 * i, lane,
                                        states);
            });
            break;
        case JointKind::Distance:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                warm_start_distances<Real>(run.parts, run.blocks[i], run.degrees[i], lane, states);
            });
            break;
    }
}

/// Runs one Gauss-Seidel pass over a run; `biased` also pushes out errors and solves springs.
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
                solve_hinges<biased, Real>(run.parts, run.blocks[i], run.degrees[i], lane, states, half_h,
                                           inverse_h);
            });
            break;
        case JointKind::Frame:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                solve_frames<biased, Real>(run.parts, run.blocks[i], run.frames[i], run.degrees + 3 * i, lane,
                                           states, half_h, inverse_h);
            });
            break;
        case JointKind::Distance:
            visit_lanes<Real>(run, [&](std::size_t i, int lane) {
                solve_distances<biased, Real>(run.parts, run.blocks[i], run.distances[i], run.degrees[i],
                                              lane, states, half_h, inverse_h);
            });
            break;
    }
}
