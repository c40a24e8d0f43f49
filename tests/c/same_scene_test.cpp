#include <drystone/c/drystone.h>
#include <drystone/collision/curved_shapes.h>
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include <cstring>
#include <vector>

using namespace drystone;

namespace {

constexpr float time_step = 1.0f / 60.0f;

/// A heap on a chain, a driven hinge, a rope of boxes, buoyancy, a sensor, and callbacks, in C++.
struct SceneOfCpp {
    World world{{.gravity = {0.0f, -9.81f}, .threads = 2}};
    std::vector<BodyId> boxes;
    JointId hinge;

    SceneOfCpp() {
        const BodyId ground = world.create_body({.type = BodyType::Static, .name = "ground"});
        world.create_chain(ground, {.points = {{20.0f, 3.0f}, {6.0f, 0.0f}, {-6.0f, 0.0f}, {-20.0f, 3.0f}},
                                    .materials = {Material{.friction = 0.4f}}});
        for (int i = 0; i < 20; ++i) {
            const float x = static_cast<float>(i % 5);
            const float y = 1.0f + static_cast<float>(i) * 0.7f;
            boxes.push_back(world.create_body({.position = {x - 2.0f, y}, .angle = 0.1f * x}));
            const ShapeDefinition definition{.density = 2.0f, .hit_events = true, .pre_solve = i % 2 == 0};
            if (i % 3 == 0) {
                world.create_shape(boxes.back(), Circle{{0.0f, 0.0f}, 0.3f}, definition);
            } else {
                world.create_shape(boxes.back(), make_box(0.4f, 0.3f), definition);
            }
        }
        world.create_shape(boxes[4], CustomShape{Ellipse{0.5f, 0.25f}}, {.sensor = true});
        hinge = world.create_joint(ground, boxes[0],
                                   RevoluteJoint{.anchor_a = {-3.0f, 3.0f},
                                                 .anchor_b = {0.0f, 0.5f},
                                                 .limit = JointLimit{-1.5f, 1.5f},
                                                 .motor = JointMotor{.speed = 2.0f, .maximum = 50.0f}});
        world.create_joint(
            RopeJoint{.points = {{boxes[1], {}}, {boxes[2], {}}, {boxes[3], {}}}, .length = 3.0f});
        world.create_field({.kind = BuoyancyField{.linear_drag = 0.5f}, .region = make_box(4.0f, 1.0f)});
        world.set_pre_solve_callback([](PreSolveContact& contact) {
            contact.friction *= 0.5f;
            return true;
        });
    }
};

void check(DsStatus status) {
    INFO(ds_last_error());
    CHECK(status == DS_OK);
}

bool halve_friction(void*, DsPreSolveContact* contact) {
    contact->friction *= 0.5f;
    return true;
}

/// The same scene in C.
struct SceneOfC {
    DsWorld world{};
    DsBodyId ground{};
    std::vector<DsBodyId> boxes;
    DsJointId hinge{};

    SceneOfC() {
        DsWorldDefinition definition{};
        check(ds_default_world_definition(&definition));
        definition.gravity = {0.0f, -9.81f};
        definition.threads = 2;
        check(ds_world_create(&definition, &world));
        make_ground();
        for (int i = 0; i < 20; ++i) {
            make_box(i);
        }
        make_sensor();
        make_joints();
        make_field();
        check(ds_world_set_pre_solve_callback(world, halve_friction, nullptr));
    }
    ~SceneOfC() { check(ds_world_destroy(world)); }
    SceneOfC(const SceneOfC&) = delete;
    SceneOfC& operator=(const SceneOfC&) = delete;

    void make_ground() {
        DsBodyDefinition body{};
        check(ds_default_body_definition(&body));
        body.type = DS_BODY_TYPE_STATIC;
        body.name = "ground";
        check(ds_world_create_body(world, &body, &ground));
        const DsVec2 points[] = {{20.0f, 3.0f}, {6.0f, 0.0f}, {-6.0f, 0.0f}, {-20.0f, 3.0f}};
        DsMaterial material{};
        check(ds_default_material(&material));
        material.friction = 0.4f;
        DsChainDefinition chain{};
        check(ds_default_chain_definition(&chain));
        chain.points = points;
        chain.points_count = 4;
        chain.materials = &material;
        chain.materials_count = 1;
        DsChainId out{};
        check(ds_world_create_chain(world, ground, &chain, &out));
    }

    void make_box(int i) {
        const auto x = static_cast<float>(i % 5);
        DsBodyDefinition body{};
        check(ds_default_body_definition(&body));
        body.position = {x - 2.0f, 1.0f + static_cast<float>(i) * 0.7f};
        body.angle = 0.1f * x;
        boxes.emplace_back();
        check(ds_world_create_body(world, &body, &boxes.back()));
        DsShapeDefinition shape{};
        check(ds_default_shape_definition(&shape));
        shape.density = 2.0f;
        shape.hit_events = true;
        shape.pre_solve = i % 2 == 0;
        DsShapeGeometry geometry{};
        if (i % 3 == 0) {
            geometry.type = DS_GEOMETRY_TYPE_CIRCLE;
            geometry.as.circle = {{0.0f, 0.0f}, 0.3f};
        } else {
            geometry.type = DS_GEOMETRY_TYPE_POLYGON;
            check(ds_make_box(0.4f, 0.3f, &geometry.as.polygon));
        }
        DsShapeId out{};
        check(ds_world_create_shape(world, boxes.back(), &geometry, &shape, &out));
        if (geometry.type == DS_GEOMETRY_TYPE_POLYGON) {
            check(ds_polygon_destroy(geometry.as.polygon));
        }
    }

    void make_sensor() {
        DsEllipse ellipse{};
        check(ds_ellipse_create(0.5f, 0.25f, &ellipse));
        DsCustomShape custom{};
        check(ds_custom_shape_of_ellipse(ellipse, &custom));
        DsShapeDefinition shape{};
        check(ds_default_shape_definition(&shape));
        shape.sensor = true;
        DsShapeId out{};
        check(ds_world_create_custom_shape(world, boxes[4], custom, &shape, &out));
        check(ds_custom_shape_destroy(custom));
        check(ds_ellipse_destroy(ellipse));
    }

    void make_joints() {
        DsJointDefinition joint{};
        joint.type = DS_JOINT_TYPE_REVOLUTE;
        check(ds_default_revolute_joint(&joint.as.revolute));
        joint.as.revolute.anchor_a = {-3.0f, 3.0f};
        joint.as.revolute.anchor_b = {0.0f, 0.5f};
        joint.as.revolute.has_limit = true;
        joint.as.revolute.limit = {-1.5f, 1.5f};
        joint.as.revolute.has_motor = true;
        joint.as.revolute.motor = {2.0f, 50.0f};
        check(ds_world_create_joint(world, ground, boxes[0], &joint, nullptr, &hinge));
        const DsRopePoint points[] = {
            {boxes[1], {0.0f, 0.0f}}, {boxes[2], {0.0f, 0.0f}}, {boxes[3], {0.0f, 0.0f}}};
        DsRopeJoint rope{};
        check(ds_default_rope_joint(&rope));
        rope.points = points;
        rope.points_count = 3;
        rope.length = 3.0f;
        DsJointId out{};
        check(ds_world_create_rope(world, &rope, nullptr, &out));
    }

    void make_field() {
        DsFieldDefinition field{};
        check(ds_default_field_definition(&field));
        field.kind.type = DS_FIELD_TYPE_BUOYANCY;
        check(ds_default_buoyancy_field(&field.kind.as.buoyancy));
        field.kind.as.buoyancy.linear_drag = 0.5f;
        field.has_region = true;
        field.region.type = DS_GEOMETRY_TYPE_POLYGON;
        check(ds_make_box(4.0f, 1.0f, &field.region.as.polygon));
        DsFieldId out{};
        check(ds_world_create_field(world, &field, &out));
        check(ds_polygon_destroy(field.region.as.polygon));
    }
};

std::uint64_t hash_of(DsWorld world) {
    std::uint64_t hash = 0;
    check(ds_world_state_hash(world, &hash));
    return hash;
}

/// Compares the bytes of what C++ and C tell about an event, without the numbers of the worlds.
template <class Cpp, class C>
void check_same_hits(std::span<const Cpp> cpp, const C* c, std::size_t count) {
    REQUIRE(cpp.size() == count);
    for (std::size_t i = 0; i < count; ++i) {
        CHECK(cpp[i].shape_a.index1 == c[i].shape_a.index1);
        CHECK(cpp[i].shape_b.generation == c[i].shape_b.generation);
        CHECK(cpp[i].point.x == c[i].point.x);
        CHECK(cpp[i].normal.y == c[i].normal.y);
        CHECK(cpp[i].approach_speed == c[i].approach_speed);
    }
}

}  // namespace

TEST_CASE("the same scene through C and C++ ends every step in the same state") {
    REQUIRE(ds_check_layout() == DS_OK);
    SceneOfCpp cpp;
    const SceneOfC c;
    REQUIRE(cpp.world.state_hash() == hash_of(c.world));
    std::size_t hits = 0;
    for (int step = 0; step < 300; ++step) {
        cpp.world.step(time_step);
        check(ds_world_step(c.world, time_step, 4));
        REQUIRE(cpp.world.state_hash() == hash_of(c.world));
        const DsContactHit* of_c = nullptr;
        std::size_t count = 0;
        check(ds_world_contact_hits(c.world, &of_c, &count));
        check_same_hits(cpp.world.contact_hits(), of_c, count);
        hits += count;
    }
    CHECK(hits > 10);
}

TEST_CASE("changes and queries through C do what they do through C++") {
    SceneOfCpp cpp;
    const SceneOfC c;
    for (int step = 0; step < 120; ++step) {
        const auto speed = static_cast<float>(step % 7) - 3.0f;
        const auto i = static_cast<std::size_t>(step) % cpp.boxes.size();
        cpp.world[cpp.boxes[i]].set_linear_velocity({speed, 1.0f});
        check(ds_body_set_linear_velocity(c.world, c.boxes[i], {speed, 1.0f}));
        cpp.world[cpp.boxes[i]].apply_impulse({0.5f, speed}, {0.0f, 1.0f});
        check(ds_body_apply_impulse_at(c.world, c.boxes[i], {0.5f, speed}, {0.0f, 1.0f}));
        cpp.world.step(time_step, 2);
        check(ds_world_step(c.world, time_step, 2));
        REQUIRE(cpp.world.state_hash() == hash_of(c.world));
    }
    DsRayCast ray{};
    check(ds_default_ray_cast(&ray));
    ray.origin = {-10.0f, 4.0f};
    ray.translation = {20.0f, -12.0f};
    bool found = false;
    DsRayHit hit{};
    DsQueryStats stats{};
    check(ds_world_cast_ray(c.world, &ray, &stats, &found, &hit));
    QueryStats cpp_stats;
    const auto cpp_hit =
        cpp.world.cast_ray({.origin = {-10.0f, 4.0f}, .translation = {20.0f, -12.0f}}, &cpp_stats);
    REQUIRE(found);
    REQUIRE(cpp_hit.has_value());
    CHECK(cpp_hit->fraction == hit.fraction);
    CHECK(cpp_hit->shape.index1 == hit.shape.index1);
    CHECK(cpp_stats.boxes == stats.boxes);
    DsJointState state{};
    check(ds_joint_state(c.world, c.hinge, &state));
    CHECK(cpp.world[cpp.hinge].state().angle == state.angle);
}

TEST_CASE("a save made through C loads in C++ and the other way round") {
    const SceneOfC c;
    check(ds_world_step(c.world, time_step, 4));
    check(ds_world_set_pre_solve_callback(c.world, nullptr, nullptr));
    DsBuffer buffer{};
    check(ds_buffer_create(&buffer));
    DsSaveOptions options{};
    check(ds_default_save_options(&options));
    DsNamedCustomShape named{};
    named.name = "ellipse";
    const DsShapeId* shapes = nullptr;
    std::size_t count = 0;
    check(ds_body_shapes(c.world, c.boxes[4], buffer, &shapes, &count));
    REQUIRE(count == 2);
    bool found = false;
    check(ds_shape_custom_shape(c.world, shapes[1], &found, &named.object));
    REQUIRE(found);
    options.custom_shapes = &named;
    options.custom_shapes_count = 1;
    const std::uint8_t* bytes = nullptr;
    check(ds_world_save_with_options(c.world, &options, buffer, &bytes, &count));

    std::vector<std::byte> saved(count);
    std::memcpy(saved.data(), bytes, count);
    World world = World::load(saved, {.custom_shapes = {{"ellipse", CustomShape{Ellipse{0.5f, 0.25f}}}}});
    CHECK(world.state_hash() == hash_of(c.world));
    DsLoadOptions load{};
    check(ds_default_load_options(&load));
    load.custom_shapes = &named;
    load.custom_shapes_count = 1;
    DsWorld again{};
    check(ds_world_load_with_options(bytes, count, &load, &again));
    CHECK(hash_of(again) == hash_of(c.world));
    check(ds_world_destroy(again));
    check(ds_custom_shape_destroy(named.object));
    check(ds_buffer_destroy(buffer));
}
