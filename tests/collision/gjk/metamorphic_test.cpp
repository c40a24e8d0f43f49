#include "support/pair_generator.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/manifold.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

using namespace drystone;
using namespace drystone::test;

// Invariants, and known changes, of a pair that is scaled, swapped, rotated or moved.

namespace {

Pose at(float x, float y, float angle) { return {{x, y}, Rot::from_angle(angle)}; }

}  // namespace

TEST_CASE("G16: scaling by powers of two scales the result bit by bit") {
    const Polygon unit = make_box(1.0f, 1.0f);
    for (const Vec2& place : {Vec2{3.0f, 0.0f}, Vec2{3.0f, 3.5f}, Vec2{1.5f, 0.25f}}) {
        const Distance near = distance(make_core(unit), make_core(unit), at(place.x, place.y, 0.3f));
        const Penetration deep = penetration(make_core(unit), make_core(unit), at(place.x, place.y, 0.3f));
        for (int exponent = -40; exponent <= 40; ++exponent) {
            const float s = std::ldexp(1.0f, exponent);
            const Polygon box = make_box(s, s);
            const Pose pose = at(s * place.x, s * place.y, 0.3f);
            const Distance scaled = distance(make_core(box), make_core(box), pose);
            CHECK(scaled.distance == s * near.distance);
            CHECK(scaled.iterations == near.iterations);
            CHECK(scaled.normal == near.normal);
            const Penetration scaled_deep = penetration(make_core(box), make_core(box), pose);
            CHECK(scaled_deep.depth == s * deep.depth);
            CHECK(scaled_deep.normal == deep.normal);
        }
    }
}

TEST_CASE("G29: swapping, turning by 90 degrees or renumbering does not change the pair") {
    Random random(29);
    double swapped = 0.0;
    double turned = 0.0;
    double renumbered = 0.0;
    double flipped = 0.0;
    for (int done = 0; done < scaled_count(5000);) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(7)), 100.0);
        if (!pair) {
            continue;
        }
        ++done;
        const ConvexCore a = make_core(pair->a);
        const ConvexCore b = make_core(pair->b);
        const Pose pose = pair->b_in_a();
        const double size =
            std::max(diameter(place_exactly(points_of(a), {})), diameter(place_exactly(points_of(b), {})));
        const Penetration one = penetration(a, b, pose);
        const double scale = size + std::abs(static_cast<double>(one.depth));
        const auto error = [&one, scale](float depth) {
            return std::abs(static_cast<double>(depth) - static_cast<double>(one.depth)) / scale;
        };
        const Pose back = inverse_multiply(pair->pose_b, pair->pose_a);
        const Penetration other = penetration(b, a, back);
        swapped = std::max(swapped, error(other.depth));
        if (static_cast<double>(std::abs(one.depth)) > 1e-3 * size &&
            one.status == PenetrationStatus::Separated) {
            flipped = std::max(flipped, length(to_double(rotate(pose.rotation, other.normal) + one.normal)));
        }
        const Pose quarter{{-pose.position.y, pose.position.x}, {-pose.rotation.s, pose.rotation.c}};
        std::vector<Vec2> a_turned;
        a_turned.reserve(static_cast<std::size_t>(a.count));
        for (int i = 0; i < a.count; ++i) {
            a_turned.push_back(left_perp(a.points[i]));
        }
        const Polygon polygon_turned = make_hull(a_turned);
        turned = std::max(turned, error(penetration(make_core(polygon_turned), b, quarter).depth));
        std::vector<Vec2> a_shifted(a.points, a.points + a.count);
        std::rotate(a_shifted.begin(), a_shifted.begin() + 1, a_shifted.end());
        const Polygon polygon_shifted = make_hull(a_shifted);
        renumbered = std::max(renumbered, error(penetration(make_core(polygon_shifted), b, pose).depth));
    }
    // Swapping rounds the relative pose again: its error scales with the distance of the shapes from their
    // bodies' origins.
    CHECK(swapped <= 3e-6);
    CHECK(flipped <= 1e-4);
    CHECK(turned <= 2.4e-7);
    CHECK(renumbered <= 2.4e-7);
}

TEST_CASE("the distance is 1-Lipschitz along a path") {
    const Polygon a = make_polygon({{-1.0f, -0.5f}, {0.75f, -0.75f}, {1.0f, 0.5f}, {-0.25f, 1.0f}});
    const Polygon b = make_polygon({{-0.5f, 0.0f}, {0.5f, -0.25f}, {0.25f, 0.5f}});
    const Rot turn = Rot::from_angle(1.1f);
    double worst = 0.0;
    float last = 0.0f;
    constexpr int steps = 20000;
    for (int i = 0; i <= steps; ++i) {
        const float x = -4.0f + 8.0f * static_cast<float>(i) / steps;
        const float found = -penetration(make_core(a), make_core(b), {{x, 0.3f * x + 0.1f}, turn}).depth;
        if (i > 0) {
            const double step = 8.0 / steps * std::sqrt(1.09);
            worst = std::max(worst, std::abs(static_cast<double>(found) - static_cast<double>(last)) - step);
        }
        last = found;
    }
    CHECK(worst <= 2e-6);
}

TEST_CASE("contacts have the same bits for every compiler and optimisation level") {
    const Polygon shapes[] = {make_box(0.5f, 0.5f), make_regular_polygon(5, 0.6f),
                              make_rounded_box(0.4f, 0.2f, 0.1f), make_regular_polygon(17, 0.5f)};
    std::uint32_t hash = 2166136261u;
    const auto add = [&hash](float number) {
        std::uint32_t bits = 0;
        const float canonical = number + 0.0f;
        std::memcpy(&bits, &canonical, sizeof bits);
        hash = (hash ^ bits) * 16777619u;
    };
    Random random(99);
    const auto coordinate = [&random] { return static_cast<float>(random.between(-1.0, 1.0)); };
    for (int i = 0; i < 2000; ++i) {
        const Pose pose{{coordinate(), coordinate()}, Rot::from_angle(3.0f * coordinate())};
        CollisionCache cache;
        const Manifold manifold =
            collide(make_core(shapes[i % 4]), make_core(shapes[i / 4 % 4]), pose, 0.1f, cache);
        add(manifold.normal.x);
        add(manifold.normal.y);
        for (int k = 0; k < manifold.count; ++k) {
            add(manifold.points[k].point.x);
            add(manifold.points[k].point.y);
            add(manifold.points[k].separation);
        }
    }
    CHECK(hash == 1715459832u);
}
