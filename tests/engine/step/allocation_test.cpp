#include <doctest/doctest.h>

#include "support/counted_allocations.h"
#include "support/failing_allocation.h"
#include "support/world_build.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace drystone;
using test::allocations_of;
using test::counting;
using test::dt;

namespace {

std::atomic<long> live_bytes{0};

}  // namespace

#if COUNTS_ALLOCATIONS

namespace {

long usable_size(void* memory) {
#ifdef __GLIBC__
    return static_cast<long>(malloc_usable_size(memory));
#else
    return 0 * static_cast<long>(memory == nullptr);
#endif
}

void* counted(std::size_t size, std::size_t alignment) {
    ++test::allocation_count;
    if (test::refuses_allocation()) {
        return nullptr;
    }
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* const memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
    live_bytes += usable_size(memory);
    return memory;
}

void released(void* memory) {
    live_bytes -= usable_size(memory);
    std::free(memory);
}

void* counted_or_throw(std::size_t size, std::size_t alignment) {
    void* const memory = counted(size, alignment);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

constexpr std::size_t default_alignment = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

}  // namespace

// The compiler does not know that operator new returns memory for free().
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"
#endif

void* operator new(std::size_t size) { return counted_or_throw(size, default_alignment); }
void* operator new[](std::size_t size) { return counted_or_throw(size, default_alignment); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size, default_alignment);
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
    return counted(size, default_alignment);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
    return counted_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { released(memory); }
void operator delete[](void* memory) noexcept { released(memory); }
void operator delete(void* memory, std::size_t) noexcept { released(memory); }
void operator delete[](void* memory, std::size_t) noexcept { released(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { released(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { released(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { released(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { released(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { released(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { released(memory); }

#endif

TEST_CASE("allocation: the counter counts") {
    if (counting()) {
        CHECK(allocations_of([] {
                  World world;
                  test::add_ground(world);
              }) > 0);
        CHECK(allocations_of([] {}) == 0);
    }
}

TEST_CASE("allocation: a resting pyramid is stepped without any, awake and asleep") {
    for (const bool sleeping : {false, true}) {
        World world({.sleeping = sleeping});
        test::add_pyramid(world, 10);
        test::run(world, sleeping ? 300 : 120);
        const long count = allocations_of([&] { test::run(world, 60); });
        CHECK((!counting() || count == 0));
        CHECK((world.counters().awake_bodies == 0) == sleeping);
    }
}

TEST_CASE("allocation: a box that slides to and fro over a row of others is stepped without any") {
    World world({.sleeping = false});
    const BodyId ground = world.create_body({.type = BodyType::Static});
    for (int i = -10; i <= 10; ++i) {
        world.create_shape(ground, make_box(0.5f, 0.5f, Pose{Vec2{static_cast<float>(i), -0.5f}, Rot{}}));
    }
    const BodyId box = test::add_box(world, {0.0f, 0.5f}, 0.5f, 0.5f, {.material = {.friction = 0.1f}});
    long begins = 0;
    const auto slide = [&] {
        for (int i = 0; i < 600; ++i) {
            if (i % 30 == 0) {
                world[box].set_linear_velocity({i % 60 == 0 ? 4.0f : -4.0f, 0.0f});
            }
            world.step(dt);
            begins += static_cast<long>(world.contact_begins().size());
        }
    };
    slide();
    begins = 0;
    const long count = allocations_of(slide);
    // The scene was not trivial: contacts began all the time.
    CHECK(begins > 10);
    CHECK((!counting() || count == 0));
}

TEST_CASE("allocation: a lift that dominates its load, and a shelf without force, are stepped without any") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId lift =
        world.create_body({.type = BodyType::Dynamic, .gravity_scale = 0.0f, .dominance_group = 1});
    world.create_shape(lift, make_box(6.0f, 0.2f));
    const BodyId shelf = world.create_body({.type = BodyType::Static, .position = {0.0f, 2.0f}});
    world.create_shape(shelf, make_box(6.0f, 0.2f), {.solver_filter = {.category = 2, .mask = 2}});
    for (int i = 0; i < 20; ++i) {
        test::add_disc(world, {-4.75f + 0.5f * static_cast<float>(i), 1.0f}, 0.2f);
    }
    int max_touching = 0;
    const auto lift_and_lower = [&] {
        for (int i = 0; i < 240; ++i) {
            world[lift].set_linear_velocity({0.0f, i < 120 ? 1.0f : -1.0f});
            world.step(dt);
            max_touching = std::max(max_touching, world.counters().contacts);
        }
    };
    lift_and_lower();
    lift_and_lower();
    const long count = allocations_of(lift_and_lower);
    // Discs on the lift, and in the shelf.
    CHECK(max_touching >= 40);
    CHECK((!counting() || count == 0));
}

TEST_CASE("allocation: towers that a paddle shakes and that have extra iterations are stepped without any") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId paddle = world.create_body({.type = BodyType::Kinematic, .position = {-3.0f, 0.5f}});
    world.create_shape(paddle, make_box(0.2f, 0.4f));
    BodyId last;
    for (int i = 0; i < 40; ++i) {
        const Vec2 at{static_cast<float>(i / 10), 0.5f + static_cast<float>(i % 10)};
        const BodyId box = test::add_box(world, at, 0.45f, 0.5f);
        world[box].set_extra_iterations(i % 4);
        if (i % 10 == 9) {
            world.create_joint(last, box, RevoluteJoint{.anchor_a = {0.0f, 0.5f}, .anchor_b = {0.0f, -0.5f}},
                               {.solver = JointSolver::Iterative});
        }
        last = box;
    }
    const auto shake = [&] {
        for (int i = 0; i < 240; ++i) {
            world[paddle].set_linear_velocity({i % 240 < 120 ? 0.5f : -0.5f, 0.0f});
            world.step(dt);
        }
    };
    for (int i = 0; i < 8; ++i) {
        shake();
    }
    const long count = allocations_of(shake);
    CHECK((!counting() || count == 0));
}

TEST_CASE("allocation: discs that bounce between walls are stepped without any") {
    World world({.gravity = {0.0f, 0.0f}, .sleeping = false});
    const BodyId walls = world.create_body({.type = BodyType::Static});
    world.create_shape(walls, make_box(0.5f, 10.0f, Pose{Vec2{-2.0f, 0.0f}, Rot{}}));
    world.create_shape(walls, make_box(0.5f, 10.0f, Pose{Vec2{2.0f, 0.0f}, Rot{}}));
    for (int i = 0; i < 8; ++i) {
        const Material elastic{.friction = 0.0f, .restitution = 1.0f};
        const BodyId disc =
            test::add_disc(world, {0.0f, 1.5f * static_cast<float>(i) - 5.0f}, 0.5f, {.material = elastic});
        world[disc].set_linear_velocity({6.0f + 0.3f * static_cast<float>(i), 0.0f});
    }
    test::run(world, 300);
    long begins = 0;
    const long count = allocations_of([&] {
        for (int i = 0; i < 300; ++i) {
            world.step(dt);
            begins += static_cast<long>(world.contact_begins().size());
        }
    });
    CHECK(begins > 10);
    CHECK((!counting() || count == 0));
}

TEST_CASE(
    "allocation: bodies in wind, in a pool, in a round pond and about a planet are stepped without any") {
    World world({.sleeping = false});
    test::add_ground(world);
    world.create_field({.kind = WindField{.velocity = {1.0f, 0.0f}, .lift = 0.5f}});
    world.create_field({.kind = BuoyancyField{.linear_drag = 0.1f}, .region = make_box(20.0f, 3.0f)});
    world.create_field(
        {.kind = BuoyancyField{.surface = std::nullopt}, .region = Circle{{0.0f, 2.0f}, 2.0f}});
    world.create_field({.kind = RadialField{.strength = 1.0f, .softening = 1.0f}});
    for (int i = 0; i < 10; ++i) {
        const Vec2 place{2.0f * static_cast<float>(i) - 10.0f, 1.0f};
        const BodyId body =
            world.create_body({.type = BodyType::Dynamic, .position = place, .angular_velocity = 1.0f});
        world.create_shape(body, make_regular_polygon(3 + i, 0.5f, 0.1f), {.density = 0.8f});
    }
    // In the wind they never come to rest: contact lists grow for a while.
    test::run(world, 1200);
    const long count = allocations_of([&] { test::run(world, 60); });
    CHECK((!counting() || count == 0));
}

TEST_CASE("allocation: a turning paddle in a heap is stepped without any once it has seen its worst") {
    World world({.sleeping = false});
    test::add_ground(world);
    const BodyId walls = world.create_body({.type = BodyType::Static});
    world.create_shape(walls, Segment{{-3.0f, 0.0f}, {-3.0f, 20.0f}});
    world.create_shape(walls, Segment{{3.0f, 0.0f}, {3.0f, 20.0f}});
    const BodyId paddle =
        world.create_body({.type = BodyType::Kinematic, .position = {0.0f, 1.6f}, .angular_velocity = 2.0f});
    world.create_shape(paddle, make_box(1.3f, 0.1f));
    for (int i = 0; i < 40; ++i) {
        test::add_box(world,
                      {0.5f * static_cast<float>(i % 8) - 1.75f, 4.0f + 0.5f * static_cast<float>(i / 8)},
                      0.2f, 0.2f);
    }
    test::run(world, 3600);
    // The numbers of pairs and of contacts of a colour have no bound that is known in advance: each of the
    // arrays that hold them may rarely double, in at most one step of a hundred.
    int steps_with_growth = 0;
    for (int i = 0; i < 600; ++i) {
        steps_with_growth += allocations_of([&] { world.step(dt); }) > 0 ? 1 : 0;
    }
    CAPTURE(steps_with_growth);
    CHECK((!counting() || steps_with_growth <= 6));
}

TEST_CASE("allocation: sensors, forces and sleep events are told without any") {
    World world({.gravity = {0.0f, -10.0f}, .time_to_sleep = 0.1f});
    test::add_ground(world);
    const BodyId gates = world.create_body({.type = BodyType::Static});
    for (int i = 0; i < 6; ++i) {
        world.create_shape(gates,
                           make_box(0.01f, 3.0f, Pose{Vec2{3.0f * static_cast<float>(i), 3.0f}, Rot{}}),
                           {.sensor = true, .sees_sensors = i % 2 == 0});
    }
    const BodyId shuttle = world.create_body({.type = BodyType::Kinematic, .position = {-2.0f, 4.0f}});
    world.create_shape(shuttle, make_box(0.1f, 0.1f));
    world.create_shape(shuttle, Circle{{0.0f, -2.0f}, 0.3f}, {.sensor = true});
    BodyId boxes[4];
    for (int i = 0; i < 4; ++i) {
        boxes[i] =
            test::add_box(world, {3.0f * static_cast<float>(i), 0.5f}, 0.5f, 0.5f, {.force_events = true});
    }
    long events = 0;
    const auto run = [&](int steps) {
        for (int i = 0; i < steps; ++i) {
            world[shuttle].set_linear_velocity({i / 8 % 2 == 0 ? 150.0f : -150.0f, 0.0f});
            if (i % 40 == 0) {
                world[boxes[i / 40 % 4]].wake();
            }
            world.step(dt);
            events += static_cast<long>(world.sensor_begins().size() + world.contact_forces().size() +
                                        world.sleep_begins().size() + world.sleep_ends().size());
        }
    };
    run(640);
    events = 0;
    const long count = allocations_of([&] { run(320); });
    CHECK(events > 100);
    CHECK((!counting() || count == 0));
}

TEST_CASE("allocation: belts, soft and one-way shapes and the callback before solving take none") {
    World world({.sleeping = false});
    test::add_ground(world, 50.0f, {.tangent_speed = 0.5f});
    const BodyId shelf = world.create_body({.type = BodyType::Static});
    world.create_shape(shelf, make_box(5.0f, 0.1f, Pose{Vec2{0.0f, 2.0f}, Rot{}}),
                       {.pre_solve = true, .one_way = Vec2{0.0f, 1.0f}});
    for (int i = 0; i < 8; ++i) {
        const Vec2 position{0.9f * static_cast<float>(i) - 3.0f, i % 2 == 0 ? 0.5f : 3.0f};
        test::add_disc(world, position, 0.3f, {.material = {.rolling_resistance = 0.2f, .frequency = 10.0f}});
    }
    int calls = 0;
    world.set_pre_solve_callback([&](PreSolveContact& contact) {
        contact.points[0].dropped = ++calls % 2 == 0;
        return calls % 5 != 0;
    });
    test::run(world, 240);
    const int before = calls;
    const long count = allocations_of([&] { test::run(world, 60); });
    CHECK(calls > before);
    CHECK((!counting() || count == 0));
}

TEST_CASE("memory: a world counts nearly all of what it holds, and nothing twice") {
    if (!counting()) {
        return;
    }
    for (const int threads : {1, 2}) {
        for (const bool sleeping : {false, true}) {
            CAPTURE(threads);
            CAPTURE(sleeping);
            const long before = live_bytes.load();
            World world({.sleeping = sleeping, .threads = threads});
            test::add_pyramid(world, 30);
            BodyId last;
            for (int i = 0; i < 200; ++i) {
                const Vec2 position{static_cast<float>(i % 20) - 10.0f, 40.0f + 0.1f * static_cast<float>(i)};
                const BodyId disc =
                    test::add_disc(world, position, 0.3f, {.material = {.restitution = 0.3f}});
                if (i % 2 == 1) {
                    world.create_joint(last, disc, DistanceJoint{.length = 1.0f});
                }
                last = disc;
            }
            test::run(world, 240);
            const auto counted = static_cast<double>(world.counters().bytes);
            const auto held = static_cast<double>(live_bytes.load() - before);
            if (held > 0.0) {
                CHECK(counted <= held);
                CHECK(counted >= 0.95 * held);
            }
        }
    }
}
