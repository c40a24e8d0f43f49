#include <doctest/doctest.h>

#include "support/level_floor.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

using namespace drystone;
using test::check_level_slide;
using test::dt;
using test::internal_edges_of;
using test::Slider;
using test::sliders;

namespace {

using Layer = void (*)(World& world);

void lay_tiles(World& world) {
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < 60; ++i) {
        world.create_shape(ground,
                           make_box(0.5f, 0.5f, Pose{Vec2{static_cast<float>(i) + 0.5f, -0.5f}, Rot{}}),
                           {.material = {.friction = 0.0f}});
    }
}

/// Makes tiles of several widths on separate bodies, above others, so that corners lie on edges.
void lay_uneven_tiles(World& world) {
    float x = 0.0f;
    for (int i = 0; x < 60.0f; ++i) {
        const float half = 0.15f + 0.1f * static_cast<float>(i * 7 % 5);
        const BodyId tile = world.create_body({.type = BodyType::Static, .position = {x + half, -0.25f}});
        world.create_shape(tile, make_box(half, 0.25f), {.material = {.friction = 0.0f}});
        const BodyId below = world.create_body({.type = BodyType::Static, .position = {x, -1.0f}});
        world.create_shape(below, make_box(half + 0.1f, 0.5f), {.material = {.friction = 0.0f}});
        x += 2.0f * half;
    }
}

void lay_overlapping_tiles(World& world) {
    for (int i = 0; i < 60; ++i) {
        const BodyId tile =
            world.create_body({.type = BodyType::Static, .position = {static_cast<float>(i) + 0.5f, -0.5f}});
        world.create_shape(tile, make_box(0.55f, 0.5f), {.material = {.friction = 0.0f}});
    }
}

void lay_segments(World& world) {
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < 60; ++i) {
        const auto x = static_cast<float>(i);
        // Some from right to left.
        const Segment segment =
            i % 3 == 0 ? Segment{{x + 1.0f, 0.0f}, {x, 0.0f}} : Segment{{x, 0.0f}, {x + 1.0f, 0.0f}};
        world.create_shape(ground, segment, {.material = {.friction = 0.0f}});
    }
}

/// Makes segments and tiles in turn.
void lay_mixed(World& world) {
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < 60; ++i) {
        const auto x = static_cast<float>(i);
        if (i % 2 == 0) {
            world.create_shape(ground, Segment{{x, 0.0f}, {x + 1.0f, 0.0f}},
                               {.material = {.friction = 0.0f}});
        } else {
            world.create_shape(ground, make_box(0.5f, 0.5f, Pose{Vec2{x + 0.5f, -0.5f}, Rot{}}),
                               {.material = {.friction = 0.0f}});
        }
    }
}

struct Floor {
    const char* name;
    Layer lay;
};

}  // namespace

TEST_CASE("internal edges: nothing is felt where static shapes make a level floor") {
    const Floor floors[] = {{"tiles", lay_tiles},
                            {"uneven tiles", lay_uneven_tiles},
                            {"overlapping tiles", lay_overlapping_tiles},
                            {"segments", lay_segments},
                            {"mixed", lay_mixed}};
    for (const Floor& floor : floors) {
        for (const Slider& slider : sliders()) {
            for (const float speed : {0.8f, 7.0f, 40.0f}) {
                for (const float phase : {0.0f, 0.27f}) {
                    CAPTURE(std::string(floor.name));
                    CAPTURE(std::string(slider.name));
                    CAPTURE(speed);
                    CAPTURE(phase);
                    World world({.sleeping = false});
                    floor.lay(world);
                    check_level_slide(world, slider, 2.0f + phase, speed, speed, 50.0f);
                }
            }
        }
    }
}

TEST_CASE("internal edges: a disc rolls over tiles as it does over one long box") {
    for (const float speed : {1.0f, 6.0f}) {
        World worlds[2];
        BodyId discs[2];
        for (int k = 0; k < 2; ++k) {
            const BodyId ground = worlds[k].create_body({.type = BodyType::Static});
            const ShapeDefinition rough{.material = {.friction = 1.0f}};
            for (int i = 0; k == 0 && i < 60; ++i) {
                const Vec2 center{static_cast<float>(i) + 0.5f, -0.5f};
                worlds[k].create_shape(ground, make_box(0.5f, 0.5f, Pose{center, Rot{}}), rough);
            }
            if (k == 1) {
                worlds[k].create_shape(ground, make_box(100.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}), rough);
            }
            discs[k] = worlds[k].create_body({.type = BodyType::Dynamic,
                                              .position = {1.5f, 0.5f},
                                              .linear_velocity = {speed, 0.0f},
                                              .angular_velocity = -2.0f * speed});
            worlds[k].create_shape(discs[k], Circle{{0.0f, 0.0f}, 0.5f}, rough);
        }
        // A disc sinks by 25 um on each new tile until the contact has settled, so it is compared in every
        // step.
        double linear_difference = 0.0;
        double angular_difference = 0.0;
        for (int i = 0; i < test::scaled(400, 60); ++i) {
            test::run(worlds[0], 1);
            test::run(worlds[1], 1);
            linear_difference = std::max(
                linear_difference, static_cast<double>(std::abs(worlds[0][discs[0]].linear_velocity().x -
                                                                worlds[1][discs[1]].linear_velocity().x)));
            angular_difference = std::max(
                angular_difference, static_cast<double>(std::abs(worlds[0][discs[0]].angular_velocity() -
                                                                 worlds[1][discs[1]].angular_velocity())));
        }
        CHECK(length(worlds[0][discs[0]].position() - worlds[1][discs[1]].position()) < 1e-3f);
        CHECK(linear_difference < 2e-5 * speed);
        CHECK(angular_difference < 3e-5 * 2.0 * speed);
    }
}

TEST_CASE("internal edges: a wall on tiles and a step up still stop, and an edge lets fall") {
    for (const Slider& slider : sliders()) {
        CAPTURE(std::string(slider.name));
        World world({.sleeping = false});
        lay_tiles(world);
        const BodyId wall = world.create_body({.type = BodyType::Static, .position = {20.0f, 1.0f}});
        world.create_shape(wall, make_box(0.5f, 1.0f), {.material = {.friction = 0.0f}});
        const auto send = [&](const Vec2& at, float speed) {
            const BodyId body = world.create_body(
                {.type = BodyType::Dynamic, .position = at, .linear_velocity = {speed, 0.0f}});
            world.create_shape(body, slider.geometry, {.material = {.friction = 0.0f}});
            return body;
        };
        const BodyId towards_wall = send({10.0f, 0.5f}, 5.0f);
        const BodyId off_the_end = send({57.0f, 0.5f}, 5.0f);
        test::run(world, 180);
        CHECK(world[towards_wall].position().x < 19.5f);
        CHECK(world[towards_wall].position().x > 18.0f);
        CHECK(world[towards_wall].position().y == doctest::Approx(0.5f).epsilon(0.02));
        CHECK(world[off_the_end].position().y < -3.0f);
        CHECK(world[off_the_end].position().x > 60.0f);
    }
}

TEST_CASE("internal edges: what falls onto tiles is held, wherever it falls and however it is turned") {
    World world;
    lay_uneven_tiles(world);
    test::Random random(11);
    std::vector<BodyId> bodies;
    for (int i = 0; i < 30; ++i) {
        const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                               .position = {4.0f + 1.75f * static_cast<float>(i), 1.5f},
                                               .angle = random.between(-3.0f, 3.0f),
                                               .linear_velocity = {0.0f, random.between(-15.0f, 0.0f)}});
        world.create_shape(body, sliders()[static_cast<std::size_t>(random.below(5))].geometry);
        bodies.push_back(body);
    }
    for (int i = 0; i < test::scaled(300, 60); ++i) {
        world.step(dt);
    }
    world.validate();
    for (const BodyId body : bodies) {
        CHECK(world[body].position().y > 0.2f);
    }
    CHECK(test::worst_penetration(world) < 0.02f);
}

TEST_CASE("internal edges: tiles that come and go under what rests on them") {
    World world;
    std::vector<BodyId> tiles;
    const auto lay = [&](int i) {
        const BodyId tile =
            world.create_body({.type = BodyType::Static, .position = {static_cast<float>(i) + 0.5f, -0.5f}});
        return std::pair{tile, world.create_shape(tile, make_box(0.5f, 0.5f))};
    };
    const auto [first, first_shape] = lay(0);
    const BodyId box = test::add_box(world, {0.5f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 60);
    CHECK(internal_edges_of(world, first_shape) == nullptr);
    const float before = world[box].position().y;
    const auto [second, second_shape] = lay(1);
    const auto [third, third_shape] = lay(-1);
    test::run(world, 60);
    REQUIRE(internal_edges_of(world, first_shape) != nullptr);
    // A box's faces are numbered -y, +x, +y, -x.
    CHECK(internal_edges_of(world, first_shape)->hidden == 0b1010u);
    CHECK(internal_edges_of(world, first_shape)->edges.size() == 2);
    CHECK(internal_edges_of(world, second_shape)->hidden == 0b1000u);
    CHECK(std::abs(world[box].position().y - before) < 1e-4f);
    world.destroy_body(second);
    world[third].set_pose({-0.5f, -0.6f}, 0.0f);
    test::run(world, 2);
    CHECK(internal_edges_of(world, first_shape)->hidden == 0u);
    world[third].set_pose({-0.5f, -0.5f}, 0.0f);
    world.step(dt);
    CHECK(internal_edges_of(world, first_shape)->hidden == 0b1000u);
    world[third_shape].set_filter({.category = 2});
    world.step(dt);
    CHECK(internal_edges_of(world, first_shape) == nullptr);
    world[third_shape].set_filter({});
    world.step(dt);
    CHECK(internal_edges_of(world, first_shape) != nullptr);
    world[third].set_enabled(false);
    world.step(dt);
    CHECK(internal_edges_of(world, first_shape) == nullptr);
    world.validate();
    CHECK(std::abs(world[box].position().y - before) < 1e-3f);
}

namespace {

/// Corners of a static polygon in the world.
struct Placed {
    ShapeId shape;
    std::vector<Vec2d> corners;
};

std::vector<Placed> place_polygons(const World& world) {
    std::vector<Placed> placed;
    for (const ShapeId shape : world.shapes()) {
        const ShapeGeometry geometry = world[shape].geometry();
        if (const auto* const polygon = std::get_if<Polygon>(&geometry)) {
            placed.push_back({shape, {}});
            for (const Vec2& vertex : polygon->vertices()) {
                placed.back().corners.emplace_back(
                    to_double(transform(world[world[shape].body()].pose(), vertex)));
            }
        }
    }
    return placed;
}

/// Returns whether a polygon contains the point, within a small tolerance.
bool holds(const Placed& polygon, const Vec2d& point) {
    const std::size_t count = polygon.corners.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2d way = normalized(polygon.corners[(i + 1) % count] - polygon.corners[i]);
        const Vec2d to = point - polygon.corners[i];
        if (way.x * to.y - way.y * to.x <= -1.5e-4) {
            return false;
        }
    }
    return true;
}

/// Returns the covered length of a face, from samples slightly outside of it.
double covered_length(const std::vector<Placed>& all, const Placed& own, std::size_t face) {
    const Vec2d& p = own.corners[face];
    const Vec2d& q = own.corners[(face + 1) % own.corners.size()];
    const double length = drystone::length(q - p);
    const Vec2d way = (q - p) / length;
    constexpr int samples = 200;
    int covered = 0;
    for (int i = 0; i < samples; ++i) {
        const Vec2d at = p + length * (i + 0.5) / samples * way +
                         static_cast<double>(internal_edge_tolerance) * Vec2d{way.y, -way.x};
        covered += std::any_of(all.begin(), all.end(), [&](const Placed& other) {
            return other.shape != own.shape && holds(other, at);
        });
    }
    return length * covered / samples;
}

void check_against_samples(World& world) {
    const std::vector<Placed> all = place_polygons(world);
    for (const Placed& polygon : all) {
        const InternalEdges* const internal_edges = internal_edges_of(world, polygon.shape);
        for (std::size_t face = 0; face < polygon.corners.size(); ++face) {
            const std::size_t next = (face + 1) % polygon.corners.size();
            const double length = drystone::length(polygon.corners[next] - polygon.corners[face]);
            double active = internal_edges == nullptr ? length : 0.0;
            int stretches = 0;
            for (const ActiveEdge& edge :
                 internal_edges == nullptr ? std::vector<ActiveEdge>{} : internal_edges->edges) {
                if (edge.face == static_cast<int>(face)) {
                    active += static_cast<double>(drystone::length(edge.segment.b - edge.segment.a));
                    ++stretches;
                }
            }
            // The samples are a 200th of the length apart, and ends within the tolerance count as covered.
            const double tolerance = 5.0 * static_cast<double>(internal_edge_tolerance) + length / 50.0;
            CAPTURE(polygon.shape.index1);
            CAPTURE(face);
            CHECK(std::abs(length - covered_length(all, polygon, face) - active) < tolerance);
            const bool hidden = internal_edges != nullptr && ((internal_edges->hidden >> face) & 1) != 0;
            CHECK(hidden == (active == 0.0));
            CHECK(stretches < 4);
        }
    }
}

}  // namespace

TEST_CASE("internal edges: what is covered is what a naive search finds, in random layouts that change") {
    for (std::uint32_t seed = 1; seed <= 8; ++seed) {
        test::Random random(seed);
        World world;
        std::vector<BodyId> bodies;
        // A large number of new shapes is handled in bulk.
        const int count = seed <= 6 ? 25 : 100;
        const auto add = [&] {
            // On a grid, so that many are flush, with some offset and some turned by a right angle.
            const float x = 0.5f * static_cast<float>(random.below(count / 2));
            const float y = 0.5f * static_cast<float>(random.below(6));
            const float off = random.below(5) == 0 ? random.between(-0.2f, 0.2f) : 0.0f;
            const BodyId body = world.create_body({.type = BodyType::Static,
                                                   .position = {x + off, y},
                                                   .angle = random.below(3) == 0 ? 0.5f * pi : 0.0f});
            switch (random.below(4)) {
                case 0: world.create_shape(body, make_box(0.5f, 0.25f)); break;
                case 1: world.create_shape(body, make_box(0.25f, 0.25f)); break;
                case 2:
                    world.create_shape(body, make_polygon({{-0.5f, -0.25f}, {0.5f, -0.25f}, {-0.5f, 0.25f}}));
                    break;
                default: world.create_shape(body, Segment{{-0.5f, 0.0f}, {0.5f, 0.0f}}); break;
            }
            bodies.push_back(body);
        };
        for (int i = 0; i < count; ++i) {
            add();
        }
        for (int round = 0; round < test::scaled(8, 3); ++round) {
            world.step(dt);
            check_against_samples(world);
            for (int k = 0; k < 3; ++k) {
                const auto pick = static_cast<std::size_t>(random.below(static_cast<int>(bodies.size())));
                if (random.below(3) == 0) {
                    const Vec2 at = world[bodies[pick]].position();
                    world[bodies[pick]].set_pose(at + Vec2{0.5f, 0.0f}, 0.0f);
                } else {
                    world.destroy_body(bodies[pick]);
                    bodies.erase(bodies.begin() + static_cast<std::ptrdiff_t>(pick));
                    add();
                }
            }
        }
    }
}

TEST_CASE("internal edges: static shapes that nothing covers stay in the lanes") {
    World world;
    const BodyId ground = world.create_body({.type = BodyType::Static});
    const ShapeId floor = world.create_shape(ground, make_box(10.0f, 0.5f, Pose{Vec2{0.0f, -0.5f}, Rot{}}));
    const ShapeId shelf = world.create_shape(ground, make_box(1.0f, 0.1f, Pose{Vec2{4.0f, 2.0f}, Rot{}}));
    const ShapeId line = world.create_shape(ground, Segment{{-4.0f, 1.0f}, {-2.0f, 1.0f}});
    test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    test::run(world, 5);
    for (const ShapeId shape : {floor, shelf, line}) {
        CHECK(internal_edges_of(world, shape) == nullptr);
    }
    for (const Contact& contact : test::state_of(world).stores.contacts.contacts) {
        CHECK(contact.kind == ContactKind::Boxes);
    }
}

TEST_CASE("internal edges: the same bits with any number of threads and in any instruction set") {
    const auto hash = [](int threads, SimdTarget target) {
        World world({.threads = threads, .simd = target});
        lay_uneven_tiles(world);
        lay_segments(world);
        for (int i = 0; i < 80; ++i) {
            const BodyId body = world.create_body(
                {.type = BodyType::Dynamic,
                 .position = {3.0f + 0.6f * static_cast<float>(i % 40), 0.7f + static_cast<float>(i / 40)},
                 .angle = 0.1f * static_cast<float>(i),
                 .linear_velocity = {1.0f, 0.0f}});
            world.create_shape(body, sliders()[static_cast<std::size_t>(i % 5)].geometry);
        }
        test::run(world, test::scaled(150, 30));
        return world.state_hash();
    };
    const SimdTarget widest = simd_targets().back();
    const std::uint64_t expected = hash(1, simd_targets().front());
    CHECK(hash(2, widest) == expected);
    CHECK(hash(3, widest) == expected);
}
