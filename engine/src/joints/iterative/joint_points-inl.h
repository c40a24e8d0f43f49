// Passes over point joints and hinges in lanes, written once over the lane type `Real`. Include it after
// joints/iterative/joint_rows-inl.h.
//
// The bias of locked rows also predicts the positions of turning bodies at the end of the sub-step: a point
// at arm r of a body that turns by w h moves by w h x r - (w h)^2 r / 2. Without the second term, every
// pendulum drifts outwards and is pulled back, which loses energy.

/// Returns half the centripetal acceleration of a point, times h, over its arm times g. Limited to a turn of
/// 0.1 rad in the sub-step: the push would accelerate the spin of faster bodies.
template <class Real>
DRYSTONE_LANE_INLINE Real predicted_bend(Real half_h, Real scale, Real spin) {
    const Real maximum = Real::splat(0.05f);
    const Real turn = half_h * scale * absolute(spin);
    return select(turn < maximum, turn, maximum) * absolute(spin);
}

/// Returns half the acceleration of the anchors' separation by the bodies' turning, times h [m/s].
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> predicted_curve(const JointBodies<Real>& bodies, Real half_h) {
    const Real a = predicted_bend(half_h, bodies.scale_a, bodies.a.w);
    const Real b = predicted_bend(half_h, bodies.scale_b, bodies.b.w);
    return {a * bodies.arm_a.x - b * bodies.arm_b.x, a * bodies.arm_a.y - b * bodies.arm_b.y};
}

/// Returns the velocity of B's anchor relative to A's [m/s].
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

/// Inverse mass of the anchors' separation along the world's axes.
template <class Real>
struct PointMass {
    Real k_xx, k_yy, k_xy;
    Real inverse_determinant;  ///< 0 if no body moves.
};

template <class Real>
DRYSTONE_LANE_INLINE PointMass<Real> point_mass(const JointBodies<Real>& bodies) {
    const Real m_a = bodies.a.m;
    const Real m_b = bodies.b.m;
    const LaneVector<Real>& r = bodies.arm_a;
    const LaneVector<Real>& q = bodies.arm_b;
    const Real k_xx = (m_a + m_b) + (m_a * r.y * r.y + m_b * q.y * q.y);
    const Real k_yy = (m_a + m_b) + (m_a * r.x * r.x + m_b * q.x * q.x);
    const Real k_xy = Real::zero() - (m_a * r.x * r.y + m_b * q.x * q.y);
    return {k_xx, k_yy, k_xy, inverse_or_zero(k_xx * k_yy - k_xy * k_xy)};
}

/// Keeps both anchors together: solves two rows along the world's axes as a 2 x 2 system.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_point(JointBlock& block, int lane, Real half_h,
                                      const JointSoftness<Real>& soft, JointBodies<Real>& bodies) {
    LaneVector<Real> speed = anchor_velocity(bodies);
    if constexpr (biased) {
        const LaneVector<Real> curve = predicted_curve(bodies, half_h);
        speed = {speed.x + (soft.bias_rate * bodies.separation.x + curve.x),
                 speed.y + (soft.bias_rate * bodies.separation.y + curve.y)};
    }
    const PointMass<Real> mass = point_mass(bodies);
    const Real scale = soft.mass_scale * mass.inverse_determinant;
    const Real old_x = Real::load(block.impulse_x + lane);
    const Real old_y = Real::load(block.impulse_y + lane);
    const LaneVector<Real> change{
        Real::zero() - (scale * (mass.k_yy * speed.x - mass.k_xy * speed.y) + soft.impulse_scale * old_x),
        Real::zero() - (scale * (mass.k_xx * speed.y - mass.k_xy * speed.x) + soft.impulse_scale * old_y)};
    (old_x + change.x).store(block.impulse_x + lane);
    (old_y + change.y).store(block.impulse_y + lane);
    apply_at_anchors(change, bodies);
}

// --- points: revolute joints without spring, motor or limits -----------------------------------------------

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

/// Solves point joints. About 120 operations and 32 bytes of each body per joint.
template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_points(JointBlock& block, int lane, BodySolverState* states, Real half_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    solve_point<biased>(block, lane, half_h, load_softness<biased, Real>(block, lane), bodies);
    store_joint(block, lane, bodies, states);
}

// --- hinges: a point, and spring, motor and limits of the angle --------------------------------------------

template <class Real>
DRYSTONE_LANE_INLINE void warm_start_hinges(const JointParts& parts, JointBlock& block, DegreeBlock& degree,
                                            int lane, BodySolverState* states) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const Real angle = Real::load(degree.angle + lane) + angle_of(bodies.cosine, bodies.sine);
    const RowLanes<Real> row = angle_row(bodies);
    begin_spring(parts.degrees[0], degree, lane, row, angle);
    apply_row(row, degree_impulse<Real>(degree, lane), bodies);
    warm_start_point(block, lane, bodies);
    store_joint(block, lane, bodies, states);
}

/// Row of the angle whose impulse comes with the one at the anchors that keeps these together.
template <class Real>
struct HeldAngle {
    RowLanes<Real> row;
    LaneVector<Real> at_anchors;  ///< Impulse at the anchors by a unit impulse of the row.
};

/// Makes the row that is left of the angle's once the anchors' separation is eliminated: its velocity is the
/// one that remains when the anchors are kept together, and its mass the inertia about them. Solved in turn
/// with the anchors instead, the motor and the limits of a body that turns about a distant point would be
/// soft: each pass would leave most of the speed.
template <class Real>
DRYSTONE_LANE_INLINE HeldAngle<Real> hold_angle(const RowLanes<Real>& angle,
                                                const JointBodies<Real>& bodies) {
    const PointMass<Real> mass = point_mass(bodies);
    const Real turn_a = bodies.a.m * angle.arm_a;
    const Real turn_b = bodies.b.m * angle.arm_b;
    const LaneVector<Real> opened{Real::zero() - (turn_b * bodies.arm_b.y + turn_a * bodies.arm_a.y),
                                  turn_b * bodies.arm_b.x + turn_a * bodies.arm_a.x};
    const LaneVector<Real> at_anchors{
        mass.inverse_determinant * (mass.k_xy * opened.y - mass.k_yy * opened.x),
        mass.inverse_determinant * (mass.k_xy * opened.x - mass.k_xx * opened.y)};
    HeldAngle<Real> held{{at_anchors, angle.arm_a + cross_lanes(bodies.arm_a, at_anchors),
                          angle.arm_b + cross_lanes(bodies.arm_b, at_anchors), Real::zero(), Real::zero()},
                         at_anchors};
    finish_row(held.row, bodies);
    return held;
}

template <bool biased, class Real>
DRYSTONE_LANE_INLINE void solve_hinges(const JointParts& parts, JointBlock& block, DegreeBlock& degree,
                                       int lane, BodySolverState* states, Real half_h, Real inverse_h) {
    JointBodies<Real> bodies = load_joint<Real>(block, lane, states);
    const JointSoftness<Real> soft = load_softness<biased, Real>(block, lane);
    const Real angle = Real::load(degree.angle + lane) + angle_of(bodies.cosine, bodies.sine);
    const RowLanes<Real> row = angle_row(bodies);
    if (parts.degrees[0].drives()) {
        const HeldAngle<Real> held = hold_angle(row, bodies);
        const Real before = driven_impulse<Real>(degree, lane);
        solve_degree<biased>(parts.degrees[0], degree, lane, row, held.row, angle, Real::zero(), inverse_h,
                             soft, bodies);
        const Real change = driven_impulse<Real>(degree, lane) - before;
        (Real::load(block.impulse_x + lane) + change * held.at_anchors.x).store(block.impulse_x + lane);
        (Real::load(block.impulse_y + lane) + change * held.at_anchors.y).store(block.impulse_y + lane);
    } else {
        solve_degree<biased>(parts.degrees[0], degree, lane, row, row, angle, Real::zero(), inverse_h, soft,
                             bodies);
    }
    solve_point<biased>(block, lane, half_h, soft, bodies);
    if (!biased && parts.degrees[0].spring) {
        keep_spring_speed(degree, lane, row_velocity(row, bodies));
    }
    store_joint(block, lane, bodies, states);
}
