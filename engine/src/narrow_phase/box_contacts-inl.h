// Contacts of boxes in lanes: what box_faces-inl.h finds goes straight into the rows of the contact block.
// Written once over the lane type `Real`; to be included after box_faces-inl.h. About 250 operations and
// eight gathers a contact.

/// Everything about two boxes that the rows of a block are made of.
template <class Real>
struct BoxContact {
    LaneBox<Real> reference, other;
    ReferenceFace<Real> face;
    FacePoints<Real> points;
    Real world_c, world_s;  ///< Rotation of the reference box.
};

/// The boxes of `Real::width` pairs and where they touch.
template <class Real>
BoxContact<Real> collide_boxes(const std::int32_t* body_a, const std::int32_t* body_b,
                               const std::int32_t* shape_a, const std::int32_t* shape_b,
                               const BoxContactInput& input) {
    BodyRows<Real> pose_a, pose_b, size_a, size_b, frame_a, frame_b;
    gather_rows<4, 0>(input.poses, body_a, pose_a);
    gather_rows<4, 0>(input.poses, body_b, pose_b);
    gather_rows<8, 0>(input.boxes, shape_a, size_a);
    gather_rows<8, 0>(input.boxes, shape_b, size_b);
    gather_rows<8, 4>(input.boxes, shape_a, frame_a);
    gather_rows<8, 4>(input.boxes, shape_b, frame_b);
    const LaneBox<Real> a = load_box(pose_a, size_a, frame_a);
    const LaneBox<Real> b = load_box(pose_b, size_b, frame_b);

    // The centres of mass are subtracted in the world, so that the distance from its origin costs no
    // precision.
    LaneBoxPair<Real> pair;
    pair.c = a.c * b.c + a.s * b.s;
    pair.s = a.c * b.s - a.s * b.c;
    const LaneVector<Real> between = turned_back<Real>(a.c, a.s, {pose_b.x - pose_a.x, pose_b.y - pose_a.y});
    const LaneVector<Real> center_b = turned(pair.c, pair.s, b.mass_center);
    pair.center = {a.mass_center.x + (between.x - center_b.x), a.mass_center.y + (between.y - center_b.y)};

    BoxContact<Real> contact;
    contact.face = find_reference_face(a, b, pair);
    const auto of_b = contact.face.of_b;
    contact.reference = select_box(of_b, b, a);
    contact.other = select_box(of_b, a, b);
    contact.world_c = contact.reference.c;
    contact.world_s = contact.reference.s;
    contact.points = clip_faces(contact.face, contact.reference, contact.other, Real::splat(input.margin));
    return contact;
}

/// Arms of a point about both centres of mass along (normal, tangent) of the reference's side, as (r . n, r .
/// t).
template <class Real>
struct PointArms {
    LaneVector<Real> of_a, of_b;
};

template <class Real>
PointArms<Real> find_arms(const BoxContact<Real>& contact, const LaneVector<Real>& point) {
    const ReferenceFace<Real>& face = contact.face;
    const LaneVector<Real> own = to_face(face, contact.reference.mass_center);
    const LaneVector<Real> turned_center = turned(face.c, face.s, contact.other.mass_center);
    const LaneVector<Real> other =
        to_face<Real>(face, {face.center.x + turned_center.x, face.center.y + turned_center.y});
    const LaneVector<Real> from_own{point.x - own.x, point.y - own.y};
    const LaneVector<Real> from_other{point.x - other.x, point.y - other.y};
    return {select<Real>(face.of_b, from_other, from_own), select<Real>(face.of_b, from_own, from_other)};
}

/// A vector in the coordinates of the face, in the world.
template <class Real>
LaneVector<Real> face_to_world(const BoxContact<Real>& contact, const LaneVector<Real>& v) {
    const Real normal = contact.face.sign * v.x;
    const Real tangent = contact.face.sign * v.y;
    const LaneVector<Real> local =
        select<Real>(contact.face.along_y, {tangent, normal}, {normal, Real::zero() - tangent});
    return turned(contact.world_c, contact.world_s, local);
}

template <class Real>
Real inverse_or_zero(typename Real::Mask condition, Real value) {
    const auto usable = both(condition, value > Real::zero());
    return select(usable, Real::splat(1.0f) / select(usable, value, Real::splat(1.0f)), Real::zero());
}

/// The scales of both bodies' arms and their inverse masses.
template <class Real>
struct LaneMasses {
    Real scale_a, scale_b, mass_a, mass_b;
};

/// The impulse that the old point of the same name had.
template <class Real>
Real carried(const Row (&impulses)[2], const Real (&old_feature)[2], int lane, Real feature,
             typename Real::Mask valid) {
    const Real from_first = select(old_feature[0] == feature, Real::load(impulses[0] + lane), Real::zero());
    const Real either_one = select(old_feature[1] == feature, Real::load(impulses[1] + lane), from_first);
    return select(valid, either_one, Real::zero());
}

/// Writes everything of point `i`, whose data is that of end `end` of the reference face.
template <class Real>
void write_point_rows(ContactBlock& block, int lane, int i, const BoxContact<Real>& contact,
                      const LaneMasses<Real>& masses, const LaneVector<Real>& point, Real separation,
                      typename Real::Mask valid) {
    const LaneVector<Real>& u = contact.points.normal;
    const Real side = select(contact.face.of_b, Real::splat(-1.0f), Real::splat(1.0f));
    const PointArms<Real> arms = find_arms(contact, point);
    const Real scale_a = side * masses.scale_a;
    const Real scale_b = side * masses.scale_b;
    // r x n = r . t and r x t = -(r . n), for the normal u and its tangent.
    const Real normal_arm_a = scale_a * (arms.of_a.y * u.x - arms.of_a.x * u.y);
    const Real normal_arm_b = scale_b * (arms.of_b.y * u.x - arms.of_b.x * u.y);
    const Real tangent_arm_a = Real::zero() - scale_a * (arms.of_a.x * u.x + arms.of_a.y * u.y);
    const Real tangent_arm_b = Real::zero() - scale_b * (arms.of_b.x * u.x + arms.of_b.y * u.y);
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
    Real::zero().store(block.greatest_impulse[i] + lane);
    const LaneVector<Real> world = face_to_world(contact, arms.of_a);
    world.x.store(block.point_x[i] + lane);
    world.y.store(block.point_y[i] + lane);
}

/// Recomputes the contacts of `Real::width` lanes from the poses of their bodies and carries the impulses
/// over.
template <class Real>
void update_box_lanes(ContactBlock& block, int lane, const BoxContactInput& input) {
    const BoxContact<Real> contact = collide_boxes<Real>(block.body_a + lane, block.body_b + lane,
                                                         block.shape_a + lane, block.shape_b + lane, input);
    const auto of_b = contact.face.of_b;
    const FacePoints<Real>& points = contact.points;

    BodyRows<Real> scales_a, scales_b;  // (angular damping, arm scale, inverse mass, unused)
    gather_rows<16, 8>(input.integration, block.slot_a + lane, scales_a);
    gather_rows<16, 8>(input.integration, block.slot_b + lane, scales_b);
    const LaneMasses<Real> masses{scales_a.y, scales_b.y, scales_a.w, scales_b.w};

    const Real side = select(of_b, Real::splat(-1.0f), Real::splat(1.0f));
    const LaneVector<Real> normal =
        face_to_world<Real>(contact, {side * points.normal.x, side * points.normal.y});
    normal.x.store(block.normal_x + lane);
    normal.y.store(block.normal_y + lane);

    const Real old_feature[2] = {Real::load(block.feature[0] + lane), Real::load(block.feature[1] + lane)};
    Real feature[2], normal_impulse[2], friction_impulse[2];
    for (int i = 0; i < 2; ++i) {
        // The points are ordered along the tangent of the normal from A to B: the other way round where B
        // refers.
        const int j = 1 - i;
        const auto valid = select_mask(of_b, points.valid[j], points.valid[i]);
        const LaneVector<Real> point = select<Real>(of_b, points.point[j], points.point[i]);
        const Real separation = select(of_b, points.separation[j], points.separation[i]);
        const Real corner_a = select(of_b, points.other_corner[j], points.reference_corner[i]);
        const Real corner_b = select(of_b, points.reference_corner[j], points.other_corner[i]);
        write_point_rows(block, lane, i, contact, masses, point, separation, valid);
        const Real name = Real::splat(1.0f) + Real::splat(feature_stride) * corner_a + corner_b;
        feature[i] = select(valid, name, Real::zero());
        normal_impulse[i] = carried(block.normal_impulse, old_feature, lane, name, valid);
        friction_impulse[i] = carried(block.friction_impulse, old_feature, lane, name, valid);
    }
    for (int i = 0; i < 2; ++i) {
        feature[i].store(block.feature[i] + lane);
        normal_impulse[i].store(block.normal_impulse[i] + lane);
        friction_impulse[i].store(block.friction_impulse[i] + lane);
    }
}

template <class Real>
void update_box_blocks(ContactBlock* blocks, std::size_t count, const BoxContactInput& input) {
    for (std::size_t i = 0; i < count; ++i) {
        for (int lane = 0; lane < block_lanes; lane += Real::width) {
            update_box_lanes<Real>(blocks[i], lane, input);
        }
    }
}

/// Writes 1 for each of sixteen pairs that touch, else 0.
template <class Real>
void test_boxes(const BoxCandidates& pairs, const BoxContactInput& input, float* touching) {
    for (int lane = 0; lane < block_lanes; lane += Real::width) {
        const BoxContact<Real> contact = collide_boxes<Real>(
            pairs.body_a + lane, pairs.body_b + lane, pairs.shape_a + lane, pairs.shape_b + lane, input);
        select(either(contact.points.valid[0], contact.points.valid[1]), Real::splat(1.0f), Real::zero())
            .store(touching + lane);
    }
}
