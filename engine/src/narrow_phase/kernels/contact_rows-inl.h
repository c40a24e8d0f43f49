// Conversion of manifold points to the rows of a contact block: arms, effective masses, and the impulses of
// the last step, carried over by feature id. Written once over the lane type `Real`; include after
// lane_manifold-inl.h. About 80 operations and four gathers per contact.

/// Arm scales and inverse masses of both bodies.
template <class Real>
struct LaneMasses {
    Real scale_a, scale_b, mass_a, mass_b;
};

template <class Real>
DRYSTONE_LANE_INLINE Real inverse_or_zero(typename Real::Mask condition, Real value) {
    const auto usable = both(condition, value > Real::zero());
    return select(usable, Real::splat(1.0f) / select(usable, value, Real::splat(1.0f)), Real::zero());
}

/// Returns the impulse of the old point with the same feature id.
template <class Real>
DRYSTONE_LANE_INLINE Real carried(const Row (&impulses)[2], const Real (&old_feature)[2], int lane,
                                  Real feature, typename Real::Mask valid) {
    const Real from_first = select(old_feature[0] == feature, Real::load(impulses[0] + lane), Real::zero());
    const Real either_one = select(old_feature[1] == feature, Real::load(impulses[1] + lane), from_first);
    return select(valid, either_one, Real::zero());
}

/// Rotation of a body relative to its cached rotation.
template <class Real>
struct LaneTurn {
    Real cosine, sine;
};

template <class Real>
DRYSTONE_LANE_INLINE LaneTurn<Real> turn_since(const Row (&rotation)[2], int lane,
                                               const BodyRows<Real>& pose) {
    const Real c = Real::load(rotation[0] + lane);
    const Real s = Real::load(rotation[1] + lane);
    return {c * pose.w + s * pose.m, c * pose.m - s * pose.w};
}

/// Returns the displacement of a contact point by its body's rotation, along the normal and the tangent.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> way_of_point(const LaneTurn<Real>& turn, Real normal_arm,
                                                   Real tangent_arm) {
    const Real cosine = turn.cosine - Real::splat(1.0f);
    return {turn.sine * normal_arm - cosine * tangent_arm, cosine * normal_arm + turn.sine * tangent_arm};
}

/// Rotates a vector of length 1 and takes back the rounding of its length.
template <class Real>
DRYSTONE_LANE_INLINE void turn_unit_vector(Real c, Real s, float* x, float* y) {
    const LaneVector<Real> now = turned(c, s, LaneVector<Real>{Real::load(x), Real::load(y)});
    const Real scale = Real::splat(1.5f) - Real::splat(0.5f) * (now.x * now.x + now.y * now.y);
    (scale * now.x).store(x);
    (scale * now.y).store(y);
}

/// Turns manifolds with the ground on which their bodies rest, as if ground and bodies were one rigid body:
/// arms and separations stay as they are. The body nearer to the ground decides; if none is, the mean.
/// About 50 operations and two gathers per contact.
template <class Real>
DRYSTONE_LANE_INLINE void turn_lanes(ContactBlock& block, ContactIds& ids, int lane, const float* turns) {
    BodyRows<Real> a, b;  // (cosine, sine, distance, unused)
    gather_rows<4, 0>(turns, ids.body_a + lane, a);
    gather_rows<4, 0>(turns, ids.body_b + lane, b);
    const Real half = Real::splat(0.5f);
    const Real c = select(a.w < b.w, a.x, select(b.w < a.w, b.x, half * (a.x + b.x)));
    const Real s = select(a.w < b.w, a.y, select(b.w < a.w, b.y, half * (a.y + b.y)));
    turn_unit_vector(c, s, block.normal_x + lane, block.normal_y + lane);
    turn_unit_vector(c, s, ids.cached_rotation_a[0] + lane, ids.cached_rotation_a[1] + lane);
    turn_unit_vector(c, s, ids.cached_rotation_b[0] + lane, ids.cached_rotation_b[1] + lane);
    const LaneVector<Real> between = turned(
        c, s,
        LaneVector<Real>{Real::load(ids.cached_between_x + lane), Real::load(ids.cached_between_y + lane)});
    between.x.store(ids.cached_between_x + lane);
    between.y.store(ids.cached_between_y + lane);
}

/// Turns the manifolds of a block, see `turn_lanes`. `turns` are rows of `SupportTurn`, by body.
template <class Real>
void turn_manifolds(ContactBlock& block, ContactIds& ids, const float* turns, int lanes) {
    for (int lane = 0; lane < lanes; lane += Real::width) {
        turn_lanes<Real>(block, ids, lane, turns);
    }
}

/// The vector from the centre of mass of B to that of A, and the part of it that rounding has cut off:
/// without that, separations have the rounding of the distance between the centres, which is great for large
/// shapes.
template <class Real>
struct LaneBetween {
    LaneVector<Real> rounded, missing;

    /// Returns by how much the separation along a normal is less than that of the rounded vector.
    DRYSTONE_LANE_INLINE Real missing_along(const LaneVector<Real>& normal) const {
        return missing.x * normal.x + missing.y * normal.y;
    }
};

template <class Real>
DRYSTONE_LANE_INLINE LaneBetween<Real> between_centers(const BodyRows<Real>& pose_a,
                                                       const BodyRows<Real>& pose_b) {
    const LaneVector<Real> rounded{pose_a.x - pose_b.x, pose_a.y - pose_b.y};
    return {rounded,
            {rounding_error(pose_a.x, Real::zero() - pose_b.x, rounded.x),
             rounding_error(pose_a.y, Real::zero() - pose_b.y, rounded.y)}};
}

/// Updates the separations of faces that have hardly moved relative to each other, and sets `reused` to 1
/// there, else to 0. About 75 operations and four gathers per contact.
template <class Real>
DRYSTONE_LANE_INLINE void reuse_lanes(ContactBlock& block, const ContactIds& ids, int lane,
                                      const ContactInput& input, Row& reused) {
    BodyRows<Real> scales_a, scales_b, pose_a, pose_b;
    gather_rows<8, 4>(input.masses, ids.body_a + lane, scales_a);
    gather_rows<8, 4>(input.masses, ids.body_b + lane, scales_b);
    gather_rows<4, 0>(input.poses, ids.body_a + lane, pose_a);
    gather_rows<4, 0>(input.poses, ids.body_b + lane, pose_b);
    const LaneTurn<Real> turn_a = turn_since(ids.cached_rotation_a, lane, pose_a);
    const LaneTurn<Real> turn_b = turn_since(ids.cached_rotation_b, lane, pose_b);
    const Real maximum = Real::splat(input.reuse.turn);
    const Real tilt = turn_b.sine * turn_a.cosine - turn_b.cosine * turn_a.sine;
    auto reuse = both(both(turn_a.cosine > Real::zero(), turn_b.cosine > Real::zero()),
                      both(absolute(turn_a.sine) < maximum, absolute(turn_b.sine) < maximum));
    reuse = both(reuse, absolute(tilt) < Real::splat(input.reuse.tilt));

    const LaneBetween<Real> between = between_centers(pose_a, pose_b);
    const Real x = (Real::load(ids.cached_between_x + lane) - between.rounded.x) - between.missing.x;
    const Real y = (Real::load(ids.cached_between_y + lane) - between.rounded.y) - between.missing.y;
    const Real normal_x = Real::load(block.normal_x + lane);
    const Real normal_y = Real::load(block.normal_y + lane);
    const LaneVector<Real> shift{x * normal_x + y * normal_y, x * normal_y - y * normal_x};
    // Arms are scaled by g.
    const Real inverse_a = Real::splat(1.0f) / scales_a.x;
    const Real inverse_b = Real::splat(1.0f) / scales_b.x;
    const Real width = absolute(
        inverse_b * (Real::load(block.normal_arm_b[1] + lane) - Real::load(block.normal_arm_b[0] + lane)));
    const Real slip_in_parts = Real::splat(input.reuse.slip) * width;
    const Real half_margin = Real::splat(0.5f * input.margin);
    const Real max_slip = select(slip_in_parts < half_margin, slip_in_parts, half_margin);
    const Real margin = Real::splat(input.margin);
    const Real max_lift = Real::splat(input.reuse.lift) * width;
    Real separation[2];
    for (int i = 0; i < 2; ++i) {
        const LaneVector<Real> way_a =
            way_of_point(turn_a, inverse_a * Real::load(block.normal_arm_a[i] + lane),
                         inverse_a * Real::load(block.tangent_arm_a[i] + lane));
        const LaneVector<Real> way_b =
            way_of_point(turn_b, inverse_b * Real::load(block.normal_arm_b[i] + lane),
                         inverse_b * Real::load(block.tangent_arm_b[i] + lane));
        const Real slip = shift.y + (way_b.y - way_a.y);
        const Real approach = shift.x + (way_b.x - way_a.x);
        separation[i] = Real::load(ids.cached_separation[i] + lane) + approach;
        // Faces that sink deeper may eventually be better separated along other faces. A point that lifts
        // leaves the other one as a pivot, about which the arms turn.
        const Real max_approach = select(separation[i] > Real::zero(), max_lift, margin);
        reuse = both(reuse, both(absolute(slip) < max_slip,
                                 both(separation[i] < margin, absolute(approach) < max_approach)));
    }
    for (int i = 0; i < 2; ++i) {
        const Real now = select(reuse, separation[i], Real::load(block.separation[i] + lane));
        now.store(block.separation[i] + lane);
        now.store(block.current_separation[i] + lane);
    }
    select(reuse, Real::splat(1.0f), Real::zero()).store(reused + lane);
}

/// Reuses the manifolds of a block, see `reuse_lanes`.
template <class Real>
void reuse_manifolds(ContactBlock& block, const ContactIds& ids, const ContactInput& input, Row& reused,
                     int lanes) {
    for (int lane = 0; lane < lanes; lane += Real::width) {
        reuse_lanes<Real>(block, ids, lane, input, reused);
    }
}

/// Stores the value in lanes that are not reused.
template <class Real>
DRYSTONE_LANE_INLINE void store_unless_reused(typename Real::Mask reused, Real value, float* target) {
    select(reused, Real::load(target), value).store(target);
}

/// Returns the manifold without the points beyond the margin that the bodies do not reach within the step:
/// by how the point moves, and by what an impact at the other point adds, which is less than its speed.
/// Bodies of infinite mass count only up to `max_margins_of_slow`: continuous collision stops faster ones
/// there. Two gathers and about 40 operations per contact if one of the lanes has such a point.
template <class Real>
DRYSTONE_LANE_INLINE LaneManifold<Real> drop_far_points(LaneManifold<Real> manifold, const ContactIds& ids,
                                                        int lane, const LaneVector<Real>& between,
                                                        typename Real::Mask can_move,
                                                        const ContactInput& input) {
    const Real zero = Real::zero();
    const Real margin = Real::splat(input.margin);
    const auto is_far = [&](int i) {
        return both(manifold.feature[i] > zero, manifold.separation[i] > margin);
    };
    if (none_of(either(is_far(0), is_far(1)))) {
        return manifold;
    }
    BodyRows<Real> a, b;
    gather_rows<4, 0>(input.velocities, ids.body_a + lane, a);
    gather_rows<4, 0>(input.velocities, ids.body_b + lane, b);
    const LaneVector<Real>& n = manifold.normal;
    Real approach[2];
    Real motion = zero;
    for (int i = 0; i < 2; ++i) {
        const LaneVector<Real>& arm = manifold.arm_a[i];
        const Real x = a.x - b.x - (a.w * arm.y - b.w * (arm.y + between.y));
        const Real y = a.y - b.y + (a.w * arm.x - b.w * (arm.x + between.x));
        approach[i] = Real::splat(input.time_step) * (x * n.x + y * n.y);
        const Real slip = Real::splat(input.time_step) * (x * n.y - y * n.x);
        motion = greater_of(motion, greater_of(absolute(approach[i]), absolute(slip)));
    }
    const auto reaches = either(can_move, motion < Real::splat(max_margins_of_slow) * margin);
    const Real first[2] = {greater_of(approach[1], zero), greater_of(approach[0], zero)};
    for (int i = 0; i < 2; ++i) {
        const auto meets = both(reaches, approach[i] + first[i] > manifold.separation[i]);
        manifold.feature[i] = select(without(is_far(i), meets), zero, manifold.feature[i]);
    }
    return manifold;
}

/// Writes arms, effective masses and separation of point `i`.
template <class Real>
DRYSTONE_LANE_INLINE void write_point_rows(ContactBlock& block, int lane, int i,
                                           const LaneManifold<Real>& manifold,
                                           const LaneBetween<Real>& between, const LaneMasses<Real>& masses,
                                           typename Real::Mask reused) {
    const auto valid = manifold.feature[i] > Real::zero();
    const LaneVector<Real>& n = manifold.normal;
    const LaneVector<Real> none{Real::zero(), Real::zero()};
    const LaneVector<Real> arm_a = select<Real>(valid, manifold.arm_a[i], none);
    const LaneVector<Real> arm_b = select<Real>(
        valid, {manifold.arm_a[i].x + between.rounded.x, manifold.arm_a[i].y + between.rounded.y}, none);
    const Real separation = select(valid, manifold.separation[i] - between.missing_along(n), Real::zero());
    const Real normal_arm_a = masses.scale_a * (arm_a.x * n.y - arm_a.y * n.x);
    const Real normal_arm_b = masses.scale_b * (arm_b.x * n.y - arm_b.y * n.x);
    // The tangent is (n.y, -n.x): r x t = -(r . n).
    const Real tangent_arm_a = Real::zero() - masses.scale_a * (arm_a.x * n.x + arm_a.y * n.y);
    const Real tangent_arm_b = Real::zero() - masses.scale_b * (arm_b.x * n.x + arm_b.y * n.y);
    store_unless_reused(reused, normal_arm_a, block.normal_arm_a[i] + lane);
    store_unless_reused(reused, normal_arm_b, block.normal_arm_b[i] + lane);
    store_unless_reused(reused, tangent_arm_a, block.tangent_arm_a[i] + lane);
    store_unless_reused(reused, tangent_arm_b, block.tangent_arm_b[i] + lane);
    const Real sum = masses.mass_a + masses.mass_b;
    const Real along =
        masses.mass_a * normal_arm_a * normal_arm_a + masses.mass_b * normal_arm_b * normal_arm_b;
    const Real across =
        masses.mass_a * tangent_arm_a * tangent_arm_a + masses.mass_b * tangent_arm_b * tangent_arm_b;
    store_unless_reused(reused, inverse_or_zero(valid, sum + along), block.normal_mass[i] + lane);
    store_unless_reused(reused, inverse_or_zero(valid, sum + across), block.tangent_mass[i] + lane);
    store_unless_reused(reused, separation, block.separation[i] + lane);
    store_unless_reused(reused, separation, block.current_separation[i] + lane);
}

/// Writes all rows that derive from the manifold.
template <class Real>
DRYSTONE_LANE_INLINE void write_contact_rows(ContactBlock& block, ContactIds& ids, int lane,
                                             const LaneManifold<Real>& found, const ContactInput& input,
                                             const Row& reused_lanes) {
    const auto reused = Real::load(reused_lanes + lane) > Real::zero();
    BodyRows<Real> scales_a, scales_b;  // (g, arm scale, inverse mass, unused)
    gather_rows<8, 4>(input.masses, ids.body_a + lane, scales_a);
    gather_rows<8, 4>(input.masses, ids.body_b + lane, scales_b);
    BodyRows<Real> pose_a, pose_b;
    gather_rows<4, 0>(input.poses, ids.body_a + lane, pose_a);
    gather_rows<4, 0>(input.poses, ids.body_b + lane, pose_b);
    const LaneMasses<Real> masses{scales_a.y, scales_b.y, scales_a.w, scales_b.w};
    const LaneBetween<Real> between = between_centers(pose_a, pose_b);
    const auto can_move = both(masses.mass_a > Real::zero(), masses.mass_b > Real::zero());
    const LaneManifold<Real> manifold = drop_far_points(found, ids, lane, between.rounded, can_move, input);
    store_unless_reused(reused, manifold.normal.x, block.normal_x + lane);
    store_unless_reused(reused, manifold.normal.y, block.normal_y + lane);

    const Real old_feature[2] = {Real::load(ids.feature[0] + lane), Real::load(ids.feature[1] + lane)};
    Real normal_impulse[2], friction_impulse[2], settled[2];
    for (int i = 0; i < 2; ++i) {
        write_point_rows(block, lane, i, manifold, between, masses, reused);
        const Real feature_id = manifold.feature[i];
        const auto valid = feature_id > Real::zero();
        normal_impulse[i] = carried(block.normal_impulse, old_feature, lane, feature_id, valid);
        friction_impulse[i] = carried(block.friction_impulse, old_feature, lane, feature_id, valid);
        settled[i] = carried(block.settled, old_feature, lane, feature_id, valid);
    }
    for (int i = 0; i < 2; ++i) {
        store_unless_reused(reused, manifold.feature[i], ids.feature[i] + lane);
        store_unless_reused(reused, normal_impulse[i], block.normal_impulse[i] + lane);
        store_unless_reused(reused, friction_impulse[i], block.friction_impulse[i] + lane);
        store_unless_reused(reused, settled[i], block.settled[i] + lane);
        store_unless_reused(reused, manifold.separation[i], ids.cached_separation[i] + lane);
    }
    // Contacts with a single point roll and tip, and are recomputed in every step.
    const auto face = both(manifold.feature[0] > Real::zero(), manifold.feature[1] > Real::zero());
    store_unless_reused(reused, between.rounded.x, ids.cached_between_x + lane);
    store_unless_reused(reused, between.rounded.y, ids.cached_between_y + lane);
    store_unless_reused(reused, select(face, pose_a.w, Real::zero()), ids.cached_rotation_a[0] + lane);
    store_unless_reused(reused, select(face, pose_a.m, Real::zero()), ids.cached_rotation_a[1] + lane);
    store_unless_reused(reused, pose_b.w, ids.cached_rotation_b[0] + lane);
    store_unless_reused(reused, pose_b.m, ids.cached_rotation_b[1] + lane);
}

template <class Real>
DRYSTONE_LANE_INLINE LaneManifold<Real> load_manifold(const ManifoldRows& rows, int lane) {
    LaneManifold<Real> manifold;
    manifold.normal = {Real::load(rows.normal_x + lane), Real::load(rows.normal_y + lane)};
    for (int i = 0; i < 2; ++i) {
        manifold.arm_a[i] = {Real::load(rows.arm_x[i] + lane), Real::load(rows.arm_y[i] + lane)};
        manifold.separation[i] = Real::load(rows.separation[i] + lane);
        manifold.feature[i] = Real::load(rows.feature[i] + lane);
    }
    return manifold;
}

template <class Real>
DRYSTONE_LANE_INLINE void store_manifold(const LaneManifold<Real>& manifold, ManifoldRows& rows, int lane) {
    manifold.normal.x.store(rows.normal_x + lane);
    manifold.normal.y.store(rows.normal_y + lane);
    for (int i = 0; i < 2; ++i) {
        manifold.arm_a[i].x.store(rows.arm_x[i] + lane);
        manifold.arm_a[i].y.store(rows.arm_y[i] + lane);
        manifold.separation[i].store(rows.separation[i] + lane);
        manifold.feature[i].store(rows.feature[i] + lane);
    }
}

/// Computes the manifolds of pairs with `collide<Real>(body_a, body_b, frame_a, frame_b)`.
template <class Real, class Collide>
DRYSTONE_LANE_INLINE void collide_pairs(const LanePairs& pairs, ManifoldRows& out, int lanes,
                                        Collide&& collide) {
    for (int lane = 0; lane < lanes; lane += Real::width) {
        store_manifold<Real>(
            collide(pairs.body_a + lane, pairs.body_b + lane, pairs.frame_a + lane, pairs.frame_b + lane),
            out, lane);
    }
}

/// Returns whether all lanes of a vector are reused: there is nothing to write then.
template <class Real>
DRYSTONE_LANE_INLINE bool are_reused(const Row& reused, int lane) {
    return none_of(negated(Real::load(reused + lane) > Real::zero()));
}

/// Recomputes the lanes of the blocks that are not reused with `collide`, as above.
template <class Real, class Collide>
DRYSTONE_LANE_INLINE void update_blocks(ContactBlock* blocks, ContactIds* ids, std::size_t count,
                                        const ContactInput& input, const Row& reused, Collide&& collide) {
    for (std::size_t i = 0; i < count; ++i) {
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            if (are_reused<Real>(reused, lane)) {
                continue;
            }
            const ContactIds& own = ids[i];
            write_contact_rows<Real>(
                blocks[i], ids[i], lane,
                collide(own.body_a + lane, own.body_b + lane, own.frame_a + lane, own.frame_b + lane), input,
                reused);
        }
    }
}

/// Writes the rows of one block from given manifolds.
template <class Real>
void write_block(ContactBlock& block, ContactIds& ids, const ManifoldRows& manifolds,
                 const ContactInput& input, const Row& reused) {
    for (int lane = 0; lane < block_lanes; lane += Real::width) {
        if (!are_reused<Real>(reused, lane)) {
            write_contact_rows<Real>(block, ids, lane, load_manifold<Real>(manifolds, lane), input, reused);
        }
    }
}
