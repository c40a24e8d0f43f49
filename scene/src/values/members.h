#pragma once

#include <drystone/scene/description.h>

#include <array>
#include <string_view>
#include <tuple>

/// Members of the values in a file and their names: reader, writer and schema all follow these lists.
namespace drystone::scene {

template <class T>
struct Type {};

inline constexpr std::array<std::string_view, 3> names_of(Type<BodyType>) {
    return {"static", "kinematic", "dynamic"};
}
inline constexpr std::array<std::string_view, 7> names_of(Type<Mixing>) {
    return {"default", "geometric_mean", "average", "minimum", "multiply", "maximum", "clamped_sum"};
}
inline constexpr std::array<std::string_view, 2> names_of(Type<ChainSides>) { return {"right", "both"}; }
inline constexpr std::array<std::string_view, 3> names_of(Type<SpringSense>) {
    return {"both", "push", "pull"};
}
inline constexpr std::array<std::string_view, 3> names_of(Type<JointSolver>) {
    return {"automatic", "iterative", "direct"};
}
inline constexpr std::array<std::string_view, 2> names_of(Type<FieldUnit>) {
    return {"acceleration", "force"};
}
inline constexpr std::array<std::string_view, 3> names_of(Type<FieldDecay>) {
    return {"constant", "inverse", "inverse_square"};
}
/// Returns the names of a variant's alternatives, in their order.
inline constexpr std::array<std::string_view, 14> names_of(Type<JointDefinition>) {
    return {"distance", "revolute", "prismatic", "wheel",  "weld", "motor",  "mouse",
            "friction", "ratchet",  "gear",      "pulley", "rope", "filter", "generic"};
}
inline constexpr std::array<std::string_view, 5> names_of(Type<FieldKind>) {
    return {"directional", "radial", "vortex", "wind", "buoyancy"};
}

inline constexpr auto members_of(Type<ContactTuning>) {
    using T = ContactTuning;
    return std::make_tuple("frequency", &T::frequency, "damping_ratio", &T::damping_ratio,
                           "max_push_out_velocity", &T::max_push_out_velocity, "compliance", &T::compliance);
}
inline constexpr auto members_of(Type<WorldDefinition>) {
    using T = WorldDefinition;
    return std::make_tuple("gravity", &T::gravity, "contact", &T::contact, "restitution_threshold",
                           &T::restitution_threshold, "hit_threshold", &T::hit_threshold,
                           "speculative_distance", &T::speculative_distance, "sleeping", &T::sleeping,
                           "time_to_sleep", &T::time_to_sleep, "maximum_linear_speed",
                           &T::maximum_linear_speed, "maximum_angular_speed", &T::maximum_angular_speed);
}
inline constexpr auto members_of(Type<Material>) {
    using T = Material;
    return std::make_tuple("friction", &T::friction, "restitution", &T::restitution, "friction_mixing",
                           &T::friction_mixing, "restitution_mixing", &T::restitution_mixing,
                           "rolling_resistance", &T::rolling_resistance, "tangent_speed", &T::tangent_speed,
                           "frequency", &T::frequency, "damping_ratio", &T::damping_ratio,
                           "extra_static_friction", &T::extra_static_friction, "extra_reverse_friction",
                           &T::extra_reverse_friction);
}
inline constexpr auto members_of(Type<Filter>) {
    using T = Filter;
    return std::make_tuple("category", &T::category, "mask", &T::mask, "group", &T::group);
}
inline constexpr auto members_of(Type<AxisLocks>) {
    using T = AxisLocks;
    return std::make_tuple("linear_x", &T::linear_x, "linear_y", &T::linear_y, "rotation", &T::rotation);
}
inline constexpr auto members_of(Type<MassProperties>) {
    using T = MassProperties;
    return std::make_tuple("mass", &T::mass, "center", &T::center, "inertia", &T::inertia);
}
inline constexpr auto members_of(Type<BodyDefinition>) {
    using T = BodyDefinition;
    return std::make_tuple("type", &T::type, "position", &T::position, "angle", &T::angle, "linear_velocity",
                           &T::linear_velocity, "angular_velocity", &T::angular_velocity, "linear_damping",
                           &T::linear_damping, "angular_damping", &T::angular_damping, "gravity_scale",
                           &T::gravity_scale, "own_gravity", &T::own_gravity, "maximum_linear_speed",
                           &T::maximum_linear_speed, "maximum_angular_speed", &T::maximum_angular_speed,
                           "can_sleep", &T::can_sleep, "awake", &T::awake, "sleep_speed", &T::sleep_speed,
                           "locks", &T::locks, "dominance_group", &T::dominance_group, "extra_iterations",
                           &T::extra_iterations, "bullet", &T::bullet, "discrete", &T::discrete, "enabled",
                           &T::enabled, "user_data", &T::user_data);
}
/// Members of a body's entry beside its definition; those with a form of their own are left out.
inline constexpr auto members_of(Type<BodyEntry>) {
    using T = BodyEntry;
    return std::make_tuple("constant_force", &T::constant_force, "constant_torque", &T::constant_torque);
}
inline constexpr auto members_of(Type<Circle>) {
    return std::make_tuple("center", &Circle::center, "radius", &Circle::radius);
}
inline constexpr auto members_of(Type<Capsule>) {
    return std::make_tuple("a", &Capsule::a, "b", &Capsule::b, "radius", &Capsule::radius);
}
inline constexpr auto members_of(Type<Segment>) {
    return std::make_tuple("a", &Segment::a, "b", &Segment::b);
}
inline constexpr auto members_of(Type<Outline>) {
    return std::make_tuple("points", &Outline::points, "holes", &Outline::holes, "radius", &Outline::radius);
}
inline constexpr auto members_of(Type<NamedCustomShape>) {
    return std::make_tuple("custom", &NamedCustomShape::custom);
}
inline constexpr auto members_of(Type<ShapeDefinition>) {
    using T = ShapeDefinition;
    return std::make_tuple("density", &T::density, "update_mass", &T::update_mass, "filter", &T::filter,
                           "solver_filter", &T::solver_filter, "contact_events", &T::contact_events,
                           "hit_events", &T::hit_events, "pre_solve", &T::pre_solve, "one_way", &T::one_way,
                           "sensor", &T::sensor, "sensor_events", &T::sensor_events, "sees_sensors",
                           &T::sees_sensors, "force_events", &T::force_events, "force_threshold",
                           &T::force_threshold, "user_data", &T::user_data);
}
inline constexpr auto members_of(Type<ShapeEntry>) {
    using T = ShapeEntry;
    return std::make_tuple("name", &T::name, "enabled", &T::enabled, "order", &T::order, "properties",
                           &T::properties);
}
inline constexpr auto members_of(Type<ChainDefinition>) {
    using T = ChainDefinition;
    return std::make_tuple("points", &T::points, "is_loop", &T::is_loop, "sides", &T::sides, "ghost_before",
                           &T::ghost_before, "ghost_after", &T::ghost_after, "filter", &T::filter,
                           "contact_events", &T::contact_events, "hit_events", &T::hit_events, "user_data",
                           &T::user_data);
}
inline constexpr auto members_of(Type<ChainEntry>) {
    using T = ChainEntry;
    return std::make_tuple("name", &T::name, "order", &T::order, "properties", &T::properties);
}
inline constexpr auto members_of(Type<TileType>) {
    using T = TileType;
    return std::make_tuple("left_height", &T::left_height, "right_height", &T::right_height, "hangs",
                           &T::hangs, "material", &T::material, "one_way", &T::one_way, "user_data",
                           &T::user_data);
}
/// The cells are written as rows of text, see `tile_rows`.
inline constexpr auto members_of(Type<TileGridDefinition>) {
    using T = TileGridDefinition;
    return std::make_tuple("position", &T::position, "angle", &T::angle, "cell_size", &T::cell_size, "types",
                           &T::types, "filter", &T::filter, "contact_events", &T::contact_events,
                           "hit_events", &T::hit_events, "user_data", &T::user_data);
}
inline constexpr auto members_of(Type<TileGridEntry>) {
    using T = TileGridEntry;
    return std::make_tuple("name", &T::name, "properties", &T::properties);
}
inline constexpr auto members_of(Type<JointSpring>) {
    using T = JointSpring;
    return std::make_tuple("frequency", &T::frequency, "damping_ratio", &T::damping_ratio, "target",
                           &T::target, "maximum", &T::maximum, "sense", &T::sense);
}
inline constexpr auto members_of(Type<JointMotor>) {
    return std::make_tuple("speed", &JointMotor::speed, "maximum", &JointMotor::maximum);
}
inline constexpr auto members_of(Type<JointLimit>) {
    return std::make_tuple("lower", &JointLimit::lower, "upper", &JointLimit::upper);
}
inline constexpr auto members_of(Type<DistanceJoint>) {
    using T = DistanceJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "length", &T::length, "spring",
                           &T::spring, "limit", &T::limit, "motor", &T::motor);
}
inline constexpr auto members_of(Type<RevoluteJoint>) {
    using T = RevoluteJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "reference_angle",
                           &T::reference_angle, "limit", &T::limit, "motor", &T::motor, "spring", &T::spring);
}
inline constexpr auto members_of(Type<PrismaticJoint>) {
    using T = PrismaticJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "axis_a", &T::axis_a,
                           "reference_angle", &T::reference_angle, "limit", &T::limit, "motor", &T::motor,
                           "spring", &T::spring);
}
inline constexpr auto members_of(Type<WheelJoint>) {
    using T = WheelJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "axis_a", &T::axis_a, "limit",
                           &T::limit, "motor", &T::motor, "suspension", &T::suspension);
}
inline constexpr auto members_of(Type<WeldJoint>) {
    using T = WeldJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "reference_angle",
                           &T::reference_angle, "linear_spring", &T::linear_spring, "angular_spring",
                           &T::angular_spring);
}
inline constexpr auto members_of(Type<MotorJoint>) {
    using T = MotorJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "reference_angle",
                           &T::reference_angle, "linear_velocity", &T::linear_velocity, "maximum_force",
                           &T::maximum_force, "angular_velocity", &T::angular_velocity, "maximum_torque",
                           &T::maximum_torque, "linear_spring", &T::linear_spring, "angular_spring",
                           &T::angular_spring);
}
inline constexpr auto members_of(Type<MouseJoint>) {
    using T = MouseJoint;
    return std::make_tuple("target", &T::target, "anchor_b", &T::anchor_b, "frequency", &T::frequency,
                           "damping_ratio", &T::damping_ratio, "maximum_force", &T::maximum_force);
}
inline constexpr auto members_of(Type<FrictionJoint>) {
    using T = FrictionJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "maximum_force",
                           &T::maximum_force, "maximum_torque", &T::maximum_torque);
}
inline constexpr auto members_of(Type<RatchetJoint>) {
    return std::make_tuple("tooth", &RatchetJoint::tooth, "phase", &RatchetJoint::phase);
}
inline constexpr auto members_of(Type<GearJoint>) { return std::make_tuple("ratio", &GearJoint::ratio); }
inline constexpr auto members_of(Type<PulleyJoint>) {
    using T = PulleyJoint;
    return std::make_tuple("ground_a", &T::ground_a, "ground_b", &T::ground_b, "anchor_a", &T::anchor_a,
                           "anchor_b", &T::anchor_b, "length", &T::length, "ratio", &T::ratio);
}
inline constexpr auto members_of(Type<RopeJoint>) { return std::make_tuple("length", &RopeJoint::length); }
inline constexpr auto members_of(Type<FilterJoint>) { return std::make_tuple(); }
inline constexpr auto members_of(Type<DegreeOfFreedom>) {
    using T = DegreeOfFreedom;
    return std::make_tuple("locked", &T::locked, "limit", &T::limit, "motor", &T::motor, "spring",
                           &T::spring);
}
inline constexpr auto members_of(Type<GenericJoint>) {
    using T = GenericJoint;
    return std::make_tuple("anchor_a", &T::anchor_a, "anchor_b", &T::anchor_b, "axis_a", &T::axis_a,
                           "reference_angle", &T::reference_angle, "along", &T::along, "across", &T::across,
                           "angle", &T::angle);
}
inline constexpr auto members_of(Type<JointSettings>) {
    using T = JointSettings;
    return std::make_tuple("collide_connected", &T::collide_connected, "enabled", &T::enabled, "frequency",
                           &T::frequency, "damping_ratio", &T::damping_ratio, "maximum_force",
                           &T::maximum_force, "maximum_torque", &T::maximum_torque, "break_force",
                           &T::break_force, "break_torque", &T::break_torque, "force_events",
                           &T::force_events, "force_threshold", &T::force_threshold, "torque_threshold",
                           &T::torque_threshold, "solver", &T::solver, "user_data", &T::user_data);
}
inline constexpr auto members_of(Type<DirectionalField>) {
    return std::make_tuple("strength", &DirectionalField::strength, "unit", &DirectionalField::unit);
}
inline constexpr auto members_of(Type<RadialField>) {
    using T = RadialField;
    return std::make_tuple("strength", &T::strength, "decay", &T::decay, "softening", &T::softening, "unit",
                           &T::unit);
}
inline constexpr auto members_of(Type<VortexField>) {
    using T = VortexField;
    return std::make_tuple("strength", &T::strength, "decay", &T::decay, "softening", &T::softening, "unit",
                           &T::unit);
}
inline constexpr auto members_of(Type<WindField>) {
    using T = WindField;
    return std::make_tuple("velocity", &T::velocity, "density", &T::density, "drag", &T::drag, "lift",
                           &T::lift);
}
inline constexpr auto members_of(Type<FluidSurface>) {
    return std::make_tuple("point", &FluidSurface::point, "normal", &FluidSurface::normal);
}
inline constexpr auto members_of(Type<BuoyancyField>) {
    using T = BuoyancyField;
    return std::make_tuple("density", &T::density, "surface", &T::surface, "flow", &T::flow, "linear_drag",
                           &T::linear_drag, "angular_drag", &T::angular_drag);
}
inline constexpr auto members_of(Type<FieldDefinition>) {
    using T = FieldDefinition;
    return std::make_tuple("category", &T::category, "mask", &T::mask, "enabled", &T::enabled, "user_data",
                           &T::user_data);
}

/// Types with a list of members.
template <class T>
concept HasMembers = requires {
    members_of(Type<T>{});
};
template <class T>
concept HasNames = requires {
    names_of(Type<T>{});
};

/// Calls `visitor(name, pointer to member)` for every member.
template <class T, class Visitor>
void visit_members(Visitor&& visitor) {
    constexpr auto members = members_of(Type<T>{});
    constexpr std::size_t count = std::tuple_size_v<decltype(members)> / 2;
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (visitor(std::string_view(std::get<2 * I>(members)), std::get<2 * I + 1>(members)), ...);
    }
    (std::make_index_sequence<count>{});
}

/// Definitions of joints whose break limits and softness have names of their own: the joint's settings stand
/// in an object "settings", since a mouse joint has a frequency too.
inline constexpr std::string_view settings_key = "settings";

}  // namespace drystone::scene
