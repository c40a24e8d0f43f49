#pragma once

#include "fuzz_input.h"

#include <drystone/drystone.h>

#include <limits>
#include <optional>
#include <vector>

namespace drystone::test {

/// Reads the arguments of calls on a world: usually valid values, so that scenes are lively, and sometimes
/// the worst possible ones.
class ValueInput : public FuzzInput {
public:
    using FuzzInput::FuzzInput;

    /// Returns a number that some arithmetic may not expect.
    float hostile() {
        using Limits = std::numeric_limits<float>;
        const float numbers[] = {Limits::quiet_NaN(),
                                 Limits::infinity(),
                                 -Limits::infinity(),
                                 0.0f,
                                 -0.0f,
                                 Limits::denorm_min(),
                                 -Limits::denorm_min(),
                                 Limits::min(),
                                 1e-30f,
                                 1e-12f,
                                 1e9f,
                                 -1e9f,
                                 1e19f,
                                 -1e20f,
                                 1e38f,
                                 -1e38f,
                                 Limits::max(),
                                 Limits::lowest(),
                                 -1.0f,
                                 any_float()};
        return numbers[below(20)];
    }
    /// Returns a number for a length, an angle or a velocity.
    float number() {
        const int kind = below(32);
        if (kind == 0) {
            return hostile();
        }
        return kind < 16 ? 0.25f * static_cast<float>(static_cast<std::int8_t>(byte()) / 8)
                         : between(-8.0f, 8.0f);
    }
    float size() { return below(32) == 0 ? hostile() : between(0.0f, 2.0f); }
    Vec2 vector() {
        const float x = number();
        return {x, number()};
    }
    float maximum() {
        const int kind = below(16);
        return kind < 8 ? unlimited : kind == 8 ? hostile() : between(0.0f, 100.0f);
    }
    /// Returns any value of the enumeration's byte, usually one of the first `count`.
    template <class Enumeration>
    Enumeration enumeration(int count) {
        return static_cast<Enumeration>(below(64) == 0 ? byte() : static_cast<std::uint8_t>(below(count)));
    }

    ShapeGeometry geometry() {
        switch (below(8)) {
            case 0: return Circle{vector(), size()};
            case 1: {
                const Vec2 a = vector();
                const Vec2 b = vector();
                return Capsule{a, b, size()};
            }
            case 2: {
                const Vec2 a = vector();
                return Segment{a, vector()};
            }
            case 3: {
                std::vector<Vec2> points;
                for (int count = below(12); count > 0; --count) {
                    points.push_back(vector());
                }
                return make_hull(points, flag() ? size() : 0.0f);
            }
            case 4: {
                const int count = below(20) - 2;
                const float radius = size();
                return make_regular_polygon(count, radius, flag() ? size() : 0.0f);
            }
            case 5: {
                const float width = size();
                return make_box(width, size(), Pose{vector(), Rot::from_angle(number())},
                                flag() ? size() : 0.0f);
            }
            default: {
                const float width = size();
                return make_box(width, size());
            }
        }
    }

    AxisLocks locks() {
        const std::uint8_t bits = byte();
        return bits < 192 ? AxisLocks{} : AxisLocks{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
    }
    BodyDefinition body_definition() {
        BodyDefinition definition;
        definition.type = flag() ? BodyType::Dynamic : enumeration<BodyType>(3);
        definition.position = vector();
        const std::uint8_t parts = byte();
        definition.angle = (parts & 1) != 0 ? number() : 0.0f;
        if ((parts & 2) != 0) {
            definition.linear_velocity = vector();
            definition.angular_velocity = number();
        }
        if ((parts & 4) != 0) {
            definition.linear_damping = size();
            definition.angular_damping = size();
            definition.gravity_scale = number();
        }
        if ((parts & 8) != 0) {
            definition.own_gravity = vector();
            definition.maximum_linear_speed = size();
            definition.maximum_angular_speed = size();
        }
        if ((parts & 16) != 0) {
            definition.can_sleep = flag();
            definition.awake = flag();
            definition.sleep_speed = size();
        }
        if ((parts & 32) != 0) {
            definition.locks = locks();
            definition.enabled = flag();
            definition.name = "fuzz";
        }
        definition.bullet = (parts & 64) != 0;
        return definition;
    }
    Material material() {
        Material material;
        material.friction = size();
        material.restitution = flag() ? number() : 0.5f;
        material.friction_mixing = enumeration<Mixing>(7);
        material.restitution_mixing = enumeration<Mixing>(7);
        if (below(4) == 0) {
            material.rolling_resistance = size();
            material.tangent_speed = number();
            material.frequency = 30.0f * size();
            material.damping_ratio = size();
            material.extra_static_friction = size();
            material.extra_reverse_friction = number();
        }
        return material;
    }
    Filter filter() {
        Filter filter;
        filter.category = bits(1);
        filter.mask = bits(1);
        filter.group = static_cast<std::int8_t>(byte());
        return filter;
    }
    ShapeDefinition shape_definition() {
        ShapeDefinition definition;
        const std::uint8_t parts = byte();
        definition.density = (parts & 1) != 0 ? size() : 1.0f;
        definition.material = (parts & 2) != 0 ? material() : Material{};
        definition.filter = (parts & 12) == 12 ? filter() : Filter{};
        definition.update_mass = (parts & 16) == 0;
        definition.contact_events = (parts & 32) == 0;
        definition.hit_events = (parts & 64) != 0;
        if ((parts & 128) != 0) {
            const std::uint8_t more = byte();
            definition.pre_solve = (more & 1) != 0;
            definition.sensor = (more & 6) == 6;
            definition.sees_sensors = (more & 8) != 0;
            definition.force_events = (more & 16) != 0;
            definition.force_threshold = definition.force_events ? size() : 0.0f;
            if ((more & 96) == 96) {
                definition.one_way = vector();
                definition.solver_filter = filter();
            }
        }
        return definition;
    }
    WorldDefinition world_definition() {
        WorldDefinition definition;
        const std::uint8_t parts = byte();
        if ((parts & 1) != 0) {
            definition.gravity = vector();
        }
        if ((parts & 6) == 6) {
            definition.contact = {size() * 30.0f, size() * 10.0f, size(), size()};
        }
        if ((parts & 24) == 24) {
            definition.restitution_threshold = size();
            definition.hit_threshold = size();
            definition.speculative_distance = 0.1f * size();
            definition.time_to_sleep = size();
        }
        if ((parts & 96) == 96) {
            definition.maximum_linear_speed = 100.0f * size();
            definition.maximum_angular_speed = 100.0f * size();
            definition.simd = enumeration<SimdTarget>(7);
            definition.narrow_phase = enumeration<NarrowPhase>(2);
            definition.body_capacity = below(8) - 1;
            definition.contact_capacity = below(8) - 1;
        }
        definition.sleeping = (parts & 128) == 0;
        return definition;
    }
};

}  // namespace drystone::test
