// GJK, EPA and contact points of built-in shapes, compared with brute force over all faces, from any cached
// simplex.
#include "../support/signed_distance_reference.h"
#include "fuzz_input.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/hull.h>
#include <drystone/collision/manifold.h>

#include <cmath>
#include <optional>

using namespace drystone;
using namespace drystone::test;

namespace {

/// Core and the storage that it points to.
struct FuzzCore {
    std::optional<Polygon> polygon;
    SmallCore small;

    [[nodiscard]] ConvexCore view() const { return polygon ? make_core(*polygon) : small.view(); }
};

/// Reads a polygon of up to forty vertices on an ellipse, more than the lanes hold at once.
Polygon read_round_polygon(FuzzInput& input, float scale, const Vec2& offset, float radius) {
    const int count = 5 + input.below(36);
    const float half_width = scale * input.between(0.5f, 8.0f);
    const float half_height = scale * input.between(0.5f, 8.0f);
    std::vector<Vec2> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const Rot turn = Rot::from_angle(6.2831853f * static_cast<float>(i) / static_cast<float>(count));
        points.emplace_back(half_width * turn.c + offset.x, half_height * turn.s + offset.y);
    }
    return make_hull(points, radius);
}

FuzzCore read_core(FuzzInput& input, float scale) {
    const Vec2 offset = input.below(4) == 0 ? scale * input.point() * 300.0f : Vec2{0.0f, 0.0f};
    const float radius = input.below(3) == 0 ? scale * input.between(0.001f, 4.0f) : 0.0f;
    const int count = 1 + input.below(9);
    std::vector<Vec2> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        points.emplace_back(scale * input.point() + offset);
    }
    if (input.below(8) == 0) {
        return {read_round_polygon(input, scale, offset, radius), {}};
    }
    if (count >= 3 && compute_hull(points).status == HullStatus::Ok) {
        return {make_hull(points, radius), {}};
    }
    return {std::nullopt, make_core(Capsule{points.front(), points.back(), radius})};
}

SimplexCache read_cache(FuzzInput& input) {
    SimplexCache cache;
    cache.count = static_cast<std::uint16_t>(input.byte());
    for (int i = 0; i < 3; ++i) {
        cache.a[i] = static_cast<std::uint16_t>(input.below(12));
        cache.b[i] = static_cast<std::uint16_t>(input.below(12));
    }
    return cache;
}

bool is_unit(const Vec2& v) { return std::abs(length(v) - 1.0f) <= 1e-6f; }

/// Pair of shapes with the exact answer.
struct Query {
    ConvexCore a;
    ConvexCore b;
    Pose b_in_a;
    double truth = 0.0;        ///< Signed distance [m].
    double size = 0.0;         ///< Size of the larger shape, plus the distance: errors are relative to it.
    double coordinates = 0.0;  ///< Largest coordinate, which limits the precision of witness points.
};

void check_distance(const Query& query, SimplexCache cache) {
    const Distance found = distance(query.a, query.b, query.b_in_a, &cache);
    expect(found.status != DistanceStatus::NotFinite, "finite input has a distance");
    const double value = static_cast<double>(found.distance);
    expect(std::abs(value - std::max(query.truth, 0.0)) <= 3e-7 * query.size, "the distance is right");
    if (std::abs(query.truth) > 3e-7 * query.size) {
        const bool apart = found.status == DistanceStatus::Separated;
        expect(apart == (query.truth > 0.0), "distance knows apart from overlapping");
        expect(!apart || is_unit(found.normal), "the normal between separated shapes has unit length");
        expect(intersect(query.a, query.b, query.b_in_a, &cache) != apart, "intersect agrees");
    }
    const Vec2d gap = to_double(found.point_b) - to_double(found.point_a);
    expect(length(gap - value * to_double(found.normal)) <= 4e-7 * query.size + 3e-7 * query.coordinates,
           "witness points lie along the normal");
}

void check_penetration(const Query& query, SimplexCache cache) {
    const Penetration found = penetration(query.a, query.b, query.b_in_a, &cache);
    expect(found.status != PenetrationStatus::NotFinite, "finite input has a depth");
    expect(is_unit(found.normal), "the normal has unit length");
    expect(std::abs(-static_cast<double>(found.depth) - query.truth) <= 3e-7 * query.size,
           "the depth is right");
    expect(found.iterations <= query.a.count + query.b.count, "EPA examines each face once");
    const Vec2d gap = to_double(found.point_b) - to_double(found.point_a);
    const Vec2d along = static_cast<double>(found.depth) * to_double(found.normal);
    expect(length(gap + along) <= 4e-7 * query.size + 3e-7 * query.coordinates,
           "witness points lie along the normal");
}

void check_contact(const Query& query, CollisionCache cache) {
    const float margin = static_cast<float>(0.01 * query.size);
    for (int turn = 0; turn < 2; ++turn) {
        const Manifold manifold = collide(query.a, query.b, query.b_in_a, margin, cache);
        expect(manifold.count >= 0 && manifold.count <= 2, "a manifold has up to two points");
        expect(manifold.count > 0 || query.truth >= static_cast<double>(margin) - 1e-6 * query.size,
               "shapes that are near have contact points");
        expect(manifold.count == 0 || query.truth <= static_cast<double>(margin) + 1e-6 * query.size,
               "shapes that are far apart have none");
        expect(manifold.count == 0 || is_unit(manifold.normal), "a contact normal has unit length");
        for (int i = 0; i < manifold.count; ++i) {
            expect(is_finite(manifold.points[i].point) && is_finite(manifold.points[i].separation),
                   "contact points are finite");
        }
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzInput input(data, size);
    const float scale = std::ldexp(1.0f, input.below(25) - 12);
    const FuzzCore first = read_core(input, scale);
    const FuzzCore second = read_core(input, scale);
    Query query{first.view(), second.view(), {scale * input.point(), input.rotation()}};
    const std::vector<Vec2d> a = place_exactly(points_of(query.a), ExactPose{});
    const std::vector<Vec2d> b = place_exactly(points_of(query.b), exact(query.b_in_a));
    const double radii = static_cast<double>(query.a.radius) + static_cast<double>(query.b.radius);
    query.truth = reference_distance(a, b).value - radii;
    query.size = std::max(diameter(a), diameter(b)) + 2.0 * radii + std::abs(query.truth);
    for (const std::vector<Vec2d>& points : {a, b}) {
        for (const Vec2d& point : points) {
            query.coordinates = std::max(query.coordinates, length(point));
        }
    }
    const SimplexCache cache = read_cache(input);
    check_distance(query, cache);
    check_penetration(query, cache);
    check_contact(
        query, {cache, static_cast<std::uint16_t>(input.byte()), static_cast<std::uint16_t>(input.byte())});
    return 0;
}
