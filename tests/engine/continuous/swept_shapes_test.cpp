// Pairs of shapes of bodies that have many, found through boxes, beside a test of all pairs.
#include "continuous/swept_shapes.h"

#include "continuous/motion.h"
#include "continuous/pair_motion.h"
#include "step/world_state.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

using namespace drystone;
using test::Random;

namespace {

std::uint32_t slot_of(BodyId body) { return body.index1 - 1; }

/// Context with what a search of shapes reads.
class SearchContext {
public:
    explicit SearchContext(World& world)
        : state_(test::state_of(world)),
          narrow_{state_.stores.bodies, state_.stores.shapes, *state_.systems.narrow_kernels, 0.02f,
                  1.0f / 60.0f},
          context_{.bodies = state_.stores.bodies,
                   .shapes = state_.stores.shapes,
                   .broad_phase = state_.systems.broad_phase,
                   .joints = state_.stores.joints,
                   .states = state_.systems.solver.states,
                   .integration = state_.systems.solver.integration,
                   .narrow = narrow_,
                   .contacts = state_.stores.contacts,
                   .graph = state_.stores.graph,
                   .start_velocities = {},
                   .sub_steps = 4,
                   .max_push_out_velocity = 3.0f,
                   .time_step = 1.0f / 60.0f,
                   .integration_constants = constants_,
                   .speculative_distance = 0.02f,
                   .may_collide = may_collide_,
                   .allows_hit = allows_hit_,
                   .bullets = false,
                   .one_thread = true} {}
    [[nodiscard]] const ContinuousContext& get() const { return context_; }

private:
    std::function<bool(std::uint32_t, std::uint32_t)> may_collide_ = [](std::uint32_t, std::uint32_t) {
        return true;
    };
    std::function<bool(const SweptHit&)> allows_hit_ = [](const SweptHit&) { return true; };
    WorldState& state_;
    NarrowPhaseInput narrow_;
    IntegrationConstants constants_{.maximum_linear_speed = 25.0f, .stored_angular_speed = 8.0f};
    ContinuousContext context_;
};

BodyId add_body(World& world, Random& random, int shapes, float size) {
    const BodyId body =
        world.create_body({.position = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f)},
                           .angle = random.between(-3.0f, 3.0f)});
    for (int i = 0; i < shapes; ++i) {
        const Vec2 place{random.between(-size, size), random.between(-size, size)};
        const float radius = random.between(0.01f, 0.2f * size);
        if (random.below(2) == 0) {
            world.create_shape(body, Circle{place, radius}, {.sensor = random.below(8) == 0});
        } else {
            world.create_shape(body, make_box(radius, 0.5f * radius, Pose{place, Rot::from_angle(0.7f)}));
        }
    }
    // The order of the body's list is not that of the shapes' numbers.
    world.destroy_shape(world[body].shapes()[static_cast<std::size_t>(shapes / 2)].id());
    world.create_shape(body, Circle{{}, 0.1f});
    return body;
}

Sweep random_sweep(Random& random, float far, float turn) {
    Sweep sweep;
    sweep.local_center = {random.between(-0.5f, 0.5f), random.between(-0.5f, 0.5f)};
    sweep.center_start = {random.between(-far, far), random.between(-far, far)};
    sweep.center_end = {random.between(-far, far), random.between(-far, far)};
    sweep.rotation_start = Rot::from_angle(random.between(-3.0f, 3.0f));
    sweep.angle = random.between(-turn, turn);
    return sweep;
}

}  // namespace

TEST_CASE("motion: velocities are set within the maxima of the world and of the body") {
    World world;
    const BodyId plain = world.create_body({});
    const BodyId slow = world.create_body({.maximum_linear_speed = 10.0f, .maximum_angular_speed = 2.0f});
    const SearchContext context(world);
    for (const BodyId body : {plain, slow}) {
        set_velocity(context.get(), slot_of(body), {30.0f, 40.0f}, -500.0f);
    }
    CHECK(world[plain].linear_velocity() == Vec2{15.0f, 20.0f});
    CHECK(world[plain].angular_velocity() == -8.0f);
    CHECK(world[slow].linear_velocity() == Vec2{6.0f, 8.0f});
    CHECK(world[slow].angular_velocity() == -2.0f);
    set_velocity(context.get(), slot_of(slow), {3.0f, 4.0f}, 1.0f);
    CHECK(world[slow].linear_velocity() == Vec2{3.0f, 4.0f});
    CHECK(world[slow].angular_velocity() == 1.0f);
}

TEST_CASE("swept shapes: a search through boxes finds the pairs that a test of all shapes finds") {
    Random random(5);
    std::size_t total = 0;
    for (int run = 0; run < test::scaled(400, 40); ++run) {
        World world;
        const float size = random.between(0.2f, 3.0f);
        const BodyId ids[] = {add_body(world, random, 1 + random.below(40), size),
                              add_body(world, random, 1 + random.below(40), size)};
        const SearchContext context(world);
        const float far = random.between(0.1f, 4.0f);
        const float turn = run % 3 == 0 ? 0.0f : run % 3 == 1 ? 0.9f : 9.0f;
        const Sweep whole[] = {random_sweep(random, far, turn), random_sweep(random, far, turn)};
        const float from = run % 2 == 0 ? 0.0f : random.between(0.0f, 0.9f);
        const float to = run % 2 == 0 ? 1.0f : random.between(from, 1.0f);
        const Sweep parts[] = {part_of(whole[0], from, to), part_of(whole[1], from, to)};
        SweptShapes shapes[2];
        SweptBody plain[] = {{slot_of(ids[0]), parts[0]}, {slot_of(ids[1]), parts[1]}};
        SweptBody searched[] = {{slot_of(ids[0]), parts[0], &shapes[0]},
                                {slot_of(ids[1]), parts[1], &shapes[1]}};
        for (const int i : {0, 1}) {
            shapes[i].find(context.get(), slot_of(ids[i]), {&whole[i], 1});
            REQUIRE(shapes[i].can_be_searched());
        }
        SweptPairs expected;
        find_swept_pairs(context.get(), plain[0], plain[1], expected);
        total += expected.pairs.size();
        SweptPairs found;
        for (const auto& [a, b] : {std::pair{plain[0], searched[1]}, std::pair{searched[0], plain[1]},
                                   std::pair{searched[0], searched[1]}}) {
            find_swept_pairs(context.get(), a, b, found);
            CHECK(found.pairs == expected.pairs);
        }
    }
    CHECK(total > 1000);
}

TEST_CASE("swept shapes: bodies of twenty thousand shapes that pass each other are searched at once") {
    World world;
    BodyId ids[2];
    const int count = test::scaled(20000, 2000);
    for (BodyId& id : ids) {
        id = world.create_body();
        for (int i = 0; i < count; ++i) {
            world.create_shape(id, Circle{{0.0f, 0.05f * static_cast<float>(i)}, 0.1f},
                               {.update_mass = false});
        }
    }
    const SearchContext context(world);
    Sweep sweeps[2];
    sweeps[0].center_end = {1.0f, 0.0f};
    sweeps[1].center_start = {1.0f, 0.0f};
    SweptShapes shapes[2];
    for (const int i : {0, 1}) {
        shapes[i].find(context.get(), slot_of(ids[i]), {&sweeps[i], 1});
    }
    SweptPairs found;
    find_swept_pairs(context.get(), {slot_of(ids[0]), sweeps[0], &shapes[0]},
                     {slot_of(ids[1]), sweeps[1], &shapes[1]}, found);
    // Each meets the four on each side of it, and the one opposite.
    CHECK(found.pairs.size() == 9 * static_cast<std::size_t>(count) - 20);
}

TEST_CASE("swept shapes: a motion that is not finite is tested shape by shape") {
    World world;
    const BodyId body = world.create_body();
    for (int i = 0; i < 12; ++i) {
        world.create_shape(body, Circle{{}, 0.1f});
    }
    const SearchContext context(world);
    Sweep sweep;
    sweep.center_end = {std::numeric_limits<float>::infinity(), 0.0f};
    SweptShapes shapes;
    shapes.find(context.get(), slot_of(body), {&sweep, 1});
    CHECK_FALSE(shapes.can_be_searched());
    SweptPairs found;
    find_swept_pairs(context.get(), {slot_of(body), sweep, &shapes}, {slot_of(body), sweep, &shapes}, found);
    SweptPairs expected;
    find_swept_pairs(context.get(), {slot_of(body), sweep}, {slot_of(body), sweep}, expected);
    CHECK(found.pairs == expected.pairs);
}

TEST_CASE("fast pairs: two bodies of a thousand discs that meet stop each other, at once") {
    World world({.gravity = {0.0f, 0.0f}});
    BodyId ids[2];
    const int count = test::scaled(1000, 100);
    for (const int side : {0, 1}) {
        const float x = side == 0 ? -1.0f : 1.0f;
        ids[side] = world.create_body({.position = {2.0f * x, 0.0f}, .linear_velocity = {-30.0f * x, 0.0f}});
        for (int i = 0; i < count; ++i) {
            const float y = 0.05f * static_cast<float>(i - count / 2);
            world.create_shape(ids[side], Circle{{0.0f, y}, 0.1f}, {.update_mass = false});
        }
        world[ids[side]].update_mass();
    }
    for (int i = 0; i < 12; ++i) {
        world.step(test::dt);
        CHECK(world[ids[1]].position().x - world[ids[0]].position().x > 0.15f);
    }
}
