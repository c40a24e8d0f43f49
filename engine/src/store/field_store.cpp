#include "store/field_store.h"

#include "store/unit_vector.h"

#include <algorithm>
#include <cmath>
#include <variant>

namespace drystone {

namespace {

/// Sides of the polygon that stands for a circle.
constexpr int sides = 64;
constexpr float side_angle = 2.0f * pi / static_cast<float>(sides);

/// How far the sides are from the centre of a circle of radius 1 with the area of the polygon: the root of
/// x / tan(x) at x = pi / 64.
constexpr float apothem = 0.99959826f;

struct CorePoints {
    std::vector<Vec2>& points;
    float& radius;

    template <class Shape>
    void operator()(const Shape& shape) {
        const auto own = make_core(shape);
        points.assign(own.points, own.points + own.count);
        radius = own.radius;
    }
};

/// Sides of the arc about a corner, between two normals, that turn by `angle`.
void add_arc(std::vector<HalfPlane>& planes, const Vec2& corner, float radius, const Vec2& from,
             float angle) {
    const int count = static_cast<int>(std::ceil(angle / side_angle - 1e-3f));
    for (int i = 1; i < count; ++i) {
        const Rot turn = Rot::from_angle(angle * static_cast<float>(i) / static_cast<float>(count));
        const Vec2 normal = rotate(turn, from);
        planes.push_back({normal, normal.dot(corner) + apothem * radius});
    }
}

std::vector<HalfPlane> make_planes(const std::vector<Vec2>& points, float radius) {
    std::vector<HalfPlane> planes;
    const std::size_t count = points.size();
    if (count == 1 || (count == 2 && points[0] == points[1])) {
        for (int i = 0; i < sides; ++i) {
            const Rot turn = Rot::from_angle(side_angle * static_cast<float>(i));
            const Vec2 normal{turn.c, turn.s};
            planes.push_back({normal, normal.dot(points[0]) + apothem * radius});
        }
        return planes;
    }
    const auto normal_of = [&](std::size_t i) -> Vec2 {
        return unit_vector(right_perp(points[(i + 1) % count] - points[i % count]));
    };
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2 normal = normal_of(i);
        planes.push_back({normal, normal.dot(points[i]) + radius});
        if (radius > 0.0f) {
            const Vec2 next = normal_of(i + 1);
            const float turn = count == 2 ? pi : arc_tangent(cross(normal, next), normal.dot(next));
            add_arc(planes, points[(i + 1) % count], radius, normal, turn);
        }
    }
    return planes;
}

}  // namespace

std::uint32_t FieldStore::create() {
    const std::uint32_t field = slots.create();
    if (field == records.size()) {
        records.emplace_back();
    }
    return field;
}

void FieldStore::define(std::uint32_t field, const FieldDefinition& definition, std::uint32_t body) {
    FieldRecord& record = records[field];
    record.definition = definition;
    record.body = body;
    record.points.clear();
    record.region.clear();
    if (definition.region) {
        std::visit(CorePoints{record.points, record.radius}, *definition.region);
        record.region = make_planes(record.points, record.radius);
    }
}

std::size_t FieldStore::bytes() const {
    std::size_t sum = slots.bytes() + records.capacity() * sizeof(FieldRecord);
    for (const FieldRecord& record : records) {
        sum += record.region.capacity() * sizeof(HalfPlane) + record.points.capacity() * sizeof(Vec2);
    }
    return sum;
}

}  // namespace drystone
