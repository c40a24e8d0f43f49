#include "format/read_values.h"
#include "import/rube_scene.h"
#include "import/rube_values.h"

#include <numbers>

namespace drystone::scene {
namespace {

/// Types of joints in a file, in this order.
enum class RubeJoint : std::uint8_t {
    Revolute,
    Prismatic,
    Distance,
    Pulley,
    Mouse,
    Gear,
    Wheel,
    Motor,
    Weld,
    Friction,
    Rope,
};
constexpr std::string_view joint_names[] = {"revolute", "prismatic", "distance", "pulley",   "mouse", "gear",
                                            "wheel",    "motor",     "weld",     "friction", "rope"};

RubeJoint type_of(const Place& joint) {
    return static_cast<RubeJoint>(read_name(joint.get("type"), joint_names));
}

std::optional<JointLimit> read_limit(const Place& joint) {
    if (!read_rube_flag(joint, "enableLimit")) {
        return std::nullopt;
    }
    return JointLimit{read_rube_float(joint, "lowerLimit"), read_rube_float(joint, "upperLimit")};
}

std::optional<JointMotor> read_motor(const Place& joint, std::string_view maximum) {
    if (!read_rube_flag(joint, "enableMotor")) {
        return std::nullopt;
    }
    return JointMotor{read_rube_float(joint, "motorSpeed"), read_rube_float(joint, maximum)};
}

/// Reads a spring; a frequency of zero stands for none.
std::optional<JointSpring> read_spring(const Place& joint, std::string_view frequency,
                                       std::string_view damping, float target = 0.0f) {
    JointSpring spring;
    spring.frequency = read_rube_float(joint, frequency);
    spring.damping_ratio = read_rube_float(joint, damping);
    spring.target = target;
    return spring.frequency == 0.0f ? std::nullopt : std::optional(spring);
}

Vec2 read_axis(const Place& joint) {
    return read_rube_vector(joint, joint.find("localAxisA") ? "localAxisA" : "localAxis1");
}

class JointImporter {
public:
    explicit JointImporter(RubeScene& scene) : scene_(scene) {}

    void import_joint(const Place& joint, RubeJoint type) {
        JointEntry entry;
        read_rube_label(joint, entry.name, entry.properties, scene_.notes);
        if (type == RubeJoint::Gear) {
            entry.first = read_index(joint, "joint1", scene_.joints, "joint");
            entry.second = read_index(joint, "joint2", scene_.joints, "joint");
        } else {
            entry.body_a = read_index(joint, "bodyA", scene_.bodies, "body");
            entry.body_b = read_index(joint, "bodyB", scene_.bodies, "body");
        }
        entry.definition = read_definition(joint, type, entry);
        const bool collides = read_rube_flag(joint, "collideConnected");
        if (collides != collides_by_default(entry.definition)) {
            entry.settings.collide_connected = collides;
        }
        scene_.scene.joints.push_back(std::move(entry));
        scene_.origins.joints.push_back({joint.where(), rube_name(joint, "joint"), {}});
    }

private:
    static EntryIndex read_index(const Place& joint, std::string_view key,
                                 const std::vector<EntryIndex>& numbers, std::string_view kind) {
        const int index = read_rube_integer(joint, key, std::numeric_limits<int>::min(),
                                            std::numeric_limits<int>::max(), 0);
        if (index < 0 || static_cast<std::size_t>(index) >= numbers.size()) {
            joint.stop(std::string(key)
                           .append(" must be the index of a ")
                           .append(kind)
                           .append(", got ")
                           .append(std::to_string(index)));
        }
        const EntryIndex number = numbers[static_cast<std::size_t>(index)];
        if (number == no_entry) {
            joint.stop(std::string(key).append(" is a ").append(kind).append(" that is left out"));
        }
        return number;
    }
    [[nodiscard]] Pose pose_of(EntryIndex body) const {
        const BodyDefinition& definition = scene_.scene.bodies[body].definition;
        return {definition.position, Rot::from_angle(definition.angle)};
    }
    JointDefinition read_definition(const Place& joint, RubeJoint type, const JointEntry& entry) {
        const Vec2 a = read_rube_vector(joint, "anchorA");
        const Vec2 b = read_rube_vector(joint, "anchorB");
        const float angle = read_rube_float(joint, "refAngle");
        switch (type) {
            case RubeJoint::Revolute:
                return RevoluteJoint{a, b, angle, read_limit(joint), read_motor(joint, "maxMotorTorque"), {}};
            case RubeJoint::Prismatic:
                return PrismaticJoint{
                    a, b, read_axis(joint), angle, read_limit(joint), read_motor(joint, "maxMotorForce"), {}};
            case RubeJoint::Distance: {
                const float length = read_rube_float(joint, "length");
                return DistanceJoint{a,  b, length, read_spring(joint, "frequency", "dampingRatio", length),
                                     {}, {}};
            }
            case RubeJoint::Rope: {
                const float length = read_rube_float(joint, "maxLength");
                return DistanceJoint{a, b, length, {}, JointLimit{0.0f, length}, {}};
            }
            case RubeJoint::Wheel:
                return WheelJoint{a,
                                  b,
                                  read_axis(joint),
                                  {},
                                  read_motor(joint, "maxMotorTorque"),
                                  read_spring(joint, "springFrequency", "springDampingRatio")};
            case RubeJoint::Weld:
                // Box2D's spring is that of the angle alone.
                return WeldJoint{a, b, angle, {}, read_spring(joint, "frequency", "dampingRatio")};
            case RubeJoint::Friction:
                return FrictionJoint{a, b, read_rube_float(joint, "maxForce"),
                                     read_rube_float(joint, "maxTorque")};
            case RubeJoint::Gear: return GearJoint{{}, {}, read_rube_float(joint, "ratio")};
            case RubeJoint::Pulley: return read_pulley(joint, a, b);
            case RubeJoint::Mouse: return read_mouse(joint, entry, b);
            case RubeJoint::Motor: break;
        }
        return read_motor_joint(joint);
    }
    PulleyJoint read_pulley(const Place& joint, const Vec2& a, const Vec2& b) {
        scene_.notes.add(joint, "the rope of the pulley may become slack, which Box2D's cannot");
        PulleyJoint pulley{read_rube_vector(joint, "groundAnchorA"), read_rube_vector(joint, "groundAnchorB"),
                           a, b};
        pulley.ratio = read_rube_float(joint, "ratio");
        pulley.length = read_rube_float(joint, "lengthA") + pulley.ratio * read_rube_float(joint, "lengthB");
        return pulley;
    }
    /// Reads a mouse joint, whose anchor is that in the world.
    [[nodiscard]] MouseJoint read_mouse(const Place& joint, const JointEntry& entry,
                                        const Vec2& anchor) const {
        MouseJoint mouse;
        mouse.target = inverse_transform(pose_of(entry.body_a), read_rube_vector(joint, "target"));
        mouse.anchor_b = inverse_transform(pose_of(entry.body_b), anchor);
        mouse.frequency = read_rube_float(joint, "frequency");
        mouse.damping_ratio = read_rube_float(joint, "dampingRatio");
        mouse.maximum_force = read_rube_float(joint, "maxForce");
        return mouse;
    }
    MotorJoint read_motor_joint(const Place& joint) {
        MotorJoint motor;
        motor.anchor_a = read_rube_vector(joint, joint.find("linearOffset") ? "linearOffset" : "anchorA");
        motor.reference_angle = read_rube_float(joint, "refAngle");
        const float maximum_force = read_rube_float(joint, "maxForce");
        const float maximum_torque = read_rube_float(joint, "maxTorque");
        // The part of the error that is corrected in a step decays at this rate.
        constexpr float steps_per_second = 60.0f;
        const float rate = read_rube_float(joint, "correctionFactor") * steps_per_second;
        const float frequency = rate / (2.0f * std::numbers::pi_v<float>);
        scene_.notes.add(
            joint,
            "correctionFactor becomes a critically damped spring of the same rate at 60 steps per second");
        motor.linear_spring = JointSpring{frequency, 1.0f, 0.0f, maximum_force};
        motor.angular_spring = JointSpring{frequency, 1.0f, 0.0f, maximum_torque};
        return motor;
    }

    RubeScene& scene_;
};

}  // namespace

void import_rube_joints(const Place& list, RubeScene& scene) {
    JointImporter importer(scene);
    std::vector<std::optional<RubeJoint>> types;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Place joint = list.at(i);
        types.emplace_back();
        const auto read_type = [&] {
            joint.expect(Node::Kind::Object, "an object");
            types.back() = type_of(joint);
        };
        attempt(scene.notes, read_type, [&] { return rube_name(joint, "joint") + " is left out"; });
    }
    for (const bool is_gear : {false, true}) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            if ((types[i] == RubeJoint::Gear) != is_gear) {
                continue;
            }
            const Place joint = list.at(i);
            const bool is_made =
                types[i] && attempt(
                                scene.notes, [&] { importer.import_joint(joint, *types[i]); },
                                [&] { return rube_name(joint, "joint") + " is left out"; });
            if (!is_gear) {
                scene.joints.push_back(is_made ? scene.scene.joints.size() - 1 : no_entry);
            }
        }
    }
}

}  // namespace drystone::scene
