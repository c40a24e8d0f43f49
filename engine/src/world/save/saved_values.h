#pragma once

#include <drystone/events.h>
#include <drystone/fields.h>
#include <drystone/joint.h>
#include <drystone/settings.h>
#include <drystone/shape.h>

#include <drystone/collision/math.h>
#include <drystone/collision/shapes.h>

#include "world/save/saved_type.h"

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace drystone {

template <>
struct Saved<Vec2> {
    static std::string name() { return "Vec2"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("x", self.x);
        archive("y", self.y);
    }
};

template <>
struct Saved<Rot> {
    static std::string name() { return "Rotation"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("c", self.c);
        archive("s", self.s);
    }
};

template <>
struct Saved<Pose> {
    static std::string name() { return "Pose"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("position", self.position);
        archive("rotation", self.rotation);
    }
};

template <>
struct Saved<Aabb> {
    static std::string name() { return "Box"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("lower", self.lower);
        archive("upper", self.upper);
    }
};

template <class Tag>
struct Saved<Handle<Tag>> {
    static std::string name() { return "Handle"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("slot_plus_one", self.index1);
        archive("generation", self.generation);
        archive("world", self.world);
    }
};

template <>
struct Saved<ContactEnd> {
    static std::string name() { return "ContactEnd"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("shape_a", self.shape_a);
        archive("shape_b", self.shape_b);
        archive("contact", self.contact);
    }
};

template <>
struct Saved<SensorEnd> {
    static std::string name() { return "SensorEnd"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("sensor", self.sensor);
        archive("visitor", self.visitor);
    }
};

template <>
struct Saved<ContactTuning> {
    static std::string name() { return "ContactTuning"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("frequency", self.frequency);
        archive("damping_ratio", self.damping_ratio);
        archive("max_push_out_velocity", self.max_push_out_velocity);
        archive("compliance", self.compliance);
    }
};

template <>
struct Saved<Filter> {
    static std::string name() { return "Filter"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("category", self.category);
        archive("mask", self.mask);
        archive("group", self.group);
    }
};

template <>
struct Saved<Material> {
    static std::string name() { return "Material"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("friction", self.friction);
        archive("restitution", self.restitution);
        archive.limited("friction_mixing", self.friction_mixing, Mixing::ClampedSum);
        archive.limited("restitution_mixing", self.restitution_mixing, Mixing::ClampedSum);
        archive("rolling_resistance", self.rolling_resistance);
        archive("tangent_speed", self.tangent_speed);
        archive("frequency", self.frequency);
        archive("damping_ratio", self.damping_ratio);
        archive("extra_static_friction", self.extra_static_friction);
        archive("extra_reverse_friction", self.extra_reverse_friction);
    }
};

// Geometry of the region of a field.

template <>
struct Saved<Circle> {
    static std::string name() { return "Circle"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("center", self.center);
        archive("radius", self.radius);
    }
};

template <>
struct Saved<Capsule> {
    static std::string name() { return "Capsule"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("a", self.a);
        archive("b", self.b);
        archive("radius", self.radius);
    }
};

template <>
struct Saved<Segment> {
    static std::string name() { return "Segment"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("a", self.a);
        archive("b", self.b);
    }
};

/// Vertices and radius of a polygon, which are checked when the polygon is made of them.
struct PolygonOutline {
    std::vector<Vec2> vertices;
    float radius = 0.0f;
};

template <>
struct Saved<PolygonOutline> {
    static std::string name() { return "Polygon"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("vertices", self.vertices);
        archive("radius", self.radius);
    }
};

/// A region as it is saved.
using SavedRegion = std::variant<Circle, Capsule, Segment, PolygonOutline>;

// Kinds of fields.

template <>
struct Saved<DirectionalField> {
    static std::string name() { return "DirectionalField"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("strength", self.strength);
        archive.limited("unit", self.unit, FieldUnit::Force);
    }
};

template <class Central>
struct SavedCentralField {
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("strength", self.strength);
        archive.limited("decay", self.decay, FieldDecay::InverseSquare);
        archive("softening", self.softening);
        archive.limited("unit", self.unit, FieldUnit::Force);
    }
};
template <>
struct Saved<RadialField> : SavedCentralField<RadialField> {
    static std::string name() { return "RadialField"; }
};
template <>
struct Saved<VortexField> : SavedCentralField<VortexField> {
    static std::string name() { return "VortexField"; }
};

template <>
struct Saved<WindField> {
    static std::string name() { return "WindField"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("velocity", self.velocity);
        archive("density", self.density);
        archive("drag", self.drag);
        archive("lift", self.lift);
    }
};

template <>
struct Saved<FluidSurface> {
    static std::string name() { return "FluidSurface"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("point", self.point);
        archive("normal", self.normal);
    }
};

template <>
struct Saved<BuoyancyField> {
    static std::string name() { return "BuoyancyField"; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        archive("density", self.density);
        archive("surface", self.surface);
        archive("flow", self.flow);
        archive("linear_drag", self.linear_drag);
        archive("angular_drag", self.angular_drag);
    }
};

}  // namespace drystone
