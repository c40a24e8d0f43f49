#include "derived_shapes.h"

#include <algorithm>
#include <utility>

namespace explorer {

using drystone::Vec2;

Vec2 ConvexSpline::support(const Vec2& direction) const {
    Vec2 farthest = corners_.front();
    float reach = 0.0f;
    for (std::size_t i = 0; i < corners_.size(); ++i) {
        const Vec2& corner = corners_[i];
        const Vec2 from = 0.5f * (corners_[(i + corners_.size() - 1) % corners_.size()] + corner);
        const Vec2 to = 0.5f * (corner + corners_[(i + 1) % corners_.size()]);
        // The piece is (1 - t)^2 from + 2 t (1 - t) corner + t^2 to: its slope along d is linear in t.
        const float bend = dot(from - 2.0f * corner + to, direction);
        const float t = bend < 0.0f ? std::clamp(dot(from - corner, direction) / bend, 0.0f, 1.0f)
                                    : (dot(to - from, direction) > 0.0f ? 1.0f : 0.0f);
        const float s = 1.0f - t;
        const Vec2 point = s * s * from + 2.0f * t * s * corner + t * t * to;
        const float along = dot(point, direction);
        if (i == 0 || along > reach) {
            farthest = point;
            reach = along;
        }
    }
    return farthest;
}

Points intersect_borders(Points a, const Points& b) {
    for (std::size_t i = 0; i < b.size() && !a.empty(); ++i) {
        const Vec2 edge = b[(i + 1) % b.size()] - b[i];
        a = clip(a, b[i], drystone::left_perp(edge));
    }
    return a;
}

}  // namespace explorer
