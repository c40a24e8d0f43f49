// Contacts of boxes in lanes: manifolds from the features of box_faces-inl.h. Written once over the lane type
// `Real`; include after box_faces-inl.h and lane_manifold-inl.h. About 200 operations and six gathers per
// contact.

/// Features of two boxes that their manifold is built from.
template <class Real>
struct BoxContact {
    LaneBox<Real> reference, other;
    ReferenceFace<Real> face;
    FacePoints<Real> points;
    Real world_c, world_s;  ///< Rotation of the reference box.
};

/// Finds the features of `Real::width` pairs of boxes.
template <class Real>
DRYSTONE_LANE_INLINE BoxContact<Real> find_box_contact(const std::int32_t* body_a, const std::int32_t* body_b,
                                                       const std::int32_t* shape_a,
                                                       const std::int32_t* shape_b, const FrameInput& input) {
    BodyRows<Real> pose_a, pose_b, size_a, size_b, frame_a, frame_b;
    gather_rows<4, 0>(input.poses, body_a, pose_a);
    gather_rows<4, 0>(input.poses, body_b, pose_b);
    gather_rows<8, 0>(input.frames, shape_a, size_a);
    gather_rows<8, 0>(input.frames, shape_b, size_b);
    gather_rows<8, 4>(input.frames, shape_a, frame_a);
    gather_rows<8, 4>(input.frames, shape_b, frame_b);
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
    contact.points =
        clip_faces(contact.face, contact.reference, contact.other, Real::splat(input.max_separation));
    return contact;
}

/// Rotates a vector from the coordinates of the face to the world.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> face_to_world(const BoxContact<Real>& contact,
                                                    const LaneVector<Real>& v) {
    const Real normal = contact.face.sign * v.x;
    const Real tangent = contact.face.sign * v.y;
    const LaneVector<Real> local =
        select<Real>(contact.face.along_y, {tangent, normal}, {normal, Real::zero() - tangent});
    return turned(contact.world_c, contact.world_s, local);
}

/// Returns the centre of mass of A in the coordinates of the face.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> find_center_a(const BoxContact<Real>& contact) {
    const ReferenceFace<Real>& face = contact.face;
    const LaneVector<Real> turned_center = turned(face.c, face.s, contact.other.mass_center);
    return to_face(face,
                   select<Real>(face.of_b, {face.center.x + turned_center.x, face.center.y + turned_center.y},
                                contact.reference.mass_center));
}

/// Collides `Real::width` pairs of boxes.
template <class Real>
DRYSTONE_LANE_INLINE LaneManifold<Real> collide_boxes(const std::int32_t* body_a, const std::int32_t* body_b,
                                                      const std::int32_t* shape_a,
                                                      const std::int32_t* shape_b, const FrameInput& input) {
    const BoxContact<Real> contact = find_box_contact<Real>(body_a, body_b, shape_a, shape_b, input);
    const auto of_b = contact.face.of_b;
    const FacePoints<Real>& points = contact.points;
    LaneManifold<Real> manifold;
    const Real side = select(of_b, Real::splat(-1.0f), Real::splat(1.0f));
    manifold.normal = face_to_world<Real>(contact, {side * points.normal.x, side * points.normal.y});
    const LaneVector<Real> center_a = find_center_a(contact);
    for (int i = 0; i < 2; ++i) {
        // The points are ordered along the tangent of the normal from A to B: reversed where B is the
        // reference.
        const int j = 1 - i;
        const auto valid = select_mask(of_b, points.valid[j], points.valid[i]);
        const LaneVector<Real> point = select<Real>(of_b, points.point[j], points.point[i]);
        manifold.separation[i] = select(of_b, points.separation[j], points.separation[i]);
        manifold.arm_a[i] = face_to_world<Real>(contact, {point.x - center_a.x, point.y - center_a.y});
        const Real corner_a = select(of_b, points.other_corner[j], points.reference_corner[i]);
        const Real corner_b = select(of_b, points.reference_corner[j], points.other_corner[i]);
        const Real feature_id = Real::splat(1.0f) + Real::splat(feature_stride) * corner_a + corner_b;
        manifold.feature[i] = select(valid, feature_id, Real::zero());
    }
    return manifold;
}
