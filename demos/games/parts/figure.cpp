#include <games/parts/figure.h>

#include <cstddef>
#include <variant>

namespace games {
namespace {

using namespace drystone;

struct Limb {
    Vec2 pin;     ///< On the torso [m].
    float angle;  ///< Angle of the limb, which hangs down from the pin.
    float length, radius;
    float swing;  ///< Part of the angle of `swing_limbs`.
};

constexpr std::array<Limb, 5> limbs{{{{0.0f, 0.32f}, pi, 0.12f, 0.2f, 0.2f},
                                     {{-0.18f, 0.2f}, -0.5f, 0.32f, 0.07f, 1.0f},
                                     {{0.18f, 0.2f}, 0.5f, 0.32f, 0.07f, -1.0f},
                                     {{-0.1f, -0.25f}, -0.15f, 0.26f, 0.09f, -1.0f},
                                     {{0.1f, -0.25f}, 0.15f, 0.26f, 0.09f, 1.0f}}};

}  // namespace

Figure add_figure(World& world, const Vec2& home, const Filter& filter) {
    Figure figure{.home = home};
    figure.torso = world.create_body({.type = BodyType::Kinematic, .position = home});
    world.create_shape(figure.torso, Capsule{{0.0f, -0.2f}, {0.0f, 0.2f}, 0.2f},
                       {.density = 5.0f, .filter = filter});
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        const Limb& limb = limbs[i];
        figure.limbs[i] =
            world.create_body({.position = home + limb.pin, .angle = limb.angle, .angular_damping = 0.5f});
        world.create_shape(figure.limbs[i], Capsule{{0.0f, 0.0f}, {0.0f, -limb.length}, limb.radius},
                           {.density = 5.0f, .filter = filter});
        figure.joints[i] = world.create_joint(
            figure.torso, figure.limbs[i],
            RevoluteJoint{.anchor_a = limb.pin,
                          .reference_angle = limb.angle,
                          .limit = JointLimit{-1.2f, 1.2f},
                          .spring = JointSpring{.frequency = 5.0f, .damping_ratio = 0.4f}});
    }
    return figure;
}

void swing_limbs(World& world, const Figure& figure, float angle) {
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        auto joint = std::get<RevoluteJoint>(world[figure.joints[i]].definition());
        joint.spring->target = angle * limbs[i].swing;
        world[figure.joints[i]].set_definition(joint);
    }
}

void let_go(World& world, const Figure& figure) {
    for (const JointId id : figure.joints) {
        auto joint = std::get<RevoluteJoint>(world[id].definition());
        joint.spring.reset();
        world[id].set_definition(joint);
    }
    world[figure.torso].set_type(BodyType::Dynamic);
}

void adopt(Figure& figure, std::uint16_t world) {
    figure.torso = figure.torso.in_world(world);
    for (std::size_t i = 0; i < limbs.size(); ++i) {
        figure.limbs[i] = figure.limbs[i].in_world(world);
        figure.joints[i] = figure.joints[i].in_world(world);
    }
}

}  // namespace games
