#include "joints/sequential/sequential_joints.h"

#include "core/arrays.h"
#include "joints/joint_softness.h"

#include <drystone/collision/math.h>

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// World position of a cable's point [m], and its arm from the body's centre of mass; zero without a body.
struct PlacedPoint {
    DoubleVector position{};
    DoubleVector arm{};
};

PlacedPoint world_point_of(const BodyStore& bodies, const std::vector<BodySolverState>& states,
                           const CablePoint& point) {
    if (point.body == no_index) {
        return {{static_cast<double>(point.anchor.x), static_cast<double>(point.anchor.y)}, {}};
    }
    const BodyState64 placed = body_state64(bodies, states, point.body);
    const DoubleVector arm = placed.arm(bodies.masses[point.body], point.anchor);
    return {placed.center + arm, arm};
}

double wrapped_to(double angle, double before) {
    constexpr double turn = 2.0 * 3.14159265358979323846;
    return angle + turn * std::floor((before - angle) / turn + 0.5);
}

/// Current direction in the world of an axis fixed to A.
DoubleVector axis_in_world(const BodyState64& a, const Rot& axis) {
    const double c = static_cast<double>(axis.c);
    const double s = static_cast<double>(axis.s);
    return {a.rotation.x * c - a.rotation.y * s, a.rotation.y * c + a.rotation.x * s};
}

/// Returns the coordinate of a joint that a gear couples: the translation [m], or the angle in [-pi, pi]
/// [rad].
double gear_coordinate(const BodyStore& bodies, const std::vector<BodySolverState>& states,
                       const JointRecord& record) {
    const BodyState64 a = body_state64(bodies, states, record.body_a);
    const BodyState64 b = body_state64(bodies, states, record.body_b);
    if (is_sliding(record)) {
        const DoubleVector way =
            (b.center - a.center) + (b.arm(bodies.masses[record.body_b], record.rows.anchor_b) -
                                     a.arm(bodies.masses[record.body_a], record.rows.anchor_a));
        return dot(way, axis_in_world(a, record.rows.axis));
    }
    return static_cast<double>(arc_tangent(static_cast<float>(cross(a.rotation, b.rotation)),
                                           static_cast<float>(dot(a.rotation, b.rotation))));
}

}  // namespace

bool is_sliding(const JointRecord& record) {
    return record.rows.kind == JointKind::Frame && record.rows.degrees[2].locked;
}

void SequentialJoints::rebuild(const JointStore& joints, const BodyStore& bodies) {
    active_.clear();
    extra_iterations_.clear();
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        if (!joints.slots.is_live(joint)) {
            continue;
        }
        const JointFamily family = joints.records[joint].family;
        if ((family != JointFamily::Cable && family != JointFamily::Gear) ||
            !is_solved(joints, bodies, joint)) {
            continue;
        }
        bool awake = false;
        visit_bodies_of_joint(joints, joint,
                              [&](std::uint32_t body) { awake = awake || bodies.is_awake(body); });
        if (awake) {
            active_.push_back(joint);
        }
    }
}

void SequentialJoints::add_entry(std::uint32_t body, const DoubleVector& direction, double torque) {
    if (body >= entry_of_body_.size()) {
        entry_of_body_.resize(body + 1, no_index);
    }
    std::uint32_t& place = entry_of_body_[body];
    if (place == no_index) {
        place = static_cast<std::uint32_t>(entries_.size());
        entries_.push_back({body, direction, torque});
        return;
    }
    JacobianEntry& entry = entries_[place];
    entry.direction = entry.direction + direction;
    entry.torque += torque;
}

void SequentialJoints::collect_cable(const SequentialContext& context, std::uint32_t joint) {
    const std::vector<CablePoint>& cable = context.joints.cable(joint);
    const auto add = [&](const CablePoint& point, const PlacedPoint& placed, const DoubleVector& direction) {
        if (point.body != no_index) {
            add_entry(point.body, direction, cross(placed.arm, direction));
        }
    };
    double length = 0.0;
    PlacedPoint from = world_point_of(context.bodies, context.states, cable[0]);
    for (std::size_t i = 0; i + 1 < cable.size(); ++i) {
        const PlacedPoint to = world_point_of(context.bodies, context.states, cable[i + 1]);
        const DoubleVector way = to.position - from.position;
        const double stretch = std::sqrt(dot(way, way));
        const double weight = static_cast<double>(cable[i].weight);
        if (weight > 0.0 && stretch > 0.0) {
            length += weight * stretch;
            const DoubleVector direction = (weight / stretch) * way;
            add(cable[i], from, -1.0 * direction);
            add(cable[i + 1], to, direction);
        }
        from = to;
    }
    error_ = length - static_cast<double>(context.joints.records[joint].rows.length);
    is_unilateral_ = true;
    turns_ = false;
}

void SequentialJoints::collect_gear(const SequentialContext& context, std::uint32_t joint) {
    const GearJoint& gear = *context.joints.definitions.find<GearJoint>(joint);
    const JointRecord& record = context.joints.records[joint];
    const double factors[2] = {1.0, static_cast<double>(gear.ratio)};
    const double before[2] = {static_cast<double>(record.angle), static_cast<double>(record.second_angle)};
    const JointId ids[2] = {gear.first, gear.second};
    error_ = -static_cast<double>(record.gear_constant);
    for (int i = 0; i < 2; ++i) {
        const JointRecord& other = context.joints.records[ids[i].index1 - 1];
        const double coordinate = gear_coordinate(context.bodies, context.states, other);
        if (!is_sliding(other)) {
            error_ += factors[i] * wrapped_to(coordinate, before[i]);
            add_entry(other.body_a, {}, -factors[i]);
            add_entry(other.body_b, {}, factors[i]);
            continue;
        }
        error_ += factors[i] * coordinate;
        const BodyState64 a = body_state64(context.bodies, context.states, other.body_a);
        const BodyState64 b = body_state64(context.bodies, context.states, other.body_b);
        const DoubleVector direction = factors[i] * axis_in_world(a, other.rows.axis);
        const DoubleVector arm_b = b.arm(context.bodies.masses[other.body_b], other.rows.anchor_b);
        const DoubleVector reach = (b.center + arm_b) - a.center;
        add_entry(other.body_a, -1.0 * direction, -cross(reach, direction));
        add_entry(other.body_b, direction, cross(arm_b, direction));
    }
    is_unilateral_ = false;
    turns_ = !is_sliding(context.joints.records[gear.first.index1 - 1]);
}

void SequentialJoints::collect_row(const SequentialContext& context, std::uint32_t joint) {
    for (const JacobianEntry& entry : entries_) {
        entry_of_body_[entry.body] = no_index;
    }
    entries_.clear();
    if (context.joints.records[joint].family == JointFamily::Cable) {
        collect_cable(context, joint);
    } else {
        collect_gear(context, joint);
    }
}

void SequentialJoints::apply(const SequentialContext& context, double impulse) const {
    for (const JacobianEntry& entry : entries_) {
        const BodyState64 placed = body_state64(context.bodies, context.states, entry.body);
        push_body(context.bodies, context.states, entry.body,
                  (placed.inverse_mass * impulse) * entry.direction,
                  placed.inverse_inertia * impulse * entry.torque);
    }
}

void SequentialJoints::prepare(const SequentialContext& context) const {
    for (const std::uint32_t joint : active_) {
        JointRecord& record = context.joints.records.edit(joint);
        if (record.family != JointFamily::Gear) {
            continue;
        }
        const GearJoint& gear = *context.joints.definitions.find<GearJoint>(joint);
        const auto follow = [&](const JointId& id, float& angle) {
            const JointRecord& other = context.joints.records[id.index1 - 1];
            if (!is_sliding(other)) {
                angle = static_cast<float>(wrapped_to(gear_coordinate(context.bodies, context.states, other),
                                                      static_cast<double>(angle)));
            }
        };
        follow(gear.first, record.angle);
        follow(gear.second, record.second_angle);
    }
}

void SequentialJoints::warm_start(const SequentialContext& context) {
    for (const std::uint32_t joint : active_) {
        collect_row(context, joint);
        apply(context, static_cast<double>(context.joints.records[joint].impulses.lock[0]));
    }
}

void SequentialJoints::set_extra_iterations(std::span<const std::uint8_t> by_joint) {
    extra_iterations_.clear();
    for (std::size_t i = 0; i < active_.size() && !by_joint.empty(); ++i) {
        grow_push_back(extra_iterations_, by_joint[active_[i]]);
    }
}

void SequentialJoints::solve(const SequentialContext& context, const SolverConstants& constants,
                             bool biased) {
    for (std::size_t i = 0; i < active_.size(); ++i) {
        solve_one(context, constants, biased, i);
    }
}

void SequentialJoints::solve_again(const SequentialContext& context, const SolverConstants& constants,
                                   bool biased, int extra_iterations) {
    for (std::size_t i = 0; i < extra_iterations_.size(); ++i) {
        if (extra_iterations_[i] == extra_iterations) {
            solve_one(context, constants, biased, i);
        }
    }
}

void SequentialJoints::solve_one(const SequentialContext& context, const SolverConstants& constants,
                                 bool biased, std::size_t number) {
    const std::uint32_t joint = active_[number];
    collect_row(context, joint);
    JointRecord& record = context.joints.records.edit(joint);
    const JointSettings& settings = context.joints.settings(joint);
    double speed = 0.0;
    double inverse_mass = 0.0;
    for (const JacobianEntry& entry : entries_) {
        const BodyState64 placed = body_state64(context.bodies, context.states, entry.body);
        speed += dot(entry.direction, placed.velocity) + entry.torque * placed.angular_velocity;
        inverse_mass += placed.inverse_mass * dot(entry.direction, entry.direction) +
                        placed.inverse_inertia * entry.torque * entry.torque;
    }
    if (!(inverse_mass > 0.0)) {
        return;
    }
    const Softness soft = softness_of(settings, constants.h);
    const bool slack = is_unilateral_ && error_ < 0.0;
    const bool pushes = biased && !slack;
    const double mass_scale = pushes ? static_cast<double>(soft.mass_scale) : 1.0;
    const double compliance_scale =
        has_default_softness(settings) ? 1.0 / static_cast<double>(1 + extra_iterations(number)) : 1.0;
    const double impulse_scale = pushes ? compliance_scale * static_cast<double>(soft.impulse_scale) : 0.0;
    const double rate = slack    ? static_cast<double>(constants.inverse_h)
                        : biased ? static_cast<double>(soft.bias_rate)
                                 : 0.0;
    const double old_impulse = static_cast<double>(record.impulses.lock[0]);
    const double maximum = static_cast<double>(turns_ ? settings.maximum_torque : settings.maximum_force) *
                           static_cast<double>(constants.h);
    double impulse =
        old_impulse - (mass_scale * (speed + rate * error_) / inverse_mass + impulse_scale * old_impulse);
    impulse = std::clamp(impulse, -maximum, is_unilateral_ ? 0.0 : maximum);
    record.impulses.lock[0] = static_cast<float>(impulse);
    apply(context, impulse - old_impulse);
}

}  // namespace drystone
