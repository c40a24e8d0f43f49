#include "support/pair_generator.h"

#include <drystone/collision/trace.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

using namespace drystone;
using namespace drystone::test;

// Extreme support mappings of users: without extent, too small or too large for their squares, and not
// finite. Every query ends, with finite numbers and a status that describes them.

namespace {

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

Cloud square(float half) { return {{{half, half}, {-half, half}, {-half, -half}, {half, -half}}}; }

bool all_finite(const Penetration& p) {
    return is_finite(p.depth) && is_finite(p.normal) && is_finite(p.point_a) && is_finite(p.point_b) &&
           is_finite(p.error);
}
bool all_finite(const Distance& d) {
    return is_finite(d.distance) && is_finite(d.normal) && is_finite(d.point_a) && is_finite(d.point_b);
}

}  // namespace

TEST_CASE("squares from the smallest floats to the largest separate and overlap like those of a metre") {
    for (int exponent = -125; exponent <= 120; exponent += 5) {
        const float s = std::ldexp(1.0f, exponent);
        CAPTURE(exponent);
        const Cloud box = square(s);
        const Pose apart{{5.0f * s, 6.0f * s}, {}};
        const Distance near = distance(box, box, apart);
        CHECK(near.status == DistanceStatus::Separated);
        CHECK(near.distance == 5.0f * s);
        CHECK(near.normal == Vec2(0.6f, 0.8f));
        CHECK(penetration(box, box, apart).depth == -5.0f * s);
        CHECK_FALSE(intersect(box, box, apart));
        const Pose together{{1.75f * s, 0.5f * s}, {}};
        CHECK(intersect(box, box, together));
        const Penetration deep = penetration(box, box, together);
        CHECK(deep.status == PenetrationStatus::Overlapping);
        CHECK(deep.depth == 0.25f * s);
        CHECK(deep.normal == Vec2(1.0f, 0.0f));
    }
}

TEST_CASE("shapes without extent: points, segments and nearly degenerate shapes") {
    const Cloud point{{{0.25f, -0.5f}}};
    const Cloud twice{{{0.25f, -0.5f}, {0.25f, -0.5f}}};
    const Cloud segment{{{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.25f, 0.0f}}};
    const Cloud sliver{{{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.0f, 1e-30f}}};
    for (const Cloud& a : {point, twice, segment, sliver}) {
        for (const Cloud& b : {point, twice, segment, sliver}) {
            for (const float x : {0.0f, 1e-20f, 0.5f, 1.0f, 3.0f}) {
                for (const float y : {0.0f, 1e-30f, -1e-7f, 2.0f}) {
                    const Pose pose{{x, y}, {}};
                    const Distance near = distance(a, b, pose);
                    const Penetration deep = penetration(a, b, pose);
                    CHECK(all_finite(near));
                    CHECK(all_finite(deep));
                    CHECK(near.status != DistanceStatus::NotFinite);
                    CHECK(deep.status != PenetrationStatus::NotFinite);
                    CHECK(deep.depth <= 2e-30f);
                    CHECK(std::abs(length(to_double(deep.normal)) - 1.0) <= 2e-7);
                    CHECK(near.iterations <= 12);
                    const IntersectStatus status = intersect(a, b, pose, IntersectOptions{}).status;
                    CHECK((status == IntersectStatus::Separated) ==
                          (near.status == DistanceStatus::Separated));
                }
            }
        }
    }
}

TEST_CASE("a non-finite support point ends every query with a status") {
    struct Broken {
        float bad;
        float beyond;  ///< Support points are bad where the direction's x is above this.

        [[nodiscard]] Vec2 support(const Vec2& direction) const {
            const Vec2 unit = to_float(normalized(to_double(direction)));
            return unit.x > beyond ? Vec2{bad, unit.y} : unit;
        }
    };
    Random random(301);
    const float bad[] = {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(),
                         -std::numeric_limits<float>::infinity()};
    for (int done = 0; done < scaled_count(3000); ++done) {
        const Broken broken{bad[done % 3], static_cast<float>(random.between(-1.0, 1.0))};
        const Cloud box = square(0.5f);
        const Pose pose{
            {static_cast<float>(random.between(-2.0, 2.0)), static_cast<float>(random.between(-2.0, 2.0))},
            Rot::from_angle(random.angle())};
        for (const bool swapped : {false, true}) {
            TraceRecord record;
            const Distance near = swapped ? distance(box, broken, pose) : distance(broken, box, pose);
            const Penetration deep = swapped ? trace_penetration(box, broken, pose, record)
                                             : trace_penetration(broken, box, pose, record);
            const Intersection met = swapped ? intersect(box, broken, pose, IntersectOptions{})
                                             : intersect(broken, box, pose, IntersectOptions{});
            CHECK(all_finite(near));
            CHECK(all_finite(deep));
            CHECK(near.iterations <= 100);
            CHECK(met.iterations <= 200);
            CHECK(record.epa.size() <= 128);
        }
    }
}

TEST_CASE("arbitrary float bits, as points and as poses, give finite results") {
    Random random(303);
    int not_finite = 0;
    int maximum = 0;
    int answered = 0;
    const auto any_float = [&random] {
        const std::uint32_t bits = static_cast<std::uint32_t>(random.bits() >> 20);
        float value = 0.0f;
        std::memcpy(&value, &bits, sizeof value);
        return value;
    };
    for (int done = 0; done < scaled_count(200000); ++done) {
        // Half of them share an order of magnitude, so that they meet.
        const float scale = std::ldexp(1.0f, random.below(250) - 125);
        const bool wild = random.below(2) == 0;
        const auto number = [&]() -> float {
            const float tame = static_cast<float>(random.below(9) - 4);
            return wild ? any_float() : scale * tame;
        };
        Cloud clouds[2];
        for (Cloud& cloud : clouds) {
            cloud.points.resize(1 + static_cast<std::size_t>(random.below(4)));
            for (Vec2& point : cloud.points) {
                point = {number(), number()};
            }
        }
        const Pose pose{{number(), number()}, Rot::from_angle(random.angle())};
        const Distance near = distance(clouds[0], clouds[1], pose);
        const Penetration deep = penetration(clouds[0], clouds[1], pose);
        const Intersection met = intersect(clouds[0], clouds[1], pose, IntersectOptions{});
        not_finite += all_finite(near) && all_finite(deep) ? 0 : 1;
        maximum = std::max({maximum, near.iterations, deep.iterations, met.iterations});
        answered += near.status != DistanceStatus::NotFinite ? 1 : 0;
    }
    CHECK(not_finite == 0);
    CHECK(maximum <= 40);
    CHECK(answered > scaled_count(80000));
}

TEST_CASE("the cache of two cores works with options") {
    Random random(302);
    int cold = 0;
    int warm = 0;
    int stepwise = 0;
    for (int done = 0; done < scaled_count(2000);) {
        const std::optional<PolygonPair> pair =
            random_pair(random, Offset::Origin, static_cast<Depth>(random.below(3)), 20.0);
        if (!pair) {
            continue;
        }
        ++done;
        const ConvexCore a = make_core(pair->a);
        const ConvexCore b = make_core(pair->b);
        SimplexCache cache;
        const DistanceOptions options{.initial_direction = {0.0f, 1.0f}};
        const Distance first = distance(a, b, pair->b_in_a(), options, &cache);
        SimplexCache traced = cache;
        const Distance second = distance(a, b, pair->b_in_a(), options, &cache);
        TraceRecord record;
        const Distance third = trace_distance(a, b, pair->b_in_a(), record, options, &traced);
        CHECK(third.distance == second.distance);
        CHECK(third.iterations == second.iterations);
        cold += first.iterations;
        warm += second.iterations;
        stepwise += static_cast<int>(record.gjk.size()) - 1;
    }
    CHECK(warm * 2 < cold);
    CHECK(stepwise == warm);
}

TEST_CASE("a polygon a hundred million times smaller than its distance is measured from the right corner") {
    Random random(61);
    for (int i = 0; i < 2000; ++i) {
        const float t = std::ldexp(1.0f, -34 - random.below(12));
        const Polygon mote = make_polygon(std::vector<Vec2>{{0.0f, -t}, {0.0f, 0.0f}, {-t, 0.0f}});
        const Polygon box = make_polygon(std::vector<Vec2>{
            {-0.00422794092f, -0.00422794092f}, {-0.00422794092f, -0.00423080195f}, {-0.00415069237f, 0.0f}});
        const Pose pose{{0.0f, 0.0f}, i < 8 ? Rot{} : Rot::from_angle(random.angle())};
        const double truth = reference_distance(place_exactly(mote.vertices(), ExactPose{}),
                                                place_exactly(box.vertices(), exact(pose)))
                                 .value;
        const Distance found = distance(make_core(mote), make_core(box), pose);
        REQUIRE(std::abs(static_cast<double>(found.distance) - truth) <= 3e-7 * truth);
        const Distance swapped = distance(make_core(box), make_core(mote), inverse_multiply(pose, Pose{}));
        REQUIRE(std::abs(static_cast<double>(swapped.distance) - truth) <= 3e-7 * truth);
    }
}
