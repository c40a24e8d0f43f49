#pragma once

#include <drystone/collision/epa.h>

#include <cmath>
#include <concepts>
#include <utility>
#include <vector>

/// GJK and EPA step by step, for inspection and drawing.
///
///     TraceRecord record;
///     const Penetration deep = trace_penetration(ellipse, polygon, pose_in_a, record);
///     for (const GjkStep& step : record.gjk) {
///         draw(step.before, step.direction, step.support, step.after);
///     }
///     for (const EpaStep& step : record.epa) {
///         draw(step.before, step.normal, step.support, step.after);
///     }
///
/// The functions here run the same loops as `distance`, `intersect` and `penetration`, and return the same
/// results, with one exception: for two cores of three to eight corners `distance` and `penetration` use a
/// shorter method over the faces, and run these loops only where rounding leaves a doubt. There the results
/// agree within rounding.

namespace drystone {

/// A vertex of the Minkowski difference of the cores, and the points that it comes from, in the frame of A
/// [m].
struct TraceVertex {
    /// The vertex: `on_a - on_b`. The cores overlap where the difference contains the origin.
    Vec2 w{0.0f, 0.0f};
    Vec2 on_a{0.0f, 0.0f};  ///< A point of A's core.
    Vec2 on_b{0.0f, 0.0f};  ///< A point of B's core.

    /// Compares the points.
    bool operator==(const TraceVertex& other) const {
        return w == other.w && on_a == other.on_a && on_b == other.on_b;
    }
};

/// The simplex of GJK: a point, a segment or a triangle whose corners are vertices of the difference.
struct TraceSimplex {
    int count = 0;            ///< Number of vertices, 0 to 3.
    TraceVertex vertices[3];  ///< Vertices; the first `count` are valid.
};

/// The part of the simplex that is nearest to the origin.
enum class GjkRegion : std::uint8_t { Vertex, Edge, Triangle };

/// Decision of GJK after a step.
enum class GjkDecision : std::uint8_t {
    GoOn,          ///< The simplex came nearer: the search continues from its nearest point.
    Contained,     ///< The simplex contains the origin: the cores overlap.
    KnownSupport,  ///< The support point is already in the simplex: nothing lies nearer to the origin.
    NoGain,        ///< The support point brings the simplex no nearer: converged within rounding.
    Beyond,        ///< The support point proves that the distance exceeds the limit of the query.
    NotFinite,     ///< A NaN or an infinity occurred.
};

/// One step of GJK: a support point is added to a simplex, and the part nearest to the origin is kept.
struct GjkStep {
    int iteration = 0;  ///< Number of the step; step 0 reduces the initial simplex, without a support point.
    TraceSimplex before;         ///< The simplex before the step.
    Vec2 direction{0.0f, 0.0f};  ///< Search direction, towards the origin; any length. Zero in step 0.
    TraceVertex support;         ///< The difference's farthest vertex in that direction. None in step 0.
    TraceSimplex after;          ///< The simplex after the step.
    bool kept[3] = {false, false, false};  ///< True for each vertex of `before` that is in `after`.
    bool kept_support = false;             ///< True if the support point is in `after`.
    /// Kind of `after`, the part of the simplex that holds the point nearest to the origin.
    GjkRegion region = GjkRegion::Vertex;
    /// The point of `after` nearest to the origin; the origin itself where it is contained.
    Vec2 nearest{0.0f, 0.0f};
    /// Weight of each vertex of `after` in `nearest`; the weights add up to 1. The same weights of `on_a` and
    /// of `on_b` make the nearest points of the two cores.
    float weights[3] = {0.0f, 0.0f, 0.0f};
    GjkDecision decision = GjkDecision::GoOn;  ///< Decision of the step.
};

/// Decision of EPA after a step.
enum class EpaDecision : std::uint8_t {
    Expand,           ///< The support point lies beyond the face: it becomes a vertex, and EPA continues.
    OnBorder,         ///< The support point is an end of the face: the face is one of the difference's own.
    WithinTolerance,  ///< The support point lies beyond the face by at most the tolerance.
    Full,             ///< The polytope is full: the depth is known within `EpaStep::error`.
    SinglePoint,      ///< The difference is a point, the origin: every direction is equally good.
    NotFinite,        ///< A NaN or an infinity occurred.
};

/// One step of EPA: the face nearest to the origin is expanded to the next support point.
struct EpaStep {
    int iteration = 0;                ///< Number of the step, counted from 1.
    std::vector<TraceVertex> before;  ///< The polytope before the step, counter-clockwise.
    int face = 0;                     ///< The nearest face leads from this vertex of `before` to the next.
    Vec2 normal{1.0f, 0.0f};          ///< Outward unit normal of that face: the search direction.
    float face_distance = 0.0f;     ///< Distance from the origin to the face [m]: a lower bound of the depth.
    Vec2 nearest{0.0f, 0.0f};       ///< The face's point nearest to the origin.
    float fraction = 0.0f;          ///< Position of `nearest` on the face: 0 first vertex, 1 second.
    TraceVertex support;            ///< The difference's farthest vertex along the normal.
    float support_distance = 0.0f;  ///< Its distance along the normal [m]: this shift separates the cores.
    float depth = 0.0f;             ///< The smallest of those distances so far [m].
    float error = 0.0f;             ///< `depth` minus the face's distance [m]: the maximum possible gain.
    std::vector<TraceVertex> after;  ///< The polytope after the step.
    std::vector<int> dropped;        ///< Vertices of `before` that became reflex, so that `after` lacks them.
    EpaDecision decision = EpaDecision::Expand;  ///< Decision of the step.
};

/// A visitor that records every step, for the functions below.
struct TraceRecord {
    std::vector<GjkStep> gjk;  ///< Steps of GJK.
    std::vector<EpaStep> epa;  ///< Steps of EPA.

    /// Keeps a step of GJK.
    void operator()(const GjkStep& step) { gjk.push_back(step); }
    /// Keeps a step of EPA.
    void operator()(const EpaStep& step) { epa.push_back(step); }
};

/// A callable that takes the steps of GJK, of EPA, or both.
template <class T>
concept TraceVisitor = std::invocable<T&, const GjkStep&> || std::invocable<T&, const EpaStep&>;

namespace detail {

/// Builds steps from the events of GJK and EPA, and passes them to a visitor. Its functions are those of
/// `NoTrace`.
template <class Difference, class Visitor>
class TraceBuilder {
public:
    using Vertex = typename Difference::Vertex;

    TraceBuilder(const Difference& difference, Visitor& visitor)
        : difference_(difference), visitor_(visitor) {}

    void started(const Simplex<Vertex>& simplex) { gjk_.before = traced(simplex); }
    void reduced(const Simplex<Vertex>& simplex, const Nearest& nearest) {
        finish_gjk_step(simplex, nearest, GjkDecision::GoOn);
        const int iteration = gjk_.iteration + 1;
        const TraceSimplex before = gjk_.after;
        gjk_ = {};
        gjk_.iteration = iteration;
        gjk_.before = before;
    }
    void found(const Vec2& direction, const Vertex& vertex) {
        gjk_.direction = direction;
        gjk_.support = traced(vertex);
    }
    void ended(const Simplex<Vertex>& simplex, const GjkRun& run) {
        finish_gjk_step(simplex, run.nearest, decision_of(run.exit));
    }

    void grown(const Polytope<Difference>& polytope) {
        std::vector<TraceVertex> vertices;
        vertices.reserve(static_cast<std::size_t>(polytope.count()));
        for (int i = 0; i < polytope.count(); ++i) {
            vertices.push_back(traced(polytope.vertex(i)));
        }
        if (epa_.iteration > 0) {
            finish_epa_step(vertices, EpaDecision::Expand);
        }
        const int iteration = epa_.iteration + 1;
        epa_ = {};
        epa_.iteration = iteration;
        epa_.before = std::move(vertices);
    }
    template <class Face, class Run>
    void examined(const Face& face, const Vertex& vertex, const Run& run) {
        const TraceVertex& p = epa_.before[static_cast<std::size_t>(face.first)];
        const TraceVertex& q = epa_.before[static_cast<std::size_t>(face.first + 1) % epa_.before.size()];
        epa_.face = face.first;
        epa_.normal = to_float(face.normal);
        epa_.face_distance = static_cast<float>(face.distance);
        epa_.fraction = static_cast<float>(nearest_on_segment(p.w, q.w).fraction);
        epa_.nearest = p.w + epa_.fraction * (q.w - p.w);
        epa_.support = traced(vertex);
        epa_.support_distance = static_cast<float>(dot(face.normal, to_double(vertex.w)));
        epa_.depth = static_cast<float>(run.minimum);
        epa_.error = static_cast<float>(run.minimum - face.distance);
    }
    template <class Run>
    void finished(const Run& run) {
        finish_epa_step(epa_.before, decision_of(run.exit));
    }

private:
    [[nodiscard]] TraceVertex traced(const Vertex& vertex) const {
        const Vec2& origin = difference_.origin();
        return {vertex.w, difference_.on_a(vertex) + origin, difference_.on_b(vertex) + origin};
    }
    [[nodiscard]] TraceSimplex traced(const Simplex<Vertex>& simplex) const {
        TraceSimplex result;
        result.count = simplex.count;
        for (int k = 0; k < simplex.count; ++k) {
            result.vertices[k] = traced(simplex.vertices[k]);
        }
        return result;
    }
    static bool holds(const TraceSimplex& simplex, const TraceVertex& vertex) {
        bool found = false;
        for (int k = 0; k < simplex.count; ++k) {
            found = found || simplex.vertices[k] == vertex;
        }
        return found;
    }

    [[nodiscard]] GjkDecision decision_of(GjkExit exit) const {
        switch (exit) {
            case GjkExit::Contained: return GjkDecision::Contained;
            case GjkExit::Beyond: return GjkDecision::Beyond;
            case GjkExit::NotFinite: return GjkDecision::NotFinite;
            case GjkExit::Converged: break;
        }
        return holds(gjk_.before, gjk_.support) ? GjkDecision::KnownSupport : GjkDecision::NoGain;
    }
    static EpaDecision decision_of(EpaExit exit) {
        switch (exit) {
            case EpaExit::OnBorder: return EpaDecision::OnBorder;
            case EpaExit::Tolerance: return EpaDecision::WithinTolerance;
            case EpaExit::Full: return EpaDecision::Full;
            case EpaExit::Point: return EpaDecision::SinglePoint;
            case EpaExit::NotFinite: break;
        }
        return EpaDecision::NotFinite;
    }

    void finish_gjk_step(const Simplex<Vertex>& simplex, const Nearest& nearest, GjkDecision decision) {
        gjk_.after = traced(simplex);
        gjk_.decision = decision;
        for (int k = 0; k < gjk_.before.count; ++k) {
            gjk_.kept[k] = holds(gjk_.after, gjk_.before.vertices[k]);
        }
        gjk_.kept_support = gjk_.iteration > 0 && holds(gjk_.after, gjk_.support);
        gjk_.region = static_cast<GjkRegion>(simplex.count - 1);
        weigh(simplex, nearest);
        for (int k = 0; k < simplex.count && decision != GjkDecision::Contained; ++k) {
            gjk_.nearest += gjk_.weights[k] * simplex.vertices[k].w;
        }
        tell(std::as_const(gjk_));
    }
    /// Computes the weights of the vertices in the point nearest to the origin.
    void weigh(const Simplex<Vertex>& simplex, const Nearest& nearest) {
        gjk_.weights[0] = 1.0f;
        if (simplex.count == 2) {
            gjk_.weights[1] = static_cast<float>(nearest.fraction);
            gjk_.weights[0] = 1.0f - gjk_.weights[1];
        }
        if (simplex.count == 3) {
            const auto& [p, q, r] = simplex.vertices;
            const double shares[3] = {exact_cross(q.w, r.w), exact_cross(r.w, p.w), exact_cross(p.w, q.w)};
            for (int k = 0; k < 3; ++k) {
                gjk_.weights[k] = static_cast<float>(shares[k] / (shares[0] + shares[1] + shares[2]));
            }
        }
    }
    void finish_epa_step(const std::vector<TraceVertex>& after, EpaDecision decision) {
        epa_.after = after;
        epa_.decision = decision;
        for (std::size_t i = 0, k = 0; i < epa_.before.size(); ++i) {
            // Vertices keep their order, and the support point is inserted among them.
            const bool inserted = k < after.size() && decision == EpaDecision::Expand &&
                                  after[k] == epa_.support && !(epa_.before[i] == after[k]);
            k += inserted ? 1 : 0;
            if (k < after.size() && after[k] == epa_.before[i]) {
                ++k;
            } else {
                epa_.dropped.push_back(static_cast<int>(i));
            }
        }
        tell(std::as_const(epa_));
    }
    template <class Step>
    void tell(const Step& step) {
        if constexpr (std::invocable<Visitor&, const Step&>) {
            visitor_(step);
        }
    }

    const Difference& difference_;
    Visitor& visitor_;
    GjkStep gjk_;
    EpaStep epa_;
};

/// A visitor that is attached to a difference once the difference exists.
template <class Visitor>
struct TraceListener {
    Visitor& visitor;

    template <class Difference>
    [[nodiscard]] TraceBuilder<Difference, Visitor> attach(const Difference& difference) const {
        return {difference, visitor};
    }
};

}  // namespace detail

/// Computes `distance(a, b, b_in_a, options, cache)` and passes a `GjkStep` to the visitor after every step:
/// one more than the result has iterations, since the initial simplex counts as step 0.
template <ConvexShape A, ConvexShape B, TraceVisitor Visitor>
Distance trace_distance(const A& a, const B& b, const Pose& b_in_a, Visitor&& visitor,
                        const DistanceOptions& options = {}, DirectionCache* cache = nullptr) {
    detail::check_options("trace_distance", options);
    return detail::run_distance(a, b, b_in_a, options, cache, detail::TraceListener<Visitor>{visitor});
}

/// Computes `intersect(a, b, b_in_a, options, cache)` and passes a `GjkStep` to the visitor after every step.
/// The support points that distinguish touching from overlapping are no steps.
template <ConvexShape A, ConvexShape B, TraceVisitor Visitor>
Intersection trace_intersect(const A& a, const B& b, const Pose& b_in_a, Visitor&& visitor,
                             const IntersectOptions& options = {}, DirectionCache* cache = nullptr) {
    detail::check_options("trace_intersect", options);
    return detail::run_intersect(a, b, b_in_a, options, cache, detail::TraceListener<Visitor>{visitor});
}

/// Computes `penetration(a, b, b_in_a, options, cache)` and passes to the visitor a `GjkStep` after every
/// step of GJK and, where the cores overlap, an `EpaStep` after every step of EPA. A visitor need not take
/// both.
template <ConvexShape A, ConvexShape B, TraceVisitor Visitor>
Penetration trace_penetration(const A& a, const B& b, const Pose& b_in_a, Visitor&& visitor,
                              const PenetrationOptions& options = {}, DirectionCache* cache = nullptr) {
    detail::check_options(options);
    return detail::run_penetration(a, b, b_in_a, options, cache, detail::TraceListener<Visitor>{visitor});
}

/// Computes `distance(a, b, b_in_a, options, cache)` of two cores, with steps as above.
template <TraceVisitor Visitor>
Distance trace_distance(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, Visitor&& visitor,
                        const DistanceOptions& options = {}, SimplexCache* cache = nullptr) {
    detail::check_options("trace_distance", options);
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::CoreSimplex simplex;
    const detail::GjkRun run = detail::run_on_cores(
        difference, simplex, options.upper_bound + a.radius + b.radius, options.initial_direction, cache,
        detail::TraceBuilder<detail::CoreDifference, Visitor>(difference, visitor));
    return detail::distance_of_run(difference, simplex, run, options.upper_bound);
}

/// Computes `intersect(a, b, b_in_a, options, cache)` of two cores, with steps as above.
template <TraceVisitor Visitor>
Intersection trace_intersect(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, Visitor&& visitor,
                             const IntersectOptions& options = {}, SimplexCache* cache = nullptr) {
    detail::check_options("trace_intersect", options);
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::CoreSimplex simplex;
    const detail::GjkRun run =
        detail::run_on_cores(difference, simplex, a.radius + b.radius, options.initial_direction, cache,
                             detail::TraceBuilder<detail::CoreDifference, Visitor>(difference, visitor));
    return detail::intersection_of_run(difference, simplex, run, options.touching_counts);
}

/// Computes `penetration(a, b, b_in_a, cache)` of two cores, with steps as above. For cores `penetration`
/// examines all faces at once and grows no polytope; the steps are those of EPA on the same difference, which
/// ends at the same face.
template <TraceVisitor Visitor>
Penetration trace_penetration(const ConvexCore& a, const ConvexCore& b, const Pose& b_in_a, Visitor&& visitor,
                              SimplexCache* cache = nullptr) {
    const detail::CoreDifference difference(a, b, b_in_a);
    detail::TraceBuilder<detail::CoreDifference, Visitor> trace(difference, visitor);
    detail::CoreSimplex simplex;
    const detail::GjkRun run = detail::run_on_cores(difference, simplex, std::numeric_limits<float>::max(),
                                                    Vec2{0.0f, 0.0f}, cache, trace);
    if (run.exit == detail::GjkExit::Contained) {
        detail::run_epa(difference, 0.0, trace);
    }
    return detail::penetration_of_run(difference, simplex, run);
}

}  // namespace drystone
