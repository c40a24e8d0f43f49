#pragma once

#include <drystone/collision/detail/simplex.h>

namespace drystone::detail {

inline bool is_direction(const Vec2& v) { return is_finite(v) && (v.x != 0.0f || v.y != 0.0f); }

/// Returns whether a triangle that contains the origin has it strictly inside, not on its border.
template <class Vertex>
bool holds_strictly(const Simplex<Vertex>& simplex) {
    const auto& [p, q, r] = simplex.vertices;
    return simplex.count == 3 && exact_cross(p.w, q.w) != 0.0 && exact_cross(q.w, r.w) != 0.0 &&
           exact_cross(r.w, p.w) != 0.0;
}

/// Returns whether the origin, which a simplex of the difference contains, lies strictly inside the
/// difference, not on its border.
///
/// It is inside unless a line through it has the whole difference on one side. Such a line is searched with
/// support points: first through a vertex u, then through the points farthest to the left and to the right of
/// u. These approach each other behind the origin until it lies between them. Each step advances one of them
/// by exact arithmetic, so the search ends.
template <class Difference>
bool surrounds_origin(const Difference& difference, const Simplex<typename Difference::Vertex>& simplex,
                      int& iterations) {
    const auto beyond = [&](const Vec2& direction) -> Vec2 {
        ++iterations;
        return difference.support(direction).w;
    };
    Vec2 u = simplex.vertices[0].w;
    for (int k = 1; k < simplex.count; ++k) {
        const Vec2& w = simplex.vertices[k].w;
        u = length_squared(to_double(w)) > length_squared(to_double(u)) ? w : u;
    }
    u = is_direction(u) ? u : beyond(Vec2{1.0f, 0.0f});
    if (!is_direction(u)) {
        return false;
    }
    Vec2 left = beyond(left_perp(u));
    Vec2 right = beyond(right_perp(u));
    if (!(exact_cross(u, left) > 0.0) || !(exact_cross(u, right) < 0.0)) {
        return false;
    }
    while (!(exact_cross(left, right) > 0.0)) {
        const Vec2 w = beyond(left_perp(left - right));
        const double side = exact_cross(u, w);
        if (side == 0.0 && exact_dot(u, w) < 0.0) {
            return true;
        }
        Vec2& nearer = side > 0.0 ? left : right;
        if (!(side * exact_cross(nearer, w) > 0.0)) {
            return false;
        }
        nearer = w;
    }
    return true;
}

}  // namespace drystone::detail
