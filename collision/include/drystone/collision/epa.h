#pragma once

#include <drystone/collision/gjk.h>

#include <cstdint>

namespace drystone {

/// What a penetration query found out.
enum class PenetrationStatus : std::uint8_t {
    Overlapping,     ///< The shapes share a point; touching counts, with a depth of zero.
    Separated,       ///< They don't: the depth is negative, minus their distance.
    IterationLimit,  ///< Overlapping, but curved shapes would have needed a larger polytope; see
                     ///< `Penetration::error`.
    NotFinite,       ///< The input holds a NaN or an infinity; depth zero, normal (1, 0).
};

/// How deep two convex shapes overlap, and where. In the frame of A [m].
struct Penetration {
    PenetrationStatus status = PenetrationStatus::NotFinite;
    float depth =
        0.0f;  ///< The least shift of B along the normal that ends the overlap; negative when separated.
    Vec2 normal{1.0f, 0.0f};   ///< Unit, from A to B.
    Vec2 point_a{0.0f, 0.0f};  ///< The point of A deepest inside B; point_b - point_a = -depth * normal.
    Vec2 point_b{0.0f, 0.0f};
    float error = 0.0f;  ///< At most this much more than the least depth; zero for cores of points [m].
    int iterations = 0;  ///< Faces of the Minkowski difference that were examined.
};

/// Penetration depth, normal and witness points of two cores, rounding radii included: GJK, and EPA where the
/// cores overlap.
///
/// Exact for cores of points: the polytope is expanded to the end, so the depth is the true minimum within
/// rounding. Coincident and concentric shapes have a defined answer: of equally near faces the first of A,
/// then the first of B; two coincident points are parted along (1, 0).
/// \param b_in_a  the frame of B seen from the frame of A
/// \param cache   the GJK simplex; read and written when given
/// Cost           no allocation; GJK and, where the cores overlap, O(vertices of A * vertices of B)
/// Source         van den Bergen, Proximity Queries and Penetration Depth Computation on 3D Game Objects, GDC
/// 2001; in the
///                plane the polytope of two polygons has at most as many faces as both together.
Penetration penetration(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a,
                        SimplexCache* cache = nullptr);

namespace detail {

/// The polytope that EPA grows inside the Minkowski difference: a convex polygon, counter-clockwise, of fixed
/// capacity.
template <class Difference>
class Polytope {
public:
    using Vertex = typename Difference::Vertex;
    static constexpr int capacity = 96;

    struct Face {
        int first = 0;
        Vec2 normal{1.0f, 0.0f};
        float distance = 0.0f;
    };

    /// The support points of four directions: in their order they are corners of the difference,
    /// counter-clockwise, and none of them can lie inside, which the vertices of a cached simplex might.
    explicit Polytope(const Difference& difference) {
        constexpr float axes[4][2] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
        for (const auto& axis : axes) {
            const Vertex vertex = difference.support(Vec2{axis[0], axis[1]});
            if (count_ == 0 || !(vertices_[count_ - 1].w == vertex.w || vertices_[0].w == vertex.w)) {
                vertices_[count_++] = vertex;
            }
        }
    }

    [[nodiscard]] int count() const { return count_; }
    [[nodiscard]] bool full() const { return count_ == capacity; }
    [[nodiscard]] const Vertex& first(const Face& face) const { return vertices_[face.first]; }
    [[nodiscard]] const Vertex& second(const Face& face) const {
        return vertices_[(face.first + 1) % count_];
    }

    /// The face with the least signed distance from the origin (negative where the origin lies beyond it).
    [[nodiscard]] Face nearest_face() const {
        Face best;
        bool found = false;
        for (int i = 0; i < count_ && count_ > 1; ++i) {
            const Vec2 p = vertices_[i].w;
            const Vec2 edge = vertices_[(i + 1) % count_].w - p;
            const float length = edge.norm();
            if (!(length > 0.0f)) {
                continue;
            }
            const Vec2 normal = right_perp(edge) / length;
            const float distance = normal.dot(p);
            if (!found || distance < best.distance) {
                best = {i, normal, distance};
                found = true;
            }
        }
        return best;
    }

    /// Puts a support point between the ends of the face and drops neighbours that have turned reflex.
    void expand(const Face& face, const Vertex& vertex) {
        const int at = face.first + 1;
        for (int i = count_; i > at; --i) {
            vertices_[i] = vertices_[i - 1];
        }
        vertices_[at] = vertex;
        ++count_;
        drop_reflex(at, 1);
        drop_reflex(at, -1);
    }

private:
    [[nodiscard]] int wrap(int i) const { return (i % count_ + count_) % count_; }

    void drop_reflex(int at, int step) {
        const Vec2 corner = vertices_[at].w;
        while (count_ > 3) {
            const int next = wrap(at + step);
            const Vec2 side = vertices_[next].w - corner;
            const Vec2 beyond = vertices_[wrap(next + step)].w - corner;
            if (static_cast<double>(step) * exact_cross(side, beyond) > 0.0) {
                return;
            }
            for (int i = next; i + 1 < count_; ++i) {
                vertices_[i] = vertices_[i + 1];
            }
            --count_;
            at -= next < at ? 1 : 0;
        }
    }

    Vertex vertices_[capacity + 1];
    int count_ = 0;
};

/// What EPA found: the support line nearest to the origin of all that were tried, which is an upper bound of
/// the depth that always parts the shapes, and how far above the lower bound it may be.
struct EpaRun {
    PenetrationStatus status = PenetrationStatus::Overlapping;
    CoreGap gap;
    float error = 0.0f;
    int iterations = 0;
};

/// The point of A that belongs to the point of the polytope's face nearest to the origin.
template <class Difference>
Vec2 point_on_face(const Polytope<Difference>& polytope, const typename Polytope<Difference>::Face& face) {
    const auto& p = polytope.first(face);
    const auto& q = polytope.second(face);
    return p.a + static_cast<float>(nearest_on_segment(p.w, q.w).fraction) * (q.a - p.a);
}

/// EPA on any Minkowski difference that contains the origin. Grows the polytope at the face nearest to the
/// origin until the nearest support line lies no more than the tolerance beyond it: 3e-7 of the vertices'
/// distance from the origin.
template <class Difference>
EpaRun run_epa(const Difference& difference) {
    constexpr float relative_tolerance = 3e-7f;
    Polytope<Difference> polytope(difference);
    EpaRun run;
    float least = std::numeric_limits<float>::max();
    while (polytope.count() > 1) {
        const auto face = polytope.nearest_face();
        const auto vertex = difference.support(face.normal);
        const float depth = face.normal.dot(vertex.w);
        ++run.iterations;
        if (depth < least) {
            least = depth;
            const float positive = depth > 0.0f ? depth : 0.0f;
            const Vec2 on_a = point_on_face(polytope, face);
            run.gap = {face.normal, -positive, on_a, on_a - positive * face.normal};
        }
        const float scale = polytope.first(face).w.norm() + polytope.second(face).w.norm();
        run.error = least - face.distance;
        const bool known =
            Difference::same(vertex, polytope.first(face)) || Difference::same(vertex, polytope.second(face));
        if (!(run.error > relative_tolerance * scale) || known || polytope.full()) {
            run.status = polytope.full() && !known ? PenetrationStatus::IterationLimit
                                                   : PenetrationStatus::Overlapping;
            return run;
        }
        polytope.expand(face, vertex);
    }
    const auto& only = polytope.first({});
    run.gap = {Vec2{1.0f, 0.0f}, 0.0f, only.a, only.b};
    return run;
}

/// Adds radii and origin to a core separation; `on_b` is the witness point of B's core.
Penetration finish_penetration(const CoreGap& gap, const Vec2& origin, float radius_a, float radius_b);

}  // namespace detail

/// Penetration of any two convex shapes: a user's own support mapping, a built-in shape, or one of each.
///
/// GJK decides whether the cores overlap; EPA expands the Minkowski difference until the next support point
/// gains less than 3e-7 of its size. The polytope holds 96 vertices; curved shapes that would need more (two
/// concentric circles: every direction is as good) end with `PenetrationStatus::IterationLimit`, a depth that
/// parts them, and its `error`.
template <ConvexShape A, ConvexShape B>
Penetration penetration(const A& a, const B& b, const Pose& b_in_a) {
    const auto& mapping_a = core_mapping(a);
    const auto& mapping_b = core_mapping(b);
    const detail::MappingDifference difference(mapping_a, mapping_b, b_in_a);
    auto simplex = detail::first_simplex(difference);
    const detail::GjkRun run = detail::run_gjk(difference, simplex, std::numeric_limits<float>::max());
    if (run.exit == detail::GjkExit::NotFinite) {
        return {};
    }
    detail::EpaRun overlap;
    if (run.exit == detail::GjkExit::Contained) {
        overlap = detail::run_epa(difference);
    } else {
        overlap.gap = detail::measure_gap(simplex, run.nearest);
    }
    Penetration result =
        detail::finish_penetration(overlap.gap, difference.origin(), core_radius(a), core_radius(b));
    if (result.status == PenetrationStatus::Overlapping) {
        result.status = overlap.status;
        result.error = overlap.error;
    }
    result.iterations = overlap.iterations;
    return result;
}

}  // namespace drystone
