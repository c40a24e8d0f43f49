#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_random.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

World still_world() { return World({.gravity = {0.0f, 0.0f}, .sleeping = false}); }

/// Returns the velocity change of a body at rest in one step, divided by the time step.
Vec2 acceleration_at(World& world, const Vec2& position, float radius = 0.1f, float density = 3.0f) {
    const BodyId body = test::add_disc(world, position, radius, {.density = density});
    world.step(dt);
    const Vec2 gained = world[body].linear_velocity() / dt;
    world.destroy_body(body);
    return gained;
}

bool near(const Vec2& a, const Vec2& b, float tolerance = 1e-4f) { return length(a - b) <= tolerance; }

/// Returns the specific energy of a body in the gravity of a planet of strength mu at the origin.
double orbit_energy(const World& world, BodyId body, double mu) {
    return 0.5 * length_squared(to_double(world[body].linear_velocity())) -
           mu / length(to_double(world[body].center_of_mass()));
}

}  // namespace

TEST_CASE("fields: a directional field accelerates all alike, or pushes with one force") {
    World world = still_world();
    const FieldId field = world.create_field({.kind = DirectionalField{.strength = {3.0f, -1.0f}}});
    CHECK(near(acceleration_at(world, {5.0f, 5.0f}), {3.0f, -1.0f}));
    CHECK(near(acceleration_at(world, {5.0f, 5.0f}, 0.5f, 20.0f), {3.0f, -1.0f}));
    world[field].set_definition(
        {.kind = DirectionalField{.strength = {3.0f, -1.0f}, .unit = FieldUnit::Force}});
    const float mass = 3.0f * pi * 0.01f;
    CHECK(near(acceleration_at(world, {5.0f, 5.0f}), Vec2{3.0f, -1.0f} / mass, 1e-2f));
    // The field rotates with its frame.
    world[field].set_definition({.kind = DirectionalField{.strength = {2.0f, 0.0f}},
                                 .pose = {{0.0f, 0.0f}, Rot::from_angle(0.5f * pi)}});
    CHECK(near(acceleration_at(world, {5.0f, 5.0f}), {0.0f, 2.0f}));
}

TEST_CASE("fields: radial fields and vortices decay as they say") {
    for (const auto& [decay, power] :
         {std::pair{FieldDecay::Constant, 0.0f}, std::pair{FieldDecay::Inverse, 1.0f},
          std::pair{FieldDecay::InverseSquare, 2.0f}}) {
        World world = still_world();
        const Vec2 center{1.0f, 2.0f};
        const FieldId field = world.create_field(
            {.kind = RadialField{.strength = 6.0f, .decay = decay}, .pose = {center, Rot{}}});
        const Vec2 place{4.0f, 6.0f};  // 5 m away.
        const Vec2 inward = (center - place) / 5.0f;
        const float expected = 6.0f / std::pow(5.0f, power);
        CHECK(near(acceleration_at(world, place), expected * inward));
        CHECK(near(acceleration_at(world, center), {0.0f, 0.0f}));
        world[field].set_definition(
            {.kind = RadialField{.strength = -6.0f, .decay = decay, .softening = 12.0f},
             .pose = {center, Rot{}}});
        // sqrt(5^2 + 12^2) = 13: the direction is softened, too.
        const float softened = 6.0f / std::pow(13.0f, power) * 5.0f / 13.0f;
        CHECK(near(acceleration_at(world, place), -softened * inward));
        world[field].set_definition(
            {.kind = VortexField{.strength = 6.0f, .decay = decay}, .pose = {center, Rot{}}});
        CHECK(near(acceleration_at(world, place), expected * right_perp(inward)));
    }
}

TEST_CASE("fields: a body on a circle about a planet comes back in Kepler's time, with its energy") {
    for (const int sub_steps : {1, 2, 4, 8}) {
        CAPTURE(sub_steps);
        World world = still_world();
        const float mu = 90.0f;
        const float radius = 10.0f;
        world.create_field({.kind = RadialField{.strength = mu}});
        const BodyId moon = test::add_disc(world, {radius, 0.0f}, 0.2f);
        world[moon].set_linear_velocity({0.0f, std::sqrt(mu / radius)});
        const double period = 2.0 * 3.14159265358979 * std::sqrt(1000.0 / 90.0);
        const double energy = orbit_energy(world, moon, mu);
        double worst_energy = 0.0;
        double worst_radius = 0.0;
        double turned = 0.0;
        double angle = 0.0;
        const int steps = static_cast<int>(5.0 * period / static_cast<double>(dt));
        for (int i = 0; i < steps; ++i) {
            world.step(dt, sub_steps);
            const Vec2 at = world[moon].center_of_mass();
            const double now = std::atan2(at.y, at.x);
            turned += std::remainder(now - angle, 2.0 * 3.14159265358979);
            angle = now;
            worst_energy = std::max(worst_energy, std::abs(orbit_energy(world, moon, mu) / energy - 1.0));
            worst_radius = std::max(worst_radius, std::abs(static_cast<double>(length(at)) - 10.0));
        }
        const double expected = 2.0 * 3.14159265358979 * steps * static_cast<double>(dt) / period;
        CHECK(turned == doctest::Approx(expected).epsilon(1e-3));
        CHECK(worst_energy < 1e-3);
        CHECK(worst_radius < 0.01);
    }
}

TEST_CASE("fields: on an ellipse the energy swings but does not drift") {
    World world = still_world();
    const float mu = 90.0f;
    world.create_field({.kind = RadialField{.strength = mu}});
    const BodyId comet = test::add_disc(world, {10.0f, 0.0f}, 0.2f);
    world[comet].set_linear_velocity({0.0f, 2.0f});
    const double momentum = world[comet].angular_momentum();
    const int steps = 60 * 13;
    std::vector<double> means;
    for (int lap = 0; lap < 6; ++lap) {
        double sum = 0.0;
        for (int i = 0; i < steps; ++i) {
            world.step(dt);
            sum += orbit_energy(world, comet, mu);
        }
        means.push_back(sum / steps);
        CHECK(world[comet].angular_momentum() == doctest::Approx(momentum).epsilon(1e-3));
    }
    for (const double mean : means) {
        CHECK(mean == doctest::Approx(means[0]).epsilon(2e-3));
    }
}

TEST_CASE("fields: a field acts in its region alone") {
    World world = still_world();
    const FieldId field = world.create_field({.kind = DirectionalField{.strength = {0.0f, 4.0f}},
                                              .region = make_box(2.0f, 1.0f),
                                              .pose = {{10.0f, 0.0f}, Rot::from_angle(0.5f * pi)}});
    CHECK(near(acceleration_at(world, {10.5f, 1.8f}), {-4.0f, 0.0f}));
    CHECK(near(acceleration_at(world, {11.2f, 0.0f}), {0.0f, 0.0f}));
    CHECK(near(acceleration_at(world, {10.0f, 2.2f}), {0.0f, 0.0f}));
    // A circular region is accurate to within a thousandth of its radius.
    world[field].set_definition({.kind = DirectionalField{.strength = {0.0f, 4.0f}},
                                 .region = Circle{{1.0f, 0.0f}, 3.0f},
                                 .pose = {{10.0f, 0.0f}, Rot{}}});
    for (int i = 0; i < 20; ++i) {
        const Rot q = Rot::from_angle(0.31f * static_cast<float>(i));
        const Vec2 middle{11.0f, 0.0f};
        CHECK(near(acceleration_at(world, middle + 2.995f * Vec2{q.c, q.s}), {0.0f, 4.0f}));
        CHECK(near(acceleration_at(world, middle + 3.005f * Vec2{q.c, q.s}), {0.0f, 0.0f}));
    }
    world[field].set_definition({.kind = DirectionalField{.strength = {0.0f, 4.0f}},
                                 .region = Capsule{{0.0f, 0.0f}, {4.0f, 0.0f}, 1.0f}});
    CHECK(near(acceleration_at(world, {2.0f, 0.99f}), {0.0f, 4.0f}));
    CHECK(near(acceleration_at(world, {4.7f, 0.7f}), {0.0f, 4.0f}));
    CHECK(near(acceleration_at(world, {4.75f, 0.75f}), {0.0f, 0.0f}));
    world[field].set_definition(
        {.kind = DirectionalField{.strength = {0.0f, 4.0f}}, .region = make_rounded_box(1.0f, 1.0f, 0.5f)});
    CHECK(near(acceleration_at(world, {1.49f, 0.0f}), {0.0f, 4.0f}));
    CHECK(near(acceleration_at(world, {1.34f, 1.34f}), {0.0f, 4.0f}));
    CHECK(near(acceleration_at(world, {1.37f, 1.37f}), {0.0f, 0.0f}));
}

TEST_CASE("fields: one that hangs on a body moves with it, ends with it, and leaves it alone") {
    World world = still_world();
    const BodyId carrier = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[carrier].set_linear_velocity({30.0f, 0.0f});
    const FieldId field = world.create_field({.kind = DirectionalField{.strength = {0.0f, 5.0f}},
                                              .region = make_box(1.0f, 1.0f),
                                              .pose = {{3.0f, 0.0f}, Rot{}},
                                              .body = carrier});
    CHECK(near(acceleration_at(world, {3.5f, 0.0f}), {0.0f, 5.0f}));
    test::run(world, 59);
    CHECK(world[carrier].linear_velocity().y == 0.0f);
    CHECK(world[carrier].position().x == doctest::Approx(30.0f).epsilon(1e-4));
    CHECK(near(acceleration_at(world, {3.0f, 0.0f}), {0.0f, 0.0f}));
    CHECK(near(acceleration_at(world, {33.5f, 0.0f}), {0.0f, 5.0f}));
    world[carrier].set_enabled(false);
    CHECK(near(acceleration_at(world, {34.0f, 0.0f}), {0.0f, 0.0f}));
    world.destroy_body(carrier);
    CHECK_FALSE(world.is_valid(field));
    CHECK(world.fields().empty());
}

TEST_CASE("fields: filters choose by shape, and bodies without shapes are always chosen") {
    World world = still_world();
    world.create_field({.kind = DirectionalField{.strength = {1.0f, 0.0f}}, .category = 8, .mask = 4});
    const auto add = [&](const Filter& filter) {
        return test::add_disc(world, {5.0f * static_cast<float>(world.bodies().size()), 0.0f}, 0.5f,
                              {.filter = filter});
    };
    const BodyId wanted = add({.category = 4});
    const BodyId other = add({.category = 2});
    const BodyId unwilling = add({.category = 4, .mask = 1});
    const BodyId both = add({.category = 2});
    world.create_shape(both, Circle{{2.0f, 0.0f}, 0.2f}, {.filter = {.category = 4}});
    const BodyId bare = world.create_body({.type = BodyType::Dynamic, .position = {50.0f, 0.0f}});
    world[bare].set_mass_properties({1.0f, {0.0f, 0.0f}, 1.0f});
    const BodyId kinematic = world.create_body({.type = BodyType::Kinematic, .position = {60.0f, 0.0f}});
    world.step(1.0f);
    CHECK(world[wanted].linear_velocity().x == doctest::Approx(1.0f));
    CHECK(world[other].linear_velocity().x == 0.0f);
    CHECK(world[unwilling].linear_velocity().x == 0.0f);
    CHECK(world[both].linear_velocity().x == doctest::Approx(1.0f));
    CHECK(world[bare].linear_velocity().x == doctest::Approx(1.0f));
    CHECK(world[kinematic].linear_velocity().x == 0.0f);
}

TEST_CASE("fields: locked axes stay still, and a disabled field does nothing") {
    World world = still_world();
    FieldDefinition definition{.kind = DirectionalField{.strength = {3.0f, 2.0f}}};
    const FieldId field = world.create_field(definition);
    const BodyId body = test::add_box(world, {0.0f, 0.0f}, 0.5f, 0.5f);
    world[body].set_locks({.linear_x = true});
    world.step(dt);
    CHECK(world[body].linear_velocity().x == 0.0f);
    CHECK(world[body].linear_velocity().y == doctest::Approx(2.0f * dt));
    definition.enabled = false;
    world[field].set_definition(definition);
    world.step(dt);
    CHECK(world[body].linear_velocity().y == doctest::Approx(2.0f * dt));
    world.destroy_field(field);
    world.step(dt);
    CHECK(world[body].linear_velocity().y == doctest::Approx(2.0f * dt));
}

TEST_CASE("fields: what rests in a field sleeps, and wakes when the field changes or comes by") {
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId planet = world.create_body({.type = BodyType::Static});
    world.create_shape(planet, Circle{{0.0f, 0.0f}, 3.0f});
    const FieldDefinition pull{.kind = RadialField{.strength = 90.0f}};
    const FieldId field = world.create_field(pull);
    const BodyId stone = test::add_box(world, {0.0f, 3.5f}, 0.5f, 0.5f);
    const auto rest = [&] {
        test::run(world, 400);
        REQUIRE_FALSE(world[stone].is_awake());
    };
    rest();
    CHECK(world[stone].position().y == doctest::Approx(3.5f).epsilon(0.01));
    world[field].set_definition(pull);
    CHECK(world[stone].is_awake());
    rest();
    const FieldId far_away =
        world.create_field({.region = make_box(1.0f, 1.0f), .pose = {{50.0f, 0.0f}, Rot{}}});
    CHECK_FALSE(world[stone].is_awake());
    world.destroy_field(far_away);
    CHECK_FALSE(world[stone].is_awake());
    world.destroy_field(field);
    CHECK(world[stone].is_awake());
    rest();
    // Moving the body that a field is attached to also wakes it.
    const BodyId post = world.create_body({.type = BodyType::Static, .position = {30.0f, 0.0f}});
    world.create_field({.kind = DirectionalField{}, .region = Circle{{0.0f, 0.0f}, 2.0f}, .body = post});
    CHECK_FALSE(world[stone].is_awake());
    world[post].set_pose({1.0f, 3.0f}, 0.0f);
    CHECK(world[stone].is_awake());
    rest();
    world[post].set_enabled(false);
    CHECK(world[stone].is_awake());
    rest();
    // A field on a passing body wakes it when it comes near.
    const BodyId comet = test::add_disc(world, {-20.0f, 5.0f}, 0.1f);
    world[comet].set_linear_velocity({10.0f, 0.0f});
    world.create_field({.kind = DirectionalField{.strength = {0.0f, 20.0f}},
                        .region = Circle{{0.0f, 0.0f}, 2.0f},
                        .body = comet});
    test::run(world, 60);
    CHECK_FALSE(world[stone].is_awake());
    test::run(world, 55);
    CHECK(world[stone].is_awake());
    CHECK(world[stone].linear_velocity().y > 0.0f);
}

TEST_CASE("fields: every number of threads and every instruction set gives the same states") {
    const auto run = [](const WorldDefinition& definition) {
        test::RandomScene scene(77, definition);
        World& world = scene.world;
        world.create_field({.kind = WindField{.velocity = {4.0f, 1.0f}, .lift = 0.5f}});
        world.create_field(
            {.kind = BuoyancyField{.density = 3.0f, .flow = {1.0f, 0.0f}}, .region = make_box(8.0f, 4.0f)});
        world.create_field({.kind = BuoyancyField{.surface = std::nullopt},
                            .region = Circle{{0.0f, 0.0f}, 3.0f},
                            .pose = {{5.0f, 5.0f}, Rot{}}});
        world.create_field({.kind = RadialField{.strength = 20.0f, .softening = 1.0f}});
        world.create_field({.kind = VortexField{.strength = -5.0f, .softening = 0.5f}});
        std::vector<std::uint64_t> hashes;
        for (int i = 0; i < test::scaled(200, 40); ++i) {
            world.step(dt);
            hashes.push_back(world.state_hash());
            if (i % 4 == 0) {
                scene.change();
            }
            if (i % 20 == 0) {
                world.explode({.radius = 3.0f, .falloff = 3.0f, .impulse_per_length = 2.0f});
            }
        }
        CHECK(test::all_finite(world));
        return hashes;
    };
    const std::vector<std::uint64_t> reference = run({});
    for (const int threads : {2, 3, 8}) {
        CHECK(run({.threads = threads}) == reference);
    }
    for (const SimdTarget target : simd_targets()) {
        CHECK(run({.simd = target}) == reference);
    }
}

TEST_CASE("fields: a step without time adds nothing") {
    World world = still_world();
    world.create_field({.kind = DirectionalField{.strength = {0.0f, 5.0f}}});
    const BodyId body = test::add_disc(world, {0.0f, 0.0f}, 0.5f);
    world.step(0.0f);
    world.step(dt);
    CHECK(world[body].linear_velocity().y == doctest::Approx(5.0f * dt));
}
