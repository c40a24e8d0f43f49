#include "lesson.h"

#include <drystone/collision/gjk.h>
#include <drystone/collision/point_shapes.h>
#include <drystone/collision/shapes.h>

#include <array>
#include <cmath>

namespace explorer {
namespace {

using namespace drystone;

/// Two shapes in one corner of the gallery.
struct Touch {
    const char* name;
    Points a;
    Points b;
};

Points square(const Vec2& middle, float half) {
    return {middle + Vec2{-half, -half}, middle + Vec2{half, -half}, middle + Vec2{half, half},
            middle + Vec2{-half, half}};
}

/// Returns a square on its corner.
Points diamond(const Vec2& middle, float half) {
    return {middle + Vec2{0.0f, -half}, middle + Vec2{half, 0.0f}, middle + Vec2{0.0f, half},
            middle + Vec2{-half, 0.0f}};
}

/// Returns the pairs. All coordinates are sums of powers of two, so that the touches are exact.
std::vector<Touch> gallery() {
    return {{"point on point", {{-1.0f, 0.0f}}, {{-1.0f, 0.0f}}},
            {"point on edge", square({-0.5f, 0.0f}, 0.5f), {{0.0f, 0.25f}}},
            {"corner on edge", square({-0.5f, 0.0f}, 0.5f), diamond({0.5f, 0.0f}, 0.5f)},
            {"corner on corner", square({-0.5f, -0.5f}, 0.5f), square({0.5f, 0.5f}, 0.5f)},
            {"edge on edge", square({-0.5f, 0.0f}, 0.5f), square({0.5f, 0.25f}, 0.5f)},
            {"corner inside", square({-0.5f, 0.0f}, 0.5f), diamond({0.375f, 0.0f}, 0.5f)},
            {"gap of 1/64", square({-0.5f, 0.0f}, 0.5f), square({0.515625f, 0.0f}, 0.5f)},
            {"segment on corner", square({-0.5f, -0.5f}, 0.5f), {{-0.5f, 0.5f}, {0.5f, -0.5f}}}};
}

const char* status_name(IntersectStatus status) {
    switch (status) {
        case IntersectStatus::Separated: return "apart";
        case IntersectStatus::Touching: return "touching";
        case IntersectStatus::Overlapping: return "overlapping";
        case IntersectStatus::NotFinite: break;
    }
    return "not finite";
}

void draw_set(Figure& figure, Ink ink, Points points, const Vec2& offset) {
    for (Vec2& p : points) {
        p += offset;
    }
    if (points.size() == 1 && ink == Ink::A) {
        figure.ring(ink, points[0]);  // Around a point of B.
    } else if (points.size() == 1) {
        figure.dot(ink, points[0]);
    } else if (points.size() == 2) {
        figure.line(ink, points[0], points[1]);
    } else {
        figure.area(ink, points);
        figure.outline(ink, std::move(points));
    }
}

}  // namespace

Lesson touches_lesson(const LessonState& state) {
    const std::vector<Touch> all = gallery();
    Lesson lesson{.title = "Touches: point, edge, corner", .steps = 2};
    const bool counts = state.step == 0;
    Figure plane{.title = counts ? "Touching counts" : "Touching does not count"};
    int meet = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const Vec2 offset{4.1f * static_cast<float>(i % 4) - 6.15f, 1.6f - 3.0f * static_cast<float>(i / 4)};
        const Intersection result = intersect(PointCloud(all[i].a), PointCloud(all[i].b), Pose{},
                                              IntersectOptions{.touching_counts = counts});
        meet += result.intersecting ? 1 : 0;
        draw_set(plane, Ink::B, all[i].b, offset);
        draw_set(plane, Ink::A, all[i].a, offset);
        const Vec2 below = offset + Vec2{0.0f, -1.35f};
        plane.text(Ink::Plain, below, all[i].name);
        plane.text(result.intersecting ? Ink::Answer : Ink::Faint, below + Vec2{0.0f, -0.35f},
                   status_name(result.status));
    }
    lesson.text.push_back(
        "Shapes that share border points alone touch. Whether that counts is for the caller to say, by "
        "IntersectOptions::touching_counts. With " +
        std::string(counts ? "it" : "it off") + ", " + std::to_string(meet) + " of these " +
        std::to_string(all.size()) + " pairs intersect (in red).");
    lesson.text.emplace_back(
        "A touch is the case on the border: the origin lies on the border of the difference, so that "
        "an arbitrarily small shift decides it. It is exact here because all coordinates are; with "
        "rounded ones the answer may be one of the neighbours.");
    lesson.figures = {std::move(plane)};
    return lesson;
}

}  // namespace explorer
