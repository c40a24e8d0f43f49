// Contacts of convex cores of at most NA and NB points (4 or 8) in lanes, written once over the lane type
// `Real`; include after lane_cores-inl.h. About 450 operations per pair for 4 and 4 points, 800 for 6 and 6,
// 1300 for 8 and 8.
//
// The Minkowski difference of two such cores has at most NA + NB faces. The whole polytope that EPA would
// grow is therefore evaluated at once: every face of either core against all vertices of the other. The
// largest separation is EPA's result where the cores overlap, and GJK's distance where a face is nearest.
// Otherwise two vertices are nearest: the nearest of all pairs of vertices. Faces are then clipped as in
// `collide`.
//
// All coordinates are in the frame of A, relative to its centre of mass.

/// Returns whether there is a face number i. A single point has none.
template <class Real>
DRYSTONE_LANE_INLINE typename Real::Mask has_face(Real count, int i) {
    return both(count > Real::splat(static_cast<float>(i)), count > Real::splat(1.0f));
}

/// The face of a core with the largest separation from the other core's vertices.
template <class Real>
struct BestFace {
    Real separation;
    Real index;
    LaneVector<Real> normal;
};

template <class Real, int N, int M>
DRYSTONE_LANE_INLINE BestFace<Real> find_best_face(const LaneCore<Real, N>& core,
                                                   const LaneCore<Real, M>& other) {
    BestFace<Real> best{Real::splat(-1e30f), Real::zero(), {Real::splat(1.0f), Real::zero()}};
    for (int i = 0; i < N; ++i) {
        Real nearest = dot(core.normals[i], other.points[0]);
        for (int j = 1; j < M; ++j) {
            const Real along = dot(core.normals[i], other.points[j]);
            nearest = select(along < nearest, along, nearest);
        }
        const Real separation = nearest - dot(core.normals[i], core.points[i]);
        const auto better = both(has_face(core.count, i), separation > best.separation);
        best.separation = select(better, separation, best.separation);
        best.index = select(better, Real::splat(static_cast<float>(i)), best.index);
        best.normal = select<Real>(better, core.normals[i], best.normal);
    }
    return best;
}

/// A face from its first to its second point, which have the indices `index` and `next`.
template <class Real>
struct LaneFace {
    LaneVector<Real> first, second;
    Real index, next;
};

/// Finds the face whose normal points most along `towards`, or the one with number `given` where `use_given`.
template <class Real, int N>
DRYSTONE_LANE_INLINE LaneFace<Real> find_face(const LaneCore<Real, N>& core, const LaneVector<Real>& towards,
                                              typename Real::Mask use_given, Real given) {
    LaneFace<Real> face{core.points[0], core.points[1], Real::zero(), Real::zero()};
    Real best = Real::splat(-4.0f);
    for (int i = 0; i < N; ++i) {
        const Real number = Real::splat(static_cast<float>(i));
        const Real along =
            select(both(use_given, given == number), Real::splat(4.0f), dot(core.normals[i], towards));
        const auto better = both(has_face(core.count, i), along > best);
        best = select(better, along, best);
        face.first = select<Real>(better, core.points[i], face.first);
        face.second = select<Real>(better, core.points[(i + 1) % N], face.second);
        face.index = select(better, number, face.index);
    }
    const Real next = face.index + Real::splat(1.0f);
    face.next = select(next < core.count, next, Real::zero());
    return face;
}

template <class Real>
DRYSTONE_LANE_INLINE LaneFace<Real> select_face(typename Real::Mask condition, const LaneFace<Real>& yes,
                                                const LaneFace<Real>& no) {
    return {select<Real>(condition, yes.first, no.first), select<Real>(condition, yes.second, no.second),
            select(condition, yes.index, no.index), select(condition, yes.next, no.next)};
}

/// A vertex: its height along the normal, its coordinate along the tangent and its index.
template <class Real>
struct SupportVertex {
    Real height, tangent, index;
};

/// Returns the end of a face that lies farther along the normal times `sign`; of two equal ones, that with
/// the lower index.
template <class Real>
DRYSTONE_LANE_INLINE SupportVertex<Real> find_support(const LaneFace<Real>& face,
                                                      const LaneVector<Real>& normal, Real sign) {
    const LaneVector<Real> tangent{normal.y, Real::zero() - normal.x};
    const Real first = dot(normal, face.first);
    const Real second = dot(normal, face.second);
    const auto better = either(sign * second > sign * first, both(second == first, face.next < face.index));
    return {select(better, second, first),
            select(better, dot(tangent, face.second), dot(tangent, face.first)),
            select(better, face.next, face.index)};
}

/// The nearest two vertices.
template <class Real>
struct VertexPair {
    LaneVector<Real> on_a;
    LaneVector<Real> gap;  ///< From A to B.
    Real squared;
    Real index_a, index_b;
};

/// Returns the nearest pair among the ends of two faces. If the nearest points of two cores are vertices,
/// these are the pair: their difference is the vertex of the Minkowski difference that is nearest to the
/// origin, and the two faces next to that vertex have larger separations than all others, so that the best
/// face ends there. The other core's vertex is an end of the face that most faces back.
template <class Real>
DRYSTONE_LANE_INLINE VertexPair<Real> find_nearest_ends(const LaneFace<Real>& a, const LaneFace<Real>& b) {
    VertexPair<Real> best{
        a.first, {Real::zero(), Real::zero()}, Real::splat(1e30f), Real::zero(), Real::zero()};
    const LaneVector<Real> ends_a[2] = {a.first, a.second};
    const LaneVector<Real> ends_b[2] = {b.first, b.second};
    const Real names_a[2] = {a.index, a.next};
    const Real names_b[2] = {b.index, b.next};
    for (int i = 0; i < 2; ++i) {
        for (int j = 0; j < 2; ++j) {
            const LaneVector<Real> gap{ends_b[j].x - ends_a[i].x, ends_b[j].y - ends_a[i].y};
            const Real squared = dot(gap, gap);
            const auto better = squared < best.squared;
            best.squared = select(better, squared, best.squared);
            best.gap = select<Real>(better, gap, best.gap);
            best.on_a = select<Real>(better, ends_a[i], best.on_a);
            best.index_a = select(better, names_a[i], best.index_a);
            best.index_b = select(better, names_b[j], best.index_b);
        }
    }
    return best;
}

/// Ends of a face in (tangent, height) coordinates.
template <class Real>
struct FaceProfile {
    Real low_tangent, low_height, high_tangent, high_height;
};

template <class Real>
DRYSTONE_LANE_INLINE FaceProfile<Real> find_profile(const LaneVector<Real>& low, const LaneVector<Real>& high,
                                                    const LaneVector<Real>& normal) {
    const LaneVector<Real> tangent{normal.y, Real::zero() - normal.x};
    return {dot(tangent, low), dot(normal, low), dot(tangent, high), dot(normal, high)};
}

template <class Real>
DRYSTONE_LANE_INLINE Real height_at(const FaceProfile<Real>& face, Real tangent) {
    return face.low_height + (tangent - face.low_tangent) / (face.high_tangent - face.low_tangent) *
                                 (face.high_height - face.low_height);
}

/// A contact in the frame of A: heights of both cores and tangent coordinate of each point.
template <class Real>
struct CoreContact {
    LaneVector<Real> normal;
    Real tangent[2], on_a[2], on_b[2];
    Real feature_id[2];  ///< Packed feature id; 0: no point.
};

template <class Real>
DRYSTONE_LANE_INLINE Real packed_feature_id(Real corner_a, Real corner_b) {
    return Real::splat(1.0f) + Real::splat(feature_stride) * corner_a + corner_b;
}

/// Result of clipping the two faces against each other.
template <class Real>
struct ClippedFaces {
    CoreContact<Real> contact;
    typename Real::Mask shared;  ///< The faces overlap along the tangent.
    Real low, high;              ///< Ends of the reference face along the tangent.
};

template <class Real>
DRYSTONE_LANE_INLINE ClippedFaces<Real> clip_core_faces(const LaneFace<Real>& face_a,
                                                        const LaneFace<Real>& face_b,
                                                        const LaneVector<Real>& normal,
                                                        typename Real::Mask of_b) {
    // A runs against the tangent of the normal that points out of it, B along it.
    const FaceProfile<Real> a = find_profile(face_a.second, face_a.first, normal);
    const FaceProfile<Real> b = find_profile(face_b.first, face_b.second, normal);
    ClippedFaces<Real> clipped;
    const Real low = greater_of(a.low_tangent, b.low_tangent);
    const Real high = select(a.high_tangent < b.high_tangent, a.high_tangent, b.high_tangent);
    clipped.shared = low < high;
    clipped.low = select(of_b, b.low_tangent, a.low_tangent);
    clipped.high = select(of_b, b.high_tangent, a.high_tangent);
    const Real reference_height = select(of_b, b.low_height, a.low_height);
    const Real ends[2] = {low, high};
    CoreContact<Real>& contact = clipped.contact;
    contact.normal = normal;
    for (int i = 0; i < 2; ++i) {
        const Real height = select(of_b, height_at(a, ends[i]), height_at(b, ends[i]));
        contact.tangent[i] = ends[i];
        contact.on_a[i] = select(of_b, height, reference_height);
        contact.on_b[i] = select(of_b, reference_height, height);
    }
    contact.feature_id[0] = packed_feature_id(face_a.next, face_b.index);
    contact.feature_id[1] = packed_feature_id(face_a.index, face_b.next);
    return clipped;
}

/// Makes a single-point contact where `single` holds.
template <class Real>
DRYSTONE_LANE_INLINE void use_single_point(typename Real::Mask single, Real tangent, Real on_a, Real on_b,
                                           Real feature_id, CoreContact<Real>& contact) {
    contact.tangent[0] = select(single, tangent, contact.tangent[0]);
    contact.on_a[0] = select(single, on_a, contact.on_a[0]);
    contact.on_b[0] = select(single, on_b, contact.on_b[0]);
    contact.feature_id[0] = select(single, feature_id, contact.feature_id[0]);
    contact.feature_id[1] = select(single, Real::zero(), contact.feature_id[1]);
}

/// Replaces the contact by the nearest two ends of the faces where `wanted` holds.
template <class Real>
DRYSTONE_LANE_INLINE void use_nearest_ends(const LaneFace<Real>& face_a, const LaneFace<Real>& face_b,
                                           typename Real::Mask wanted, typename Real::Mask round,
                                           CoreContact<Real>& contact) {
    if (none_of(wanted)) {
        return;
    }
    const VertexPair<Real> pair = find_nearest_ends(face_a, face_b);
    const Real distance = square_root(pair.squared);
    const auto apart = both(wanted, distance > Real::zero());
    const Real length = select(apart, distance, Real::splat(1.0f));
    contact.normal = select<Real>(apart, {pair.gap.x / length, pair.gap.y / length}, contact.normal);
    const LaneVector<Real>& n = contact.normal;
    const Real height = dot(n, pair.on_a);
    const Real feature_id = select(round, Real::splat(1.0f), packed_feature_id(pair.index_a, pair.index_b));
    use_single_point(wanted, n.y * pair.on_a.x - n.x * pair.on_a.y, height, height + distance, feature_id,
                     contact);
}

/// Returns the approximate size of a core, from three of its points.
template <class Real, int N>
DRYSTONE_LANE_INLINE Real size_of(const LaneCore<Real, N>& core) {
    const Real near =
        absolute(core.points[1].x - core.points[0].x) + absolute(core.points[1].y - core.points[0].y);
    const Real far =
        absolute(core.points[2].x - core.points[0].x) + absolute(core.points[2].y - core.points[0].y);
    return greater_of(near, far);
}

/// Collides two cores in the frame of A, at any separation.
template <class Real, int NA, int NB>
DRYSTONE_LANE_INLINE CoreContact<Real> collide_cores(const LaneCore<Real, NA>& a, const LaneCore<Real, NB>& b,
                                                     Real margin) {
    const BestFace<Real> best_a = find_best_face(a, b);
    const BestFace<Real> best_b = find_best_face(b, a);
    const auto of_b = best_b.separation > best_a.separation;
    const Real separation = select(of_b, best_b.separation, best_a.separation);
    const LaneVector<Real> normal =
        select<Real>(of_b, {Real::zero() - best_b.normal.x, Real::zero() - best_b.normal.y}, best_a.normal);
    const LaneVector<Real> back{Real::zero() - normal.x, Real::zero() - normal.y};
    const LaneFace<Real> face_a = find_face(a, normal, negated(of_b), best_a.index);
    const LaneFace<Real> face_b = find_face(b, back, of_b, best_b.index);
    ClippedFaces<Real> clipped = clip_core_faces(face_a, face_b, normal, of_b);
    CoreContact<Real>& contact = clipped.contact;

    // The vertex that is nearest to the reference face; `beside` is set where it is beyond the ends of the
    // face.
    const SupportVertex<Real> nearest = find_support<Real>(
        select_face(of_b, face_a, face_b), normal, select(of_b, Real::splat(1.0f), Real::splat(-1.0f)));
    const Real at = nearest.tangent;
    const auto beside = either(at<clipped.low, at> clipped.high);

    const Real one = Real::splat(1.0f);
    const auto round = either(a.count < Real::splat(1.5f), b.count < Real::splat(1.5f));
    const auto points = both(a.count < Real::splat(1.5f), b.count < Real::splat(1.5f));
    const auto clear = either(points, separation > Real::splat(1e-6f) * (size_of(a) + size_of(b)));
    // Collinear segments and points may be separated along their line, which no face normal shows.
    const auto thin = both(a.count < Real::splat(2.5f), b.count < Real::splat(2.5f));
    const auto apart = either(clear, without(thin, clipped.shared));
    // Edges that are almost parallel rest on each other even if a vertex is beside the face, provided that
    // both points are in reach and the clipped face loses almost nothing.
    const Real gap_low = contact.on_b[0] - contact.on_a[0];
    const Real gap_high = contact.on_b[1] - contact.on_a[1];
    const Real minimum = select(gap_low < gap_high, gap_low, gap_high);
    const Real tolerance = Real::splat(1e-5f) * (contact.tangent[1] - contact.tangent[0]);
    const auto in_reach = without(clipped.shared, either(gap_low > margin, gap_high > margin));
    const auto flat = both(without(in_reach, minimum - separation > tolerance), negated(round));
    const auto vertices = either(points, both(apart, without(beside, flat)));

    const auto single = either(round, negated(clipped.shared));
    const Real height = select(of_b, nearest.height, nearest.height - separation);
    const Real corner_a = select(of_b, nearest.index, face_a.index);
    const Real corner_b = select(of_b, face_b.index, nearest.index);
    const Real feature_id = select(round, one, packed_feature_id(corner_a, corner_b));
    use_single_point(single, at, height, height + separation, feature_id, contact);
    use_nearest_ends(face_a, face_b, vertices, round, contact);
    return contact;
}

/// Bodies and frames of `Real::width` pairs of cores, and the headers of the frames.
template <class Real>
struct LaneCorePairs {
    const std::int32_t* body_a;
    const std::int32_t* body_b;
    const std::int32_t* frame_a;
    const std::int32_t* frame_b;
    BodyRows<Real> header_a, header_b;
};

/// Collides pairs of cores. Frames have room for RA and RB points; only the first NA and NB are used.
template <class Real, int NA, int RA, int NB, int RB>
DRYSTONE_LANE_INLINE LaneManifold<Real> collide_first_points(const LaneCorePairs<Real>& pairs,
                                                             const FrameInput& input) {
    BodyRows<Real> pose_a, pose_b;
    gather_rows<4, 0>(input.poses, pairs.body_a, pose_a);
    gather_rows<4, 0>(input.poses, pairs.body_b, pose_b);
    LaneCore<Real, NA> a;
    LaneCore<Real, NB> b;
    gather_core<RA>(input.frames, pairs.frame_a, pairs.header_a, a);
    gather_core<RB>(input.frames, pairs.frame_b, pairs.header_b, b);
    // The centres of mass are subtracted in the world, so that the distance from its origin costs no
    // precision.
    const LaneVector<Real> between =
        turned_back<Real>(pose_a.w, pose_a.m, {pose_b.x - pose_a.x, pose_b.y - pose_a.y});
    place_core(pose_a.w * pose_b.w + pose_a.m * pose_b.m, pose_a.w * pose_b.m - pose_a.m * pose_b.w, between,
               b);

    const Real reach = Real::splat(input.max_separation) + (a.radius + b.radius);
    const CoreContact<Real> contact = collide_cores(a, b, reach);
    const LaneVector<Real>& n = contact.normal;
    LaneManifold<Real> manifold;
    manifold.normal = turned(pose_a.w, pose_a.m, n);
    for (int i = 0; i < 2; ++i) {
        const Real surface_a = contact.on_a[i] + a.radius;
        const Real surface_b = contact.on_b[i] - b.radius;
        const Real middle = Real::splat(0.5f) * (surface_a + surface_b);
        const Real t = contact.tangent[i];
        manifold.arm_a[i] =
            turned<Real>(pose_a.w, pose_a.m, {t * n.y + middle * n.x, middle * n.y - t * n.x});
        manifold.separation[i] = surface_b - surface_a;
        const auto near = negated(manifold.separation[i] > Real::splat(input.max_separation));
        manifold.feature[i] = select(near, contact.feature_id[i], Real::zero());
    }
    return manifold;
}

/// Collides `Real::width` pairs of cores. Most cores in the class for eight points have at most six, for
/// which a smaller kernel suffices.
template <class Real, int NA, int NB>
DRYSTONE_LANE_INLINE LaneManifold<Real> collide_polygons(const std::int32_t* body_a,
                                                         const std::int32_t* body_b,
                                                         const std::int32_t* frame_a,
                                                         const std::int32_t* frame_b,
                                                         const FrameInput& input) {
    LaneCorePairs<Real> pairs{body_a, body_b, frame_a, frame_b, {}, {}};
    gather_rows<4, 0>(input.frames, frame_a, pairs.header_a);
    gather_rows<4, 0>(input.frames, frame_b, pairs.header_b);
    constexpr int fewer_a = NA < max_middling_points ? NA : max_middling_points;
    constexpr int fewer_b = NB < max_middling_points ? NB : max_middling_points;
    if constexpr (fewer_a < NA || fewer_b < NB) {
        const Real maximum = Real::splat(static_cast<float>(max_middling_points));
        if (none_of(either(pairs.header_a.m > maximum, pairs.header_b.m > maximum))) {
            return collide_first_points<Real, fewer_a, NA, fewer_b, NB>(pairs, input);
        }
    }
    return collide_first_points<Real, NA, NA, NB, NB>(pairs, input);
}
