#pragma once

#include "world_fuzzer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

/// Calls of the public functions of `World`, each with arguments from the input.
namespace drystone::test {

template <class Value>
void use(const Value& value) {
    static_cast<void>(value);
}

inline bool is_unit_or_zero(const Vec2& normal) {
    return normal == Vec2{} || std::abs(length(normal) - 1.0f) < 1e-5f;
}

inline void check_hit(const WorldFuzzer& fuzzer, const RayHit& hit) {
    expect(fuzzer.world.is_valid(hit.shape), "a hit names a living shape");
    expect(hit.fraction >= 0.0f && hit.fraction <= 1.0f, "a hit lies on the way");
    expect(is_finite(hit.point), "a hit is somewhere");
    expect(is_unit_or_zero(hit.normal), "the normal of a hit is a unit vector");
}

inline QueryFilter read_query_filter(WorldFuzzer& f) {
    QueryFilter filter;
    const int parts = f.input.below(16);
    if ((parts & 1) != 0) {
        filter.category = f.input.bits(1);
        filter.mask = f.input.bits(1);
    }
    if ((parts & 6) == 6) {
        filter.accepts = [&f](ShapeId) { return f.decide(); };
    }
    return filter;
}

inline RayCast read_ray(WorldFuzzer& f) {
    const Vec2 origin = f.input.vector();
    const Vec2 translation = f.input.vector();
    return {origin, translation, read_query_filter(f), f.input.flag() ? f.input.size() : 0.0f,
            f.input.flag()};
}

inline ShapeCastInput read_shape_cast(WorldFuzzer& f) {
    const Vec2 position = f.input.vector();
    const Pose pose{position, f.input.rotation()};
    ShapeGeometry geometry = f.input.geometry();
    return {std::move(geometry), pose, f.input.vector(), read_query_filter(f),
            f.input.flag() ? f.input.any_float() : 0.0f};
}

inline std::function<bool(ShapeId)> read_visitor(WorldFuzzer& f) {
    if (f.input.below(64) == 0) {
        return {};
    }
    return [&f](ShapeId shape) {
        expect(f.world.is_valid(shape), "a visitor sees living shapes");
        return f.decide();
    };
}

inline void check_hits(const WorldFuzzer& f, const std::vector<RayHit>& hits) {
    for (std::size_t i = 0; i < hits.size(); ++i) {
        check_hit(f, hits[i]);
        expect(i == 0 || hits[i - 1].fraction <= hits[i].fraction, "hits are ordered by fraction");
    }
}

inline constexpr WorldCall life_calls[] = {
    {"create_body (with a box)",
     [](WorldFuzzer& f) {
         const Polygon box = make_box(f.input.between(0.1f, 1.0f), f.input.between(0.1f, 1.0f));
         const Vec2 position = f.input.vector();
         f.bodies.push_back(f.world.create_body({.type = BodyType::Dynamic, .position = position}));
         f.shapes.push_back(f.world.create_shape(f.bodies.back(), box));
     }},
    {"create_shape",
     [](WorldFuzzer& f) {
         const ShapeGeometry geometry = f.input.geometry();
         const ShapeDefinition definition = f.input.shape_definition();
         f.shapes.push_back(f.world.create_shape(f.body(), geometry, definition));
     }},
    {"destroy_body", [](WorldFuzzer& f) { f.world.destroy_body(f.body()); }},
    {"destroy_shape", [](WorldFuzzer& f) { f.world.destroy_shape(f.shape(), f.input.below(4) != 0); }},
    {"create_joint",
     [](WorldFuzzer& f) {
         const JointDefinition definition = read_joint(f.input);
         const JointSettings settings = read_joint_settings(f.input);
         const BodyId a = f.body();
         f.joints.push_back(f.world.create_joint(a, f.body(), definition, settings));
     }},
    {"create_joint (gear)",
     [](WorldFuzzer& f) {
         const JointId first = f.joint();
         const GearJoint gear{first, f.joint(), f.input.number()};
         f.joints.push_back(f.world.create_joint(gear, read_joint_settings(f.input)));
     }},
    {"create_joint (rope)",
     [](WorldFuzzer& f) {
         RopeJoint rope;
         for (int count = f.input.below(5); count > 0; --count) {
             const BodyId body = f.body();
             rope.points.push_back({body, f.input.vector()});
         }
         rope.length = f.input.size();
         f.joints.push_back(f.world.create_joint(rope, read_joint_settings(f.input)));
     }},
    {"create_joint (by variant)",
     [](WorldFuzzer& f) {
         const BodyId a = f.body();
         const JointId first = f.joint();
         const JointDefinition definition =
             f.input.flag()
                 ? JointDefinition{GearJoint{first, f.joint(), 1.0f}}
                 : JointDefinition{RopeJoint{{{a, Vec2{0.0f, 0.0f}}, {a, Vec2{0.0f, 0.0f}}}, 1.0f}};
         f.joints.push_back(f.world.create_joint(a, f.body(), definition));
     }},
    {"destroy_joint", [](WorldFuzzer& f) { f.world.destroy_joint(f.joint()); }},
    {"set_joint", [](WorldFuzzer& f) { f.world[f.joint()].set_definition(read_joint(f.input)); }},
    {"set_joint (same)",
     [](WorldFuzzer& f) {
         const JointId id = f.joint();
         JointDefinition definition = f.world[id].definition();
         if (GearJoint* const gear = std::get_if<GearJoint>(&definition)) {
             gear->second = f.joint();
         } else if (RopeJoint* const rope = std::get_if<RopeJoint>(&definition)) {
             rope->points.push_back({f.body(), f.input.vector()});
         }
         f.world[id].set_definition(definition);
     }},
    {"set_joint_settings",
     [](WorldFuzzer& f) { f.world[f.joint()].set_settings(read_joint_settings(f.input)); }},
    {"set_joint_enabled", [](WorldFuzzer& f) { f.world[f.joint()].set_enabled(f.input.flag()); }},
    {"joint_state",
     [](WorldFuzzer& f) {
         const JointId id = f.joint();
         use(f.world[id].definition());
         use(f.world[id].settings());
         use(f.world[id].body_a());
         use(f.world[id].body_b());
         use(f.world[id].state());
     }},
    {"joints (of a body)", [](WorldFuzzer& f) { use(f.world[f.body()].joints()); }},
};

inline constexpr WorldCall step_calls[] = {
    {"step", [](WorldFuzzer& f) { f.step(); }},
    {"foreign step", [](WorldFuzzer& f) { f.foreign.step(1.0f / 60.0f); }},
    {"contact", [](WorldFuzzer& f) { use(f.world.contact(f.contact())); }},
    {"counters",
     [](WorldFuzzer& f) {
         use(f.world.counters());
         use(f.world.profile()[Stage::Solve]);
         use(f.world.threads());
         use(f.world.simd_target());
         use(f.world.bodies());
         use(f.world.shapes());
         use(f.world.joints());
     }},
    {"validate", [](WorldFuzzer& f) { f.is_inside() ? f.world.validate() : f.validate(); }},
    {"shift_origin", [](WorldFuzzer& f) { f.world.shift_origin(f.input.vector()); }},
    {"set_gravity", [](WorldFuzzer& f) { f.world.set_gravity(f.input.vector()); }},
    {"set_maximum_speeds",
     [](WorldFuzzer& f) {
         const float linear = 100.0f * f.input.size();
         f.world.set_maximum_speeds(linear, 100.0f * f.input.size());
     }},
    {"set_sleeping", [](WorldFuzzer& f) { f.world.set_sleeping(f.input.below(4) != 0); }},
    {"set_collision",
     [](WorldFuzzer& f) {
         const BodyId a = f.body();
         const BodyId b = f.body();
         f.world.set_collision(a, b, f.input.flag());
         use(f.world.collision_enabled(a, b));
     }},
    {"set_collision_filter",
     [](WorldFuzzer& f) {
         f.world.set_collision_filter(f.input.flag() ? CollisionFilter{}
                                                     : [&f](ShapeId, ShapeId) { return f.decide(); });
     }},
    {"set_material_mixing",
     [](WorldFuzzer& f) {
         const auto mix = [&f](ShapeId, ShapeId, const MixedMaterial& mixed) {
             return f.decide() ? mixed : f.bad_mixture();
         };
         f.world.set_material_mixing(f.input.flag() ? MaterialMixing{} : mix);
     }},
    {"visit_contacts",
     [](WorldFuzzer& f) {
         f.world.visit_contacts([&f](const ContactView& contact) {
             expect(f.world.is_valid(contact.contact), "a visitor sees living contacts");
             expect(contact.count == 0 || is_unit_or_zero(contact.normal), "normals are unit vectors");
             f.contacts.push_back(contact.contact);
             f.decide();
         });
     }},
    {"visit_tree", [](WorldFuzzer& f) { f.world.visit_tree([&f](int, const Aabb&) { f.decide(); }); }},
    {"move the world",
     [](WorldFuzzer& f) {
         if (!f.is_inside()) {
             World moved(std::move(f.world));
             f.world = std::move(moved);
         }
     }},
};

inline constexpr WorldCall query_calls[] = {
    {"cast_ray",
     [](WorldFuzzer& f) {
         if (const auto hit = f.world.cast_ray(read_ray(f))) {
             check_hit(f, *hit);
         }
     }},
    {"cast_ray_all", [](WorldFuzzer& f) { check_hits(f, f.world.cast_ray_all(read_ray(f))); }},
    {"cast_ray_any", [](WorldFuzzer& f) { use(f.world.cast_ray_any(read_ray(f))); }},
    {"cast_rays",
     [](WorldFuzzer& f) {
         const RayCast rays[] = {read_ray(f), read_ray(f)};
         use(f.world.cast_rays(rays));
     }},
    {"cast_ray (a shape)",
     [](WorldFuzzer& f) {
         const RayCast ray = read_ray(f);
         if (const auto hit = f.world[f.shape()].cast_ray(ray)) {
             check_hit(f, *hit);
         }
     }},
    {"cast_shape",
     [](WorldFuzzer& f) {
         if (const auto hit = f.world.cast_shape(read_shape_cast(f))) {
             check_hit(f, *hit);
         }
     }},
    {"cast_shape_all", [](WorldFuzzer& f) { check_hits(f, f.world.cast_shape_all(read_shape_cast(f))); }},
    {"nearest",
     [](WorldFuzzer& f) {
         const Vec2 point = f.input.vector();
         const float reach = f.input.number();
         if (const auto found = f.world.nearest(point, reach, read_query_filter(f))) {
             expect(found->distance >= 0.0f && found->distance <= reach, "the nearest shape is in reach");
         }
     }},
    {"overlap (box)",
     [](WorldFuzzer& f) {
         const Vec2 lower = f.input.vector();
         f.world.overlap(Aabb{lower, f.input.vector()}, read_visitor(f), read_query_filter(f));
     }},
    {"overlap (point)",
     [](WorldFuzzer& f) { f.world.overlap(f.input.vector(), read_visitor(f), read_query_filter(f)); }},
    {"overlap (shape)",
     [](WorldFuzzer& f) {
         const ShapeCastInput input = read_shape_cast(f);
         f.world.overlap(input.geometry, input.pose, read_visitor(f), input.filter);
     }},
};

}  // namespace drystone::test
