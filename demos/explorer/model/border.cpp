#include "border.h"

#include <algorithm>

namespace explorer {

using drystone::Vec2;

namespace {

using Support = std::function<Vec2(const Vec2&)>;

/// Appends the border between two of its points, and the second point.
void trace_between(const Support& support, const Vec2& p, const Vec2& q, float tolerance, int depth,
                   Points& border) {
    const Vec2 edge = q - p;
    const float length = drystone::length(edge);
    if (length > tolerance && depth > 0) {
        const Vec2 normal = drystone::right_perp(edge) / length;
        const Vec2 farthest = support(normal);
        if (dot(farthest - p, normal) > tolerance) {
            trace_between(support, p, farthest, tolerance, depth - 1, border);
            trace_between(support, farthest, q, tolerance, depth - 1, border);
            return;
        }
    }
    if (length > tolerance) {
        border.push_back(q);
    }
}

float distance_to_segment(const Vec2& p, const Vec2& q, const Vec2& point) {
    const Vec2 edge = q - p;
    const float square = length_squared(edge);
    const float t = square > 0.0f ? std::clamp(dot(point - p, edge) / square, 0.0f, 1.0f) : 0.0f;
    return length(point - p - t * edge);
}

}  // namespace

Points trace_border(const Support& support, float tolerance) {
    const Vec2 right = support({1.0f, 0.0f});
    const Vec2 left = support({-1.0f, 0.0f});
    const Vec2 top = support({0.0f, 1.0f});
    const Vec2 bottom = support({0.0f, -1.0f});
    constexpr int deepest = 16;
    Points border;
    const Vec2 corners[] = {right, top, left, bottom, right};
    for (int i = 0; i < 4; ++i) {
        trace_between(support, corners[i], corners[i + 1], tolerance, deepest, border);
    }
    if (border.empty()) {
        border.push_back(right);
    }
    return border;
}

bool covers(const Points& border, const Vec2& point, float margin) {
    bool inside = border.size() >= 3;
    for (std::size_t i = 0; i < border.size(); ++i) {
        const Vec2& p = border[i];
        const Vec2& q = border[(i + 1) % border.size()];
        if (distance_to_segment(p, q, point) <= margin) {
            return true;
        }
        inside = inside && drystone::cross(q - p, point - p) >= 0.0f;
    }
    return inside;
}

Points clip(const Points& polygon, const Vec2& point, const Vec2& direction) {
    Points result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec2& p = polygon[i];
        const Vec2& q = polygon[(i + 1) % polygon.size()];
        const float of_p = dot(p - point, direction);
        const float of_q = dot(q - point, direction);
        if (of_p >= 0.0f) {
            result.push_back(p);
        }
        if ((of_p >= 0.0f) != (of_q >= 0.0f)) {
            result.emplace_back(p + of_p / (of_p - of_q) * (q - p));
        }
    }
    return result;
}

}  // namespace explorer
