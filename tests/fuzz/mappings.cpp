// The general GJK and EPA on curved and composed shapes, compared with the separation over all directions.
#include "../support/shape_reach.h"
#include "fuzz_input.h"

#include <drystone/collision/epa.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/mappings.h>

#include <cmath>
#include <functional>

using namespace drystone;
using namespace drystone::test;

namespace {

using Reach = std::function<double(const Vec2d&)>;

float read_extent(FuzzInput& input) { return std::ldexp(input.between(1.0f, 2.0f), input.below(11) - 8); }

Capsule read_capsule(FuzzInput& input) {
    const Vec2 a = 0.125f * input.point();
    const Vec2 b = 0.125f * input.point();
    return {a, b, read_extent(input)};
}
Reach reach_of(const Capsule& capsule) {
    return rounded(PointsReach{{to_double(capsule.a), to_double(capsule.b)}},
                   static_cast<double>(capsule.radius));
}

Superellipse read_superellipse(FuzzInput& input) {
    const float width = read_extent(input);
    const float height = read_extent(input);
    constexpr float exponents[] = {1.0f, 1.1f, 1.5f, 2.0f, 3.0f, 8.0f, 100.0f};
    return {width, height, exponents[input.below(7)]};
}
Reach reach_of(const Superellipse& shape) {
    return SuperellipseReach{static_cast<double>(shape.half_width()),
                             static_cast<double>(shape.half_height()), static_cast<double>(shape.exponent())};
}

AffineMap read_map(FuzzInput& input) {
    const Vec2 x = 0.25f * input.point();
    const Vec2 y = 0.25f * input.point();
    return {x, y, 0.25f * input.point()};
}

/// Calls `visit(shape, reach, size)` with one of the kinds of shapes.
template <class Visit>
void read_shape(FuzzInput& input, const Visit& visit) {
    const int kind = input.below(5);
    const Superellipse curve = read_superellipse(input);
    const double curve_size = static_cast<double>(std::max(curve.half_width(), curve.half_height()));
    if (kind == 0) {
        visit(curve, reach_of(curve), curve_size);
        return;
    }
    const Capsule capsule = read_capsule(input);
    const double size =
        static_cast<double>(capsule.radius + std::max(length(capsule.a), length(capsule.b))) + curve_size;
    if (kind == 1) {
        visit(HullOf{capsule, curve}, Reach(farthest(reach_of(capsule), reach_of(curve))), size);
    } else if (kind == 2) {
        visit(MinkowskiSum{curve, capsule}, Reach(sum(reach_of(curve), reach_of(capsule))), size);
    } else if (kind == 3) {
        const AffineMap map = read_map(input);
        const double stretch = static_cast<double>(length(map.x_axis) + length(map.y_axis));
        visit(Transformed{capsule, map}, Reach(transformed(reach_of(capsule), map)),
              size * stretch + static_cast<double>(length(map.translation)));
    } else {
        const Circle circle{capsule.a, capsule.radius};
        const Segment segment{capsule.a, capsule.b};
        visit(HullOf{segment, circle},
              Reach(farthest(
                  rounded(PointsReach{{to_double(circle.center)}}, static_cast<double>(circle.radius)),
                  PointsReach{{to_double(segment.a), to_double(segment.b)}})),
              size);
    }
}

template <class A, class B>
void check(const A& a, const B& b, const Pose& pose, const Reach& reach_a, const Reach& reach_b,
           double size) {
    const auto placed_b = placed_reach(reach_b, exact(pose));
    const double truth = signed_distance(reach_a, placed_b, 400);
    const double tolerance = 1e-6 * (size + std::abs(truth));
    const Distance near = distance(a, b, pose);
    const Penetration deep = penetration(a, b, pose);
    expect(near.status != DistanceStatus::NotFinite, "finite input has a distance");
    expect(deep.status != PenetrationStatus::NotFinite, "finite input has a depth");
    expect(std::abs(static_cast<double>(near.distance) - std::max(truth, 0.0)) <= tolerance,
           "the distance is right");
    const double told = static_cast<double>(deep.error);
    const double excess = static_cast<double>(deep.depth) + truth;
    expect(excess >= -tolerance, "the depth is enough");
    expect(excess <= tolerance + told, "the depth is the least, but for the error that is told");
    expect(told <= 0.01 * size, "that error is small");
    const Vec2d normal = to_double(deep.normal);
    expect(std::abs(length(normal) - 1.0) <= 1e-6, "the normal has unit length");
    expect(reach_a(normal) + placed_b(-normal) <= static_cast<double>(deep.depth) + tolerance,
           "the depth along the normal parts the shapes");
    if (std::abs(truth) > tolerance) {
        expect(intersect(a, b, pose) == (truth < 0.0), "intersect agrees");
        expect((near.status == DistanceStatus::Separated) == (truth > 0.0), "distance tells apart");
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it by this name.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzInput input(data, size);
    const Vec2 position = 0.125f * input.point();
    const Pose pose{position, input.rotation()};
    read_shape(input, [&](const auto& a, const Reach& reach_a, double size_a) {
        const Superellipse curve = read_superellipse(input);
        const Capsule capsule = read_capsule(input);
        const double size_b = static_cast<double>(curve.half_width() + curve.half_height() + capsule.radius +
                                                  std::max(length(capsule.a), length(capsule.b)));
        if (input.flag()) {
            check(a, capsule, pose, reach_a, reach_of(capsule), size_a + size_b);
        } else {
            check(a, HullOf{curve, capsule}, pose, reach_a, farthest(reach_of(curve), reach_of(capsule)),
                  size_a + size_b);
        }
    });
    return 0;
}
