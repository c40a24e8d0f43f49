#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::add_static;

namespace {

constexpr int link_count = 12;
constexpr double link_mass = 2.0;
constexpr double link_inertia = link_mass * (1.0 + 0.04) / 12.0;
constexpr double ball_radius = 0.8;
constexpr double gravity = 10.0;

/// Light links, hinged to the ground at both ends, that sag in the shape of a V, and a ball above them.
struct Bridge {
    Bridge(World& target, float x, double ratio, float drop) : world(target), ball_mass(ratio * link_mass) {
        const BodyId ground = add_static(world);
        const float cosine = 0.98f;
        const float sine = std::sqrt(1.0f - cosine * cosine);
        const auto point = [&](int i) {
            const float from_middle = static_cast<float>(i) - 0.5f * link_count;
            return Vec2{x + cosine * from_middle, sine * (std::abs(from_middle) - 0.5f * link_count)};
        };
        BodyId last = ground;
        for (int i = 0; i < link_count; ++i) {
            const Vec2 way = point(i + 1) - point(i);
            const BodyId link = world.create_body({.type = BodyType::Dynamic,
                                                   .position = 0.5f * (point(i) + point(i + 1)),
                                                   .angle = arc_tangent(way.y, way.x)});
            world.create_shape(link, make_box(0.5f, 0.1f), {.density = 10.0f});
            pin(last, link, point(i));
            links.push_back(link);
            last = link;
        }
        pin(last, ground, point(link_count));
        const float top = point(link_count / 2).y + 0.18f + static_cast<float>(ball_radius) + drop;
        ball = world.create_body({.type = BodyType::Dynamic, .position = {x + 0.2f, top}});
        const double area = 3.14159265358979 * ball_radius * ball_radius;
        world.create_shape(ball, Circle{.radius = static_cast<float>(ball_radius)},
                           {.density = static_cast<float>(ball_mass / area)});
    }

    void pin(BodyId a, BodyId b, const Vec2& at) {
        joints.push_back(world.create_joint(
            a, b, RevoluteJoint{.anchor_a = world[a].local_point(at), .anchor_b = world[b].local_point(at)}));
    }
    /// Returns the kinetic and potential energy [J], of masses computed from the shapes.
    [[nodiscard]] double energy() const {
        double sum = energy_of(ball, ball_mass, 0.5 * ball_mass * ball_radius * ball_radius);
        for (const BodyId link : links) {
            sum += energy_of(link, link_mass, link_inertia);
        }
        return sum;
    }
    [[nodiscard]] double energy_of(BodyId body, double mass, double inertia) const {
        const Vec2 velocity = world[body].linear_velocity();
        const auto x = static_cast<double>(velocity.x);
        const auto y = static_cast<double>(velocity.y);
        const auto spin = static_cast<double>(world[body].angular_velocity());
        return 0.5 * mass * (x * x + y * y) + 0.5 * inertia * spin * spin +
               mass * gravity * static_cast<double>(world[body].position().y);
    }
    [[nodiscard]] float gap() const {
        float widest = 0.0f;
        for (const JointId joint : joints) {
            widest = std::max(widest, world[joint].state().linear_separation);
        }
        return widest;
    }

    World& world;
    double ball_mass;
    BodyId ball;
    std::vector<BodyId> links;
    std::vector<JointId> joints;
};

WorldDefinition awake() { return test::without_sleep({0.0f, static_cast<float>(-gravity)}); }

}  // namespace

TEST_CASE("loaded mechanisms: a bridge keeps its joints closed and gains no energy") {
    for (const double ratio : {16.0, 100.0, 300.0}) {
        for (const float drop : {0.0f, 2.0f}) {
            World world(awake());
            const Bridge bridge(world, 0.0f, ratio, drop);
            const double start = bridge.energy();
            for (int i = 0; i < 240; ++i) {
                world.step(1.0f / 60.0f);
                CHECK(bridge.gap() < 5e-5f);
                CHECK(bridge.energy() < start + 1e-4 * bridge.ball_mass * gravity);
            }
            CHECK(world[bridge.ball].position().y > -4.0f);
        }
    }
}

TEST_CASE("loaded mechanisms: motion does not depend on mechanisms elsewhere") {
    World alone(awake());
    World crowd(awake());
    const Bridge one(alone, 0.0f, 100.0, 2.0f);
    const Bridge same(crowd, 0.0f, 100.0, 2.0f);
    const Bridge light(crowd, 40.0f, 20.0, 1.0f);
    const Bridge heavy(crowd, -40.0f, 300.0, 0.0f);
    for (int i = 0; i < 120; ++i) {
        alone.step(1.0f / 60.0f);
        crowd.step(1.0f / 60.0f);
        CHECK(alone[one.ball].position() == crowd[same.ball].position());
        for (std::size_t k = 0; k < one.links.size(); ++k) {
            CHECK(alone[one.links[k]].position() == crowd[same.links[k]].position());
            CHECK(alone[one.links[k]].angle() == crowd[same.links[k]].angle());
        }
    }
}

TEST_CASE("A heavy disc bounces off a light one on an axis as off a free one") {
    for (const float ratio : {4.0f, 9.0f, 30.0f}) {
        for (const float restitution : {0.5f, 1.0f}) {
            CAPTURE(ratio);
            CAPTURE(restitution);
            World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
            const BodyId ground = add_static(world);
            const Material material{.friction = 0.0f, .restitution = restitution};
            const BodyId light = test::add_disc(world, {0.0f, 0.0f}, 0.5f, {.material = material});
            world.create_joint(ground, light, PrismaticJoint{.axis_a = {0.0f, 1.0f}});
            const BodyId disc =
                test::add_disc(world, {0.0f, 2.0f}, 0.5f, {.density = ratio, .material = material});
            constexpr float speed = 5.0f;
            world[disc].set_linear_velocity({0.0f, -speed});
            test::run(world, 30);
            // Momentum is conserved along the axis.
            const float shared = (1.0f + restitution) * speed / (1.0f + ratio);
            CHECK(world[light].linear_velocity().y == doctest::Approx(-shared * ratio).epsilon(1e-3));
            CHECK(world[disc].linear_velocity().y == doctest::Approx(shared - speed).epsilon(1e-3));
        }
    }
}
