#include <doctest/doctest.h>

#include "support/event_books.h"
#include "support/world_random.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::dt;

namespace {

/// Random scene in which shapes become sensors and solid again, stop and start to report to sensors, and
/// change filters.
class SensorScene {
public:
    explicit SensorScene(std::uint32_t seed, const WorldDefinition& definition = {})
        : scene(seed, definition), random_(seed + 1000) {
        const BodyId still = scene.world.create_body({.type = BodyType::Static, .position = {-3.0f, 3.0f}});
        scene.world.create_shape(still, make_box(1.5f, 1.5f), {.sensor = true});
        scene.world.create_shape(still, Circle{{8.0f, 1.0f}, 1.0f}, {.sensor = true, .sees_sensors = true});
        const BodyId turning = scene.world.create_body(
            {.type = BodyType::Kinematic, .position = {3.0f, 5.0f}, .angular_velocity = 4.0f});
        scene.world.create_shape(turning, make_box(2.0f, 0.05f), {.sensor = true});
        const BodyId falling = scene.world.create_body({.type = BodyType::Dynamic, .position = {0.0f, 8.0f}});
        scene.world.create_shape(falling, make_box(0.3f, 0.3f));
        scene.world.create_shape(falling, Circle{{0.0f, -0.3f}, 0.2f}, {.density = 0.0f, .sensor = true});
    }

    void change() {
        World& world = scene.world;
        const std::vector<ShapeId> shapes = test::ids(world.shapes());
        const ShapeId shape =
            shapes[static_cast<std::size_t>(random_.below(static_cast<int>(shapes.size())))];
        const int kind = random_.below(12);
        if (kind == 0) {
            world[shape].set_sensor(!world[shape].is_sensor());
        } else if (kind == 1) {
            world[shape].set_sensor_events(!world[shape].sensor_events());
        } else if (kind == 2) {
            const BodyId body = world[shape].body();
            world[body].set_enabled(!world[body].is_enabled());
        } else if (kind == 3) {
            const Vec2 velocity{random_.between(-90.0f, 90.0f), 0.0f};
            if (world[shape].body().type() != BodyType::Static) {
                world[shape].body().set_linear_velocity(velocity);
            }
        } else if (kind == 4) {
            world[shape].set_geometry(test::random_geometry(random_, 1.0f));
        } else {
            scene.change();
        }
    }

    test::RandomScene scene;

private:
    test::Random random_;
};

/// Compares the overlaps with brute force over all pairs, except those too close to call.
void compare_with_all_pairs(const World& world, int& pairs, int& inside) {
    const std::vector<ShapeId> shapes = test::ids(world.shapes());
    for (const ShapeId sensor : shapes) {
        if (!world[sensor].is_sensor()) {
            continue;
        }
        const auto overlaps = world[sensor].sensor_overlaps();
        std::size_t listed = 0;
        std::size_t uncertain = 0;
        for (const ShapeId visitor : shapes) {
            const bool found = std::find(overlaps.begin(), overlaps.end(), visitor) != overlaps.end();
            listed += found ? 1 : 0;
            const Filter a = world[sensor].filter();
            const Filter b = world[visitor].filter();
            const bool allowed = a.group == b.group && a.group != 0
                                     ? a.group > 0
                                     : (a.mask & b.category) != 0 && (b.mask & a.category) != 0;
            const bool seen = world[sensor].body() != world[visitor].body() && allowed &&
                              world[visitor].sensor_events() && world[world[sensor].body()].is_enabled() &&
                              world[world[visitor].body()].is_enabled();
            if (world[visitor].is_sensor()) {
                // A sensor need not detect other sensors; if it does, the overlap must exist.
                CHECK((!found || (seen && test::reference_gap(world, sensor, visitor) < 1e-5)));
                continue;
            }
            const double gap = seen ? test::reference_gap(world, sensor, visitor) : 1.0;
            ++pairs;
            if (std::abs(gap) < 1e-5) {
                ++uncertain;
                continue;
            }
            CAPTURE(gap);
            CHECK(found == (gap < 0.0));
            inside += gap < 0.0 ? 1 : 0;
        }
        CHECK(listed == overlaps.size());
        CHECK(uncertain < 10);
    }
}

using Log = std::vector<std::pair<ShapeId, ShapeId>>;

Log log_of(const WorldDefinition& definition) {
    SensorScene scene(77, definition);
    Log log;
    const auto plain = [](ShapeId id) { return ShapeId{id.index1, id.generation, 0}; };
    for (int i = 0; i < test::scaled(300, 60); ++i) {
        scene.scene.world.step(dt);
        for (const SensorBegin& begin : scene.scene.world.sensor_begins()) {
            log.emplace_back(plain(begin.sensor), plain(begin.visitor));
        }
        for (const SensorEnd& end : scene.scene.world.sensor_ends()) {
            log.emplace_back(plain(end.visitor), plain(end.sensor));
        }
        log.emplace_back(ShapeId{}, ShapeId{});
        scene.change();
    }
    return log;
}

}  // namespace

TEST_CASE("sensors: in a random world they see what brute force over all pairs sees") {
    for (const std::uint32_t seed : {5u, 6u, 7u}) {
        SensorScene scene(seed, {.sleeping = seed != 6});
        test::SensorBook book;
        int pairs = 0;
        int inside = 0;
        for (int i = 0; i < test::scaled(500, 80); ++i) {
            scene.scene.world.step(dt);
            book.read(scene.scene.world);
            book.compare(scene.scene.world);
            compare_with_all_pairs(scene.scene.world, pairs, inside);
            scene.change();
            if (i % 50 == 0) {
                scene.scene.world.validate();
            }
        }
        CHECK(inside > pairs / 1000);
        CHECK(book.begins > 20);
        CHECK(book.ends > 10);
        CHECK(book.crossings > 0);
    }
}

TEST_CASE("sensors: events are the same for every number of threads and instruction set") {
    const Log reference = log_of({.simd = SimdTarget::Scalar});
    CHECK(static_cast<int>(reference.size()) > test::scaled(400, 100));
    for (const int threads : {1, 2, 3, 8}) {
        CAPTURE(threads);
        CHECK(log_of({.threads = threads}) == reference);
    }
    for (const SimdTarget target : simd_targets()) {
        CAPTURE(simd_target_name(target));
        CHECK(log_of({.simd = target}) == reference);
    }
}

TEST_CASE("sensors: one on a fast body sees what is where the body slides to along a wall") {
    constexpr std::uint64_t only_seen = 2;
    World world({.gravity = {0.0f, 0.0f}});
    const BodyId wall = world.create_body({.type = BodyType::Static});
    world.create_shape(wall, Segment{{0.0f, -5.0f}, {0.0f, 5.0f}}, {.material = {.friction = 0.0f}});
    const BodyId mark = world.create_body({.type = BodyType::Static, .position = {-0.2f, 0.9f}});
    const ShapeId seen =
        world.create_shape(mark, Circle{{0.0f, 0.0f}, 0.01f}, {.filter = {.category = only_seen}});
    const BodyId body = world.create_body(
        {.type = BodyType::Dynamic, .position = {-0.4f, 0.0f}, .linear_velocity = {60.0f, 54.0f}});
    world.create_shape(body, Circle{{0.0f, 0.0f}, 0.2f},
                       {.material = {.friction = 0.0f}, .filter = {.mask = ~only_seen}});
    const ShapeId sensor = world.create_shape(body, Circle{{0.0f, 0.0f}, 0.1f}, {.sensor = true});
    world.step(dt);
    REQUIRE(world[body].position().y == doctest::Approx(0.9f).epsilon(0.01));
    const auto overlaps = world[sensor].sensor_overlaps();
    CHECK(std::find(overlaps.begin(), overlaps.end(), seen) != overlaps.end());
}
