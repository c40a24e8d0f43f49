// Impacts of corners with friction and restitution: the law is integrated in small impulses, without a
// formula.
#include <doctest/doctest.h>

#include "support/world_build.h"

#include <cmath>

using namespace drystone;

namespace {

/// Box that hits level ground with one corner.
struct CornerDrop {
    float angle;
    Vec2 velocity;
    float friction;
    float restitution;
};

/// Motion after the impact.
struct Rebound {
    double x, y, spin;
};

constexpr float half_width = 0.5f;
constexpr float half_height = 0.25f;

/// Returns the lowest corner from the centre.
Vec2 lowest_corner(float angle) {
    Vec2 lowest{0.0f, 1.0f};
    for (const float x : {-half_width, half_width}) {
        for (const float y : {-half_height, half_height}) {
            const Vec2 corner = rotate(Rot::from_angle(angle), Vec2{x, y});
            lowest = corner.y < lowest.y ? corner : lowest;
        }
    }
    return lowest;
}

/// Adds small impulses along the normal, each with the friction of the slip at that moment, until the corner
/// has stopped, then the same normal impulse times the restitution.
Rebound integrate(const CornerDrop& drop, const MassProperties& mass) {
    const Vec2 arm = lowest_corner(drop.angle);
    const auto x = static_cast<double>(arm.x);
    const auto y = static_cast<double>(arm.y);
    Rebound body{static_cast<double>(drop.velocity.x), static_cast<double>(drop.velocity.y), 0.0};
    const auto m = static_cast<double>(mass.mass);
    const auto inertia = static_cast<double>(mass.inertia);
    const auto slip = [&] { return body.x - body.spin * y; };
    const auto push = [&](double along, double across) {
        body.x += across / m;
        body.y += along / m;
        body.spin += (x * along - y * across) / inertia;
    };
    const double stopping = 1.0 / m + y * y / inertia;
    constexpr double small = 2e-6;
    double left = 1e9;
    double normal = 0.0;
    bool approaches = true;
    while (approaches || left > 0.0) {
        push(small, 0.0);
        const double bound = static_cast<double>(drop.friction) * small;
        push(0.0, std::min(std::max(-slip() / stopping, -bound), bound));
        normal += small;
        left -= small;
        if (approaches && body.y + body.spin * x >= 0.0) {
            approaches = false;
            left = static_cast<double>(drop.restitution) * normal;
        }
    }
    return body;
}

}  // namespace

TEST_CASE("law: a corner rebounds as its friction and its restitution demand together") {
    for (const float restitution : {0.3f, 0.7f, 1.0f}) {
        for (const float friction : {0.0f, 0.2f, 0.7f}) {
            for (const float angle : {0.2f, 0.6f, 1.2f, 2.8f}) {
                for (const Vec2 velocity : {Vec2{0.0f, -4.0f}, Vec2{3.0f, -5.0f}, Vec2{-3.0f, -4.0f}}) {
                    const CornerDrop drop{angle, velocity, friction, restitution};
                    CAPTURE(restitution);
                    CAPTURE(friction);
                    CAPTURE(angle);
                    CAPTURE(velocity.x);
                    World world({.gravity = {0.0f, 0.0f}});
                    const BodyId ground = world.create_body({.type = BodyType::Static});
                    world.create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}},
                                       {.material = {.friction = friction}});
                    // Near: the arms are those of the point midway between the surfaces.
                    constexpr float gap = 0.001f;
                    const BodyId box = world.create_body({.position = {0.0f, gap - lowest_corner(angle).y},
                                                          .angle = angle,
                                                          .linear_velocity = velocity});
                    world.create_shape(box, make_box(half_width, half_height),
                                       {.material = {.friction = friction, .restitution = restitution}});
                    const Rebound law = integrate(drop, world[box].mass());
                    world.step(test::dt);
                    CHECK(static_cast<double>(world[box].linear_velocity().x) ==
                          doctest::Approx(law.x).scale(1.0).epsilon(0.02));
                    CHECK(static_cast<double>(world[box].linear_velocity().y) ==
                          doctest::Approx(law.y).scale(1.0).epsilon(0.02));
                    CHECK(static_cast<double>(world[box].angular_velocity()) ==
                          doctest::Approx(law.spin).scale(1.0).epsilon(0.02));
                }
            }
        }
    }
}

TEST_CASE("law: boxes that tumble and bounce on rough ground gain no energy") {
    for (const float friction : {0.2f, 0.6f, 1.2f}) {
        for (const float restitution : {0.5f, 1.0f}) {
            for (const float angle : {0.1f, 0.7f, 1.3f, 2.2f}) {
                CAPTURE(friction);
                CAPTURE(restitution);
                CAPTURE(angle);
                World world({.gravity = {0.0f, -10.0f}});
                const BodyId ground = world.create_body({.type = BodyType::Static});
                world.create_shape(ground, Segment{{-400.0f, 0.0f}, {400.0f, 0.0f}},
                                   {.material = {.friction = friction}});
                const BodyId box = world.create_body({.position = {0.0f, 3.0f},
                                                      .angle = angle,
                                                      .linear_velocity = {2.0f, 0.0f},
                                                      .angular_velocity = -3.0f});
                world.create_shape(box, make_box(half_width, half_height),
                                   {.material = {.friction = friction, .restitution = restitution}});
                const double start = world.energy();
                for (int i = 0; i < 1200; ++i) {
                    world.step(test::dt);
                    CHECK(world.energy() < 1.01 * start);
                }
            }
        }
    }
}
