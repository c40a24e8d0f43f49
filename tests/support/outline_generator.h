#pragma once

#include "pair_generator.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace drystone::test {

/// An outline, counter-clockwise, and its holes.
struct OutlineWithHoles {
    std::vector<Vec2> outline;
    std::vector<std::vector<Vec2>> holes;
};

inline Vec2 at_angle(double angle, double radius, const Vec2d& center = Vec2d{0.0, 0.0}) {
    return {static_cast<float>(center.x + radius * std::cos(angle)),
            static_cast<float>(center.y + radius * std::sin(angle))};
}

/// Returns an outline with random radii at regular angles; the angles keep their order, so it is simple.
inline std::vector<Vec2> star_outline(Random& random, int count, double minimum = 0.3, double largest = 1.0,
                                      const Vec2d& center = Vec2d{0.0, 0.0}) {
    std::vector<Vec2> outline;
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * 3.14159265358979 * (i + 0.8 * random.unit()) / count;
        outline.push_back(at_angle(angle, random.between(minimum, largest), center));
    }
    return outline;
}

/// Returns a band wound `turns` times around the origin.
inline std::vector<Vec2> spiral_outline(int count, double turns) {
    std::vector<Vec2> outer;
    std::vector<Vec2> inner;
    const int half = count / 2;
    for (int i = 0; i < half; ++i) {
        const double way = static_cast<double>(i) / (half - 1);
        const double angle = 2.0 * 3.14159265358979 * turns * way;
        outer.push_back(at_angle(angle, 0.5 + turns * way));
        inner.push_back(at_angle(angle, 0.1 + turns * way));
    }
    outer.insert(outer.end(), inner.rbegin(), inner.rend());
    return outer;
}

/// Returns a bar with teeth of random lengths.
inline std::vector<Vec2> comb_outline(Random& random, int teeth) {
    std::vector<Vec2> outline{{0.0f, -1.0f}, {static_cast<float>(2 * teeth), -1.0f}};
    for (int i = teeth - 1; i >= 0; --i) {
        const float height = static_cast<float>(random.between(0.5, 5.0));
        const float x = static_cast<float>(2 * i);
        outline.insert(outline.end(), {Vec2{x + 2.0f, 0.0f}, Vec2{x + 1.5f, height}, Vec2{x + 1.0f, 0.0f}});
    }
    outline.emplace_back(0.0f, 0.0f);
    return outline;
}

inline double turn_of(const Vec2& a, const Vec2& b, const Vec2& c) {
    const Vec2d ab = to_double(b) - to_double(a);
    const Vec2d ac = to_double(c) - to_double(a);
    return ab.x * ac.y - ab.y * ac.x;
}

/// Returns whether the closed segments meet. Exact where the products of coordinates are, as for small whole
/// numbers.
inline bool segments_meet(const Vec2& a, const Vec2& b, const Vec2& c, const Vec2& d) {
    const double s0 = turn_of(a, b, c);
    const double s1 = turn_of(a, b, d);
    const double s2 = turn_of(c, d, a);
    const double s3 = turn_of(c, d, b);
    const auto between = [](const Vec2& p, const Vec2& q, const Vec2& r) {
        return std::min(p.x, q.x) <= r.x && r.x <= std::max(p.x, q.x) && std::min(p.y, q.y) <= r.y &&
               r.y <= std::max(p.y, q.y);
    };
    if (((s0 > 0.0 && s1 < 0.0) || (s0 < 0.0 && s1 > 0.0)) &&
        ((s2 > 0.0 && s3 < 0.0) || (s2 < 0.0 && s3 > 0.0))) {
        return true;
    }
    return (s0 == 0.0 && between(a, b, c)) || (s1 == 0.0 && between(a, b, d)) ||
           (s2 == 0.0 && between(c, d, a)) || (s3 == 0.0 && between(c, d, b));
}

/// Returns whether no two edges meet except in the shared point of neighbours. Compares all pairs of edges.
inline bool is_simple(const std::vector<Vec2>& outline) {
    const std::size_t n = outline.size();
    for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t j = i + 1; j < n; ++j) {
            const Vec2& a = outline[i];
            const Vec2& b = outline[(i + 1) % n];
            const Vec2& c = outline[j];
            const Vec2& d = outline[(j + 1) % n];
            const bool follows = j == i + 1;
            const bool precedes = (j + 1) % n == i;
            if (follows || precedes) {
                const Vec2& shared = follows ? b : a;
                const Vec2& p = follows ? a : b;
                const Vec2& q = follows ? d : c;
                const Vec2d to_p = to_double(p) - to_double(shared);
                const Vec2d to_q = to_double(q) - to_double(shared);
                if (turn_of(shared, p, q) == 0.0 && dot(to_p, to_q) > 0.0) {
                    return false;
                }
            } else if (segments_meet(a, b, c, d)) {
                return false;
            }
        }
    }
    return true;
}

/// Grows an outline from a triangle: bends a random edge to a random point near it, if the outline remains
/// simple. The result has either orientation.
inline std::vector<Vec2> grown_outline(Random& random, int count) {
    std::vector<Vec2> outline{{-1.0f, -1.0f}, {1.0f, -1.0f}, {0.0f, 1.0f}};
    for (int trial = 0; trial < 60 * count && static_cast<int>(outline.size()) < count; ++trial) {
        const std::size_t n = outline.size();
        const std::size_t edge = static_cast<std::size_t>(random.below(static_cast<int>(n)));
        const Vec2 a = outline[edge];
        const Vec2 b = outline[(edge + 1) % n];
        const float reach = std::max(length(b - a), 0.05f);
        const Vec2 p = 0.5f * (a + b) + reach * Vec2{static_cast<float>(random.between(-1.0, 1.0)),
                                                     static_cast<float>(random.between(-1.0, 1.0))};
        bool free = true;
        for (std::size_t i = 0; i < n && free; ++i) {
            const Vec2& c = outline[i];
            const Vec2& d = outline[(i + 1) % n];
            const bool at_a = (i + 1) % n == edge;
            const bool at_b = i == (edge + 1) % n;
            free =
                i == edge || ((at_a || !segments_meet(a, p, c, d)) && (at_b || !segments_meet(p, b, c, d)));
            free = free && (!at_a || !segments_meet(p, b, c, d)) && (!at_b || !segments_meet(a, p, c, d));
            free = free && std::abs(turn_of(c, d, p)) > 1e-6;
        }
        if (free) {
            outline.insert(outline.begin() + static_cast<std::ptrdiff_t>(edge) + 1, p);
        }
    }
    return outline;
}

/// Returns a star with a grid of smaller stars cut out of its middle.
inline OutlineWithHoles holed_outline(Random& random, int count, int rows) {
    OutlineWithHoles result{star_outline(random, count, 2.0, 3.0), {}};
    const double pitch = 2.6 / rows;
    for (int i = 0; i < rows; ++i) {
        for (int j = 0; j < rows; ++j) {
            const Vec2d center{pitch * (i + 0.5) - 1.3, pitch * (j + 0.5) - 1.3};
            result.holes.push_back(
                star_outline(random, 3 + random.below(8), 0.1 * pitch, 0.45 * pitch, center));
            if (random.below(2) == 0) {
                std::reverse(result.holes.back().begin(), result.holes.back().end());
            }
        }
    }
    return result;
}

/// Returns the signed area of a closed outline in double precision.
inline double signed_area(std::span<const Vec2> outline) {
    double twice = 0.0;
    for (std::size_t i = 1; i + 1 < outline.size(); ++i) {
        twice += turn_of(outline[0], outline[i], outline[i + 1]);
    }
    return 0.5 * twice;
}

/// Returns whether the point is inside, by the winding number. It must not lie on the outline.
inline bool outline_holds(std::span<const Vec2> outline, const Vec2& point) {
    int winding = 0;
    for (std::size_t i = 0; i < outline.size(); ++i) {
        const Vec2& a = outline[i];
        const Vec2& b = outline[(i + 1) % outline.size()];
        if (a.y <= point.y && b.y > point.y && turn_of(a, b, point) > 0.0) {
            ++winding;
        } else if (a.y > point.y && b.y <= point.y && turn_of(a, b, point) < 0.0) {
            --winding;
        }
    }
    return winding != 0;
}

/// Returns the distance of a point from the segment ab.
inline double segment_distance(const Vec2& a, const Vec2& b, const Vec2& point) {
    const Vec2d along = to_double(b) - to_double(a);
    const Vec2d way = to_double(point) - to_double(a);
    const double squared = length_squared(along);
    const double t = squared > 0.0 ? std::clamp(dot(along, way) / squared, 0.0, 1.0) : 0.0;
    return length(way - t * along);
}

/// Returns the distance of a point from a closed outline or an open path.
inline double outline_distance(std::span<const Vec2> outline, const Vec2& point, bool closed = true) {
    double minimum = length(to_double(outline[0] - point));
    const std::size_t edges = closed ? outline.size() : outline.size() - 1;
    for (std::size_t i = 0; i < edges; ++i) {
        minimum = std::min(minimum, segment_distance(outline[i], outline[(i + 1) % outline.size()], point));
    }
    return minimum;
}

}  // namespace drystone::test
