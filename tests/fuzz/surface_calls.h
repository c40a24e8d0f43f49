#pragma once

#include "surface_values.h"
#include "world_calls.h"

#include <span>
#include <string_view>
#include <vector>

/// Calls of public functions for chains, outlines, user-defined shapes, sensors, pre-solve callbacks, fields
/// and drawing.
namespace drystone::test {

/// Checks that everything can be drawn.
class FiniteDraw final : public DebugDraw {
public:
    void polygon(std::span<const Vec2> points, float radius, const DebugStyle& /*style*/) override {
        expect(points.size() >= 3 && radius >= 0.0f, "a polygon is one");
        for (const Vec2& point : points) {
            check(point);
        }
    }
    void circle(const Vec2& center, float radius, const Rot& /*rotation*/,
                const DebugStyle& /*style*/) override {
        check(center);
        expect(is_finite(radius) && radius >= 0.0f, "a circle is one");
    }
    void capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& /*style*/) override {
        check(a);
        check(b);
        expect(is_finite(radius) && radius > 0.0f, "a capsule is one");
    }
    void segment(const Vec2& a, const Vec2& b, const DebugStyle& /*style*/) override {
        check(a);
        check(b);
    }
    void point(const Vec2& position, const DebugStyle& /*style*/) override { check(position); }
    void text(const Vec2& position, std::string_view /*text*/, const DebugStyle& /*style*/) override {
        check(position);
    }

private:
    static void check(const Vec2& point) { expect(is_finite(point), "what is drawn is somewhere"); }
};

/// Changes everything that a callback may change, to any value.
inline void edit_contact(WorldFuzzer& f, PreSolveContact& contact) {
    f.may_fail_inside();
    const int parts = f.input.below(64);
    PreSolvePoint& point = contact.points[f.input.below(contact.count)];
    if ((parts & 1) != 0) {
        contact.normal = f.input.vector();
    }
    if ((parts & 2) != 0) {
        point.point = f.input.vector();
    }
    if ((parts & 4) != 0) {
        point.separation = f.input.number();
    }
    point.dropped = (parts & 8) != 0;
    if ((parts & 16) != 0) {
        contact.friction = f.input.size();
        contact.restitution = f.input.size();
    }
    if ((parts & 32) != 0) {
        contact.tangent_speed = f.input.number();
    }
}

template <class Shape>
void add_shapes(WorldFuzzer& f, const std::vector<Shape>& shapes) {
    f.shapes.insert(f.shapes.end(), shapes.begin(), shapes.end());
}

/// Returns the points of a chain, with one of them moved.
inline std::vector<Vec2> read_moved_points(WorldFuzzer& f, ChainId id) {
    const Chain geometry = f.world[id].geometry();
    std::vector<Vec2> points(geometry.points().begin(), geometry.points().end());
    points[f.input.byte() % points.size()] += f.input.vector();
    return points;
}

inline FieldDefinition read_field_of_world(WorldFuzzer& f) {
    FieldDefinition definition = read_field(f.input);
    if (f.input.below(4) == 0) {
        definition.body = f.body();
    }
    return definition;
}

inline constexpr WorldCall surface_calls[] = {
    {"create_chain",
     [](WorldFuzzer& f) {
         const ChainDefinition definition = read_chain(f.input);
         f.chains.push_back(f.world.create_chain(f.body(), definition));
         add_shapes(f, f.world[f.chains.back()].shapes());
     }},
    {"destroy_chain", [](WorldFuzzer& f) { f.world.destroy_chain(f.chain()); }},
    {"read a chain",
     [](WorldFuzzer& f) {
         const ChainId id = f.chain();
         use(f.world.is_valid(id));
         use(f.world[id].body());
         use(f.world[id].geometry());
         for (const ShapeId shape : f.world[id].shapes()) {
             expect(f.world[shape].chain() == id, "a segment knows its chain");
         }
     }},
    {"chain (of a shape)", [](WorldFuzzer& f) { use(f.world[f.shape()].chain()); }},
    {"set_material (of a chain)",
     [](WorldFuzzer& f) {
         const ChainId id = f.chain();
         f.world[id].set_material(f.input.material());
     }},
    {"set_points",
     [](WorldFuzzer& f) {
         const ChainId id = f.chain();
         f.world[id].set_points(f.input.below(4) == 0 ? read_line(f.input) : read_moved_points(f, id));
     }},
    {"set_geometry (of a chain)",
     [](WorldFuzzer& f) {
         const ChainId id = f.chain();
         ChainSettings settings{f.world[id].geometry().is_loop(), f.input.enumeration<ChainSides>(2)};
         settings.ghost_before = read_optional_vector(f.input);
         settings.ghost_after = read_optional_vector(f.input);
         f.world[id].set_geometry(make_chain(read_moved_points(f, id), settings));
     }},
    {"create_outline",
     [](WorldFuzzer& f) {
         const std::vector<Vec2> outline = read_outline(f.input);
         std::vector<std::vector<Vec2>> holes;
         if (f.input.below(4) == 0) {
             holes.push_back(read_points(f.input, 6));
         }
         const ShapeDefinition definition = f.input.shape_definition();
         PolygonsOptions options;
         if (f.input.below(4) == 0) {
             options = {f.input.size(), f.input.size(), f.input.below(12) - 1};
         }
         add_shapes(f, f.world.create_outline(f.body(), outline, holes, definition, options));
     }},
    {"create_shape (custom)",
     [](WorldFuzzer& f) {
         const CustomShape geometry = read_custom_shape(f.input);
         const ShapeDefinition definition = f.input.shape_definition();
         f.shapes.push_back(f.world.create_shape(f.body(), geometry, definition));
         expect(f.world[f.shapes.back()].custom_shape().has_value() || geometry.is_polygon(),
                "a shape knows of what it was made");
     }},
    {"set_geometry (custom)",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_geometry(read_custom_shape(f.input));
     }},
    {"overlap (custom)",
     [](WorldFuzzer& f) {
         const CustomShape geometry = read_custom_shape(f.input);
         const Vec2 position = f.input.vector();
         const Pose pose{position, f.input.rotation()};
         f.world.overlap(geometry, pose, read_visitor(f), read_query_filter(f));
     }},
    {"set_sensor",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_sensor(f.input.flag());
         f.world[id].set_sensor_events(f.input.flag());
         use(f.world[id].is_sensor() && f.world[id].sensor_events());
     }},
    {"sensor_overlaps",
     [](WorldFuzzer& f) {
         for (const ShapeId visitor : f.world[f.shape()].sensor_overlaps()) {
             use(visitor);
         }
     }},
    {"set_force_events",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         const bool enabled = f.input.flag();
         f.world[id].set_force_events(enabled, f.input.size());
         use(f.world[id].force_events() && f.world[id].force_threshold() > 0.0f);
     }},
    {"set_one_way",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_one_way(f.input.flag() ? std::optional<Vec2>{f.input.vector()} : std::nullopt);
         use(f.world[id].one_way());
     }},
    {"set_pre_solve (of a shape)",
     [](WorldFuzzer& f) {
         const ShapeId id = f.shape();
         f.world[id].set_pre_solve(f.input.below(4) != 0);
         use(f.world[id].pre_solve());
     }},
    {"set_pre_solve",
     [](WorldFuzzer& f) {
         f.world.set_pre_solve_callback(f.input.below(4) == 0 ? PreSolve{} : [&f](PreSolveContact& contact) {
             expect(contact.count >= 1 && is_unit_or_zero(contact.normal), "a contact is one");
             if (f.input.flag()) {
                 edit_contact(f, contact);
             }
             return f.decide();
         });
     }},
};

inline constexpr WorldCall effect_calls[] = {
    {"create_field",
     [](WorldFuzzer& f) { f.fields.push_back(f.world.create_field(read_field_of_world(f))); }},
    {"set_field",
     [](WorldFuzzer& f) {
         const FieldId id = f.field();
         f.world[id].set_definition(read_field_of_world(f));
     }},
    {"destroy_field", [](WorldFuzzer& f) { f.world.destroy_field(f.field()); }},
    {"read a field",
     [](WorldFuzzer& f) {
         const FieldId id = f.field();
         use(f.world.is_valid(id));
         use(f.world[id].definition());
         for (const FieldId other : f.world.fields()) {
             expect(f.world.is_valid(other), "fields that are told live");
         }
     }},
    {"explode",
     [](WorldFuzzer& f) {
         Explosion explosion;
         explosion.center = f.input.vector();
         explosion.radius = f.input.size();
         explosion.falloff = f.input.size();
         explosion.impulse_per_length = f.input.number();
         explosion.filter = read_query_filter(f);
         expect(f.world.explode(explosion) >= 0, "an explosion counts");
     }},
    {"set_contact_tuning",
     [](WorldFuzzer& f) {
         ContactTuning tuning = f.world.contact_tuning();
         switch (f.input.below(4)) {
             case 0: tuning.frequency = 30.0f * f.input.size(); break;
             case 1: tuning.damping_ratio = 10.0f * f.input.size(); break;
             case 2: tuning.max_push_out_velocity = f.input.size(); break;
             default: tuning.compliance = f.input.size(); break;
         }
         f.world.set_contact_tuning(tuning);
     }},
    {"set thresholds",
     [](WorldFuzzer& f) {
         const float speed = f.input.size();
         f.world.set_restitution_threshold(speed);
         f.world.set_hit_threshold(speed);
         use(f.world.restitution_threshold() + f.world.hit_threshold());
     }},
    {"draw",
     [](WorldFuzzer& f) {
         FiniteDraw out;
         f.world.draw(out, read_draw_options(f.input));
     }},
    {"read the world",
     [](WorldFuzzer& f) {
         use(f.world.gravity());
         use(f.world.sleeping());
         use(f.world.maximum_linear_speed() + f.world.maximum_angular_speed());
     }},
};

}  // namespace drystone::test
