#include <doctest/doctest.h>

#include "support/world_random.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

constexpr ShapeDefinition watched{.density = 2.0f, .force_events = true};

/// Returns the force on a shape in the last step, from its events alone.
Vec2 force_on(const World& world, ShapeId shape) {
    Vec2 sum{0.0f, 0.0f};
    for (const ContactForce& event : world.contact_forces()) {
        sum += event.shape_b == shape ? event.force : event.shape_a == shape ? -event.force : sum * 0.0f;
    }
    return sum;
}

}  // namespace

TEST_CASE("contact forces: a box at rest is carried with its weight") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    const BodyId ground = test::add_ground(world);
    const BodyId box = test::add_box(world, {3.0f, 0.5f}, 0.5f, 0.5f, watched);
    test::run(world, 120);
    REQUIRE(world.contact_forces().size() == 1);
    const ContactForce& event = world.contact_forces()[0];
    CHECK(world.is_valid(event.contact));
    CHECK(event.shape_a == world[ground].shapes()[0]);
    CHECK(event.shape_b == world[box].shapes()[0]);
    CHECK(event.normal.y == doctest::Approx(1.0));
    CHECK(event.force.y == doctest::Approx(20.0).epsilon(0.01));
    CHECK(std::abs(event.force.x) < 0.02f);
    CHECK(event.magnitude == doctest::Approx(length(event.force)));
    CHECK(std::abs(std::abs(event.point.x - 3.0f) - 0.5f) < 1e-3f);
    CHECK(std::abs(event.point.y) < 5e-3f);
}

TEST_CASE("contact forces: every box of a stack bears what lies on it, whatever the sub-steps") {
    for (const int sub_steps : {1, 4, 8}) {
        CAPTURE(sub_steps);
        World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
        test::add_ground(world);
        std::vector<ShapeId> boxes;
        for (int i = 0; i < 6; ++i) {
            const BodyId box =
                test::add_box(world, {0.0f, 0.5f + static_cast<float>(i)}, 0.5f, 0.5f, watched);
            boxes.push_back(world[box].shapes()[0]);
        }
        test::run(world, 600, dt, sub_steps);
        REQUIRE(world.contact_forces().size() == 6);
        for (const ContactForce& event : world.contact_forces()) {
            // B lies on A or vice versa: the upper one is further up the list.
            const auto upper =
                std::max(std::find(boxes.begin(), boxes.end(), event.shape_b) - boxes.begin(),
                         std::find(boxes.begin(), boxes.end(), event.shape_a) - boxes.begin() ==
                                 static_cast<std::ptrdiff_t>(boxes.size())
                             ? std::ptrdiff_t{0}
                             : std::find(boxes.begin(), boxes.end(), event.shape_a) - boxes.begin());
            const double weight =
                20.0 * static_cast<double>(static_cast<std::ptrdiff_t>(boxes.size()) - upper);
            CHECK(event.magnitude == doctest::Approx(weight).epsilon(0.01));
        }
    }
}

TEST_CASE("contact forces: their sum over time is the momentum that an impact gives, bounce included") {
    for (const float restitution : {0.0f, 0.3f, 0.8f}) {
        for (const int sub_steps : {1, 4}) {
            CAPTURE(restitution);
            CAPTURE(sub_steps);
            World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
            test::add_ground(world);
            const BodyId box = test::add_box(world, {0.0f, 3.0f}, 0.4f, 0.3f,
                                             {.density = 3.0f,
                                              .material = {.friction = 0.5f, .restitution = restitution},
                                              .force_events = true});
            // A body that is stopped at a surface loses the rest of the step, and the impulse of its weight with it.
            world[box].set_discrete(true);
            const ShapeId shape = world[box].shapes()[0];
            world[box].set_linear_velocity({4.0f, 0.0f});
            const double mass = static_cast<double>(world[box].mass().mass);
            Vec2d impulse{0.0, 0.0};
            double largest = 0.0;
            const int steps = 120;
            for (int i = 0; i < steps; ++i) {
                world.step(dt, sub_steps);
                impulse += (static_cast<double>(dt) * to_double(force_on(world, shape)));
                largest = std::max(largest, static_cast<double>(length(force_on(world, shape))));
            }
            const Vec2d before{4.0, 0.0};
            const Vec2d after = to_double(world[box].linear_velocity());
            const Vec2d weight{0.0, -10.0 * mass * static_cast<double>(dt) * steps};
            CHECK(std::abs(impulse.x - mass * (after - before).x) < 1e-3 * mass);
            CHECK(std::abs(impulse.y + weight.y - mass * (after - before).y) < 2e-3 * mass);
            CHECK(largest > 20.0 * mass);
        }
    }
}

TEST_CASE("contact forces: two bodies that collide in the void exchange the momentum that is told") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId left = test::add_disc(world, {-1.0f, 0.0f}, 0.5f, {.material = {.restitution = 0.6f}});
    const BodyId right = test::add_disc(world, {1.0f, 0.2f}, 0.5f, watched);
    world[left].set_linear_velocity({12.0f, 0.0f});
    Vec2 impulse{0.0f, 0.0f};
    int events = 0;
    for (int i = 0; i < 30; ++i) {
        world.step(dt);
        for (const ContactForce& event : world.contact_forces()) {
            impulse += dt * event.force;
            ++events;
            CHECK(world[event.shape_a].body() == left);
        }
    }
    CHECK(events > 0);
    const Vec2 gained = world[right].mass().mass * world[right].linear_velocity();
    CHECK(length(impulse - gained) < 1e-4f * length(gained));
    CHECK(gained.x > 5.0f);
}

TEST_CASE("contact forces: a contact that bodies locked along one axis solve again and again is told once") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    test::add_ground(world);
    const BodyId box =
        world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 0.5f}, .locks = {.linear_x = true}});
    const ShapeId shape = world.create_shape(box, make_box(0.5f, 0.5f), watched);
    test::run(world, 120);
    CHECK(force_on(world, shape).y == doctest::Approx(20.0).epsilon(0.01));
}

TEST_CASE("contact forces: thresholds and switches hold") {
    World world({.gravity = {0.0f, -10.0f}, .sleeping = false});
    const BodyId ground = test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.density = 2.0f});
    const ShapeId shape = world[box].shapes()[0];
    const ShapeId floor = world[ground].shapes()[0];
    const auto events = [&] {
        test::run(world, 30);
        return world.contact_forces().size();
    };
    CHECK(events() == 0);
    world[shape].set_force_events(true, 19.0f);
    CHECK(world[shape].force_events());
    CHECK(world[shape].force_threshold() == 19.0f);
    CHECK(events() == 1);
    world[shape].set_force_events(true, 21.0f);
    CHECK(events() == 0);
    world[floor].set_force_events(true, 10.0f);
    CHECK(events() == 1);
    world[shape].set_force_events(false);
    CHECK(events() == 1);
    world[floor].set_force_events(false);
    CHECK(events() == 0);
    world[shape].set_force_events(true);
    world.destroy_body(box);
    CHECK(events() == 0);
    // The reused slot does not inherit the request of the previous shape.
    const BodyId next = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f);
    CHECK(world[next].shapes()[0].id().index1 == shape.index1);
    CHECK(events() == 0);
}

TEST_CASE("contact forces: nothing is told of contacts that sleep") {
    World world;
    test::add_ground(world);
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, watched);
    test::run(world, 20);
    CHECK(world.contact_forces().size() == 1);
    test::run(world, 120);
    CHECK_FALSE(world[box].is_awake());
    CHECK(world.contact_forces().empty());
    world[box].wake();
    world.step(0.0f);
    CHECK(world.contact_forces().empty());
    world.step(dt);
    CHECK(force_on(world, world[box].shapes()[0]).y == doctest::Approx(20.0).epsilon(0.05));
}

TEST_CASE("contact forces: watching changes nothing, and events are in order and the same on all threads") {
    struct Outcome {
        std::uint64_t hash = 0;
        std::vector<float> forces;
    };
    const auto run = [](bool watch, const WorldDefinition& definition) {
        test::RandomScene scene(91, definition);
        Outcome outcome;
        for (int i = 0; i < test::scaled(200, 60); ++i) {
            for (const ShapeId shape : scene.world.shapes()) {
                if (watch && shape.index1 % 2 == 0) {
                    scene.world[shape].set_force_events(true, 1.0f);
                }
            }
            scene.world.step(dt);
            std::uint32_t last = 0;
            for (const ContactForce& event : scene.world.contact_forces()) {
                CHECK(event.contact.index1 > last);
                last = event.contact.index1;
                CHECK(event.magnitude > 1.0f);
                CHECK((event.shape_a.index1 % 2 == 0 || event.shape_b.index1 % 2 == 0));
                outcome.forces.push_back(event.magnitude);
                outcome.forces.push_back(event.point.x);
            }
            scene.change();
        }
        outcome.hash = scene.world.state_hash();
        return outcome;
    };
    const Outcome reference = run(true, {});
    CHECK(reference.forces.size() > 100);
    CHECK(run(false, {}).hash == reference.hash);
    for (const int threads : {2, 3, 8}) {
        const Outcome other = run(true, {.threads = threads});
        CHECK(other.hash == reference.hash);
        CHECK(other.forces == reference.forces);
    }
    const Outcome scalar = run(true, {.simd = SimdTarget::Scalar});
    CHECK(scalar.forces == reference.forces);
}

TEST_CASE("contact forces: misuse is refused") {
    World world;
    const BodyId body = world.create_body({.type = BodyType::Static});
    for (const float bad : {-1.0f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
        const std::string made = test::error_of(
            [&] { world.create_shape(body, Circle{}, {.force_events = true, .force_threshold = bad}); });
        CHECK(test::contains_text(made, "World::create_shape"));
        CHECK(test::contains_text(made, "force_threshold"));
    }
    CHECK(world.shapes().empty());
    const ShapeId shape = world.create_shape(body, Circle{});
    const std::string set = test::error_of([&] { world[shape].set_force_events(true, -1.0f); });
    CHECK(test::contains_text(set, "ShapeRef::set_force_events"));
    CHECK_FALSE(world[shape].force_events());
    world.destroy_shape(shape);
    CHECK_FALSE(test::error_of([&] { (void)world[shape].force_events(); }).empty());
    CHECK_FALSE(test::error_of([&] { (void)world[shape].force_threshold(); }).empty());
    CHECK_FALSE(test::error_of([&] { world[shape].set_force_events(true); }).empty());
}

TEST_CASE("contact forces: the first report of a load is marked, after each bounce and not after sleep") {
    World world({.gravity = {0.0f, -10.0f}});
    test::add_ground(world);
    const BodyId ball =
        test::add_disc(world, {0.0f, 2.0f}, 0.5f, {.material = {.restitution = 0.7f}, .force_events = true});
    const ShapeId shape = world[ball].shapes()[0].id();
    bool was_reported = false;
    int firsts = 0;
    for (int i = 0; i < 600 && world[ball].is_awake(); ++i) {
        world.step(dt);
        REQUIRE(world.contact_forces().size() <= 1);
        const bool is_reported = !world.contact_forces().empty();
        if (is_reported) {
            CHECK(world.contact_forces()[0].first == !was_reported);
            firsts += was_reported ? 0 : 1;
        }
        was_reported = is_reported;
    }
    CHECK(firsts >= 3);
    REQUIRE_FALSE(world[ball].is_awake());
    world[ball].wake();
    world.step(dt);
    REQUIRE(world.contact_forces().size() == 1);
    CHECK_FALSE(world.contact_forces()[0].first);
    // A threshold that the weight falls below ends the load; a larger one begins again.
    world[shape].set_force_events(true, 1.0e6f);
    world.step(dt);
    CHECK(world.contact_forces().empty());
    world[shape].set_force_events(true);
    world.step(dt);
    REQUIRE(world.contact_forces().size() == 1);
    CHECK(world.contact_forces()[0].first);
    world[shape].set_force_events(false);
    world[shape].set_force_events(true);
    world.step(dt);
    REQUIRE(world.contact_forces().size() == 1);
    CHECK(world.contact_forces()[0].first);
}
