#include "support/curved_reference.h"
#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

using namespace drystone;
using namespace drystone::test;

// Random pairs and transformations of them: scaled, moved, turned by quarters and swapped without any
// rounding, so that the results can be compared bit by bit; renumbered, and moved along paths.

namespace {

/// A user-defined shape: points in any order.
struct Cloud {
    std::vector<Vec2> points;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        Vec2 best = points[0];
        for (const Vec2& point : points) {
            best = dot(point, direction) > dot(best, direction) ? point : best;
        }
        return best;
    }
};

struct Pair {
    std::vector<Vec2> a;
    std::vector<Vec2> b;
    Pose b_in_a;
    float radius = 0.0f;
    double size = 0.0;  ///< Larger diameter plus distance of the frames.
};

std::vector<Vec2> mapped(const std::vector<Vec2>& points, const auto& change) {
    std::vector<Vec2> result;
    result.reserve(points.size());
    for (const Vec2& point : points) {
        result.push_back(change(point));
    }
    return result;
}

/// Rounds to a multiple of 1/1024: sums and differences of such vectors are exact.
Vec2 on_grid(const Vec2& v) {
    return {std::round(v.x * 1024.0f) / 1024.0f, std::round(v.y * 1024.0f) / 1024.0f};
}

Pair random_plain_pair(Random& random, bool grid) {
    while (true) {
        const std::optional<PolygonPair> found =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(7)), grid ? 5.0 : 100.0);
        if (!found) {
            continue;
        }
        const auto snapped = [grid](const Vec2& v) { return grid ? on_grid(v) : v; };
        Pair pair;
        for (const Vec2& point : found->a.vertices()) {
            pair.a.push_back(snapped(point));
        }
        for (const Vec2& point : found->b.vertices()) {
            pair.b.push_back(snapped(point));
        }
        pair.b_in_a = found->b_in_a();
        pair.b_in_a.position = snapped(pair.b_in_a.position);
        pair.radius = random.below(3) == 0 ? 0.125f : 0.0f;
        const std::vector<Vec2d> a = place_exactly(pair.a, ExactPose{});
        const std::vector<Vec2d> b = place_exactly(pair.b, exact(pair.b_in_a));
        pair.size = std::max(diameter(a), diameter(b)) + std::abs(reference_distance(a, b).value);
        if (compute_hull(pair.a).status == HullStatus::Ok && compute_hull(pair.b).status == HullStatus::Ok) {
            return pair;
        }
    }
}

/// Results of both algorithms, for cores and for shapes of any kind.
struct Answers {
    Distance core_distance;
    Distance distance;
    Penetration core_penetration;
    Penetration penetration;
};

Answers ask(const Pair& pair) {
    const Polygon a = make_hull(pair.a, pair.radius);
    const Polygon b = make_hull(pair.b, pair.radius);
    return {distance(make_core(a), make_core(b), pair.b_in_a), distance(a, b, pair.b_in_a),
            penetration(make_core(a), make_core(b), pair.b_in_a), penetration(a, b, pair.b_in_a)};
}

Answers ask_clouds(const Pair& pair) {
    const Cloud a{pair.a};
    const Cloud b{pair.b};
    Answers answers;
    answers.distance = distance(a, b, pair.b_in_a);
    answers.penetration = penetration(a, b, pair.b_in_a);
    return answers;
}

/// Numbers of results whose bits differ from the transformed bits of another result; witness points are
/// counted separately.
struct Differences {
    int distances = 0;
    int normals = 0;
    int statuses = 0;
    int iterations = 0;
    int points = 0;

    void count(const Answers& before, const Answers& after, float scale, const auto& direction,
               const auto& place) {
        const auto both = [&](const auto& p, const auto& q, float p_length, float q_length) {
            distances += q_length == scale * p_length ? 0 : 1;
            normals += q.normal == direction(p.normal) ? 0 : 1;
            statuses += p.status == q.status ? 0 : 1;
            iterations += p.iterations == q.iterations ? 0 : 1;
            points += q.point_a == place(p.point_a) && q.point_b == place(p.point_b) ? 0 : 1;
        };
        both(before.core_distance, after.core_distance, before.core_distance.distance,
             after.core_distance.distance);
        both(before.distance, after.distance, before.distance.distance, after.distance.distance);
        both(before.core_penetration, after.core_penetration, before.core_penetration.depth,
             after.core_penetration.depth);
        both(before.penetration, after.penetration, before.penetration.depth, after.penetration.depth);
    }
};

/// Returns the largest difference of the signed distances of the queries.
double disagreement(const Answers& p, const Answers& q) {
    const auto gap = [](float x, float y) {
        return std::abs(static_cast<double>(x) - static_cast<double>(y));
    };
    return std::max({gap(p.core_distance.distance, q.core_distance.distance),
                     gap(p.distance.distance, q.distance.distance),
                     gap(p.core_penetration.depth, q.core_penetration.depth),
                     gap(p.penetration.depth, q.penetration.depth)});
}

Vec2 unchanged(const Vec2& v) { return v; }

}  // namespace

TEST_CASE("scaling by a power of two scales every number of every result bit by bit") {
    Random random(201);
    Differences differences;
    for (int done = 0; done < scaled_count(4000); ++done) {
        const Pair pair = random_plain_pair(random, false);
        const float scale = std::ldexp(1.0f, random.below(61) - 30);
        const auto scaled = [scale](const Vec2& v) -> Vec2 { return scale * v; };
        Pair other{mapped(pair.a, scaled), mapped(pair.b, scaled), pair.b_in_a, scale * pair.radius, 0.0};
        other.b_in_a.position *= scale;
        differences.count(ask(pair), ask(other), scale, unchanged, scaled);
    }
    CHECK(differences.distances == 0);
    CHECK(differences.normals == 0);
    CHECK(differences.statuses == 0);
    CHECK(differences.iterations == 0);
    CHECK(differences.points == 0);
}

TEST_CASE("moving without rounding keeps every bit of distance, depth and normal") {
    Random random(202);
    Differences differences;
    double worst_point = 0.0;
    for (int done = 0; done < scaled_count(4000); ++done) {
        const Pair pair = random_plain_pair(random, true);
        const Vec2 shift = on_grid(Vec2{static_cast<float>(random.between(-4000.0, 4000.0)),
                                        static_cast<float>(random.between(-4000.0, 4000.0))});
        const auto moved = [&shift](const Vec2& v) -> Vec2 { return v + shift; };
        Pair other{mapped(pair.a, moved), pair.b, pair.b_in_a, pair.radius, 0.0};
        other.b_in_a.position += shift;
        const Answers before = ask(pair);
        const Answers after = ask(other);
        differences.count(before, after, 1.0f, unchanged, moved);
        const Vec2d way = to_double(after.core_penetration.point_a) -
                          to_double(before.core_penetration.point_a) - to_double(shift);
        worst_point = std::max(worst_point, length(way));
    }
    CHECK(differences.distances == 0);
    CHECK(differences.normals == 0);
    CHECK(differences.statuses == 0);
    CHECK(differences.iterations == 0);
    // A float 4 km from the origin has steps of 0.24 mm.
    CHECK(worst_point <= 5e-4);
}

TEST_CASE("quarter turns keep every bit for cores, and the distance for shapes of any kind") {
    Random random(203);
    int different = 0;
    double worst = 0.0;
    for (int done = 0; done < scaled_count(4000); ++done) {
        const Pair pair = random_plain_pair(random, false);
        const int quarters = 1 + random.below(3);
        const auto turned = [quarters](const Vec2& v) -> Vec2 {
            return quarters == 1 ? left_perp(v) : (quarters == 2 ? -v : right_perp(v));
        };
        const Vec2 turn = turned(Vec2{pair.b_in_a.rotation.c, pair.b_in_a.rotation.s});
        const Pose pose{turned(pair.b_in_a.position), {turn.x, turn.y}};
        const Polygon a = make_hull(pair.a, pair.radius);
        const Polygon b = make_hull(pair.b, pair.radius);
        const std::vector<Vec2> points = mapped({a.vertices().begin(), a.vertices().end()}, turned);
        const std::vector<Vec2> normals = mapped({a.normals().begin(), a.normals().end()}, turned);
        const ConvexCore core{points.data(), normals.data(), static_cast<int>(points.size()), pair.radius};
        const Distance near = distance(make_core(a), make_core(b), pair.b_in_a);
        const Distance near_turned = distance(core, make_core(b), pose);
        different += near_turned.distance == near.distance && near_turned.status == near.status &&
                             near_turned.iterations == near.iterations &&
                             near_turned.normal == turned(near.normal) &&
                             near_turned.point_a == turned(near.point_a)
                         ? 0
                         : 1;
        const Penetration deep = penetration(make_core(a), make_core(b), pair.b_in_a);
        const Penetration deep_turned = penetration(core, make_core(b), pose);
        different += deep_turned.depth == deep.depth && deep_turned.normal == turned(deep.normal) &&
                             deep_turned.point_b == turned(deep.point_b)
                         ? 0
                         : 1;
        const Pair other{mapped(pair.a, turned), pair.b, pose, pair.radius, 0.0};
        worst = std::max(worst, disagreement(ask(pair), ask(other)) / pair.size);
    }
    CHECK(different == 0);
    CHECK(worst <= 2.4e-7);
}

TEST_CASE("swapping with an exact inverse pose keeps the distance and reverses the normal") {
    Random random(204);
    double worst = 0.0;
    double flipped = 0.0;
    for (int done = 0; done < scaled_count(4000); ++done) {
        Pair pair = random_plain_pair(random, true);
        const float turns[4][2] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
        const int quarters = random.below(4);
        pair.b_in_a.rotation = {turns[quarters][0], turns[quarters][1]};
        const Pose back{inverse_rotate(pair.b_in_a.rotation, -pair.b_in_a.position),
                        inverse(pair.b_in_a.rotation)};
        const Pair other{pair.b, pair.a, back, pair.radius, pair.size};
        const Answers one = ask(pair);
        const Answers two = ask(other);
        worst = std::max(worst, disagreement(one, two) / pair.size);
        if (static_cast<double>(one.core_distance.distance) > 1e-3 * pair.size) {
            for (const auto& [p, q] : {std::pair{one.core_distance.normal, two.core_distance.normal},
                                       std::pair{one.distance.normal, two.distance.normal}}) {
                const Vec2 sum = rotate(pair.b_in_a.rotation, q) + p;
                flipped = std::max(flipped, length(to_double(sum)));
            }
        }
    }
    CHECK(worst <= 2.4e-7);
    CHECK(flipped <= 1e-5);
}

TEST_CASE("points in another order are the same shape") {
    Random random(205);
    double worst = 0.0;
    double worst_of_cores = 0.0;
    for (int done = 0; done < scaled_count(4000); ++done) {
        const Pair pair = random_plain_pair(random, false);
        Pair other = pair;
        for (std::vector<Vec2>* points : {&other.a, &other.b}) {
            for (std::size_t i = points->size() - 1; i > 0; --i) {
                std::swap((*points)[i],
                          (*points)[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
            }
        }
        worst = std::max(worst, disagreement(ask_clouds(pair), ask_clouds(other)) / pair.size);

        // Each vertex of the cores becomes the first one in turn.
        const Polygon a = make_hull(pair.a);
        const Polygon b = make_hull(pair.b);
        std::vector<Vec2> points(a.vertices().begin(), a.vertices().end());
        std::vector<Vec2> normals(a.normals().begin(), a.normals().end());
        const float depth = penetration(make_core(a), make_core(b), pair.b_in_a).depth;
        for (std::size_t i = 0; i < points.size(); ++i) {
            std::rotate(points.begin(), points.begin() + 1, points.end());
            std::rotate(normals.begin(), normals.begin() + 1, normals.end());
            const ConvexCore core{points.data(), normals.data(), static_cast<int>(points.size()), 0.0f};
            const float renumbered = penetration(core, make_core(b), pair.b_in_a).depth;
            worst_of_cores =
                std::max(worst_of_cores,
                         std::abs(static_cast<double>(renumbered) - static_cast<double>(depth)) / pair.size);
        }
    }
    CHECK(worst <= 2.4e-7);
    CHECK(worst_of_cores <= 2.4e-7);
}

namespace {

/// Returns the largest excess of a change of the signed distance over the motion of B's points between two
/// poses.
template <class A, class B>
double largest_jump(const A& a, const B& b, const Pose& start, const Vec2d& way, double turn,
                    double reach_of_b) {
    constexpr int steps = 200;
    double worst = 0.0;
    double last = 0.0;
    Pose last_pose = start;
    const double start_angle = static_cast<double>(start.rotation.angle());
    for (int i = 0; i <= steps; ++i) {
        const double share = static_cast<double>(i) / steps;
        const Pose pose{start.position + to_float(share * way),
                        Rot::from_angle(static_cast<float>(start_angle + share * turn))};
        const double found = -static_cast<double>(penetration(a, b, pose).depth);
        const Vec2d shift = to_double(pose.position) - to_double(last_pose.position);
        const Vec2d turned{static_cast<double>(pose.rotation.c) - static_cast<double>(last_pose.rotation.c),
                           static_cast<double>(pose.rotation.s) - static_cast<double>(last_pose.rotation.s)};
        if (i > 0) {
            worst = std::max(worst, std::abs(found - last) - length(shift) - reach_of_b * length(turned));
        }
        last = found;
        last_pose = pose;
    }
    return worst;
}

double reach_of(const std::vector<Vec2>& points) {
    double farthest = 0.0;
    for (const Vec2& point : points) {
        farthest = std::max(farthest, length(to_double(point)));
    }
    return farthest;
}

}  // namespace

TEST_CASE("along any path the distance changes no faster than the shape moves") {
    Random random(206);
    double worst = 0.0;
    double worst_of_curves = 0.0;
    for (int done = 0; done < scaled_count(200); ++done) {
        const Pair pair = random_plain_pair(random, false);
        const double length = pair.size * random.between(0.1, 2.0);
        const double angle = random.between(0.0, 6.2831853);
        const Vec2d way{length * std::cos(angle), length * std::sin(angle)};
        const double turn = done % 2 == 0 ? 0.0 : random.between(-3.0, 3.0);
        const Polygon a = make_hull(pair.a);
        const Polygon b = make_hull(pair.b);
        const double reach = reach_of(pair.b);
        const double scale = pair.size + length + reach;
        worst =
            std::max(worst, largest_jump(make_core(a), make_core(b), pair.b_in_a, way, turn, reach) / scale);
        worst = std::max(worst, largest_jump(a, b, pair.b_in_a, way, turn, reach) / scale);
        const ReferenceSuperellipse round{static_cast<float>(random.between(0.5, 3.0)),
                                          static_cast<float>(random.between(0.5, 3.0)),
                                          random.between(1.3, 8.0)};
        worst_of_curves = std::max(worst_of_curves, largest_jump(round, b, pair.b_in_a, way, turn, reach) /
                                                        (scale + round.diameter()));
    }
    CHECK(worst <= 4e-7);
    CHECK(worst_of_curves <= 4e-7);
}
