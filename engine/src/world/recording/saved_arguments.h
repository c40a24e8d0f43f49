#pragma once

#include <drystone/body.h>
#include <drystone/chain.h>
#include <drystone/effects.h>
#include <drystone/pre_solve.h>
#include <drystone/shape.h>

#include <drystone/collision/mass.h>
#include <drystone/collision/polygons.h>

#include "step/motion_sums.h"
#include "world/save/saved_bodies.h"
#include "world/save/saved_fields.h"
#include "world/save/saved_joints.h"
#include "world/save/saved_shapes.h"
#include "world/save/saved_tile_grids.h"
#include "world/save/saved_values.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace drystone {

// Arguments of calls as a recording holds them.

/// A body's definition with a copy of its name.
struct RecordedBody {
    BodyDefinition definition;
    std::string name;
};

template <>
struct Saved<RecordedBody> {
    static std::string name() { return "BodyDefinition"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        auto& body = self.definition;
        archive.limited("type", body.type, BodyType::Dynamic);
        archive("position", body.position);
        archive("angle", body.angle);
        archive("linear_velocity", body.linear_velocity);
        archive("angular_velocity", body.angular_velocity);
        archive("linear_damping", body.linear_damping);
        archive("angular_damping", body.angular_damping);
        archive("gravity_scale", body.gravity_scale);
        archive("own_gravity", body.own_gravity);
        archive("maximum_linear_speed", body.maximum_linear_speed);
        archive("maximum_angular_speed", body.maximum_angular_speed);
        archive("can_sleep", body.can_sleep);
        archive("awake", body.awake);
        archive("sleep_speed", body.sleep_speed);
        archive("locks", body.locks);
        archive("dominance_group", body.dominance_group);
        archive("extra_iterations", body.extra_iterations);
        archive("bullet", body.bullet);
        archive("discrete", body.discrete);
        archive("enabled", body.enabled);
        archive("user_data", body.user_data);
        archive("name", self.name);
    }
};

template <>
struct Saved<ShapeDefinition> {
    static std::string name() { return "ShapeDefinition"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("density", self.density);
        archive("material", self.material);
        archive("filter", self.filter);
        archive("solver_filter", self.solver_filter);
        archive("update_mass", self.update_mass);
        archive("contact_events", self.contact_events);
        archive("hit_events", self.hit_events);
        archive("pre_solve", self.pre_solve);
        archive("one_way", self.one_way);
        archive("sensor", self.sensor);
        archive("sensor_events", self.sensor_events);
        archive("sees_sensors", self.sees_sensors);
        archive("force_events", self.force_events);
        archive("force_threshold", self.force_threshold);
        archive("user_data", self.user_data);
    }
};

template <>
struct Saved<PolygonsOptions> {
    static std::string name() { return "PolygonsOptions"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("radius", self.radius);
        archive("tolerance", self.tolerance);
        archive("max_vertices", self.max_vertices);
    }
};

template <>
struct Saved<ChainDefinition> {
    static std::string name() { return "ChainDefinition"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("points", self.points);
        archive("is_loop", self.is_loop);
        archive.limited("sides", self.sides, ChainSides::Both);
        archive("ghost_before", self.ghost_before);
        archive("ghost_after", self.ghost_after);
        archive("materials", self.materials);
        archive("filter", self.filter);
        archive("contact_events", self.contact_events);
        archive("hit_events", self.hit_events);
        archive("user_data", self.user_data);
    }
};

template <>
struct Saved<MassProperties> {
    static std::string name() { return "MassProperties"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("mass", self.mass);
        archive("center", self.center);
        archive("inertia", self.inertia);
    }
};

/// An explosion with the shapes in its reach that the predicate of its filter refused, and those of the body
/// that it ignored.
struct RecordedExplosion {
    RecordedExplosion() = default;
    RecordedExplosion(const Explosion& explosion, std::vector<ShapeId> refused_shapes)
        : center(explosion.center),
          radius(explosion.radius),
          falloff(explosion.falloff),
          impulse_per_length(explosion.impulse_per_length),
          category(explosion.filter.category),
          mask(explosion.filter.mask),
          sensors(explosion.filter.sensors),
          refused(std::move(refused_shapes)) {}

    Vec2 center{};
    float radius = 0.0f;
    float falloff = 0.0f;
    float impulse_per_length = 0.0f;
    std::uint64_t category = 1;
    std::uint64_t mask = 0;
    bool sensors = false;
    std::vector<ShapeId> refused;
};

template <>
struct Saved<RecordedExplosion> {
    static std::string name() { return "Explosion"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("center", self.center);
        archive("radius", self.radius);
        archive("falloff", self.falloff);
        archive("impulse_per_length", self.impulse_per_length);
        archive("category", self.category);
        archive("mask", self.mask);
        archive("sensors", self.sensors);
        archive("refused", self.refused);
    }
};

/// A type of body, as an argument.
struct RecordedBodyType {
    BodyType type = BodyType::Static;
};

template <>
struct Saved<RecordedBodyType> {
    static std::string name() { return "BodyType"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive.limited("type", self.type, BodyType::Dynamic);
    }
};

/// Answer of the filter callback.
struct FilterAnswer {
    ShapeId shape_a{};
    ShapeId shape_b{};
    bool threw = false;
    bool allowed = true;
};

template <>
struct Saved<FilterAnswer> {
    static std::string name() { return "FilterAnswer"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("shape_a", self.shape_a);
        archive("shape_b", self.shape_b);
        archive("threw", self.threw);
        archive("allowed", self.allowed);
    }
};

template <>
struct Saved<MixedMaterial> {
    static std::string name() { return "MixedMaterial"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("friction", self.friction);
        archive("restitution", self.restitution);
        archive("rolling_resistance", self.rolling_resistance);
        archive("tangent_speed", self.tangent_speed);
        archive("frequency", self.frequency);
        archive("damping_ratio", self.damping_ratio);
        archive("extra_static_friction", self.extra_static_friction);
        archive("extra_reverse_friction", self.extra_reverse_friction);
    }
};

/// Answer of the mixing callback.
struct MixingAnswer {
    ShapeId shape_a{};
    ShapeId shape_b{};
    bool threw = false;
    MixedMaterial mixed{};
};

template <>
struct Saved<MixingAnswer> {
    static std::string name() { return "MixingAnswer"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("shape_a", self.shape_a);
        archive("shape_b", self.shape_b);
        archive("threw", self.threw);
        archive("mixed", self.mixed);
    }
};

template <>
struct Saved<PreSolvePoint> {
    static std::string name() { return "PreSolvePoint"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("point", self.point);
        archive("separation", self.separation);
        archive("approach_speed", self.approach_speed);
        archive("feature", self.feature);
        archive("dropped", self.dropped);
    }
};

/// Answer of the pre-solve callback: what it returned, and the contact as it left it.
struct PreSolveAnswer {
    ShapeId shape_a{};
    ShapeId shape_b{};
    bool threw = false;
    bool stays = true;
    Vec2 normal{};
    PreSolvePoint points[2];
    float friction = 0.0f;
    float restitution = 0.0f;
    float tangent_speed = 0.0f;
};

template <>
struct Saved<PreSolveAnswer> {
    static std::string name() { return "PreSolveAnswer"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("shape_a", self.shape_a);
        archive("shape_b", self.shape_b);
        archive("threw", self.threw);
        archive("stays", self.stays);
        archive("normal", self.normal);
        archive("points", self.points);
        archive("friction", self.friction);
        archive("restitution", self.restitution);
        archive("tangent_speed", self.tangent_speed);
    }
};

template <>
struct Saved<MotionSums> {
    static std::string name() { return "MotionSums"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("all", self.all);
        archive("by_slot", self.by_slot);
        archive("fields", self.fields);
    }
};

}  // namespace drystone
