#include "support/pair_generator.h"

#include <drystone/collision/trace.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

namespace {

struct EllipseSupport {
    float a = 1.0f;
    float b = 1.0f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 scaled{a * direction.x, b * direction.y};
        return Vec2{a * scaled.x, b * scaled.y} / length(scaled);
    }
};

bool same(const Distance& p, const Distance& q) {
    return p.status == q.status && p.distance == q.distance && p.normal == q.normal &&
           p.point_a == q.point_a && p.point_b == q.point_b && p.iterations == q.iterations;
}
bool same(const Intersection& p, const Intersection& q) {
    return p.status == q.status && p.intersecting == q.intersecting && p.iterations == q.iterations;
}
bool same(const Penetration& p, const Penetration& q) {
    return p.status == q.status && p.depth == q.depth && p.normal == q.normal && p.point_a == q.point_a &&
           p.point_b == q.point_b && p.error == q.error && p.iterations == q.iterations;
}

/// Number of violations of each rule of the steps.
struct Broken {
    int results = 0;
    int counts = 0;
    int chains = 0;
    int vertices = 0;
    int supports = 0;
    int nearest = 0;
    int kept = 0;
    int progress = 0;
    int decisions = 0;
    int convex = 0;
    int faces = 0;
    int bounds = 0;
};

bool same(const TraceSimplex& p, const TraceSimplex& q) {
    bool equal = p.count == q.count;
    for (int k = 0; equal && k < p.count; ++k) {
        equal = p.vertices[k] == q.vertices[k];
    }
    return equal;
}

double exact_length(const Vec2& v) { return length(to_double(v)); }

void judge_vertex(const TraceVertex& vertex, double size, Broken& broken) {
    const Vec2 difference = vertex.on_a - vertex.on_b;
    broken.vertices += exact_length(difference - vertex.w) <= 1e-6 * size ? 0 : 1;
}

void judge_step(const GjkStep& step, double size, Broken& broken) {
    int kept = step.kept_support ? 1 : 0;
    for (int k = 0; k < step.before.count; ++k) {
        kept += step.kept[k] ? 1 : 0;
    }
    broken.kept += kept >= step.after.count ? 0 : 1;
    Vec2 combined{0.0f, 0.0f};
    float sum = 0.0f;
    for (int k = 0; k < step.after.count; ++k) {
        judge_vertex(step.after.vertices[k], size, broken);
        combined += step.weights[k] * step.after.vertices[k].w;
        sum += step.weights[k];
    }
    broken.nearest += std::abs(sum - 1.0f) <= 1e-6f ? 0 : 1;
    broken.nearest += exact_length(combined - step.nearest) <= 1e-6 * size ? 0 : 1;
    broken.nearest += static_cast<int>(step.region) == step.after.count - 1 ? 0 : 1;
    if (step.iteration > 0) {
        judge_vertex(step.support, size, broken);
        // No corner of the simplex lies farther along the direction than the support point.
        const double reached = dot(normalized(to_double(step.direction)), to_double(step.support.w));
        for (int k = 0; k < step.before.count; ++k) {
            const double corner =
                dot(normalized(to_double(step.direction)), to_double(step.before.vertices[k].w));
            broken.supports += corner <= reached + 1e-6 * size ? 0 : 1;
        }
    }
}

void judge(const std::vector<GjkStep>& steps, int iterations, double size, Broken& broken) {
    broken.counts += static_cast<int>(steps.size()) == iterations + 1 ? 0 : 1;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const GjkStep& step = steps[i];
        judge_step(step, size, broken);
        broken.counts += step.iteration == static_cast<int>(i) ? 0 : 1;
        broken.decisions += (step.decision == GjkDecision::GoOn) == (i + 1 < steps.size()) ? 0 : 1;
        broken.decisions +=
            step.decision == GjkDecision::Contained && step.nearest != Vec2(0.0f, 0.0f) ? 1 : 0;
        if (i > 0) {
            broken.chains += same(steps[i - 1].after, step.before) ? 0 : 1;
            broken.progress +=
                exact_length(step.nearest) <= exact_length(steps[i - 1].nearest) + 1e-6 * size ? 0 : 1;
        }
    }
}

bool is_convex(const std::vector<TraceVertex>& polytope, double size) {
    for (std::size_t i = 0; i < polytope.size() && polytope.size() > 2; ++i) {
        const Vec2 p = polytope[i].w;
        const Vec2 q = polytope[(i + 1) % polytope.size()].w;
        const Vec2 r = polytope[(i + 2) % polytope.size()].w;
        if (exact_length(q - p) > 0.0 && cross(q - p, r - q) < -1e-6 * size * size) {
            return false;
        }
    }
    return true;
}

void judge(const std::vector<EpaStep>& steps, double size, Broken& broken) {
    double minimum = std::numeric_limits<double>::max();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const EpaStep& step = steps[i];
        broken.counts += step.iteration == static_cast<int>(i) + 1 ? 0 : 1;
        broken.decisions += (step.decision == EpaDecision::Expand) == (i + 1 < steps.size()) ? 0 : 1;
        broken.convex += is_convex(step.before, size) ? 0 : 1;
        const std::size_t added = step.decision == EpaDecision::Expand ? 1 : 0;
        broken.chains += step.after.size() == step.before.size() + added - step.dropped.size() ? 0 : 1;
        if (step.decision == EpaDecision::SinglePoint) {
            continue;
        }
        const TraceVertex& p = step.before[static_cast<std::size_t>(step.face)];
        const TraceVertex& q = step.before[static_cast<std::size_t>(step.face + 1) % step.before.size()];
        broken.faces += std::abs(dot(step.normal, p.w) - step.face_distance) <= 1e-6 * size ? 0 : 1;
        broken.faces += exact_length(p.w + step.fraction * (q.w - p.w) - step.nearest) <= 1e-6 * size ? 0 : 1;
        broken.supports += dot(step.normal, step.support.w) >= step.face_distance - 1e-6 * size ? 0 : 1;
        minimum = std::min(minimum, static_cast<double>(step.support_distance));
        broken.bounds += static_cast<double>(step.depth) == minimum ? 0 : 1;
        if (i > 0) {
            broken.chains += steps[i - 1].after == step.before ? 0 : 1;
            const double lower = static_cast<double>(steps[i - 1].face_distance);
            broken.progress += step.face_distance >= lower - 1e-6 * size ? 0 : 1;
        }
    }
}

/// Compares to rounding, since the queries of small polygons take a faster path.
bool close(const Distance& a, const Distance& b, double size) {
    return a.status == b.status && std::abs(double{a.distance} - double{b.distance}) <= 1e-6 * size;
}
bool close(const Penetration& a, const Penetration& b, double size) {
    return a.status == b.status && std::abs(double{a.depth} - double{b.depth}) <= 1e-6 * size;
}

/// Runs all three queries, with and without a trace.
template <class A, class B>
void compare(const A& a, const B& b, const Pose& pose, double size, Broken& broken) {
    constexpr bool is_small = !std::is_same_v<A, EllipseSupport>;
    TraceRecord apart;
    const Distance near = trace_distance(a, b, pose, apart);
    const Distance near_untraced = distance(a, b, pose);
    broken.results += (is_small ? close(near, near_untraced, size) : same(near, near_untraced)) ? 0 : 1;
    judge(apart.gjk, near.iterations, size, broken);

    TraceRecord crossing;
    const Intersection met = trace_intersect(a, b, pose, crossing);
    broken.results += same(met, intersect(a, b, pose, IntersectOptions{})) ? 0 : 1;
    broken.results += met.intersecting == intersect(a, b, pose) ? 0 : 1;

    TraceRecord deep;
    const Penetration overlap = trace_penetration(a, b, pose, deep);
    const Penetration untraced = penetration(a, b, pose);
    broken.results += (is_small ? close(overlap, untraced, size) : same(overlap, untraced)) ? 0 : 1;
    judge(deep.gjk, near.iterations, size, broken);
    judge(deep.epa, size, broken);
    const bool contained = deep.gjk.back().decision == GjkDecision::Contained;
    broken.counts += contained == !deep.epa.empty() ? 0 : 1;
}

}  // namespace

static_assert(TraceVisitor<TraceRecord>);
static_assert(!TraceVisitor<int>);

TEST_CASE("a traced query gives the bits of the plain query, and the steps that lead to them") {
    Random random(61);
    Broken of_cores;
    Broken of_polygons;
    Broken of_ellipses;
    for (int done = 0; done < scaled_count(5000);) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(7)), 100.0);
        if (!pair) {
            continue;
        }
        ++done;
        const Pose pose = pair->b_in_a();
        const std::vector<Vec2d> a = place_exactly(pair->a.vertices(), ExactPose{});
        const std::vector<Vec2d> b = place_exactly(pair->b.vertices(), exact(pose));
        const double size = diameter(a) + diameter(b) + std::abs(reference_distance(a, b).value);
        compare(make_core(pair->a), make_core(pair->b), pose, size, of_cores);
        compare(pair->a, pair->b, pose, size, of_polygons);
        const EllipseSupport ellipse{static_cast<float>(random.between(0.1, 2.0)),
                                     static_cast<float>(random.between(0.1, 2.0))};
        compare(ellipse, pair->b, pose, size + 4.0, of_ellipses);
    }
    for (const Broken& broken : {of_cores, of_polygons, of_ellipses}) {
        CHECK(broken.results == 0);
        CHECK(broken.counts == 0);
        CHECK(broken.chains == 0);
        CHECK(broken.vertices == 0);
        CHECK(broken.supports == 0);
        CHECK(broken.nearest == 0);
        CHECK(broken.kept == 0);
        CHECK(broken.progress == 0);
        CHECK(broken.decisions == 0);
        CHECK(broken.convex == 0);
        CHECK(broken.faces == 0);
        CHECK(broken.bounds == 0);
    }
}

TEST_CASE("for two cores, the steps of EPA end at the depth found by examining all faces") {
    Random random(62);
    double worst = 0.0;
    for (int done = 0; done < scaled_count(3000);) {
        const std::optional<PolygonPair> pair = random_pair(random, Offset::Origin, Depth::Deep, 20.0);
        if (!pair) {
            continue;
        }
        ++done;
        TraceRecord record;
        const Penetration deep =
            trace_penetration(make_core(pair->a), make_core(pair->b), pair->b_in_a(), record);
        if (record.epa.empty()) {
            continue;
        }
        const double size = diameter(place_exactly(pair->a.vertices(), ExactPose{})) +
                            diameter(place_exactly(pair->b.vertices(), ExactPose{}));
        worst = std::max(worst, std::abs(double{deep.depth} - double{record.epa.back().depth}) / size);
        CHECK(static_cast<int>(record.epa.size()) <=
              static_cast<int>(pair->a.vertices().size() + pair->b.vertices().size()));
    }
    CHECK(worst <= 2e-7);
}

TEST_CASE("the two shapes of the introduction to GJK, step by step") {
    const Polygon triangle = make_polygon({{4, 11}, {4, 5}, {9, 9}});
    const Polygon quad = make_polygon({{5, 7}, {7, 3}, {10, 2}, {12, 7}});
    TraceRecord record;
    const Penetration deep = trace_penetration(triangle, quad, Pose{}, record);
    CHECK(deep.status == PenetrationStatus::Overlapping);
    REQUIRE_FALSE(record.gjk.empty());
    CHECK(record.gjk.front().before.count == 1);
    CHECK(record.gjk.back().decision == GjkDecision::Contained);
    CHECK(record.gjk.back().region == GjkRegion::Triangle);
    for (const float weight : record.gjk.back().weights) {
        CHECK(weight >= 0.0f);
    }
    REQUIRE_FALSE(record.epa.empty());
    CHECK(record.epa.back().decision == EpaDecision::OnBorder);
    CHECK(record.epa.back().depth == doctest::Approx(deep.depth));
    CHECK(record.epa.back().normal == deep.normal);
}

TEST_CASE("every exit of GJK and EPA has its own decision") {
    const Polygon box = make_box(1.0f, 1.0f);
    const auto last = [](const auto& a, const auto& b, const Pose& pose) {
        TraceRecord record;
        trace_intersect(a, b, pose, record);
        return record.gjk.back().decision;
    };
    CHECK(last(box, box, {{0.5f, 0.0f}, {}}) == GjkDecision::Contained);
    CHECK(last(box, box, {{5.0f, 0.0f}, {}}) == GjkDecision::Beyond);
    CHECK(last(box, box, {{std::numeric_limits<float>::quiet_NaN(), 0.0f}, {}}) == GjkDecision::NotFinite);
    TraceRecord apart;
    trace_distance(box, box, {{5.0f, 6.0f}, {}}, apart);
    CHECK(apart.gjk.back().decision == GjkDecision::KnownSupport);

    const EllipseSupport round{1.0f, 1.0f};
    TraceRecord concentric;
    CHECK(trace_penetration(round, round, Pose{}, concentric).status == PenetrationStatus::IterationLimit);
    CHECK(concentric.epa.back().decision == EpaDecision::Full);
    TraceRecord coarse;
    const Penetration deep =
        trace_penetration(round, round, {{0.5f, 0.0f}, {}}, coarse, PenetrationOptions{.tolerance = 0.01f});
    CHECK(coarse.epa.back().decision == EpaDecision::WithinTolerance);
    CHECK(deep.error <= 0.01f);
    const Circle point{{0.0f, 0.0f}, 0.5f};
    TraceRecord points;
    trace_penetration(point, point, Pose{}, points);
    CHECK(points.epa.back().decision == EpaDecision::SinglePoint);
}

TEST_CASE("a visitor may take only the steps of GJK or of EPA") {
    const Polygon box = make_box(1.0f, 1.0f);
    int gjk = 0;
    int epa = 0;
    trace_penetration(box, box, {{0.5f, 0.25f}, {}}, [&gjk](const GjkStep&) { ++gjk; });
    trace_penetration(box, box, {{0.5f, 0.25f}, {}}, [&epa](const EpaStep&) { ++epa; });
    TraceRecord record;
    trace_penetration(box, box, {{0.5f, 0.25f}, {}}, record);
    CHECK(gjk == static_cast<int>(record.gjk.size()));
    CHECK(epa == static_cast<int>(record.epa.size()));
    CHECK(epa > 0);
}
