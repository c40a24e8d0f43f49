#include "casts/swept_features.h"

#include "gjk/polygon_queries.h"

#include <limits>

namespace drystone::detail {

bool find_features(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, SimplexCache& cache,
                   CoreFeature& feature) {
    if (polygon_feature(a, b, b_in_a, &cache, feature)) {
        return true;
    }
    const CoreDifference difference(a, b, b_in_a);
    CoreSimplex simplex;
    const GjkRun run =
        run_on_cores(difference, simplex, std::numeric_limits<float>::max(), Vec2{0.0f, 0.0f}, &cache);
    if (!found_features(run)) {
        return false;
    }
    feature = feature_of(difference, simplex, run);
    return true;
}

namespace {

int next_of(int i, int count) { return i + 1 == count ? 0 : i + 1; }

}  // namespace

bool still_nearest(const SweptBody& a, const SweptBody& b, const DoubleRot& b_in_a, const Vec2d& gap,
                   const CoreFeature& feature) {
    const bool of_a = feature.face_a >= 0;
    if (!of_a && feature.face_b < 0) {
        return false;
    }
    const SweptBody& with_face = of_a ? a : b;
    const SweptBody& with_vertex = of_a ? b : a;
    const int face = of_a ? feature.face_a : feature.face_b;
    const int vertex = of_a ? feature.vertex_b : feature.vertex_a;
    // Both in the frame of the face.
    const DoubleRot turn = of_a ? b_in_a : DoubleRot{b_in_a.c, -b_in_a.s};
    const Vec2d between = of_a ? gap : -rotate(turn, gap);
    const Vec2d from = with_face.point(face);
    const Vec2d edge = with_face.point(next_of(face, with_face.core.count)) - from;
    const Vec2d at = with_vertex.point(vertex);
    const double along = dot(edge, between + rotate(turn, at) - from);
    const Vec2d edge_at_vertex = inverse_rotate(turn, edge);
    const auto leads_nearer = [&](int i) {
        const Vec2d way = with_vertex.point(i) - at;
        return edge_at_vertex.x * way.y - edge_at_vertex.y * way.x > 0.0;
    };
    const int count = with_vertex.core.count;
    return along >= 0.0 && along <= length_squared(edge) && !leads_nearer(next_of(vertex, count)) &&
           !leads_nearer(vertex == 0 ? count - 1 : vertex - 1);
}

}  // namespace drystone::detail
