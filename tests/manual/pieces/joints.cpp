// Pieces of docs/manual/joints.md: a joint of each kind.
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cmath>

using namespace drystone;

namespace {

/// A static body at the origin, and two boxes of 1 kg and 1/6 kg m^2.
struct Bench {
    World world{{.gravity = {0.0f, -10.0f}}};
    BodyId ground = world.create_body({.type = BodyType::Static});

    BodyId box_at(Vec2 position) {
        const BodyId body = world.create_body({.position = position});
        world.create_shape(body, make_box(0.5f, 0.5f));
        return body;
    }
    void run(float seconds) {
        const long steps = std::lround(seconds * 60.0f);
        for (long i = 0; i < steps; ++i) {
            world.step(1.0f / 60.0f);
        }
    }
};

}  // namespace

TEST_CASE_FIXTURE(Bench, "distance joint: rod, rope, spring") {
    const BodyId bob = box_at({0.0f, -2.0f});
    const BodyId dog = box_at({5.0f, 0.0f});
    const BodyId scale = box_at({10.0f, -1.0f});
    // [distance]
    const JointId rod = world.create_joint(ground, bob, DistanceJoint{.length = 2.0f});
    const JointId leash = world.create_joint(
        ground, dog, DistanceJoint{.anchor_a = {5.0f, 0.0f}, .limit = JointLimit{0.0f, 3.0f}});
    const JointId spring = world.create_joint(
        ground, scale,
        DistanceJoint{.anchor_a = {10.0f, 0.0f},
                      .spring = JointSpring{.frequency = 1.0f, .damping_ratio = 0.5f, .target = 1.0f}});
    // [/distance]
    run(10.0f);
    CHECK(world[rod].state().translation == doctest::Approx(2.0f).epsilon(1e-3));
    CHECK(world[rod].state().force.y == doctest::Approx(10.0f).epsilon(1e-2));  // carries 1 kg
    CHECK(world[leash].state().translation == doctest::Approx(3.0f).epsilon(1e-3));
    // m g / k, with k = m (2 pi f)^2, is 0.253 m; the header says how much a sub-step takes off.
    CHECK(world[spring].state().translation == doctest::Approx(1.0f + 0.2533f).epsilon(0.01));
}

TEST_CASE_FIXTURE(Bench, "revolute joint: hinge with limit and motor") {
    const BodyId door = box_at({1.0f, 0.0f});
    const BodyId wheel = box_at({10.0f, 0.0f});
    // [revolute]
    const JointId hinge = world.create_joint(
        ground, door, RevoluteJoint{.anchor_b = {-1.0f, 0.0f}, .limit = JointLimit{-0.25f * pi, 0.25f * pi}});
    const JointId axle = world.create_joint(
        ground, wheel,
        RevoluteJoint{.anchor_a = {10.0f, 0.0f}, .motor = JointMotor{.speed = 2.0f, .maximum = 5.0f}});
    // [/revolute]
    run(10.0f);
    // Rests on its limit, which bears the weight and yields a little.
    CHECK(std::abs(world[hinge].state().angle + 0.25f * pi) < 0.005f);
    CHECK(world[hinge].state().torque ==
          doctest::Approx(10.0f * std::cos(world[hinge].state().angle)).epsilon(1e-3));
    CHECK(world[axle].state().angle == doctest::Approx(20.0f).epsilon(0.01));  // counts whole turns
    CHECK(world[wheel].angular_velocity() == doctest::Approx(2.0f).epsilon(1e-3));
}

TEST_CASE_FIXTURE(Bench, "prismatic joint: a lift") {
    const BodyId cabin = box_at({0.0f, 0.0f});
    // [prismatic]
    const JointId lift =
        world.create_joint(ground, cabin,
                           PrismaticJoint{.axis_a = {0.0f, 1.0f},
                                          .limit = JointLimit{0.0f, 4.0f},
                                          .motor = JointMotor{.speed = 1.0f, .maximum = 50.0f}});
    // [/prismatic]
    run(2.0f);
    CHECK(world[lift].state().translation == doctest::Approx(2.0f).epsilon(0.02));
    run(4.0f);
    CHECK(world[lift].state().translation == doctest::Approx(4.0f).epsilon(1e-3));
    CHECK(std::abs(world[cabin].angle()) < 1e-4f);
}

TEST_CASE_FIXTURE(Bench, "wheel joint: a car's wheel") {
    world.create_shape(ground, Segment{{-100.0f, 0.0f}, {100.0f, 0.0f}}, {.material = {.friction = 0.9f}});
    // [wheel]
    const BodyId chassis = world.create_body({.position = {0.0f, 1.0f}});
    world.create_shape(chassis, make_box(1.5f, 0.25f), {.density = 2.0f});
    JointId axles[2];
    for (const int side : {0, 1}) {
        const float x = side == 0 ? -1.0f : 1.0f;
        const BodyId wheel = world.create_body({.position = {x, 0.4f}});
        world.create_shape(wheel, Circle{{0.0f, 0.0f}, 0.4f}, {.material = {.friction = 0.9f}});
        axles[side] = world.create_joint(
            chassis, wheel,
            WheelJoint{.anchor_a = {x, -0.6f},
                       .limit = JointLimit{-0.3f, 0.3f},
                       .motor = JointMotor{.speed = -10.0f, .maximum = 4.0f},  // clockwise: to the right
                       .suspension = JointSpring{.frequency = 4.0f, .damping_ratio = 0.7f}});
    }
    // [/wheel]
    run(6.0f);
    CHECK(world[chassis].linear_velocity().x == doctest::Approx(4.0f).epsilon(0.02));  // 10 rad/s times 0.4 m
    CHECK(std::abs(world[axles[0]].state().translation) < 0.3f);
}

TEST_CASE_FIXTURE(Bench, "weld joint: rigid, soft, and broken") {
    const BodyId shelf = box_at({0.5f, 0.0f});
    const BodyId sign = box_at({10.5f, 0.0f});
    // [weld]
    world.create_joint(ground, shelf, WeldJoint{.anchor_b = {-0.5f, 0.0f}});
    const JointId soft = world.create_joint(
        ground, sign,
        WeldJoint{.anchor_a = {10.0f, 0.0f},
                  .anchor_b = {-0.5f, 0.0f},
                  .angular_spring = JointSpring{.frequency = 2.0f, .damping_ratio = 0.5f}});
    // [/weld]
    run(5.0f);
    CHECK(std::abs(world[shelf].angle()) < 1e-3f);
    CHECK(world[soft].state().angle < -0.01f);  // bends under its weight

    // [break]
    JointSettings weak;
    weak.break_force = 30.0f;  // [N]
    const BodyId lamp = box_at({20.0f, -1.0f});
    const JointId wire =
        world.create_joint(ground, lamp, DistanceJoint{.anchor_a = {20.0f, 0.0f}, .length = 1.0f}, weak);
    world[lamp].set_linear_velocity({10.0f, 0.0f});  // m v^2 / r + m g = 110 N
    world.step(1.0f / 60.0f);
    for (const JointBreak& broken : world.joint_breaks()) {
        CHECK(broken.joint == wire);
        CHECK(broken.force > 30.0f);
    }
    // [/break]
    CHECK(!world.is_valid(wire));
}

TEST_CASE_FIXTURE(Bench, "motor joint: a body held at a moving target") {
    world.set_gravity({0.0f, 0.0f});
    const BodyId drone = box_at({0.0f, 0.0f});
    // [motor]
    MotorJoint hold{
        .anchor_a = {3.0f, 2.0f},  // where it shall be
        .linear_spring = JointSpring{.frequency = 1.0f, .damping_ratio = 1.0f, .maximum = 200.0f},
        .angular_spring = JointSpring{.frequency = 1.0f, .damping_ratio = 1.0f, .maximum = 50.0f}};
    const JointId control = world.create_joint(ground, drone, hold);
    run(3.0f);
    CHECK(world[drone].position().x == doctest::Approx(3.0f).epsilon(1e-3));
    hold.anchor_a = {-1.0f, 0.0f};
    world[control].set_definition(hold);
    // [/motor]
    run(3.0f);
    CHECK(world[drone].position().x == doctest::Approx(-1.0f).epsilon(1e-3));
}

TEST_CASE_FIXTURE(Bench, "mouse joint: dragging") {
    const BodyId box = box_at({0.0f, 0.0f});
    // [mouse]
    MouseJoint drag{
        .target = {0.5f, 0.0f}, .anchor_b = world[box].local_point({0.5f, 0.0f}), .maximum_force = 500.0f};
    const JointId mouse = world.create_joint(ground, box, drag);
    drag.target = {2.0f, 1.0f};  // the pointer has moved
    world[mouse].set_definition(drag);
    // [/mouse]
    run(10.0f);
    // It hangs below the pointer on a spring: m g / (m (2 pi 5)^2) is a centimetre.
    CHECK(world[box].world_point({0.5f, 0.0f}).x == doctest::Approx(2.0f).epsilon(0.02));
    CHECK(world[box].world_point({0.5f, 0.0f}).y == doctest::Approx(0.99f).epsilon(0.02));
}

TEST_CASE_FIXTURE(Bench, "friction joint: a puck seen from above") {
    world.set_gravity({0.0f, 0.0f});
    const BodyId puck = box_at({0.0f, 0.0f});
    // [friction]
    world.create_joint(ground, puck, FrictionJoint{.maximum_force = 2.0f, .maximum_torque = 0.5f});
    world[puck].set_linear_velocity({4.0f, 0.0f});
    // [/friction]
    run(3.0f);
    CHECK(world[puck].position().x == doctest::Approx(4.0f).epsilon(0.02));  // m v^2 / (2 F)
    CHECK(length(world[puck].linear_velocity()) < 1e-4f);
}

TEST_CASE_FIXTURE(Bench, "ratchet joint: turns one way") {
    world.set_gravity({0.0f, 0.0f});
    const BodyId wheel = box_at({0.0f, 0.0f});
    // [ratchet]
    world.create_joint(ground, wheel, RevoluteJoint{});
    world.create_joint(ground, wheel, RatchetJoint{.tooth = 0.1f});
    // [/ratchet]
    world[wheel].set_angular_velocity(2.0f);
    run(1.0f);
    const float forwards = world[wheel].angle();
    CHECK(forwards == doctest::Approx(2.0f).epsilon(1e-3));
    world[wheel].set_angular_velocity(-2.0f);
    run(1.0f);
    CHECK(world[wheel].angle() > forwards - 0.1f - 1e-3f);
}

TEST_CASE_FIXTURE(Bench, "gear joint: two wheels") {
    world.set_gravity({0.0f, 0.0f});
    const BodyId small = box_at({0.0f, 0.0f});
    const BodyId large = box_at({3.0f, 0.0f});
    // [gear]
    const JointId first = world.create_joint(ground, small, RevoluteJoint{});
    const JointId second = world.create_joint(ground, large, RevoluteJoint{.anchor_a = {3.0f, 0.0f}});
    world.create_joint(
        GearJoint{.first = first, .second = second, .ratio = 2.0f});  // angle 1 + 2 angle 2 stays
    // [/gear]
    world[small].apply_angular_impulse(1.0f);
    run(1.0f);
    CHECK(world[first].state().angle + 2.0f * world[second].state().angle ==
          doctest::Approx(0.0f).epsilon(1e-3));
    CHECK(world[first].state().angle > 1.0f);
}

TEST_CASE_FIXTURE(Bench, "pulley joint: a lighter load rises") {
    const BodyId heavy = box_at({-1.0f, -2.0f});
    world[heavy].set_mass_properties({.mass = 3.0f, .center = {}, .inertia = 0.5f});
    const BodyId light = box_at({1.0f, -2.0f});
    // [pulley]
    world.create_joint(heavy, light,
                       PulleyJoint{.ground_a = {-1.0f, 0.0f}, .ground_b = {1.0f, 0.0f}, .length = 4.0f});
    // [/pulley]
    run(0.5f);
    // Atwood: a = g (3 - 1) / (3 + 1) = 5 m/s^2.
    CHECK(world[light].linear_velocity().y == doctest::Approx(2.5f).epsilon(0.02));
}

TEST_CASE_FIXTURE(Bench, "rope joint: a rope through three points") {
    const BodyId load = box_at({0.0f, -1.0f});
    // [rope]
    world.create_joint(RopeJoint{
        .points = {{ground, {-1.0f, 0.0f}}, {load, {0.0f, 0.0f}}, {ground, {1.0f, 0.0f}}}, .length = 4.0f});
    // [/rope]
    world[load].set_damping(0.5f, 0.5f);
    run(20.0f);
    CHECK(world[load].position().y == doctest::Approx(-std::sqrt(3.0f)).epsilon(1e-2));  // two legs of 2 m
}

TEST_CASE_FIXTURE(Bench, "filter and generic joints") {
    world.create_shape(ground, Segment{{-50.0f, -5.0f}, {50.0f, -5.0f}});
    const BodyId ghost = box_at({0.0f, -4.4f});
    const BodyId slab = box_at({3.0f, 0.0f});
    // [filter]
    world.create_joint(ground, ghost, FilterJoint{});  // they no longer collide
    // [/filter]
    // [generic]
    GenericJoint slide{.anchor_a = {3.0f, 0.0f}};
    slide.across.locked = true;  // y is held
    slide.along.limit = JointLimit{-1.0f, 1.0f};
    slide.angle.spring = JointSpring{.frequency = 2.0f};
    const JointId generic = world.create_joint(ground, slab, slide);
    // [/generic]
    world[slab].set_linear_velocity({5.0f, 0.0f});
    run(2.0f);
    CHECK(world[ghost].position().y < -10.0f);
    CHECK(std::abs(world[slab].position().y) < 1e-3f);
    CHECK(std::abs(world[generic].state().translation) < 1.001f);
}

TEST_CASE_FIXTURE(Bench, "a chain holds a heavy ball by the direct solver") {
    // [direct]
    JointSettings stiff;
    stiff.solver = JointSolver::Direct;
    BodyId last = ground;
    for (int i = 0; i < 20; ++i) {
        const BodyId link = world.create_body({.position = {0.0f, -0.1f - 0.2f * static_cast<float>(i)}});
        world.create_shape(link, make_box(0.02f, 0.1f));
        world.create_joint(
            last, link,
            RevoluteJoint{.anchor_a = {0.0f, last == ground ? 0.0f : -0.1f}, .anchor_b = {0.0f, 0.1f}},
            stiff);
        last = link;
    }
    const BodyId ball = world.create_body({.position = {0.0f, -4.5f}});
    world.create_shape(ball, Circle{{0.0f, 0.0f}, 0.5f}, {.density = 10.0f});
    world.create_joint(last, ball, RevoluteJoint{.anchor_a = {0.0f, -0.1f}, .anchor_b = {0.0f, 0.5f}}, stiff);
    // [/direct]
    run(2.0f);
    CHECK(std::abs(world[ball].position().y + 4.5f) < 1e-4f);  // 981 times a link's mass
}

TEST_CASE_FIXTURE(Bench, "a path guide carries a wagon to the end of its rail") {
    const BodyId wagon = box_at({0.0f, -1.0f});
    // [path]
    PathGuide rail(world, {.body_a = ground,
                           .body_b = wagon,
                           .points = {{0.0f, -1.0f}, {3.0f, -4.0f}, {6.0f, -2.0f}},
                           .motor = JointMotor{.speed = 2.0f, .maximum = 30.0f}});
    for (int i = 0; i < 300; ++i) {
        rail.update(world, 1.0f / 60.0f);
        world.step(1.0f / 60.0f);
    }
    // [/path]
    CHECK(length(world[wagon].position() - Vec2{6.0f, -2.0f}) < 0.1f);
}
