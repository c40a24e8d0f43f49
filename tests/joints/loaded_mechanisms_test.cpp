#include <doctest/doctest.h>

#include "joints/joint_scenes.h"

#include <algorithm>
#include <cmath>
#include <vector>

using namespace drystone;
using test::add_static;

namespace {

constexpr int link_count = 12;
constexpr double density = 10.0;
constexpr double ball_radius = 0.8;
constexpr double gravity = 10.0;

/// Light links on hinges, and a ball above them.
struct LoadedMechanism {
    explicit LoadedMechanism(World& target) : world(target) {}

    struct Weighed {
        BodyId body;
        double mass, inertia;  ///< Computed from the shape.
    };

    BodyId add_link(const Vec2& from, const Vec2& to, float thickness) {
        const Vec2 way = to - from;
        const BodyId link = world.create_body(
            {.type = BodyType::Dynamic, .position = 0.5f * (from + to), .angle = arc_tangent(way.y, way.x)});
        world.create_shape(link, make_box(0.5f * length(way), 0.5f * thickness),
                           {.density = static_cast<float>(density), .filter = {.group = -1}});
        const auto along = static_cast<double>(length(way));
        const auto across = static_cast<double>(thickness);
        const double mass = density * along * across;
        bodies.push_back({link, mass, mass * (along * along + across * across) / 12.0});
        return link;
    }
    /// Adds a ball above a point, with the mass of `ratio` links of 1 m by 0.2 m.
    void add_ball(const Vec2& below, double ratio) {
        ball_mass = ratio * density * 0.2;
        ball = world.create_body(
            {.type = BodyType::Dynamic, .position = below + Vec2{0.0f, static_cast<float>(ball_radius)}});
        const double area = 3.14159265358979 * ball_radius * ball_radius;
        world.create_shape(ball, Circle{.radius = static_cast<float>(ball_radius)},
                           {.density = static_cast<float>(ball_mass / area)});
        bodies.push_back({ball, ball_mass, 0.5 * ball_mass * ball_radius * ball_radius});
    }
    void pin(BodyId a, BodyId b, const Vec2& at) {
        joints.push_back(world.create_joint(
            a, b, RevoluteJoint{.anchor_a = world[a].local_point(at), .anchor_b = world[b].local_point(at)}));
    }
    /// Returns the kinetic and potential energy [J].
    [[nodiscard]] double energy() const {
        double sum = 0.0;
        for (const Weighed& each : bodies) {
            const Vec2 velocity = world[each.body].linear_velocity();
            const auto x = static_cast<double>(velocity.x);
            const auto y = static_cast<double>(velocity.y);
            const auto spin = static_cast<double>(world[each.body].angular_velocity());
            sum += 0.5 * each.mass * (x * x + y * y) + 0.5 * each.inertia * spin * spin +
                   each.mass * gravity * static_cast<double>(world[each.body].position().y);
        }
        return sum;
    }
    [[nodiscard]] float gap() const {
        float widest = 0.0f;
        for (const JointId joint : joints) {
            widest = std::max(widest, world[joint].state().linear_separation);
        }
        return widest;
    }

    World& world;
    double ball_mass = 0.0;
    BodyId ball;
    std::vector<Weighed> bodies;
    std::vector<JointId> joints;
};

/// Links that are hinged to the ground at both ends, and sag in the shape of a V.
struct Bridge : LoadedMechanism {
    Bridge(World& target, float x, double ratio, float drop) : LoadedMechanism(target) {
        const BodyId ground = add_static(world);
        const float cosine = 0.98f;
        const float sine = std::sqrt(1.0f - cosine * cosine);
        const auto point = [&](int i) {
            const float from_middle = static_cast<float>(i) - 0.5f * link_count;
            return Vec2{x + cosine * from_middle, sine * (std::abs(from_middle) - 0.5f * link_count)};
        };
        BodyId last = ground;
        for (int i = 0; i < link_count; ++i) {
            const BodyId link = add_link(point(i), point(i + 1), 0.2f);
            pin(last, link, point(i));
            last = link;
        }
        pin(last, ground, point(link_count));
        add_ball({x + 0.2f, point(link_count / 2).y + 0.18f + drop}, ratio);
    }
};

/// A boom on a hinge that a tie of links holds in its middle, and a ball above its free end.
struct Crane : LoadedMechanism {
    Crane(World& target, double ratio, float drop) : LoadedMechanism(target) {
        constexpr int ties = 8;
        constexpr Vec2 top{0.0f, 4.0f};
        constexpr Vec2 middle{3.0f, 0.0f};
        const BodyId ground = add_static(world);
        const BodyId boom = add_link({0.0f, 0.0f}, {6.0f, 0.0f}, 0.2f);
        pin(ground, boom, {0.0f, 0.0f});
        const auto place = [&](int i) {
            return top + static_cast<float>(i) / static_cast<float>(ties) * (middle - top);
        };
        BodyId last = ground;
        for (int i = 0; i < ties; ++i) {
            const BodyId link = add_link(place(i), place(i + 1), 0.1f);
            pin(last, link, place(i));
            last = link;
        }
        pin(last, boom, middle);
        add_ball({5.0f, 0.1f + drop}, ratio);
    }
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

TEST_CASE("loaded mechanisms: a crane with a ball on it gains no energy") {
    for (const double ratio : {1.0, 5.0, 30.0}) {
        CAPTURE(ratio);
        World world(awake());
        const Crane crane(world, ratio, 0.0f);
        const double start = crane.energy();
        for (int i = 0; i < 360; ++i) {
            world.step(1.0f / 60.0f);
            CHECK(crane.energy() < start + 1e-4 * crane.ball_mass * gravity);
        }
    }
}

TEST_CASE("loaded mechanisms: a straight bridge under a box comes to rest") {
    World world(awake());
    LoadedMechanism bridge(world);
    BodyId last = add_static(world);
    for (int i = 0; i < link_count; ++i) {
        const auto x = static_cast<float>(i);
        const BodyId link = bridge.add_link({x, 0.0f}, {x + 1.0f, 0.0f}, 0.2f);
        bridge.pin(last, link, {x, 0.0f});
        last = link;
    }
    bridge.pin(last, add_static(world), {static_cast<float>(link_count), 0.0f});
    test::add_box(world, {1.5f, 0.6f}, 0.5f, 0.5f);
    test::run(world, 900);
    // Half of what gravity adds in a sub-step is 2e-2 m/s: no constraint holds it where links are in line.
    CHECK(test::max_speed(world) < 1e-3f);
}

TEST_CASE("loaded mechanisms: a crane stops a ball, and does not throw it up again") {
    // The tie is straight: its links can hold the ball only if they are not flung aside.
    double sum_of_parts = 0.0;
    int count = 0;
    for (const double ratio : {30.0, 150.0, 300.0, 600.0, 800.0}) {
        for (const float drop : {1.0f, 2.0f, 5.0f}) {
            CAPTURE(ratio);
            CAPTURE(drop);
            World world(awake());
            const Crane crane(world, ratio, drop);
            double lowest = crane.energy();
            double rise = 0.0;
            for (int i = 0; i < 240; ++i) {
                world.step(1.0f / 60.0f);
                lowest = std::min(lowest, crane.energy());
                rise = std::max(rise, crane.energy() - lowest);
            }
            const double fallen = crane.ball_mass * gravity * static_cast<double>(drop);
            // By how much it rises depends on where in a sub-step it hits.
            CHECK(rise < 0.1 * fallen);
            sum_of_parts += rise / fallen;
            ++count;
            CHECK(crane.gap() < 2e-3f);
            CHECK(world[crane.ball].position().y > 0.0f);
        }
    }
    CHECK(sum_of_parts < 0.02 * count);
}

TEST_CASE("loaded mechanisms: a moving surface of a light plank carries a heavy box along") {
    World world(awake());
    LoadedMechanism belt(world);
    const BodyId ground = add_static(world);
    const BodyId plank = world.create_body({.type = BodyType::Dynamic});
    world.create_shape(plank, make_box(10.0f, 0.1f),
                       {.density = 0.5f, .material = {.friction = 0.5f, .tangent_speed = 2.0f}});
    belt.pin(ground, plank, {-9.0f, 0.0f});
    belt.pin(ground, plank, {9.0f, 0.0f});
    const BodyId box = world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.6f}});
    world.create_shape(box, make_box(0.5f, 0.5f), {.density = 40.0f});
    test::run(world, 120);
    CHECK(std::abs(world[box].linear_velocity().x) == doctest::Approx(2.0f).epsilon(0.01));
}

TEST_CASE("loaded mechanisms: a box stays on a link that dominates it") {
    for (const int sub_steps : {1, 2, 4}) {
        CAPTURE(sub_steps);
        World world(awake());
        LoadedMechanism bridge(world);
        BodyId last = add_static(world);
        for (int i = 0; i < 4; ++i) {
            const auto x = static_cast<float>(i);
            const BodyId link = bridge.add_link({x, 0.0f}, {x + 1.0f, 0.0f}, 0.2f);
            world[link].set_dominance_group(1);
            bridge.pin(last, link, {x, 0.0f});
            last = link;
        }
        bridge.pin(last, add_static(world), {4.0f, 0.0f});
        bridge.add_ball({1.0f, 0.1f}, 50.0);
        world[bridge.ball].set_dominance_group(1);
        const BodyId box = test::add_box(world, {2.9f, 0.3f}, 0.2f, 0.2f);
        test::run(world, 120, test::dt, sub_steps);
        CHECK(world[box].position().y == doctest::Approx(0.3f).epsilon(0.02));
        double force = 0.0;
        world[box].visit_contacts([&](const ContactView& contact) {
            for (int k = 0; k < contact.count; ++k) {
                force += 60.0 * sub_steps * static_cast<double>(contact.points[k].normal_impulse);
            }
        });
        const double weight = gravity * static_cast<double>(world[box].mass().mass);
        CHECK(force == doctest::Approx(weight).epsilon(0.01));
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
        for (std::size_t k = 0; k < one.bodies.size(); ++k) {
            const BodyRef expected = alone[one.bodies[k].body];
            const BodyRef found = crowd[same.bodies[k].body];
            CHECK(expected.position() == found.position());
            CHECK(expected.angle() == found.angle());
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

TEST_CASE("loaded mechanisms: a ring of links with open hinges on sprung spokes closes") {
    constexpr int count = 18;
    constexpr float radius = 1.2062f;
    constexpr float inset = 0.0364f;
    World world(test::without_sleep({0.0f, -10.0f}));
    const float half = (radius - inset) * std::tan(pi / count);
    const BodyId hub = world.create_body({.position = {0.0f, 1.5f}});
    world.create_shape(hub, Circle{{0.0f, 0.0f}, 0.5f}, {.density = 8.0f, .filter = {.mask = 0}});
    test::Random random(1);
    std::vector<BodyId> links;
    for (int i = 0; i < count; ++i) {
        const float angle = 2.0f * pi * static_cast<float>(i) / count;
        const auto noise = [&] { return random.between(-0.02f, 0.02f); };
        const BodyId link = world.create_body(
            {.position = {radius * std::cos(angle) + noise(), 1.5f + radius * std::sin(angle) + noise()},
             .angle = angle - 0.5f * pi + noise()});
        world.create_shape(link, make_box(half, 0.05f), {.filter = {.mask = 0}});
        links.push_back(link);
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        world.create_joint(links[i], links[(i + 1) % links.size()],
                           RevoluteJoint{.anchor_a = {-half, -inset}, .anchor_b = {half, -inset}});
        const float angle = 2.0f * pi * static_cast<float>(i) / count;
        const Vec2 out{std::cos(angle), std::sin(angle)};
        world.create_joint(hub, links[i],
                           WheelJoint{.anchor_a = radius * out,
                                      .axis_a = out,
                                      .suspension = JointSpring{.frequency = 25.0f, .damping_ratio = 0.7f}});
    }
    for (int i = 0; i < 300; ++i) {
        world.step(dt);
        REQUIRE(test::max_speed(world) < 60.0f);
    }
}

TEST_CASE("loaded mechanisms: boxes under a hinged beam with a weight do not lift it") {
    struct Case {
        float density, boxes_at;
    };
    for (const auto [density, boxes_at] :
         {Case{3.0f, 4.0f}, Case{10.0f, 4.0f}, Case{1.0f, 0.8f}, Case{10.0f, 1.4f}, Case{100.0f, 2.0f}}) {
        CAPTURE(density);
        CAPTURE(boxes_at);
        World world(test::without_sleep({0.0f, -10.0f}));
        const BodyId ground = test::add_static(world);
        world.create_shape(ground, make_box(40.0f, 0.5f, Pose{{0.0f, -0.5f}, Rot{}}));
        for (int i = 0; i < 3; ++i) {
            const BodyId box = world.create_body({.position = {boxes_at, 0.5f + static_cast<float>(i)}});
            world.create_shape(box, make_box(0.5f, 0.5f));
        }
        const BodyId beam = world.create_body({.position = {2.0f, 3.2f}});
        world.create_shape(beam, make_box(2.5f, 0.2f));
        const BodyId weight = world.create_body({.position = {4.0f, 3.9f}});
        world.create_shape(weight, make_box(0.5f, 0.5f), {.density = density});
        world.create_joint(ground, beam, RevoluteJoint{.anchor_a = {-0.4f, 3.2f}, .anchor_b = {-2.4f, 0.0f}});
        world.create_joint(beam, weight, WeldJoint{.anchor_a = {2.0f, 0.7f}});
        test::step(world, 1200);
        CHECK(world[weight].position().y < 3.9f + 1e-3f);
    }
}
