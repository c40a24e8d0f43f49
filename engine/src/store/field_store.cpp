#include "store/field_store.h"

#include "core/arrays.h"
#include "store/with_core.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Number of sides of the polygon that replaces a circle.
constexpr int sides = 64;
constexpr float side_angle = 2.0f * pi / static_cast<float>(sides);

/// Apothem of this polygon for a radius of 1, such that its area equals that of the circle: sqrt(x / tan(x))
/// at x = pi / 64.
constexpr float apothem = 0.99959826f;

/// Adds the sides of the arc about a corner between two normals, which differ by `angle`.
void add_arc(std::vector<HalfPlane>& planes, const Vec2& corner, float radius, const Vec2& from,
             float angle) {
    const int count = static_cast<int>(std::ceil(angle / side_angle - 1e-3f));
    for (int i = 1; i < count; ++i) {
        const Rot turn = Rot::from_angle(angle * static_cast<float>(i) / static_cast<float>(count));
        const Vec2 normal = rotate(turn, from);
        planes.push_back({normal, dot(normal, corner) + apothem * radius});
    }
}

/// Returns the sides of a region, with arcs replaced by sides of a polygon.
std::vector<HalfPlane> make_planes(const ConvexCore& core) {
    std::vector<HalfPlane> planes;
    if (core.count == 1) {
        for (int i = 0; i < sides; ++i) {
            const Rot turn = Rot::from_angle(side_angle * static_cast<float>(i));
            const Vec2 normal{turn.c, turn.s};
            planes.push_back({normal, dot(normal, core.points[0]) + apothem * core.radius});
        }
        return planes;
    }
    for (int i = 0; i < core.count; ++i) {
        const int next = (i + 1) % core.count;
        const Vec2& normal = core.normals[i];
        planes.push_back({normal, dot(normal, core.points[i]) + core.radius});
        if (core.radius > 0.0f) {
            const float turn = core.count == 2 ? pi
                                               : arc_tangent(cross(normal, core.normals[next]),
                                                             dot(normal, core.normals[next]));
            add_arc(planes, core.points[next], core.radius, normal, turn);
        }
    }
    return planes;
}

}  // namespace

std::uint32_t FieldStore::create() {
    if (slots.upcoming(0) == records.size()) {
        prepare_room(records, 1);
    }
    const std::uint32_t field = slots.create();
    if (field == records.size()) {
        records.emplace_back();
    }
    return field;
}

FieldRecord make_field_record(const FieldDefinition& definition, std::uint32_t body) {
    FieldRecord record;
    record.definition = definition;
    record.body = body;
    if (definition.region) {
        with_core(*definition.region, [&](const ConvexCore& core) {
            record.points.assign(core.points, core.points + core.count);
            record.radius = core.radius;
            record.region = make_planes(core);
        });
    }
    return record;
}

std::size_t FieldStore::bytes() const {
    std::size_t sum = slots.bytes() + records.capacity() * sizeof(FieldRecord);
    for (const FieldRecord& record : records) {
        sum += record.region.capacity() * sizeof(HalfPlane) + record.points.capacity() * sizeof(Vec2);
    }
    return sum;
}

}  // namespace drystone
