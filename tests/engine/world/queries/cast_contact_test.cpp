// First contacts of a moving shape, against bisection in double precision.
#include <doctest/doctest.h>

#include "engine/world/queries/contact_reference.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;

TEST_CASE(
    "cast_contact: the place where the distance falls to the gap, as by bisection in double precision") {
    const World world = test::loose_world(31, 100);
    test::Random random(32);
    int hits = 0;
    for (int i = 0; i < test::scaled(4000, 400); ++i) {
        const ShapeGeometry geometry = test::random_geometry(random, 1.0f);
        const Pose pose = test::random_pose(random, 10.0f);
        const Vec2 translation{random.between(-8.0f, 8.0f), random.between(-8.0f, 8.0f)};
        const float gap = random.below(2) == 0 ? 0.0f : 0.02f;
        const auto gap_at = [&](ShapeId shape, double fraction) {
            const Pose there{pose.position + static_cast<float>(fraction) * translation, pose.rotation};
            return test::reference_of(world, shape, geometry, there).separation - static_cast<double>(gap);
        };
        double first = 2.0;
        for (const ConstShapeRef shape : world.shapes()) {
            if (gap_at(shape.id(), 0.0) <= 1e-5) {
                first = -1.0;  // Starts within the gap: another case tests that.
                break;
            }
            constexpr int places = 400;
            const double places_per_metre = places / static_cast<double>(length(translation));
            for (int k = 1; k <= places;) {
                const double left = gap_at(shape.id(), k / double{places});
                if (left <= 0.0) {
                    double low = (k - 1) / double{places};
                    double high = k / double{places};
                    for (int turn = 0; turn < 30; ++turn) {
                        const double middle = 0.5 * (low + high);
                        (gap_at(shape.id(), middle) <= 0.0 ? high : low) = middle;
                    }
                    first = std::min(first, high);
                    break;
                }
                // The distance falls by no more than the way.
                k += std::max(1, static_cast<int>(std::min(left * places_per_metre, double{places})));
            }
        }
        if (first < 0.0) {
            continue;
        }
        const auto hit =
            world.cast_contact(geometry, pose, {.translation = translation, .contacts = {.distance = gap}});
        if (first <= 1.0) {
            ++hits;
            REQUIRE(hit);
            CHECK(std::abs(static_cast<double>(hit->fraction) - first) *
                      static_cast<double>(length(translation)) <
                  2e-4);
            CHECK(dot(hit->contact.normal, translation) < 0.0f);
            CHECK(std::abs(hit->contact.separation - gap) < 5e-5f);
        } else if (hit) {
            // The samples missed a graze.
            CHECK(std::abs(gap_at(hit->contact.shape, static_cast<double>(hit->fraction))) < 1e-4);
        }
    }
    CHECK(hits > test::scaled(80));
}

TEST_CASE("cast_contact: what it touches at the start stops it only against the normal") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    const ShapeId floor = world.create_shape(body, make_box(5.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    const ShapeId wall = world.create_shape(body, make_box(0.5f, 2.0f, Pose{Vec2{3.5f, 2.0f}, Rot{}}));
    const Capsule own{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.2f};
    for (const float height : {0.4f, 0.5f, 0.505f}) {
        const Pose pose{Vec2{0.0f, height}, Rot{}};
        const auto cast = [&](const Vec2& translation) {
            return world.cast_contact(own, pose,
                                      {.translation = translation, .contacts = {.distance = 0.01f}});
        };
        const auto down = cast({0.0f, -1.0f});
        REQUIRE(down);
        CHECK(down->fraction == 0.0f);
        CHECK(down->contact.shape == floor);
        CHECK_FALSE(cast({0.0f, 1.0f}));
        CHECK_FALSE(cast({-2.0f, 0.0f}));
        const auto along = cast({4.0f, 0.0f});
        REQUIRE(along);
        CHECK(along->contact.shape == wall);
        CHECK(along->contact.normal == Vec2{-1.0f, 0.0f});
        CHECK(4.0f * along->fraction == doctest::Approx(2.79f).epsilon(1e-5));
        // A refused contact is as if its shape were not there.
        CHECK_FALSE(world.cast_contact(own, pose,
                                       {.translation = {4.0f, 0.0f}, .contacts = {.distance = 0.01f}},
                                       [&](const ShapeContact& contact) { return contact.shape != wall; }));
    }
}

TEST_CASE("cast_contact: a box that slides over tiles and chains meets nothing") {
    const World world = test::tiled_floor(50);
    World chain;
    const BodyId ground = chain.create_body({.type = BodyType::Static});
    std::vector<Vec2> points;
    for (int i = 50; i >= -1; --i) {
        points.emplace_back(static_cast<float>(i), 0.0f);
    }
    chain.create_chain(ground, {.points = points});
    const World* const worlds[] = {&world, &chain};
    for (const World* const each : worlds) {
        for (int i = 0; i < 400; ++i) {
            const float height = 0.495f + 0.00005f * static_cast<float>(i);
            for (const float way : {40.0f, 0.37f}) {
                CHECK_FALSE(
                    each->cast_contact(make_box(0.3f, 0.5f), Pose{Vec2{1.0f, height}, Rot{}},
                                       {.translation = {way, 0.0f}, .contacts = {.distance = 0.005f}}));
            }
        }
    }
}
