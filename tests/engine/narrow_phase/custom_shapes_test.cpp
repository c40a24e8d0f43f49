#include <doctest/doctest.h>

#include "support/world_build.h"

#include <drystone/collision/mappings.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// User-defined polygon: only a support mapping.
struct OwnPolygon {
    std::vector<Vec2> points;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return points[static_cast<std::size_t>(
            support_index(points.data(), static_cast<int>(points.size()), direction))];
    }
};

/// Disc with a piece cut off below: a curve and a straight side.
struct CutDisc {
    float radius = 0.5f;
    float floor = -0.3f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 point = radius / length(direction) * direction;
        if (point.y >= floor) {
            return point;
        }
        const float half = std::sqrt(radius * radius - floor * floor);
        return {direction.x >= 0.0f ? half : -half, floor};
    }
};

struct NoNumber {
    [[nodiscard]] Vec2 support(const Vec2&) const { return {std::numeric_limits<float>::quiet_NaN(), 0.0f}; }
};

BodyId add(World& world, const Vec2& position, const CustomShape& shape, float friction = 0.6f,
           float angle = 0.0f) {
    const BodyId body = world.create_body({.type = BodyType::Dynamic, .position = position, .angle = angle});
    world.create_shape(body, shape, {.material = {.friction = friction}});
    return body;
}

}  // namespace

TEST_CASE("custom shapes: a polygon by its mapping is the polygon, to the last bit of its way") {
    const std::vector<Vec2> points{{-0.5f, -0.4f}, {0.6f, -0.5f}, {0.7f, 0.1f}, {0.1f, 0.6f}, {-0.6f, 0.2f}};
    const CustomShape custom{OwnPolygon{points}};
    REQUIRE(custom.is_polygon());
    CHECK(custom.outline().size() == 5);
    const MassProperties mass = custom.mass(2.0f);
    const MassProperties expected = compute_mass(make_hull(points), 2.0f);
    CHECK(mass.mass == doctest::Approx(expected.mass).epsilon(1e-6));
    CHECK(mass.inertia == doctest::Approx(expected.inertia).epsilon(1e-6));
    World worlds[2];
    BodyId bodies[2];
    for (int i = 0; i < 2; ++i) {
        test::add_ground(worlds[i]);
        bodies[i] = worlds[i].create_body({.type = BodyType::Dynamic,
                                           .position = {0.0f, 2.0f},
                                           .linear_velocity = {3.0f, 0.0f},
                                           .angular_velocity = -2.0f});
    }
    worlds[0].create_shape(bodies[0], custom);
    worlds[1].create_shape(bodies[1], custom.polygon());
    for (int i = 0; i < test::scaled(300, 60); ++i) {
        worlds[0].step(dt);
        worlds[1].step(dt);
        REQUIRE(worlds[0][bodies[0]].position() == worlds[1][bodies[1]].position());
    }
    CHECK(worlds[0][worlds[0][bodies[0]].shapes().front()].custom_shape().has_value());
    CHECK_FALSE(worlds[1][worlds[1][bodies[1]].shapes().front()].custom_shape().has_value());
}

TEST_CASE("custom shapes: the outline of a thin shape has all of its corners") {
    for (float half_height = 0.25f; half_height > 1e-5f; half_height *= 0.5f) {
        CAPTURE(half_height);
        const Polygon card = make_box(0.5f, half_height);
        const CustomShape custom{OwnPolygon{{card.vertices().begin(), card.vertices().end()}}};
        REQUIRE(custom.is_polygon());
        CHECK(custom.outline().size() == 4);
        for (const Vec2& vertex : card.vertices()) {
            CHECK(std::count(custom.outline().begin(), custom.outline().end(), vertex) == 1);
        }
        const CustomShape needle{Ellipse{0.5f, half_height}};
        CHECK(needle.outline().size() >= 9);
        CHECK(needle.outline().size() <= 64);
        CHECK(needle.mass(1.0f).mass == doctest::Approx(1.5707963f * half_height).epsilon(1e-4));
    }
}

TEST_CASE("custom shapes: the outline of a shape whose corners crowd together ends") {
    for (int corners = 3; corners < 200; ++corners) {
        for (float radius = 0.5f; radius > 1e-5f; radius *= 0.25f) {
            std::vector<Vec2> points{{1.0f, 0.0f}};
            for (int i = 0; i < corners; ++i) {
                const Rot turn =
                    Rot::from_angle(6.2831853f * static_cast<float>(i) / static_cast<float>(corners));
                points.emplace_back(radius * turn.c, radius * turn.s);
            }
            const CustomShape custom{OwnPolygon{points}};
            CHECK(custom.outline().size() >= 3);
            CHECK(custom.outline().size() <= 64);
        }
    }
}

TEST_CASE("custom shapes: an ellipse at rest stands on its support point, lying flat") {
    for (const float angle : {0.0f, 0.4f, 1.2f}) {
        World world({.sleeping = false});
        test::add_ground(world);
        const BodyId body = add(world, {0.0f, 1.5f}, CustomShape{Ellipse{1.0f, 0.4f}}, 0.6f, angle);
        world[body].set_damping(0.0f, 1.5f);
        test::run(world, test::scaled(1200, 300));
        if (!test::slow_build) {
            // It has come to rest on its flat side, within the slop of the contact.
            CHECK(world[body].position().y == doctest::Approx(0.4f).epsilon(0.02));
            CHECK(std::abs(std::sin(world[body].angle())) < 0.1f);
        }
        // The height is that of the support point, at any angle.
        const Rot turn = Rot::from_angle(world[body].angle());
        const float reach = -dot(Ellipse{1.0f, 0.4f}.support(inverse_rotate(turn, {0.0f, -1.0f})),
                                 inverse_rotate(turn, {0.0f, 1.0f}));
        CHECK(world[body].position().y == doctest::Approx(reach).epsilon(0.02));
    }
}

TEST_CASE("custom shapes: an ellipse rolls as its equation of motion says") {
    // On a rough plane without loss the energy is constant. Compare with a numerical integration in double of
    // E = m (h'^2 + x'^2) / 2 + I w^2 / 2 + m g h, with rolling: x' = -w h, where h(angle) is the support
    // height.
    constexpr double a = 0.6;
    constexpr double b = 0.5;
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    test::add_ground(world, 200.0f, {.friction = 5.0f});
    const BodyId body = world.create_body({.type = BodyType::Dynamic,
                                           .position = {0.0f, 0.5f},
                                           .linear_velocity = {2.0f, 0.0f},
                                           .angular_velocity = -4.0f});
    world.create_shape(body, CustomShape{Ellipse{static_cast<float>(a), static_cast<float>(b)}},
                       {.material = {.friction = 5.0f}});
    const double inertia = 0.25 * (a * a + b * b);
    double angle = 0.0;
    const double speed = 4.0;
    // I_contact(angle) w^2 / 2 + g h(angle) = const, with I_contact = I/m + h^2 + h'(angle)^2.
    const auto height = [&](double t) {
        return std::sqrt(a * a * std::sin(t) * std::sin(t) + b * b * std::cos(t) * std::cos(t));
    };
    const auto slope = [&](double t) { return (a * a - b * b) * std::sin(t) * std::cos(t) / height(t); };
    const auto about_contact = [&](double t) {
        return inertia + height(t) * height(t) + slope(t) * slope(t);
    };
    const double energy = 0.5 * about_contact(0.0) * speed * speed + 10.0 * height(0.0);
    constexpr int steps = 180;
    constexpr int fine = 2000;
    for (int i = 0; i < steps; ++i) {
        world.step(dt, 4);
        for (int k = 0; k < fine; ++k) {
            const double w = std::sqrt(2.0 * (energy - 10.0 * height(angle)) / about_contact(angle));
            angle += w * static_cast<double>(dt) / fine;
        }
    }
    double turned = -static_cast<double>(world[body].angle());
    while (turned < angle - 3.2) {
        turned += 2.0 * static_cast<double>(pi);
    }
    CHECK(std::abs(turned - angle) < 0.02 * angle);
}

TEST_CASE("custom shapes: a straight side carries on two points, and does not rock") {
    World world({.sleeping = false});
    test::add_ground(world);
    const CustomShape shape{CutDisc{}};
    REQUIRE_FALSE(shape.is_polygon());
    REQUIRE(shape.sides().size() == 1);
    CHECK(shape.sides()[0].normal.y == doctest::Approx(-1.0f));
    const BodyId body = add(world, {0.0f, 0.35f}, shape, 0.6f, 0.05f);
    test::run(world, 300);
    CHECK(std::abs(world[body].angle()) < 1e-3f);
    int points = 0;
    world.visit_contacts([&](const ContactView& contact) { points += contact.count; });
    CHECK(points == 2);
    // A box on top of it, upside down, also stays there.
    const BodyId upside = add(world, {5.0f, 0.5f}, shape, 0.6f, pi);
    world[upside].set_type(BodyType::Static);
    const BodyId box = test::add_box(world, {5.0f, 0.5f + 0.3f + 0.25f}, 0.3f, 0.25f);
    test::run(world, 300);
    CHECK(world[box].position().y == doctest::Approx(1.05f).epsilon(0.01));
    CHECK(std::abs(world[box].angle()) < 2e-3f);
}

TEST_CASE("custom shapes: every shape of the collision library falls, collides and comes to rest") {
    World world;
    const BodyId pit = world.create_body({.type = BodyType::Static});
    world.create_shape(pit, Segment{{-8.0f, 0.0f}, {8.0f, 0.0f}});
    world.create_shape(pit, Segment{{-8.0f, 0.0f}, {-8.0f, 30.0f}});
    world.create_shape(pit, Segment{{8.0f, 0.0f}, {8.0f, 30.0f}});
    const std::vector<Vec2> cloud{{0.0f, 0.0f}, {0.6f, 0.1f}, {0.2f, 0.7f}, {0.3f, 0.3f}, {-0.2f, 0.4f}};
    const std::vector<CustomShape> shapes{
        CustomShape{Ellipse{0.6f, 0.3f}},
        CustomShape{Superellipse{0.5f, 0.4f, 4.0f}},
        CustomShape{Superellipse{0.5f, 0.5f, 1.0f}},
        CustomShape{HullOf{Circle{{-0.4f, 0.0f}, 0.35f}, Circle{{0.4f, 0.0f}, 0.15f}}},
        CustomShape{HullOf{Circle{{-0.3f, 0.0f}, 0.3f}, Circle{{0.3f, 0.0f}, 0.3f}}},
        CustomShape{MinkowskiSum{make_box(0.3f, 0.2f), Ellipse{0.2f, 0.1f}}},
        CustomShape{MinkowskiSum{make_box(0.2f, 0.2f), make_regular_polygon(3, 0.3f)}},
        CustomShape{PointCloud{cloud}},
        CustomShape{Triangle{{-0.4f, -0.3f}, {0.4f, -0.3f}, {0.0f, 0.5f}}},
        CustomShape{Rounded{Triangle{{-0.3f, -0.2f}, {0.3f, -0.2f}, {0.0f, 0.3f}}, 0.1f}},
        CustomShape{make_regular_polygon(40, 0.45f)},
        CustomShape{Circle{{0.0f, 0.0f}, 0.4f}},
        CustomShape{CutDisc{}}};
    std::vector<BodyId> bodies;
    for (int i = 0; i < 78; ++i) {
        const CustomShape& shape = shapes[static_cast<std::size_t>(i) % shapes.size()];
        bodies.push_back(
            add(world, {-6.5f + 1.3f * static_cast<float>(i % 11), 1.0f + 1.3f * static_cast<float>(i / 11)},
                shape, 0.6f, 0.3f * static_cast<float>(i)));
    }
    for (int i = 0; i < test::scaled(900, 600); ++i) {
        world.step(dt);
    }
    world.validate();
    CHECK(test::all_finite(world));
    CHECK(test::worst_penetration(world) < 0.03f);
    for (const BodyId body : bodies) {
        // The origin of a cut disc is on its flat side.
        CHECK(world[body].position().y > -0.03f);
        CHECK(std::abs(world[body].position().x) < 8.0f);
    }
    CHECK(test::max_speed(world) < 0.5f);
}

TEST_CASE("custom shapes: mass, boxes and queries are those of the shape itself") {
    World world({.gravity = {0.0f, 0.0f}});
    const Ellipse ellipse{2.0f, 0.5f};
    const BodyId body = add(world, {3.0f, 1.0f}, CustomShape{ellipse}, 0.6f, 0.5f);
    const ShapeId shape = world[body].shapes().front();
    const double area = static_cast<double>(pi) * 2.0 * 0.5;
    CHECK(static_cast<double>(world[body].mass().mass) == doctest::Approx(area).epsilon(1e-5));
    CHECK(static_cast<double>(world[body].mass().inertia) ==
          doctest::Approx(area * 4.25 / 4.0).epsilon(1e-4));
    const Pose pose = world[body].pose();
    const Aabb box = world[shape].aabb();
    const float expected =
        std::sqrt(std::pow(2.0f * pose.rotation.c, 2.0f) + std::pow(0.5f * pose.rotation.s, 2.0f));
    CHECK(box.upper.x == doctest::Approx(3.0f + expected).epsilon(1e-5));
    test::Random random(3);
    for (int i = 0; i < 200; ++i) {
        const Vec2 local{random.between(-3.0f, 3.0f), random.between(-1.5f, 1.5f)};
        const Vec2 point = transform(pose, local);
        const float level = local.x * local.x / 4.0f + local.y * local.y / 0.25f;
        if (std::abs(level - 1.0f) > 1e-3f) {
            CHECK(world[shape].contains(point) == (level < 1.0f));
        }
        if (level < 1.1f) {
            continue;
        }
        // A ray to the middle hits the ellipse where the level along it is one.
        const std::optional<RayHit> hit =
            world.cast_ray({.origin = point, .translation = pose.position - point});
        REQUIRE(hit.has_value());
        CHECK(hit->fraction == doctest::Approx(1.0f - 1.0f / std::sqrt(level)).epsilon(1e-4));
        const NearestPoint near = world[shape].closest_point(point);
        const Vec2 on = inverse_transform(pose, near.point);
        CHECK(on.x * on.x / 4.0f + on.y * on.y / 0.25f == doctest::Approx(1.0f).epsilon(1e-3));
        const RayCast thick{.origin = point, .translation = pose.position - point, .radius = 0.1f};
        CHECK(world.cast_ray(thick)->fraction < hit->fraction);
    }
}

TEST_CASE("custom shapes: a fast one is stopped by a thin wall") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId wall = world.create_body({.type = BodyType::Static, .position = {20.0f, 0.0f}});
    world.create_shape(wall, make_box(0.02f, 10.0f));
    const BodyId body = add(world, {0.0f, 0.0f}, CustomShape{Ellipse{0.3f, 0.15f}});
    world[body].set_linear_velocity({300.0f, 0.0f});
    test::run(world, 60);
    CHECK(world[body].position().x < 20.0f);
}

TEST_CASE("custom shapes: the same bits with any number of threads and in any instruction set") {
    const auto hash = [](int threads, SimdTarget target) {
        World world({.threads = threads, .simd = target});
        test::add_ground(world);
        for (int i = 0; i < 60; ++i) {
            const Vec2 at{-5.0f + static_cast<float>(i % 10), 0.6f + static_cast<float>(i / 10)};
            i % 3 == 0 ? add(world, at, CustomShape{Ellipse{0.5f, 0.25f}})
                       : (i % 3 == 1 ? add(world, at, CustomShape{CutDisc{}})
                                     : test::add_box(world, at, 0.3f, 0.3f));
        }
        test::run(world, test::scaled(150, 30));
        return world.state_hash();
    };
    const std::uint64_t expected = hash(1, simd_targets().front());
    CHECK(hash(2, simd_targets().front()) == expected);
    CHECK(hash(3, simd_targets().back()) == expected);
}

TEST_CASE("custom shapes: a shape turns into one and back in its place, with its mass and its contacts") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId body = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.density = 2.0f});
    const ShapeId shape = world[body].shapes()[0];
    test::run(world, 30);
    const CustomShape ellipse{Ellipse{1.0f, 0.4f}};
    world[shape].set_geometry(ellipse);
    CHECK(world.is_valid(shape));
    REQUIRE(world[shape].custom_shape());
    CHECK(world[body].mass().mass == doctest::Approx(2.0 * 3.14159265 * 1.0 * 0.4).epsilon(1e-4));
    CHECK(world[shape].aabb().upper.x - world[body].position().x == doctest::Approx(1.0));
    world.validate();
    test::run(world, 120);
    // Its support point is on the ground.
    CHECK(world[body].position().y == doctest::Approx(0.4).epsilon(0.01));
    world[shape].set_geometry(make_box(0.5f, 0.5f));
    CHECK_FALSE(world[shape].custom_shape());
    CHECK(world[body].mass().mass == doctest::Approx(2.0));
    test::run(world, 120);
    CHECK(world[body].position().y == doctest::Approx(0.5).epsilon(0.01));
    world.validate();
}

TEST_CASE("custom shapes: misuse is refused") {
    CHECK_THROWS_AS(CustomShape{NoNumber{}}, Error);
    CHECK_THROWS_AS((CustomShape{Point{{1.0f, 2.0f}}}), Error);
    for (const Vec2& sign : {Vec2{-1.0f, -1.0f}, Vec2{-1.0f, 1.0f}, Vec2{1.0f, -1.0f}}) {
        const auto corner = [sign](const Vec2& d) {
            return Vec2{d.x < 0.0f ? -sign.x : sign.x, d.y < 0.0f ? -sign.y : sign.y};
        };
        CHECK_THROWS_AS(CustomShape{CallableShape{corner}}, Error);
    }
    // These are no support mappings of convex shapes; the constructor returns nevertheless.
    int calls = 0;
    const auto try_shape = [](const auto& support) {
        try {
            const CustomShape shape{CallableShape{support}};
        } catch (const Error&) {
        }
    };
    try_shape([&calls](const Vec2& d) {
        ++calls;
        const auto at = [&](int k) { return static_cast<float>((calls * k) % 1009) / 1009.0f; };
        return 0.1f * Vec2{at(613), at(277)} + d / length(d);
    });
    try_shape([&calls](const Vec2& d) {
        ++calls;
        return Vec2{d.x / (1e-3f + std::abs(d.y)), d.y / (1e-3f + std::abs(d.x))};
    });
    CHECK(calls < 100000);
    CHECK_THROWS_AS((CustomShape{Segment{{0.0f, 0.0f}, {1.0f, 0.0f}}}), Error);
    World world;
    CHECK_THROWS_AS(world.create_shape({}, CustomShape{Ellipse{1.0f, 1.0f}}), Error);
    const BodyId body = world.create_body({.type = BodyType::Static});
    CHECK_THROWS_AS(world.create_shape(body, CustomShape{Ellipse{1.0f, 1.0f}}, {.density = -1.0f}), Error);
    CHECK(world.shapes().empty());
}
