// Faces and corners where two boxes touch, in lanes. Written once over the lane type `Real`; include after
// simd/lane_math-inl.h, which explains the scheme.
//
// The Minkowski difference of two boxes has at most eight faces, two parallel ones for each of the four axes.
// The whole polytope that EPA would grow is therefore evaluated at once. The face with the largest separation
// is EPA's result where the boxes overlap, and GJK's direction where a face is nearest; where two corners are
// nearest, the direction is their difference. The faces are then clipped as in `collide`.

/// A box in the world: its rotation, half extents and radius, and the body's centre of mass in the frame of
/// the box.
template <class Real>
struct LaneBox {
    Real c, s;
    Real half_x, half_y, radius;
    LaneVector<Real> mass_center;
};

/// Loads the box of each lane. `pose` holds centre of mass and rotation of the body, `size` half extents and
/// radius, `frame` the centre of mass in the frame of the box and the rotation of the box in the body.
template <class Real>
DRYSTONE_LANE_INLINE LaneBox<Real> load_box(const BodyRows<Real>& pose, const BodyRows<Real>& size,
                                            const BodyRows<Real>& frame) {
    return {pose.w * frame.w - pose.m * frame.m,
            pose.m * frame.w + pose.w * frame.m,
            size.x,
            size.y,
            size.w,
            {frame.x, frame.y}};
}

template <class Real>
DRYSTONE_LANE_INLINE LaneBox<Real> select_box(typename Real::Mask condition, const LaneBox<Real>& yes,
                                              const LaneBox<Real>& no) {
    return {
        select(condition, yes.c, no.c),           select(condition, yes.s, no.s),
        select(condition, yes.half_x, no.half_x), select(condition, yes.half_y, no.half_y),
        select(condition, yes.radius, no.radius), select<Real>(condition, yes.mass_center, no.mass_center)};
}

/// Two boxes in the frame of the first: centre and rotation of the second.
template <class Real>
struct LaneBoxPair {
    LaneVector<Real> center;
    Real c, s;
};

/// The face with the largest separation or smallest overlap, in the frame of its box, the reference.
template <class Real>
struct ReferenceFace {
    typename Real::Mask of_b;     ///< The reference is B.
    typename Real::Mask along_y;  ///< The face's normal is along the y axis of its box.
    Real sign;                    ///< Sign of the face's normal along that axis.
    Real separation;              ///< Separation of the cores.
    LaneVector<Real> center;      ///< Centre of the other box.
    Real c, s;                    ///< Rotation of the other box.
};

template <class Real>
DRYSTONE_LANE_INLINE ReferenceFace<Real> find_reference_face(const LaneBox<Real>& a, const LaneBox<Real>& b,
                                                             const LaneBoxPair<Real>& pair) {
    const Real abs_c = absolute(pair.c);
    const Real abs_s = absolute(pair.s);
    const LaneVector<Real> center_in_b = turned_back(pair.c, pair.s, pair.center);
    const Real a_x = absolute(pair.center.x) - (a.half_x + (abs_c * b.half_x + abs_s * b.half_y));
    const Real a_y = absolute(pair.center.y) - (a.half_y + (abs_s * b.half_x + abs_c * b.half_y));
    const Real b_x = absolute(center_in_b.x) - (b.half_x + (abs_c * a.half_x + abs_s * a.half_y));
    const Real b_y = absolute(center_in_b.y) - (b.half_y + (abs_s * a.half_x + abs_c * a.half_y));

    const auto a_along_y = a_y > a_x;
    const auto b_along_y = b_y > b_x;
    const Real best_a = select(a_along_y, a_y, a_x);
    const Real best_b = select(b_along_y, b_y, b_x);
    ReferenceFace<Real> face;
    face.of_b = best_b > best_a;
    face.along_y = select_mask(face.of_b, b_along_y, a_along_y);
    face.separation = select(face.of_b, best_b, best_a);
    face.center =
        select<Real>(face.of_b, {Real::zero() - center_in_b.x, Real::zero() - center_in_b.y}, pair.center);
    face.c = pair.c;
    face.s = select(face.of_b, Real::zero() - pair.s, pair.s);
    face.sign = sign_of(select(face.along_y, face.center.y, face.center.x));
    return face;
}

/// Returns a vector of the reference box's frame as (along the normal, along the tangent) of its face.
template <class Real>
DRYSTONE_LANE_INLINE LaneVector<Real> to_face(const ReferenceFace<Real>& face, const LaneVector<Real>& v) {
    const Real tangent_sign = select(face.along_y, face.sign, Real::zero() - face.sign);
    return {face.sign * select(face.along_y, v.y, v.x), tangent_sign * select(face.along_y, v.x, v.y)};
}

/// Returns the face number of a box: 0 to 3 for -y, +x, +y, -x, as the edges of a box are numbered.
template <class Real>
DRYSTONE_LANE_INLINE Real face_number(typename Real::Mask along_y, Real sign) {
    return select(along_y, Real::splat(1.0f) + sign, Real::splat(2.0f) - sign);
}

/// Manifold points at both ends of the face, in the coordinates (normal, tangent) of the reference face,
/// relative to the centre of the reference box. The first has the smaller tangent coordinate.
template <class Real>
struct FacePoints {
    LaneVector<Real> point[2];
    Real separation[2];
    typename Real::Mask valid[2];
    LaneVector<Real> normal;  ///< Away from the reference: (1, 0), or the direction between two corners.
    Real reference_corner[2], other_corner[2];  ///< Feature ids of the points: corners of the boxes, 0 to 3.
};

/// Ends of the other box's face that faces the reference, relative to the middle of the reference face:
/// heights above it are small where boxes touch, and not rounded as distances from the middle of a large box
/// are. `low` has the smaller tangent coordinate.
template <class Real>
struct IncidentFace {
    LaneVector<Real> low, high;
    Real low_corner, high_corner;
};

/// Returns the corner after `corner` on a box.
template <class Real>
DRYSTONE_LANE_INLINE Real next_corner(Real corner) {
    return select(corner > Real::splat(2.5f), Real::zero(), corner + Real::splat(1.0f));
}

template <class Real>
DRYSTONE_LANE_INLINE IncidentFace<Real> find_incident_face(const ReferenceFace<Real>& face,
                                                           const LaneBox<Real>& other, Real height) {
    LaneVector<Real> center = to_face(face, face.center);
    center.x = center.x - height;
    const LaneVector<Real> x_axis = to_face<Real>(face, {face.c, face.s});
    const LaneVector<Real> y_axis = to_face<Real>(face, {Real::zero() - face.s, face.c});
    const auto along_y = absolute(y_axis.x) > absolute(x_axis.x);
    const LaneVector<Real> out = select<Real>(along_y, y_axis, x_axis);
    const LaneVector<Real> side = select<Real>(along_y, x_axis, y_axis);
    const Real depth = select(along_y, other.half_y, other.half_x);
    const Real length = select(along_y, other.half_x, other.half_y);
    const Real out_sign = Real::zero() - sign_of(out.x);
    const Real reach = out_sign * depth;
    const Real stride = sign_of(side.y) * length;
    const LaneVector<Real> middle{center.x + reach * out.x, center.y + reach * out.y};
    // The edge of the other box runs along the tangent, so its first corner is the low one.
    const Real number = face_number<Real>(along_y, out_sign);
    return {{middle.x - stride * side.x, middle.y - stride * side.y},
            {middle.x + stride * side.x, middle.y + stride * side.y},
            number,
            next_corner(number)};
}

/// Height and half length of the reference face, and the radii of both boxes.
template <class Real>
struct FaceMeasures {
    Real height, half, radius, other_radius;
};

/// An end of the incident face and the end of the reference face on the same side.
template <class Real>
struct CornerPair {
    Real foot;             ///< Tangent coordinate of the corner of the reference box.
    LaneVector<Real> gap;  ///< From there to the corner of the other box.
    Real distance_squared;
    typename Real::Mask nearest;  ///< Nearer than any other two points of the two faces.
};

template <class Real>
DRYSTONE_LANE_INLINE CornerPair<Real> find_corner_pair(const LaneVector<Real>& end,
                                                       const LaneVector<Real>& other_end,
                                                       const FaceMeasures<Real>& measures, Real slope) {
    CornerPair<Real> pair;
    pair.foot = select(end.y < Real::zero(), Real::zero() - measures.half, measures.half);
    pair.gap = {end.x, end.y - pair.foot};
    pair.distance_squared = pair.gap.x * pair.gap.x + pair.gap.y * pair.gap.y;
    // A corner straight out of the face within the tolerance is a face contact: exactly aligned boxes touch
    // along a face. But a steep edge that ends beside the face must not lose depth by clipping.
    const Real outside = absolute(end.y) - measures.half;
    const Real lost = absolute(slope * (pair.foot - end.y));
    const auto far = outside > Real::splat(2e-4f) * measures.half;
    const auto steep = lost > Real::splat(2e-6f) * (measures.half + measures.height);
    const auto beside = both(outside > Real::zero(), either(far, steep));
    const Real away = pair.gap.x * (other_end.x - end.x) + pair.gap.y * (other_end.y - end.y);
    pair.nearest = both(beside, away > Real::zero());
    return pair;
}

/// Reduces the points to one where the nearest features are two corners, or where the faces do not overlap
/// along the tangent. The point is at a corner of the other box; in the first case, the normal is the
/// direction between the corners.
template <class Real>
DRYSTONE_LANE_INLINE void use_single_corner(const IncidentFace<Real>& incident,
                                            const FaceMeasures<Real>& measures, Real slope, Real separation,
                                            typename Real::Mask shared, FacePoints<Real>& points) {
    const CornerPair<Real> low = find_corner_pair(incident.low, incident.high, measures, slope);
    const CornerPair<Real> high = find_corner_pair(incident.high, incident.low, measures, slope);
    const auto apart = separation > Real::splat(1e-6f) * (measures.half + measures.height);
    const auto corners = both(apart, either(low.nearest, high.nearest));
    const auto low_is_nearer = low.distance_squared < high.distance_squared;
    const auto use_low =
        select_mask(both(low.nearest, high.nearest), low_is_nearer,
                    select_mask(either(low.nearest, high.nearest), low.nearest, low_is_nearer));
    const LaneVector<Real> gap = select<Real>(use_low, low.gap, high.gap);
    const Real foot = select(use_low, low.foot, high.foot);

    const Real squared = select(use_low, low.distance_squared, high.distance_squared);
    const Real distance = select(corners, square_root(squared), gap.x);
    const Real length = select(corners, distance, Real::splat(1.0f));
    points.normal = select<Real>(corners, {gap.x / length, gap.y / length}, points.normal);
    const Real single_separation = distance - (measures.radius + measures.other_radius);
    const Real way = measures.radius + Real::splat(0.5f) * single_separation;
    const LaneVector<Real> middle{measures.height + way * points.normal.x, foot + way * points.normal.y};
    const Real other_corner = select(use_low, incident.low_corner, incident.high_corner);

    const auto single = either(corners, negated(shared));
    const auto at_low_end = foot < Real::zero();
    for (int i = 0; i < 2; ++i) {
        const auto here = i == 0 ? both(single, at_low_end) : without(single, at_low_end);
        points.point[i] = select<Real>(here, middle, points.point[i]);
        points.separation[i] = select(here, single_separation, points.separation[i]);
        points.other_corner[i] = select(here, other_corner, points.other_corner[i]);
        points.valid[i] = either(here, without(points.valid[i], single));
    }
}

/// Clips the reference and the incident face against each other.
template <class Real>
DRYSTONE_LANE_INLINE FacePoints<Real> clip_faces(const ReferenceFace<Real>& face,
                                                 const LaneBox<Real>& reference, const LaneBox<Real>& other,
                                                 Real margin) {
    const FaceMeasures<Real> measures{select(face.along_y, reference.half_y, reference.half_x),
                                      select(face.along_y, reference.half_x, reference.half_y),
                                      reference.radius, other.radius};
    const IncidentFace<Real> incident = find_incident_face(face, other, measures.height);
    const Real slope = (incident.high.x - incident.low.x) / (incident.high.y - incident.low.y);
    const Real low = greater_of(incident.low.y, Real::zero() - measures.half);
    const Real high = select(incident.high.y < measures.half, incident.high.y, measures.half);
    const Real on_other[2] = {incident.low.x + slope * (low - incident.low.y),
                              incident.high.x + slope * (high - incident.high.y)};
    FacePoints<Real> points;
    const auto shared = low < high;
    const Real face_corner = face_number<Real>(face.along_y, face.sign);
    // The reference runs against the tangent of its own normal, so the face's second corner is the low one.
    points.reference_corner[0] = next_corner(face_corner);
    points.reference_corner[1] = face_corner;
    points.other_corner[0] = incident.low_corner;
    points.other_corner[1] = incident.high_corner;
    points.normal = {Real::splat(1.0f), Real::zero()};
    for (int i = 0; i < 2; ++i) {
        const Real other_surface = on_other[i] - measures.other_radius;
        points.separation[i] = other_surface - measures.radius;
        points.point[i] = {measures.height + Real::splat(0.5f) * (measures.radius + other_surface),
                           i == 0 ? low : high};
        points.valid[i] = shared;
    }
    use_single_corner(incident, measures, slope, face.separation, shared, points);
    for (int i = 0; i < 2; ++i) {
        points.valid[i] = without(points.valid[i], points.separation[i] > margin);
    }
    return points;
}
