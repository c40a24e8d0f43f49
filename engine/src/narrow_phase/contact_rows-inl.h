// From the points of a manifold to the rows of a contact block: arms, effective masses, and the impulses of
// the last step, carried over by the names of the points. Written once over the lane type `Real`; to be
// included after narrow_phase/lane_manifold-inl.h. About 80 operations and four gathers a contact.

/// What the arms of both bodies are multiplied by, and their inverse masses.
template <class Real>
struct LaneMasses {
    Real scale_a, scale_b, mass_a, mass_b;
};

template <class Real>
DRYSTONE_LANE_INLINE Real inverse_or_zero(typename Real::Mask condition, Real value) {
    const auto usable = both(condition, value > Real::zero());
    return select(usable, Real::splat(1.0f) / select(usable, value, Real::splat(1.0f)), Real::zero());
}

/// The impulse that the old point of the same name had.
template <class Real>
DRYSTONE_LANE_INLINE Real carried(const Row (&impulses)[2], const Real (&old_feature)[2], int lane,
                                  Real feature, typename Real::Mask valid) {
    const Real from_first = select(old_feature[0] == feature, Real::load(impulses[0] + lane), Real::zero());
    const Real either_one = select(old_feature[1] == feature, Real::load(impulses[1] + lane), from_first);
    return select(valid, either_one, Real::zero());
}

/// Arms and effective masses of point `i`. `between` leads from the centre of mass of B to that of A.
template <class Real>
DRYSTONE_LANE_INLINE void write_point_rows(ContactBlock& block, int lane, int i,
                                           const LaneManifold<Real>& manifold,
                                           const LaneVector<Real>& between, const LaneMasses<Real>& masses) {
    const auto valid = manifold.feature[i] > Real::zero();
    const LaneVector<Real>& n = manifold.normal;
    const LaneVector<Real> none{Real::zero(), Real::zero()};
    const LaneVector<Real> arm_a = select<Real>(valid, manifold.arm_a[i], none);
    const LaneVector<Real> arm_b =
        select<Real>(valid, {manifold.arm_a[i].x + between.x, manifold.arm_a[i].y + between.y}, none);
    const Real separation = select(valid, manifold.separation[i], Real::zero());
    const Real normal_arm_a = masses.scale_a * (arm_a.x * n.y - arm_a.y * n.x);
    const Real normal_arm_b = masses.scale_b * (arm_b.x * n.y - arm_b.y * n.x);
    // The tangent is (n.y, -n.x): r x t = -(r . n).
    const Real tangent_arm_a = Real::zero() - masses.scale_a * (arm_a.x * n.x + arm_a.y * n.y);
    const Real tangent_arm_b = Real::zero() - masses.scale_b * (arm_b.x * n.x + arm_b.y * n.y);
    normal_arm_a.store(block.normal_arm_a[i] + lane);
    normal_arm_b.store(block.normal_arm_b[i] + lane);
    tangent_arm_a.store(block.tangent_arm_a[i] + lane);
    tangent_arm_b.store(block.tangent_arm_b[i] + lane);
    const Real sum = masses.mass_a + masses.mass_b;
    const Real along =
        masses.mass_a * normal_arm_a * normal_arm_a + masses.mass_b * normal_arm_b * normal_arm_b;
    const Real across =
        masses.mass_a * tangent_arm_a * tangent_arm_a + masses.mass_b * tangent_arm_b * tangent_arm_b;
    inverse_or_zero(valid, sum + along).store(block.normal_mass[i] + lane);
    inverse_or_zero(valid, sum + across).store(block.tangent_mass[i] + lane);
    separation.store(block.separation[i] + lane);
    separation.store(block.current_separation[i] + lane);
}

/// Writes all rows that come from the manifold.
template <class Real>
DRYSTONE_LANE_INLINE void write_contact_rows(ContactBlock& block, ContactNames& names, int lane,
                                             const LaneManifold<Real>& manifold, const ContactInput& input) {
    BodyRows<Real> scales_a, scales_b;  // (g, arm scale, inverse mass, unused)
    gather_rows<8, 4>(input.masses, names.body_a + lane, scales_a);
    gather_rows<8, 4>(input.masses, names.body_b + lane, scales_b);
    BodyRows<Real> pose_a, pose_b;
    gather_rows<4, 0>(input.poses, names.body_a + lane, pose_a);
    gather_rows<4, 0>(input.poses, names.body_b + lane, pose_b);
    const LaneMasses<Real> masses{scales_a.y, scales_b.y, scales_a.w, scales_b.w};
    const LaneVector<Real> between{pose_a.x - pose_b.x, pose_a.y - pose_b.y};
    manifold.normal.x.store(block.normal_x + lane);
    manifold.normal.y.store(block.normal_y + lane);

    const Real old_feature[2] = {Real::load(names.feature[0] + lane), Real::load(names.feature[1] + lane)};
    Real normal_impulse[2], friction_impulse[2];
    for (int i = 0; i < 2; ++i) {
        write_point_rows(block, lane, i, manifold, between, masses);
        const Real name = manifold.feature[i];
        const auto valid = name > Real::zero();
        normal_impulse[i] = carried(block.normal_impulse, old_feature, lane, name, valid);
        friction_impulse[i] = carried(block.friction_impulse, old_feature, lane, name, valid);
    }
    for (int i = 0; i < 2; ++i) {
        manifold.feature[i].store(names.feature[i] + lane);
        normal_impulse[i].store(block.normal_impulse[i] + lane);
        friction_impulse[i].store(block.friction_impulse[i] + lane);
    }
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

/// The manifolds of sixteen pairs that `collide<Real>(body_a, body_b, frame_a, frame_b)` finds.
template <class Real, class Collide>
DRYSTONE_LANE_INLINE void collide_pairs(const LanePairs& pairs, ManifoldRows& out, Collide&& collide) {
    for (int lane = 0; lane < block_lanes; lane += Real::width) {
        store_manifold<Real>(
            collide(pairs.body_a + lane, pairs.body_b + lane, pairs.frame_a + lane, pairs.frame_b + lane),
            out, lane);
    }
}

/// Recomputes every lane of the blocks through `collide`, see above.
template <class Real, class Collide>
DRYSTONE_LANE_INLINE void update_blocks(ContactBlock* blocks, ContactNames* names, std::size_t count,
                                        const ContactInput& input, Collide&& collide) {
    for (std::size_t i = 0; i < count; ++i) {
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            const ContactNames& own = names[i];
            write_contact_rows<Real>(
                blocks[i], names[i], lane,
                collide(own.body_a + lane, own.body_b + lane, own.frame_a + lane, own.frame_b + lane), input);
        }
    }
}

/// Writes the rows of one block from manifolds that were found one by one.
template <class Real>
void write_block(ContactBlock& block, ContactNames& names, const ManifoldRows& manifolds,
                 const ContactInput& input) {
    for (int lane = 0; lane < block_lanes; lane += Real::width) {
        write_contact_rows<Real>(block, names, lane, load_manifold<Real>(manifolds, lane), input);
    }
}
