#include "polygon_pair.h"

#include "polygon_faces.h"

#include <cmath>

namespace drystone::detail {
namespace {

static_assert(PolygonPair::most_vertices == most_lane_vertices);

int next(int i, int count) { return i + 1 == count ? 0 : i + 1; }
int previous(int i, int count) { return i == 0 ? count - 1 : i - 1; }

struct Exact {
    double x;
    double y;
};

Exact between(const Vec2* points, int from, int to) {
    return {static_cast<double>(points[to].x()) - static_cast<double>(points[from].x()),
            static_cast<double>(points[to].y()) - static_cast<double>(points[from].y())};
}
double dot(const Exact& v, const Exact& w) { return v.x * w.x + v.y * w.y; }
double cross(const Exact& v, const Exact& w) { return v.x * w.y - v.y * w.x; }

}  // namespace

/// The walk along the borders of both polygons, each step to a pair of features that is nearer, in double
/// precision.
struct Walk {
    explicit Walk(const CoreDifference& difference)
        : a(difference.a()),
          b(difference.b()),
          c(static_cast<double>(difference.rotation().c)),
          s(static_cast<double>(difference.rotation().s)),
          offset{difference.exact_gap(0, 0).x(), difference.exact_gap(0, 0).y()} {}

    const ConvexCore& a;
    const ConvexCore& b;
    double c;
    double s;
    Exact offset;
    int i = 0;
    int j = 0;
    int face_a = -1;
    int face_b = -1;
    int steps = 0;
    int most_steps = 0;

    [[nodiscard]] Exact turned(const Exact& v) const { return {c * v.x - s * v.y, s * v.x + c * v.y}; }
    [[nodiscard]] Exact turned_back(const Exact& v) const { return {c * v.x + s * v.y, c * v.y - s * v.x}; }
    /// Vertex j of B seen from vertex i of A, in the frame of A.
    [[nodiscard]] Exact gap(int of_a, int of_b) const {
        const Exact on_b = turned(between(b.points, 0, of_b));
        const Exact on_a = between(a.points, 0, of_a);
        return {on_b.x + offset.x - on_a.x, on_b.y + offset.y - on_a.y};
    }

    /// From two vertices. False where it does not end.
    bool run();
    /// From the face that begins at the one vertex of i and j and ends at the other pair, if they are its
    /// ends.
    bool resume_face(int end_a, int end_b);
    /// From face `face` of A and vertex j. False: the walk goes on from vertices.
    bool settle_on_a(int face);
    bool settle_on_b(int face);

private:
    enum class Move : unsigned char { None, ToVertex, ToFace };
    /// Along the better of the two edges at vertex `at`, if one leads nearer; `way` leads to the other
    /// polygon.
    static Move step(const ConvexCore& core, int at, const Exact& way, int& vertex, int& face);
};

Walk::Move Walk::step(const ConvexCore& core, int at, const Exact& way, int& vertex, int& face) {
    const int after = next(at, core.count);
    const int before = previous(at, core.count);
    const Exact forward = between(core.points, at, after);
    const Exact back = between(core.points, at, before);
    const double along = dot(forward, way);
    const double behind = dot(back, way);
    if (!(along > 0.0) && !(behind > 0.0)) {
        return Move::None;
    }
    // At a sharp corner both edges lead nearer: the one that leads farther is in front.
    const double length = dot(forward, forward);
    const double length_back = dot(back, back);
    const bool onward =
        along > 0.0 && (!(behind > 0.0) || along * along * length_back >= behind * behind * length);
    vertex = onward ? after : before;
    face = onward ? at : before;
    const bool past_end = onward ? along > length : behind > length_back;
    return past_end ? Move::ToVertex : Move::ToFace;
}

bool Walk::run() {
    while (steps < most_steps) {
        ++steps;
        const Exact way = gap(i, j);
        int vertex = 0;
        int face = 0;
        Move move = step(a, i, way, vertex, face);
        if (move == Move::ToFace) {
            if (settle_on_a(face)) {
                return true;
            }
            continue;
        }
        if (move == Move::ToVertex) {
            i = vertex;
            continue;
        }
        move = step(b, j, turned_back({-way.x, -way.y}), vertex, face);
        if (move == Move::None) {
            return true;
        }
        if (move == Move::ToVertex) {
            j = vertex;
        } else if (settle_on_b(face)) {
            return true;
        }
    }
    return false;
}

bool Walk::resume_face(int end_a, int end_b) {
    const Exact way = gap(i, j);
    if (j == end_b && next(i, a.count) == end_a) {
        const Exact edge = between(a.points, i, end_a);
        const double along = dot(edge, way);
        return along >= 0.0 && along <= dot(edge, edge) && settle_on_a(i);
    }
    if (i == end_a && next(j, b.count) == end_b) {
        const Exact edge = turned(between(b.points, j, end_b));
        const double along = -dot(edge, way);
        return along >= 0.0 && along <= dot(edge, edge) && settle_on_b(j);
    }
    return false;
}

/// A neighbour of the vertex that is nearer to the face's line takes its place; where that does not stand on
/// the face, its end is the next vertex of the walk.
bool Walk::settle_on_a(int face) {
    const int end = next(face, a.count);
    const Exact edge = between(a.points, face, end);
    const Exact edge_b = turned_back(edge);
    for (; steps < most_steps; ++steps) {
        const int after = next(j, b.count);
        const int before = previous(j, b.count);
        const bool forward = cross(edge_b, between(b.points, j, after)) > 0.0;
        if (!forward && !(cross(edge_b, between(b.points, j, before)) > 0.0)) {
            face_a = face;
            return true;
        }
        j = forward ? after : before;
        const double along = dot(edge, gap(face, j));
        if (along < 0.0 || along > dot(edge, edge)) {
            i = along < 0.0 ? face : end;
            return false;
        }
    }
    return false;
}

bool Walk::settle_on_b(int face) {
    const int end = next(face, b.count);
    const Exact edge = turned(between(b.points, face, end));
    for (; steps < most_steps; ++steps) {
        const int after = next(i, a.count);
        const int before = previous(i, a.count);
        const bool forward = cross(edge, between(a.points, i, after)) > 0.0;
        if (!forward && !(cross(edge, between(a.points, i, before)) > 0.0)) {
            face_b = face;
            return true;
        }
        i = forward ? after : before;
        const Exact way = gap(i, face);
        const double along = -dot(edge, way);
        if (along < 0.0 || along > dot(edge, edge)) {
            j = along < 0.0 ? face : end;
            return false;
        }
    }
    return false;
}

float PolygonPair::doubtful() const {
    return touching_zone(difference_) * 2.0f + 1e-6f * difference_.offset().cwiseAbs().sum();
}

void PolygonPair::set_face_of_a(int face, int j) {
    const Vec2& normal = difference_.normal_a(face);
    const Vec2 way = difference_.point_b(j) - difference_.point_a(face);
    feature_.normal = normal;
    feature_.separation = normal.dot(way);
    feature_.face_a = face;
    feature_.face_b = -1;
    feature_.vertex_a = face;
    feature_.vertex_b = j;
}

void PolygonPair::set_face_of_b(int face, int i) {
    const Vec2 normal = -difference_.unit_normal_b(face);
    const Vec2 way = difference_.point_b(face) - difference_.point_a(i);
    feature_.normal = normal;
    feature_.separation = normal.dot(way);
    feature_.face_a = -1;
    feature_.face_b = face;
    feature_.vertex_a = i;
    feature_.vertex_b = face;
}

PairVerdict PolygonPair::walk(int i, int j, int most_steps, float limit) {
    Walk walk(difference_);
    walk.most_steps = most_steps;
    walk.i = i;
    walk.j = j;
    return finish(walk, walk.run(), limit);
}

PairVerdict PolygonPair::finish(const Walk& walk, bool ended, float limit) {
    iterations_ += walk.steps > 1 ? walk.steps - 1 : 0;
    if (!ended) {
        return PairVerdict::Unsure;
    }
    if (walk.face_a >= 0) {
        set_face_of_a(walk.face_a, walk.j);
    } else if (walk.face_b >= 0) {
        set_face_of_b(walk.face_b, walk.i);
    } else {
        const Exact gap = walk.gap(walk.i, walk.j);
        vertex_feature(walk.i, walk.j, {gap.x, gap.y}, feature_);
    }
    if (!(feature_.separation > doubtful())) {
        return PairVerdict::Unsure;
    }
    return feature_.separation > limit ? PairVerdict::Beyond : PairVerdict::Apart;
}

PairVerdict PolygonPair::resume(const SimplexCache& cache, float limit) {
    if (cache.count == 0 || cache.count > 2) {
        return PairVerdict::Unsure;
    }
    const int count_a = difference_.a().count;
    const int count_b = difference_.b().count;
    const int last = cache.count - 1;
    if (cache.a[0] >= count_a || cache.b[0] >= count_b || cache.a[last] >= count_a ||
        cache.b[last] >= count_b) {
        return PairVerdict::Unsure;
    }
    // Far from its beginning, or where the polygons overlap by now, a look at all faces is sooner done.
    constexpr int most_steps = 6;
    ++iterations_;
    Walk walk(difference_);
    walk.most_steps = most_steps;
    walk.i = cache.a[0];
    walk.j = cache.b[0];
    const bool on_face = walk.resume_face(cache.a[last], cache.b[last]);
    return finish(walk, on_face || walk.run(), limit);
}

PairVerdict PolygonPair::judge(float limit) {
    const float doubt = doubtful();
    if (!(feature_.separation > doubt)) {
        return feature_.separation < -doubt ? PairVerdict::Overlapping : PairVerdict::Unsure;
    }
    if (feature_.separation > limit) {
        return PairVerdict::Beyond;
    }
    const Walk at(difference_);
    if (feature_.face_a >= 0) {
        const int end = next(feature_.face_a, at.a.count);
        const Exact edge = between(at.a.points, feature_.face_a, end);
        const double along = dot(edge, at.gap(feature_.face_a, feature_.vertex_b));
        const bool before = along < 0.0;
        return before || along > dot(edge, edge)
                   ? walk(before ? feature_.face_a : end, feature_.vertex_b, at.a.count + at.b.count, limit)
                   : PairVerdict::Apart;
    }
    const int end = next(feature_.face_b, at.b.count);
    const Exact edge = at.turned(between(at.b.points, feature_.face_b, end));
    const double along = -dot(edge, at.gap(feature_.vertex_a, feature_.face_b));
    const bool before = along < 0.0;
    return before || along > dot(edge, edge)
               ? walk(feature_.vertex_a, before ? feature_.face_b : end, at.a.count + at.b.count, limit)
               : PairVerdict::Apart;
}

PairVerdict PolygonPair::take(const FoundFace& best, float limit) {
    ++iterations_;
    if (best.face < 0) {
        return PairVerdict::Unsure;
    }
    if (best.of_a) {
        set_face_of_a(best.face, best.vertex);
    } else {
        set_face_of_b(best.face, best.vertex);
    }
    return judge(limit);
}

PairVerdict PolygonPair::scan(float limit) {
    FoundFace best;
    find_best_face(difference_, best);
    return take(best, limit);
}

PairVerdict PolygonPair::scan_for_point(float limit) {
    FoundFace best;
    find_best_face_and_inside(difference_, best);
    inside_a_ = best.inside_a;
    inside_b_ = best.inside_b;
    return take(best, limit);
}

namespace {

/// The triangle of a polygon's fan that holds the point.
int fan_triangle(const Vec2* points, int count, const Vec2& from_first) {
    int k = 1;
    while (k + 2 < count && drystone::cross(points[k + 1] - points[0], from_first) >= 0.0f) {
        ++k;
    }
    return k;
}

}  // namespace

bool PolygonPair::find_common_point(Vec2& point, SimplexCache* cache) const {
    const bool of_b = inside_a_ >= 0;
    if (!of_b && inside_b_ < 0) {
        return false;
    }
    const auto vertex = static_cast<std::uint16_t>(of_b ? inside_a_ : inside_b_);
    point = of_b ? difference_.point_b(vertex) : difference_.point_a(vertex);
    if (cache == nullptr) {
        return true;
    }
    const ConvexCore& around = of_b ? difference_.a() : difference_.b();
    const Vec2 local =
        of_b ? point : inverse_rotate(difference_.rotation(), Vec2{point - difference_.offset()});
    const auto k = static_cast<std::uint16_t>(fan_triangle(around.points, around.count, local));
    cache->count = 3;
    const std::uint16_t fan[3] = {0, k, static_cast<std::uint16_t>(k + 1)};
    for (int corner = 0; corner < 3; ++corner) {
        cache->a[corner] = of_b ? fan[corner] : vertex;
        cache->b[corner] = of_b ? vertex : fan[corner];
    }
    return true;
}

bool PolygonPair::resume_triangle(const SimplexCache& cache) {
    const int count_a = difference_.a().count;
    const int count_b = difference_.b().count;
    const bool one_a = cache.a[0] == cache.a[1] && cache.a[0] == cache.a[2];
    const bool one_b = cache.b[0] == cache.b[1] && cache.b[0] == cache.b[2];
    Vec2 w[3];
    for (int k = 0; k < 3; ++k) {
        if (cache.a[k] >= count_a || cache.b[k] >= count_b) {
            return false;
        }
        w[k] = difference_.point_a(cache.a[k]) - difference_.point_b(cache.b[k]);
    }
    ++iterations_;
    point_ = one_b ? difference_.point_b(cache.b[0]) : difference_.point_a(cache.a[0]);
    return (one_a || one_b) &&
           contains_origin(exact_cross(w[0], w[1]), exact_cross(w[1], w[2]), exact_cross(w[2], w[0]));
}

void PolygonPair::store(SimplexCache& cache) const {
    const int end_a = feature_.face_a >= 0 ? next(feature_.face_a, difference_.a().count) : feature_.vertex_a;
    const int end_b = feature_.face_b >= 0 ? next(feature_.face_b, difference_.b().count) : feature_.vertex_b;
    cache.count = feature_.face_a >= 0 || feature_.face_b >= 0 ? 2 : 1;
    cache.a[0] = static_cast<std::uint16_t>(feature_.vertex_a);
    cache.b[0] = static_cast<std::uint16_t>(feature_.vertex_b);
    cache.a[1] = static_cast<std::uint16_t>(end_a);
    cache.b[1] = static_cast<std::uint16_t>(end_b);
}

}  // namespace drystone::detail
