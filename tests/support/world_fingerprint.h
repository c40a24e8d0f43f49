#pragma once

#include <drystone/drystone.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <vector>

namespace drystone::test {

/// Values of all getters of a world.
struct Fingerprint {
    std::uint64_t hash = 0;
    std::vector<std::uint32_t> words;

    void add(std::uint64_t number) { words.push_back(static_cast<std::uint32_t>(number)); }
    void add(bool flag) { words.push_back(flag ? 1u : 0u); }
    void add(int number) { words.push_back(static_cast<std::uint32_t>(number)); }
    void add(float number) {
        std::uint32_t word = 0;
        std::memcpy(&word, &number, sizeof word);
        words.push_back(word);
    }
    void add(const Vec2& v) {
        add(v.x);
        add(v.y);
    }
    void add(const Filter& filter) {
        add(filter.category);
        add(filter.mask);
    }

    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

inline void add_body(const ConstBodyRef& body, Fingerprint& all) {
    all.add(static_cast<int>(body.type()));
    all.add(body.position());
    all.add(body.angle());
    all.add(body.linear_velocity());
    all.add(body.angular_velocity());
    for (const bool flag :
         {body.is_awake(), body.is_enabled(), body.can_sleep(), body.is_bullet(), body.is_discrete(),
          body.locks().linear_x, body.locks().linear_y, body.locks().rotation}) {
        all.add(flag);
    }
    all.add(body.mass().mass);
    all.add(body.mass().center);
    all.add(body.mass().inertia);
    all.add(body.own_gravity().value_or(Vec2{}));
    for (const float value :
         {body.gravity_scale(), body.linear_damping(), body.angular_damping(), body.sleep_speed(),
          body.maximum_linear_speed(), body.maximum_angular_speed()}) {
        all.add(value);
    }
    all.add(body.dominance_group());
    all.add(body.extra_iterations());
    all.add(static_cast<int>(body.name().size()));
    all.add(body.constant_force());
    all.add(body.constant_torque());
    all.add(static_cast<int>(body.shapes().size()));
    all.add(static_cast<int>(body.joints().size()));
}

inline void add_shape(const ConstShapeRef& shape, Fingerprint& all) {
    all.add(static_cast<int>(shape.geometry().index()));
    all.add(static_cast<int>(shape.name().size()));
    const Material material = shape.material();
    for (const float value :
         {material.friction, material.restitution, material.rolling_resistance, material.tangent_speed,
          material.frequency, material.damping_ratio, material.extra_static_friction,
          material.extra_reverse_friction, shape.density(), shape.mass().mass, shape.force_threshold()}) {
        all.add(value);
    }
    for (const bool flag :
         {shape.is_sensor(), shape.is_enabled(), shape.sensor_events(), shape.contact_events(),
          shape.hit_events(), shape.force_events(), shape.pre_solve()}) {
        all.add(flag);
    }
    all.add(shape.filter());
    all.add(shape.solver_filter());
    all.add(shape.one_way().value_or(Vec2{}));
    all.add(shape.aabb().lower);
    all.add(shape.aabb().upper);
    all.add(static_cast<int>(shape.is_sensor() ? shape.sensor_overlaps().size() : 0));
}

inline void add_joint(const ConstJointRef& joint, Fingerprint& all) {
    const JointSettings settings = joint.settings();
    all.add(static_cast<int>(joint.definition().index()));
    all.add(static_cast<int>(joint.name().size()));
    all.add(*settings.collide_connected);
    all.add(settings.enabled);
    for (const float value :
         {settings.frequency, settings.damping_ratio, settings.maximum_force, settings.maximum_torque,
          settings.break_force, settings.break_torque, settings.force_threshold, settings.torque_threshold}) {
        all.add(value);
    }
    const JointState state = joint.state();
    all.add(state.force);
    all.add(state.torque);
    all.add(state.translation);
    all.add(state.angle);
}

/// Reads all getters of a world that is not being stepped.
inline Fingerprint fingerprint_of(const World& world) {
    Fingerprint all;
    all.hash = world.state_hash();
    all.add(world.gravity());
    all.add(world.maximum_linear_speed());
    all.add(world.maximum_angular_speed());
    all.add(world.restitution_threshold());
    all.add(world.hit_threshold());
    all.add(world.sleeping());
    all.add(world.contact_tuning().frequency);
    all.add(world.contact_tuning().max_push_out_velocity);
    for (const ConstBodyRef body : world.bodies()) {
        add_body(body, all);
    }
    for (const ConstShapeRef shape : world.shapes()) {
        add_shape(shape, all);
    }
    for (const ConstJointRef joint : world.joints()) {
        add_joint(joint, all);
    }
    all.add(static_cast<int>(world.fields().size()));
    world.visit_contacts([&](const ContactView& view) {
        all.add(view.count);
        for (int i = 0; i < view.count; ++i) {
            all.add(view.normal);
            all.add(view.points[i].point);
            all.add(view.points[i].separation);
            all.add(view.points[i].normal_impulse);
            all.add(view.points[i].friction_impulse);
        }
    });
    return all;
}

}  // namespace drystone::test
