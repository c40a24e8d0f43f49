// A joint of each kind, and what it tells after two seconds.
#include <drystone/drystone.h>

#include <cstdio>

using namespace drystone;

namespace {

World world({.gravity = {0.0f, -10.0f}});
const BodyId ground = world.create_body({.type = BodyType::Static});

/// Adds a box of 1 kg.
BodyId box(float x, float y) {
    const BodyId body = world.create_body({.position = {x, y}});
    world.create_shape(body, make_box(0.5f, 0.5f));
    return body;
}

struct Entry {
    const char* name;
    JointId joint;
};

}  // namespace

int main() {
    // Anchors of the ground, which is at the origin, are points of the world; those of a box are relative to
    // its middle.
    const JointId rod = world.create_joint(ground, box(0.0f, -2.0f), DistanceJoint{.length = 2.0f});
    const JointId hinge =
        world.create_joint(ground, box(4.0f, -1.0f),
                           RevoluteJoint{.anchor_a = {4.0f, 0.0f},
                                         .anchor_b = {0.0f, 1.0f},
                                         .motor = JointMotor{.speed = 1.0f, .maximum = 50.0f}});
    const JointId lift =
        world.create_joint(ground, box(8.0f, 0.0f),
                           PrismaticJoint{.anchor_a = {8.0f, 0.0f},
                                          .axis_a = {0.0f, 1.0f},
                                          .limit = JointLimit{0.0f, 1.5f},
                                          .motor = JointMotor{.speed = 1.0f, .maximum = 50.0f}});
    const JointId wheel =
        world.create_joint(ground, box(12.0f, 0.0f),
                           WheelJoint{.anchor_a = {12.0f, 0.0f},
                                      .suspension = JointSpring{.frequency = 1.0f, .damping_ratio = 1.0f}});
    const JointId weld = world.create_joint(ground, box(16.5f, 0.0f),
                                            WeldJoint{.anchor_a = {16.0f, 0.0f}, .anchor_b = {-0.5f, 0.0f}});
    const JointId drive = world.create_joint(
        ground, box(20.0f, 0.0f),
        MotorJoint{.linear_velocity = {1.0f, 0.0f}, .maximum_force = 50.0f, .maximum_torque = 5.0f});
    const JointId mouse = world.create_joint(ground, box(24.0f, 0.0f),
                                             MouseJoint{.target = {24.0f, 1.0f}, .maximum_force = 100.0f});
    const JointId friction =
        world.create_joint(ground, box(28.0f, 0.0f), FrictionJoint{.maximum_force = 4.0f});
    const BodyId crank = box(32.0f, 0.0f);
    world.create_joint(ground, crank, RevoluteJoint{.anchor_a = {32.0f, 0.0f}});
    const JointId ratchet = world.create_joint(ground, crank, RatchetJoint{.tooth = 0.1f});
    world[crank].set_angular_velocity(1.0f);
    const BodyId cog = box(34.0f, 0.0f);
    const JointId axle = world.create_joint(ground, cog, RevoluteJoint{.anchor_a = {34.0f, 0.0f}});
    const JointId gear = world.create_joint(GearJoint{.first = hinge, .second = axle, .ratio = 2.0f});
    const JointId pulley =
        world.create_joint(box(38.0f, -2.0f), box(40.0f, -2.0f),
                           PulleyJoint{.ground_a = {38.0f, 0.0f}, .ground_b = {40.0f, 0.0f}, .length = 4.0f});
    const JointId rope = world.create_joint(RopeJoint{
        .points = {{ground, {43.0f, 0.0f}}, {box(44.0f, -1.0f), {0.0f, 0.0f}}, {ground, {45.0f, 0.0f}}},
        .length = 4.0f});
    const JointId filter = world.create_joint(box(48.0f, 0.0f), box(48.0f, 3.0f), FilterJoint{});
    const JointId slot = world.create_joint(
        ground, box(52.0f, 0.0f),
        GenericJoint{.anchor_a = {52.0f, 0.0f}, .across = {.locked = true}, .angle = {.locked = true}});

    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60.0f);
    }
    const Entry all[] = {
        {"distance", rod},  {"revolute", hinge}, {"prismatic", lift},    {"wheel", wheel},     {"weld", weld},
        {"motor", drive},   {"mouse", mouse},    {"friction", friction}, {"ratchet", ratchet}, {"gear", gear},
        {"pulley", pulley}, {"rope", rope},      {"filter", filter},     {"generic", slot}};
    for (const Entry& entry : all) {
        const JointState state = world[entry.joint].state();
        std::printf("%-9s: %5.2f m, %5.2f rad, %5.2f N\n", entry.name, static_cast<double>(state.translation),
                    static_cast<double>(state.angle), static_cast<double>(length(state.force)));
    }
}
