#include <drystone/c/drystone.h>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

DsWorld make_world() {
    DsWorld world{};
    REQUIRE(ds_world_create(nullptr, &world) == DS_OK);
    return world;
}

DsBodyId make_ball(DsWorld world, float y) {
    DsBodyDefinition definition{};
    REQUIRE(ds_default_body_definition(&definition) == DS_OK);
    definition.position.y = y;
    DsBodyId body{};
    REQUIRE(ds_world_create_body(world, &definition, &body) == DS_OK);
    DsShapeGeometry geometry{};
    geometry.type = DS_GEOMETRY_TYPE_CIRCLE;
    geometry.as.circle.radius = 0.5f;
    DsShapeId shape{};
    REQUIRE(ds_world_create_shape(world, body, &geometry, nullptr, &shape) == DS_OK);
    return body;
}

bool error_contains(const char* text) { return std::string(ds_last_error()).find(text) != std::string::npos; }

/// Statuses that a callback got from its own calls.
struct FromCallback {
    DsWorld world;
    DsStatus step = DS_OK;
    DsStatus destroy = DS_OK;
    DsStatus read = DS_ERROR_OTHER;
    int calls = 0;
};

bool call_from_filter(void* data, DsShapeId shape_a, DsShapeId) {
    auto& result = *static_cast<FromCallback*>(data);
    result.step = ds_world_step(result.world, 0.01f, 1);
    result.destroy = ds_world_destroy(result.world);
    float friction = 0.0f;
    DsMaterial material{};
    result.read = ds_shape_material(result.world, shape_a, &material);
    friction = material.friction;
    ++result.calls;
    return friction > 0.0f;
}

void call_from_visitor(void* data, const DsContactView*) {
    auto& result = *static_cast<FromCallback*>(data);
    result.step = ds_world_step(result.world, 0.01f, 1);
    DsVec2 gravity{};
    result.read = ds_world_gravity(result.world, &gravity);
    ++result.calls;
}

}  // namespace

TEST_CASE("null pointers are refused by name, before anything is changed") {
    CHECK(ds_world_create(nullptr, nullptr) == DS_ERROR_NULL_POINTER);
    CHECK(std::string(ds_last_error()) == "ds_world_create: out must not be null");
    const DsWorld world = make_world();
    CHECK(ds_world_create_body(world, nullptr, nullptr) == DS_ERROR_NULL_POINTER);
    DsCounters counters{};
    REQUIRE(ds_world_counters(world, &counters) == DS_OK);
    CHECK(counters.bodies == 0);
    CHECK(ds_world_visit_contacts(world, nullptr, nullptr) == DS_ERROR_NULL_POINTER);
    DsPolygon polygon{};
    CHECK(ds_make_polygon(nullptr, 3, 0.0f, &polygon) == DS_ERROR_NULL_POINTER);
    CHECK(ds_make_polygon(nullptr, 0, 0.0f, &polygon) == DS_ERROR_ARGUMENT);
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("handles of destroyed objects, of other kinds and made-up ones are refused") {
    const DsWorld world = make_world();
    const DsBodyId body = make_ball(world, 0.0f);
    REQUIRE(ds_world_destroy_body(world, body) == DS_OK);
    CHECK(ds_body_wake(world, body) == DS_ERROR_ARGUMENT);
    bool is_valid = true;
    CHECK(ds_body_is_valid(world, body, &is_valid) == DS_OK);
    CHECK(!is_valid);
    REQUIRE(ds_world_destroy(world) == DS_OK);
    CHECK(ds_world_step(world, 0.01f, 1) == DS_ERROR_HANDLE);
    CHECK(ds_world_destroy(world) == DS_ERROR_HANDLE);
    CHECK(error_contains("ds_world_destroy: world"));

    // The next world takes the same place, under another handle.
    const DsWorld next = make_world();
    CHECK(next.id != world.id);
    CHECK(ds_world_step(world, 0.01f, 1) == DS_ERROR_HANDLE);
    CHECK(ds_polygon_destroy(DsPolygon{next.id}) == DS_ERROR_HANDLE);
    for (int bit = 0; bit < 64; ++bit) {
        CHECK(ds_world_step(DsWorld{next.id ^ (std::uint64_t{1} << bit)}, 0.01f, 1) == DS_ERROR_HANDLE);
    }
    CHECK(ds_world_step(DsWorld{0}, 0.01f, 1) == DS_ERROR_HANDLE);
    CHECK(ds_world_destroy(next) == DS_OK);
}

TEST_CASE("numbers that are not finite and values of no enumeration are refused") {
    const DsWorld world = make_world();
    DsBodyDefinition definition{};
    REQUIRE(ds_default_body_definition(&definition) == DS_OK);
    DsBodyId body{};
    definition.position.x = std::numeric_limits<float>::quiet_NaN();
    CHECK(ds_world_create_body(world, &definition, &body) == DS_ERROR_ARGUMENT);
    CHECK(error_contains("position"));
    definition.position.x = 0.0f;
    definition.type = 3;
    CHECK(ds_world_create_body(world, &definition, &body) == DS_ERROR_ARGUMENT);
    DsShapeGeometry geometry{};
    geometry.type = 77;
    DsShapeId shape{};
    CHECK(ds_world_create_shape(world, make_ball(world, 0.0f), &geometry, nullptr, &shape) ==
          DS_ERROR_ARGUMENT);
    DsConvexCore core{};
    core.count = -1;
    DsAabb box{};
    CHECK(ds_convex_core_aabb(&core, {{0.0f, 0.0f}, {1.0f, 0.0f}}, &box) == DS_ERROR_ARGUMENT);
    core.count = 2;
    CHECK(ds_convex_core_aabb(&core, {{0.0f, 0.0f}, {1.0f, 0.0f}}, &box) == DS_ERROR_NULL_POINTER);
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("a callback may read its world, and neither step nor destroy it") {
    const DsWorld world = make_world();
    FromCallback filter{world};
    REQUIRE(ds_world_set_collision_filter(world, call_from_filter, &filter) == DS_OK);
    make_ball(world, 0.0f);
    make_ball(world, 0.6f);
    REQUIRE(ds_world_step(world, 1.0f / 60.0f, 4) == DS_OK);
    CHECK(filter.calls == 1);
    CHECK(filter.step == DS_ERROR_BUSY);
    CHECK(filter.destroy == DS_ERROR_BUSY);
    CHECK(filter.read == DS_OK);

    FromCallback visitor{world};
    REQUIRE(ds_world_visit_contacts(world, call_from_visitor, &visitor) == DS_OK);
    CHECK(visitor.calls == 1);
    CHECK(visitor.step == DS_ERROR_BUSY);
    CHECK(visitor.read == DS_OK);
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("a world keeps the scheduler that it uses") {
    DsTaskScheduler pool{};
    REQUIRE(ds_thread_pool_create(3, &pool) == DS_OK);
    CHECK(ds_thread_pool_create(0, &pool) == DS_ERROR_ARGUMENT);
    DsWorldDefinition definition{};
    REQUIRE(ds_default_world_definition(&definition) == DS_OK);
    definition.scheduler = pool;
    DsWorld world{};
    REQUIRE(ds_world_create(&definition, &world) == DS_OK);
    REQUIRE(ds_task_scheduler_destroy(pool) == DS_OK);
    CHECK(ds_world_create(&definition, &world) == DS_ERROR_HANDLE);
    make_ball(world, 0.0f);
    CHECK(ds_world_step(world, 1.0f / 60.0f, 4) == DS_OK);
    std::int32_t threads = 0;
    CHECK(ds_world_threads(world, &threads) == DS_OK);
    CHECK(threads == 3);
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("objects that a buffer owns end with it") {
    const DsWorld world = make_world();
    DsPolygon box{};
    REQUIRE(ds_make_box(1.0f, 1.0f, &box) == DS_OK);
    DsShapeGeometry geometry{};
    geometry.type = DS_GEOMETRY_TYPE_POLYGON;
    geometry.as.polygon = box;
    DsShapeId shape{};
    REQUIRE(ds_world_create_shape(world, make_ball(world, 0.0f), &geometry, nullptr, &shape) == DS_OK);
    DsBuffer buffer{};
    REQUIRE(ds_buffer_create(&buffer) == DS_OK);
    DsShapeGeometry copy{};
    REQUIRE(ds_shape_geometry(world, shape, buffer, &copy) == DS_OK);
    REQUIRE(copy.type == DS_GEOMETRY_TYPE_POLYGON);
    const DsVec2* vertices = nullptr;
    std::size_t count = 0;
    CHECK(ds_polygon_vertices(copy.as.polygon, &vertices, &count) == DS_OK);
    CHECK(count == 4);
    CHECK(ds_buffer_clear(buffer) == DS_OK);
    CHECK(ds_polygon_vertices(copy.as.polygon, &vertices, &count) == DS_ERROR_HANDLE);
    CHECK(ds_polygon_vertices(box, &vertices, &count) == DS_OK);
    CHECK(ds_buffer_destroy(buffer) == DS_OK);
    CHECK(ds_polygon_destroy(box) == DS_OK);
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("a header of another version is refused") {
    const std::uint16_t sizes[] = {1, 2, 3};
    CHECK(ds_check_layout() == DS_OK);
    CHECK(ds_check_sizes(DS_VERSION, sizes, 3) == DS_ERROR_LAYOUT);
    CHECK(ds_check_sizes(DS_VERSION + 1, sizes, 3) == DS_ERROR_LAYOUT);
    CHECK(ds_check_sizes(DS_VERSION, nullptr, 3) == DS_ERROR_NULL_POINTER);
    CHECK(ds_version() == DS_VERSION);
}

TEST_CASE("threads that use one world at a time without waiting get a status") {
    const DsWorld world = make_world();
    for (int i = 0; i < 50; ++i) {
        make_ball(world, static_cast<float>(i));
    }
    std::vector<std::thread> threads;
    std::vector<int> others(4, 0);
    for (std::size_t i = 0; i < others.size(); ++i) {
        threads.emplace_back([&, i] {
            for (int step = 0; step < 200; ++step) {
                const DsStatus status = ds_world_step(world, 1.0f / 60.0f, 1);
                others[i] += status == DS_OK || status == DS_ERROR_BUSY ? 0 : 1;
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    CHECK(others == std::vector<int>(4, 0));
    CHECK(ds_world_validate(world) == DS_OK);
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("c: whether jointed bodies collide is given, or follows from the type of the joint") {
    const DsWorld world = make_world();
    const DsBodyId a = make_ball(world, 0.0f);
    const DsBodyId b = make_ball(world, 5.0f);
    const auto collide = [&](DsJointType type, bool has, bool value) {
        DsJointDefinition joint{};
        joint.type = type;
        REQUIRE(ds_default_mouse_joint(&joint.as.mouse) == DS_OK);
        if (type == DS_JOINT_TYPE_WELD) {
            REQUIRE(ds_default_weld_joint(&joint.as.weld) == DS_OK);
        }
        DsJointSettings settings{};
        REQUIRE(ds_default_joint_settings(&settings) == DS_OK);
        CHECK(!settings.has_collide_connected);
        CHECK(!settings.collide_connected);
        settings.has_collide_connected = has;
        settings.collide_connected = value;
        DsJointId id{};
        REQUIRE(ds_world_create_joint(world, a, b, &joint, &settings, &id) == DS_OK);
        REQUIRE(ds_joint_settings(world, id, &settings) == DS_OK);
        CHECK(settings.has_collide_connected);
        bool by_default = false;
        REQUIRE(ds_collides_by_default(&joint, &by_default) == DS_OK);
        CHECK(by_default == (type == DS_JOINT_TYPE_MOUSE));
        return settings.collide_connected;
    };
    CHECK(collide(DS_JOINT_TYPE_MOUSE, false, false));
    CHECK(!collide(DS_JOINT_TYPE_MOUSE, true, false));
    CHECK(!collide(DS_JOINT_TYPE_WELD, false, false));
    CHECK(collide(DS_JOINT_TYPE_WELD, true, true));
    CHECK(collide(DS_JOINT_TYPE_WELD, false, true));  // A `true` is given, whatever the other member says.
    CHECK(ds_world_destroy(world) == DS_OK);
}

TEST_CASE("c: hints have their object, value and texts") {
    const DsWorld world = make_world();
    DsBuffer buffer{};
    REQUIRE(ds_buffer_create(&buffer) == DS_OK);
    const DsHint* hints = nullptr;
    size_t count = 1;
    REQUIRE(ds_world_hints(world, buffer, &hints, &count) == DS_OK);
    CHECK(count == 0);
    DsBodyDefinition definition{};
    REQUIRE(ds_default_body_definition(&definition) == DS_OK);
    definition.angle = 90.0f;
    DsBodyId body{};
    REQUIRE(ds_world_create_body(world, &definition, &body) == DS_OK);
    REQUIRE(ds_world_step(world, 16.0f, 4) == DS_OK);
    REQUIRE(ds_world_hints(world, buffer, &hints, &count) == DS_OK);
    REQUIRE(count == 3);
    CHECK(hints[0].kind == DS_HINT_KIND_TIME_STEP);
    CHECK(hints[0].value == 16.0f);
    CHECK(std::string(hints[0].function) == "World::step");
    CHECK(std::string(hints[0].page) == "docs/manual/time.md");
    CHECK(std::string(hints[0].text).find("16 s") != std::string::npos);
    CHECK(hints[1].kind == DS_HINT_KIND_BODY_ANGLE);
    CHECK(hints[1].body.index1 == body.index1);
    CHECK(hints[1].count == 1);
    CHECK(hints[2].kind == DS_HINT_KIND_NO_MASS);
    CHECK(ds_buffer_destroy(buffer) == DS_OK);
    CHECK(ds_world_destroy(world) == DS_OK);
}
