#include <viewer/model/joint_values.h>

#include <string>
#include <variant>

namespace viewer {
namespace {

using namespace drystone;

/// Collects the values of a definition of any type: a type has those members that it names as the others do.
struct DefinitionValues {
    JointId id;
    std::vector<Value>& values;

    /// Adds a number of a joint of type `Joint`, which `member` returns by reference.
    template <class Joint, class Member>
    void add(const char* label, const Joint& joint, Member member) {
        Joint copy = joint;
        values.push_back({.label = label,
                          .value = static_cast<double>(member(copy)),
                          .set = [id = id, member](World& world, double value) {
                              JointDefinition definition = world[id].definition();
                              member(std::get<Joint>(definition)) = static_cast<float>(value);
                              world[id].set_definition(definition);
                          }});
    }

    template <class Joint>
    void operator()(const Joint& joint) {
        add_motor(joint);
        add_spring(joint);
        if constexpr (requires { joint.limit->lower; }) {
            if (joint.limit) {
                add("lower limit", joint, [](Joint& j) -> float& { return j.limit->lower; });
                add("upper limit", joint, [](Joint& j) -> float& { return j.limit->upper; });
            }
        }
        if constexpr (requires { joint.length; }) {
            add("length [m]", joint, [](Joint& j) -> float& { return j.length; });
        }
        if constexpr (requires { joint.ratio; }) {
            add("ratio", joint, [](Joint& j) -> float& { return j.ratio; });
        }
        if constexpr (requires { joint.maximum_force; }) {
            add("maximum force [N]", joint, [](Joint& j) -> float& { return j.maximum_force; });
        }
        if constexpr (requires { joint.maximum_torque; }) {
            add("maximum torque [N m]", joint, [](Joint& j) -> float& { return j.maximum_torque; });
        }
    }

private:
    template <class Joint>
    void add_motor(const Joint& joint) {
        if constexpr (requires { joint.motor->speed; }) {
            if (joint.motor) {
                add("motor speed", joint, [](Joint& j) -> float& { return j.motor->speed; });
                add("motor maximum", joint, [](Joint& j) -> float& { return j.motor->maximum; });
            }
        }
    }

    template <class Joint>
    void add_spring(const Joint& joint) {
        if constexpr (requires { joint.spring->frequency; }) {
            if (joint.spring) {
                add("spring [Hz]", joint, [](Joint& j) -> float& { return j.spring->frequency; });
                add("spring damping", joint, [](Joint& j) -> float& { return j.spring->damping_ratio; });
                add("spring target", joint, [](Joint& j) -> float& { return j.spring->target; });
            }
        }
        if constexpr (requires { joint.suspension->frequency; }) {
            if (joint.suspension) {
                add("suspension [Hz]", joint, [](Joint& j) -> float& { return j.suspension->frequency; });
                add("suspension damping", joint,
                    [](Joint& j) -> float& { return j.suspension->damping_ratio; });
            }
        }
    }
};

Value number(const char* label, float value) { return {.label = label, .value = static_cast<double>(value)}; }

}  // namespace

std::string joint_type_name(const JointDefinition& definition) {
    constexpr const char* names[] = {"distance", "revolute", "prismatic", "wheel",   "weld",
                                     "motor",    "mouse",    "friction",  "ratchet", "gear",
                                     "pulley",   "rope",     "filter",    "generic"};
    static_assert(std::size(names) == std::variant_size_v<JointDefinition>);
    return names[definition.index()];
}

std::vector<Value> inspect_joint(const World& world, JointId id) {
    const JointState state = world[id].state();
    std::vector<Value> values{number("force [N]", length(state.force)),
                              number("force x [N]", state.force.x),
                              number("force y [N]", state.force.y),
                              number("torque [N m]", state.torque),
                              number("angle [rad]", state.angle),
                              number("translation [m]", state.translation),
                              number("separation [m]", state.linear_separation),
                              number("angular separation [rad]", state.angular_separation)};
    values.push_back({.label = "enabled",
                      .value = world[id].is_enabled() ? 1.0 : 0.0,
                      .is_switch = true,
                      .set = [id](World& w, double on) { w[id].set_enabled(on != 0.0); }});
    values.push_back({.label = "direct solver", .value = state.direct ? 1.0 : 0.0, .is_switch = true});
    std::visit(DefinitionValues{id, values}, world[id].definition());
    return values;
}

std::vector<BodyId> bodies_of(const World& world, JointId joint) {
    const JointDefinition definition = world[joint].definition();
    if (const auto* rope = std::get_if<RopeJoint>(&definition)) {
        std::vector<BodyId> bodies;
        for (const RopePoint& point : rope->points) {
            bodies.push_back(point.body);
        }
        return bodies;
    }
    if (const auto* gear = std::get_if<GearJoint>(&definition)) {
        return {world[gear->first].body_b(), world[gear->second].body_b()};
    }
    return {world[joint].body_a(), world[joint].body_b()};
}

}  // namespace viewer
