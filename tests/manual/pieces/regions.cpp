// Pieces of docs/manual/regions.md.
#include <drystone/collision/fracture.h>
#include <drystone/collision/regions.h>
#include <drystone/collision/slice.h>
#include <drystone/collision/trace_image.h>
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

using namespace drystone;

TEST_CASE("ground is dug as the page says") {
    World world;
    // [ground]
    Region ground(Outline{{{-20.0f, -5.0f}, {20.0f, -5.0f}, {20.0f, 0.0f}, {-20.0f, 0.0f}}, {}});
    const BodyId body = world.create_body({.type = BodyType::Static});
    const auto rebuild = [&] {
        for (const ShapeRef shape : world[body].shapes()) {
            world.destroy_shape(shape.id());
        }
        for (const Outline& outline : ground.outlines()) {
            world.create_outline(body, outline.points, outline.holes);
        }
    };
    rebuild();
    // [/ground]
    // [crater]
    const auto disc = [](Vec2 center, float radius) {
        std::vector<Vec2> points;
        for (int i = 0; i < 24; ++i) {
            const Rot turn = Rot::from_angle(2.0f * pi * static_cast<float>(i) / 24.0f);
            points.push_back(center + radius * Vec2{turn.c, turn.s});
        }
        return Region(points);
    };
    ground = subtract(ground, disc({3.0f, -0.5f}, 2.0f));
    rebuild();
    // [/crater]
    CHECK(ground.size() == 1);
    CHECK(!ground.contains({3.0f, -1.0f}));
    CHECK(!world.cast_ray({.origin = {3.0f, 1.0f}, .translation = {0.0f, -3.0f}}));
    const auto hit = world.cast_ray({.origin = {3.0f, 1.0f}, .translation = {0.0f, -9.0f}});
    REQUIRE(hit);
    CHECK(hit->point.y == doctest::Approx(-2.5f));
}

TEST_CASE("a plate is sliced as the page says") {
    World world;
    const Outline plate{{{-2.0f, -0.5f}, {2.0f, -0.5f}, {2.0f, 0.5f}, {-2.0f, 0.5f}},
                        {{{-0.5f, -0.2f}, {0.5f, -0.2f}, {0.0f, 0.3f}}}};
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 10.0f}});
    world.create_outline(body, plate.points, plate.holes);
    world[body].set_linear_velocity({3.0f, 0.0f});
    world[body].set_angular_velocity(2.0f);
    const Vec2 momentum = world[body].mass().mass * world[body].linear_velocity();
    // [slice]
    std::vector<BodyId> parts;
    for (const Outline& part : slice(plate, {{-1.0f, -1.0f}, {1.0f, 1.0f}})) {  // in the frame of the body
        const Pose pose = world[body].pose();
        const BodyId own = world.create_body({.position = pose.position, .angle = pose.rotation.angle()});
        world.create_outline(own, part.points, part.holes);
        world[own].set_linear_velocity(world[body].velocity_at(world[own].center_of_mass()));
        world[own].set_angular_velocity(world[body].angular_velocity());
        parts.push_back(own);
    }
    world.destroy_body(body);
    // [/slice]
    REQUIRE(parts.size() == 2);
    Vec2 sum{0.0f, 0.0f};
    for (const BodyId part : parts) {
        sum += world[part].mass().mass * world[part].linear_velocity();
    }
    CHECK(sum.x == doctest::Approx(momentum.x).epsilon(1e-5));
    CHECK(sum.y == doctest::Approx(momentum.y).epsilon(1e-5));
}

TEST_CASE("a wall breaks as the page says") {
    const Region wall(Outline{{{0.0f, 0.0f}, {4.0f, 0.0f}, {4.0f, 2.0f}, {0.0f, 2.0f}}, {}});
    const Vec2 hit{1.0f, 1.0f};
    // [fracture]
    const std::vector<Outline> stones =
        fracture(wall, VoronoiPattern{.cells = 40, .focus = hit, .spread = 0.3f, .seed = 7});
    const std::vector<Outline> bricks = fracture(wall, BrickPattern{.size = {0.5f, 0.25f}});
    const std::vector<Outline> shards = fracture(wall, GlassPattern{.focus = hit, .rays = 14, .rings = 6});
    // [/fracture]
    CHECK(stones.size() == 40);
    CHECK(bricks.size() == 8 * 8 + 4);
    CHECK(shards.size() > 50);
}

TEST_CASE("a picture is traced as the page says") {
    constexpr std::string_view picture =
        "........"
        ".######."
        ".######."
        ".##..##."
        ".##..##."
        ".######."
        ".######."
        "........";
    std::vector<std::uint8_t> alpha;
    for (const char c : picture) {
        alpha.push_back(c == '#' ? 255 : 0);
    }
    const int width = 8;
    const int height = 8;
    // [trace]
    const float metres_per_pixel = 0.25f;
    std::vector<Outline> traced = trace_image(alpha, width, height, {.threshold = 128, .tolerance = 0.5f});
    for (Outline& outline : traced) {
        for (Vec2& point : outline.points) {
            point *= metres_per_pixel;
        }
        for (std::vector<Vec2>& hole : outline.holes) {
            for (Vec2& point : hole) {
                point *= metres_per_pixel;
            }
        }
    }
    // [/trace]
    REQUIRE(traced.size() == 1);
    REQUIRE(traced[0].holes.size() == 1);
    World world;
    const BodyId body = world.create_body({.type = BodyType::Dynamic});
    world.create_outline(body, traced[0].points, traced[0].holes);
    // Corners lose a triangle each to interpolation, and the tolerance is half a pixel.
    CHECK(world[body].mass().mass == doctest::Approx((36.0f - 4.0f) * 0.0625f).epsilon(0.15));
}
