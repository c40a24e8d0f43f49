#include "support/pair_generator.h"

#include <drystone/collision/epa.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace drystone;
using namespace drystone::test;

TEST_CASE("depth, normal and witness points of two boxes") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Penetration deep = penetration(make_core(box), make_core(box), {{1.75f, 0.5f}, {}});
    CHECK(deep.status == PenetrationStatus::Overlapping);
    CHECK(deep.depth == 0.25f);
    CHECK(deep.normal == Vec2(1.0f, 0.0f));
    CHECK(deep.point_a.x == 1.0f);
    CHECK(deep.point_b.x == 0.75f);
    CHECK(deep.iterations == 8);
}

TEST_CASE("the depth of separated shapes is minus their distance") {
    const Polygon box = make_box(1.0f, 1.0f);
    const Penetration apart = penetration(make_core(box), make_core(box), {{5.0f, 6.0f}, {}});
    CHECK(apart.status == PenetrationStatus::Separated);
    CHECK(apart.depth == -5.0f);
    CHECK(apart.normal == Vec2(0.6f, 0.8f));
}

TEST_CASE("rounded shapes overlap by their radii before their cores do") {
    const Polygon box = make_rounded_box(1.0f, 1.0f, 0.5f);
    const Penetration shallow = penetration(make_core(box), make_core(box), {{2.5f, 0.0f}, {}});
    CHECK(shallow.status == PenetrationStatus::Overlapping);
    CHECK(shallow.depth == 0.5f);
    CHECK(shallow.normal == Vec2(1.0f, 0.0f));
    const Penetration deep = penetration(make_core(box), make_core(box), {{1.5f, 0.0f}, {}});
    CHECK(deep.depth == 1.5f);
}

TEST_CASE("large polygons are examined in runs of vertices, with the same exact result") {
    Random random(51);
    double worst = 0.0;
    for (const int count : {15, 16, 17, 31, 33, 100}) {
        for (const int other : {3, 16, 40}) {
            const Polygon a = make_regular_polygon(count, 1.0f);
            const Polygon b = make_regular_polygon(other, 0.5f);
            for (int i = 0; i < 50; ++i) {
                const Pose pose{{static_cast<float>(random.between(-1.6, 1.6)),
                                 static_cast<float>(random.between(-1.6, 1.6))},
                                Rot::from_angle(random.angle())};
                const std::vector<Vec2d> at_a = place_exactly(a.vertices(), ExactPose{});
                const std::vector<Vec2d> at_b = place_exactly(b.vertices(), exact(pose));
                const double truth = reference_distance(at_a, at_b).value;
                const Penetration deep = penetration(make_core(a), make_core(b), pose);
                worst = std::max(worst, std::abs(-static_cast<double>(deep.depth) - truth));
            }
        }
    }
    CHECK(worst <= 6e-7);
}

TEST_CASE("points and segments have a depth of zero and a unit normal") {
    const SmallCore point = make_core(Circle{{0.0f, 0.0f}, 0.0f});
    const SmallCore segment = make_core(Segment{{-1.0f, 0.0f}, {1.0f, 0.0f}});
    const Polygon box = make_box(1.0f, 1.0f);
    const Penetration on_segment = penetration(segment.view(), point.view(), {{0.5f, 0.0f}, {}});
    CHECK(on_segment.depth == 0.0f);
    CHECK(std::abs(on_segment.normal.y) == 1.0f);
    const Penetration in_box = penetration(make_core(box), point.view(), {{0.75f, 0.0f}, {}});
    CHECK(in_box.depth == 0.25f);
    CHECK(in_box.normal == Vec2(1.0f, 0.0f));
    const Penetration through_box = penetration(make_core(box), segment.view(), {{0.0f, 0.9f}, {}});
    CHECK(through_box.depth == doctest::Approx(0.1f));
    CHECK(through_box.normal == Vec2(0.0f, 1.0f));
}

TEST_CASE("the deepest corner counts among corners that rounding cannot distinguish") {
    // The tip of the triangle is blunted by less than a millionth of its length; it points into a pentagon.
    Random random(52);
    double worst = 0.0;
    for (int i = 0; i < 20000; ++i) {
        const float blunt = static_cast<float>(random.log_between(3.4e-7, 5e-6));
        const Polygon tip = make_polygon(std::vector<Vec2>{{0.625f, 0.1875f}, {0.0f, blunt}, {0.0f, 0.0f}});
        const Polygon pentagon = make_regular_polygon(5, std::ldexp(1.0f, -1 - random.below(6)));
        const Pose pose{{static_cast<float>(random.between(-0.02, 0.02)),
                         static_cast<float>(random.between(-0.02, 0.02))},
                        Rot::from_angle(random.angle())};
        const std::vector<Vec2d> at_tip = place_exactly(tip.vertices(), ExactPose{});
        const std::vector<Vec2d> at_pentagon = place_exactly(pentagon.vertices(), exact(pose));
        const double truth = reference_distance(at_tip, at_pentagon).value;
        const double size = std::max(diameter(at_tip), diameter(at_pentagon)) + std::abs(truth);
        const double depth =
            static_cast<double>(penetration(make_core(tip), make_core(pentagon), pose).depth);
        worst = std::max(worst, std::abs(depth + truth) / size);
    }
    CHECK(worst <= 1.5e-7);
}
