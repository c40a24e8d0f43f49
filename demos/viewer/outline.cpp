#include "outline.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace viewer {
namespace {

using drystone::Vec2;

constexpr float full_turn = 2.0f * drystone::pi;

struct MakeOutline {
    Outline operator()(const drystone::Circle& circle) const {
        return {{circle.center}, {}, circle.radius, 0.0f};
    }
    Outline operator()(const drystone::Capsule& capsule) const {
        const Vec2 axis = capsule.b - capsule.a;
        if (length(axis) < 1e-9f) {
            return {{capsule.a}, {}, capsule.radius, 0.0f};
        }
        const Vec2 normal = normalized(drystone::right_perp(axis));
        return {{capsule.a, capsule.b}, {normal, -normal}, capsule.radius, 0.0f};
    }
    Outline operator()(const drystone::Segment& segment) const {
        return {{segment.a, segment.b}, {}, 0.0f, 0.0f};
    }
    Outline operator()(const drystone::Polygon& polygon) const {
        return {{polygon.vertices().begin(), polygon.vertices().end()},
                {polygon.normals().begin(), polygon.normals().end()},
                polygon.radius(),
                0.0f};
    }
};

float core_half_width(const Outline& outline) {
    if (outline.points.size() < 3) {
        return 0.0f;
    }
    float minimum = std::numeric_limits<float>::max();
    for (std::size_t i = 0; i < outline.normals.size(); ++i) {
        float width = 0.0f;
        for (const Vec2& point : outline.points) {
            width = std::max(width, dot(outline.normals[i], outline.points[i] - point));
        }
        minimum = std::min(minimum, width);
    }
    return 0.5f * minimum;
}

/// Appends points on a circle about `center`, from the arm `from` through `angle` [rad].
void trace_arc(const Vec2& center, const Vec2& from, float angle, float scale, std::vector<Vec2>& border) {
    // The chord of a piece stays within a quarter of a pixel of the arc.
    const float pixels = std::max(length(from) * scale, 1.0f);
    const float piece = 2.0f * std::acos(1.0f - std::min(0.25f / pixels, 0.29f));
    const int count = std::clamp(static_cast<int>(std::ceil(angle / piece)), 1, 180);
    const float turn = angle / static_cast<float>(count);
    const drystone::Rot step{std::cos(turn), std::sin(turn)};
    Vec2 arm = from;
    for (int i = 0; i <= count; ++i) {
        border.emplace_back(center + arm);
        arm = rotate(step, arm);
    }
}

void trace_rounded(const Outline& outline, float radius, float scale, std::vector<Vec2>& border) {
    const std::size_t count = outline.points.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2& before = outline.normals[(i + count - 1) % count];
        const Vec2& after = outline.normals[i];
        float angle = std::atan2(drystone::cross(before, after), dot(before, after));
        if (angle < -1e-3f) {
            angle += full_turn;
        }
        trace_arc(outline.points[i], radius * before, std::max(angle, 0.0f), scale, border);
    }
}

void trace_sharp(const Outline& outline, float inset, std::vector<Vec2>& border) {
    const std::size_t count = outline.points.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Vec2& before = outline.normals[(i + count - 1) % count];
        const Vec2& after = outline.normals[i];
        const float stretch = inset / std::max(1.0f + dot(before, after), 0.2f);
        border.emplace_back(outline.points[i] - stretch * (before + after));
    }
}

}  // namespace

float Outline::reach() const {
    float farthest = 0.0f;
    for (const Vec2& point : points) {
        farthest = std::max(farthest, length(point));
    }
    return farthest + radius;
}

Outline make_outline(const drystone::ShapeGeometry& geometry) {
    Outline outline = std::visit(MakeOutline{}, geometry);
    outline.half_width = core_half_width(outline) + outline.radius;
    return outline;
}

void trace(const Outline& outline, float inset, float scale, std::vector<Vec2>& border) {
    const float radius = outline.radius - inset;
    if (outline.is_disc()) {
        if (radius > 0.0f) {
            trace_arc(outline.points[0], {radius, 0.0f}, full_turn, scale, border);
            border.pop_back();  // the first point again
        }
    } else if (radius > 0.0f) {
        trace_rounded(outline, radius, scale, border);
    } else if (outline.points.size() > 2) {
        trace_sharp(outline, -radius, border);
    }
}

}  // namespace viewer
