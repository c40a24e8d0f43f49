#pragma once

#include <drystone/drystone.h>

#include <drystone/collision/curved_shapes.h>

#include <vector>

namespace drystone::test {

/// Parts of a `SaveScene` besides its ground.
struct SaveSceneParts {
    int rows = 3;  ///< Bodies of each kind.
    bool joints = true;
    bool fields = true;
    bool rest = true;  ///< Sensor, one-way shape, disabled and sleeping bodies.
};

/// Parts that together are nearly the whole, for what is repeated very often.
inline constexpr SaveSceneParts save_scene_parts[] = {
    {.rows = 1, .joints = false, .fields = false, .rest = false},
    {.rows = 0, .joints = true, .fields = false, .rest = false},
    {.rows = 0, .joints = false, .fields = true, .rest = true},
};

/// A small world in which every array of a save file has items: all kinds of shapes, joints and fields,
/// sensors, chains, names, sleeping, disabled and special bodies, contacts of all kinds and states.
class SaveScene {
public:
    explicit SaveScene(const SaveSceneParts& parts = {}) {
        make_ground();
        make_rows(parts.rows);
        if (parts.rows > 0) {
            make_bodies();
        }
        if (parts.joints) {
            make_joints();
        }
        if (parts.fields) {
            make_fields();
        }
        if (parts.rest) {
            make_rest();
        }
    }
    void step(int count) {
        for (int i = 0; i < count; ++i) {
            world.step(1.0f / 60.0f);
        }
    }
    [[nodiscard]] SaveOptions save_options() const { return {.custom_shapes = {{"ellipse", ellipse}}}; }
    [[nodiscard]] LoadOptions load_options() const { return {.custom_shapes = {{"ellipse", ellipse}}}; }

    World world;
    CustomShape ellipse{Ellipse{0.4f, 0.2f}};

private:
    BodyId add(const Vec2& place, const ShapeGeometry& geometry, const ShapeDefinition& definition = {}) {
        const BodyId body = world.create_body({.position = place});
        world.create_shape(body, geometry, definition);
        return body;
    }
    void make_ground() {
        ground = world.create_body({.type = BodyType::Static, .name = "ground"});
        world.create_chain(
            ground, {.points = {{9.0f, 3.0f}, {8.0f, 0.0f}, {0.0f, 0.0f}, {-8.0f, 0.0f}, {-9.0f, 3.0f}}});
        for (int i = 0; i < 3; ++i) {  // Tiles with internal edges.
            const float x = 12.0f + 2.0f * static_cast<float>(i);
            world.create_shape(ground, make_box(1.0f, 0.5f, Pose{{x, -0.5f}, {}}));
        }
        paddle = world.create_body(
            {.type = BodyType::Kinematic, .position = {-5.0f, 1.5f}, .angular_velocity = 1.0f});
        world.create_shape(paddle, make_box(1.5f, 0.2f));
        const BodyId platform = world.create_body({.type = BodyType::Kinematic, .position = {5.0f, 5.0f}});
        world.create_shape(platform, make_box(0.5f, 0.1f));
        const BodyId next = world.create_body({.type = BodyType::Kinematic, .position = {6.0f, 5.0f}});
        world.create_shape(next, make_box(0.5f, 0.1f));
    }
    void make_rows(int count) {
        for (int i = 0; i < count; ++i) {
            const float y = 0.5f + static_cast<float>(i);
            add({0.0f, y}, make_box(0.5f, 0.5f));
            add({1.5f, y}, Circle{{0.0f, 0.0f}, 0.5f},
                {.material = {.restitution = 0.6f, .rolling_resistance = 0.1f}});
            add({3.0f, y}, make_regular_polygon(6, 0.5f), {.hit_events = true});
            add({-2.0f, y}, make_regular_polygon(9, 0.5f), {.force_events = true});
            add({-5.0f, 2.5f + y}, Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.2f});
            add({13.0f + 0.3f * y, y}, make_rounded_box(0.3f, 0.2f, 0.1f));
        }
    }
    void make_bodies() {
        add({12.0f, 0.3f}, make_box(0.3f, 0.3f));
        const BodyId special = add({5.5f, 6.0f}, Circle{{0.0f, 0.0f}, 0.2f}, {.pre_solve = true});
        world[special].set_bullet(true);
        world[special].set_maximum_speeds(50.0f, 20.0f);
        world[special].set_extra_iterations(2);
        world[special].set_dominance_group(1);
        world[special].set_constant_force({0.5f, 0.25f}, 0.125f);
        world[special].shapes()[0].set_name("core");
        const BodyId curved = world.create_body({.position = {7.0f, 1.0f}, .name = "curved", .user_data = 9});
        world.create_shape(curved, ellipse);
        world[curved].set_discrete(true);
        const BodyId pieces = world.create_body({.position = {-7.0f, 4.0f}});
        world.create_outline(pieces,
                             std::vector<Vec2>{{0.0f, 0.0f}, {2.0f, 0.0f}, {2.0f, 2.0f}, {1.0f, 0.5f}});
    }
    void make_joints() {
        BodyId last = ground;
        for (int i = 0; i < 3; ++i) {
            const Vec2 place{static_cast<float>(i) - 1.0f, 8.0f};
            const BodyId link = add(place, make_box(0.4f, 0.1f));
            hinges.push_back(
                world.create_joint(last, link,
                                   RevoluteJoint{.anchor_a = i == 0 ? Vec2{-1.5f, 8.0f} : Vec2{0.5f, 0.0f},
                                                 .anchor_b = {-0.5f, 0.0f}}));
            last = link;
        }
        const BodyId a = add({3.0f, 8.0f}, Circle{{0.0f, 0.0f}, 0.3f});
        const BodyId b = add({4.0f, 8.0f}, Circle{{0.0f, 0.0f}, 0.3f});
        world.create_joint(a, b, DistanceJoint{.length = 1.0f, .spring = JointSpring{}});
        hinges.push_back(world.create_joint(
            ground, a, RevoluteJoint{.anchor_a = {3.0f, 8.0f}, .motor = JointMotor{1.0f, 5.0f}}));
        hinges.push_back(world.create_joint(ground, b, RevoluteJoint{.anchor_a = {4.0f, 8.0f}}));
        world.create_joint(GearJoint{.first = hinges[3], .second = hinges[4], .ratio = 2.0f});
        const BodyId c = add({6.0f, 9.0f}, make_box(0.3f, 0.3f));
        const BodyId d = add({7.0f, 9.0f}, make_box(0.3f, 0.3f));
        world.create_joint(RopeJoint{.points = {{ground, {6.5f, 10.0f}}, {c, {}}, {d, {}}}, .length = 4.0f});
        world.create_joint(c, d, WheelJoint{}, {.break_force = 500.0f, .user_data = 3});
        world.create_joint(ground, d, RatchetJoint{});
        world.create_joint(ground, c, MouseJoint{.target = {6.0f, 9.5f}, .maximum_force = 100.0f});
        world.create_joint(a, c,
                           PulleyJoint{.ground_a = {3.0f, 12.0f}, .ground_b = {6.0f, 12.0f}, .length = 9.0f});
        world[world.create_joint(b, d, FilterJoint{})].set_name("no contact");
    }
    void make_fields() {
        world.create_field({.kind = BuoyancyField{},
                            .region = ShapeGeometry{make_box(2.0f, 1.0f)},
                            .pose = {{3.0f, 1.0f}, {}}});
        world.create_field({.kind = WindField{.velocity = {1.0f, 0.0f}},
                            .region = Circle{{0.0f, 0.0f}, 3.0f},
                            .body = paddle});
        world.destroy_field(world.create_field({.kind = DirectionalField{}}));
    }
    void make_rest() {
        const BodyId sensor = world.create_body({.type = BodyType::Static});
        world.create_shape(sensor, make_box(3.0f, 1.0f), {.sensor = true});
        const BodyId one_way = world.create_body({.type = BodyType::Static, .position = {1.5f, 4.0f}});
        world.create_shape(one_way, make_box(1.0f, 0.1f), {.one_way = Vec2{0.0f, 1.0f}});
        const BodyId filtered = add({1.5f, 5.0f}, make_box(0.2f, 0.2f), {.solver_filter = {.mask = 2}});
        world[filtered].set_can_sleep(true);
        const BodyId off = add({-8.0f, 9.0f}, make_box(0.2f, 0.2f));
        world[off].set_enabled(false);
        const BodyId asleep = world.create_body({.position = {15.0f, 5.0f}, .awake = false});
        world.create_shape(asleep, make_box(0.2f, 0.2f));
        world.set_collision(asleep, off, false);
        world.destroy_body(add({0.0f, 20.0f}, make_box(0.2f, 0.2f)));
    }

    BodyId ground, paddle;
    std::vector<JointId> hinges;
};

}  // namespace drystone::test
