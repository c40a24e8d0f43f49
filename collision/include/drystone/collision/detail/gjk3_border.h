#pragma once

#include <drystone/collision/detail/gjk3_run.h>

#include <cmath>

namespace drystone::detail {

/// Search that decides whether the origin, which GJK found to be contained, lies inside the difference or on
/// its border: whether the shapes overlap or only touch.
///
/// The origin is inside unless the difference ends at it in some direction. The smallest part of the simplex
/// that holds the origin leaves few directions to test: none for a tetrahedron, the two normals of a
/// triangle, those perpendicular to an edge. A single vertex is a support point, so the origin lies on the
/// border.
template <class Difference>
class BorderSearch3 {
public:
    BorderSearch3(const Difference& difference, const GjkRun3& run, int max_iterations)
        : difference_(difference),
          noise_(run.noise()),
          max_iterations_(max_iterations),
          iterations_(run.iterations) {}

    [[nodiscard]] bool is_inside(const Simplex3& containing) {
        const Simplex3 part = smallest_part(containing);
        const Vec3d& p = part.vertices[0].w;
        switch (part.count) {
            case 4: return true;
            case 3: {
                const Vec3d normal = normalized(cross(part.vertices[1].w - p, part.vertices[2].w - p));
                return ends_beyond(normal) && ends_beyond(-normal);
            }
            case 2: return is_inside_about(normalized(part.vertices[1].w - p));
            default: return false;
        }
    }
    /// Returns a direction in which the difference ends at the origin, if there is one: the contact normal.
    [[nodiscard]] const Vec3d& border() const { return border_; }
    [[nodiscard]] int iterations() const { return iterations_; }

private:
    /// Removes vertices as long as the rest holds the origin, up to rounding.
    [[nodiscard]] Simplex3 smallest_part(Simplex3 part) const {
        for (int left_out = 0; left_out < part.count && part.count > 1;) {
            Simplex3 rest = part;
            rest.vertices[left_out] = rest.vertices[part.count - 1];
            --rest.count;
            Nearest3 nearest = nearest_point(rest);
            if (std::sqrt(nearest.squared_distance) <= noise_) {
                keep(rest, nearest);
                part = rest;
                left_out = 0;
            } else {
                ++left_out;
            }
        }
        return part;
    }
    /// Returns whether the difference extends beyond the origin along `unit`; false when out of iterations.
    bool ends_beyond(const Vec3d& unit) {
        const Vec3d direction = usable_direction<Difference>(unit);
        if (iterations_ < max_iterations_) {
            ++iterations_;
            last_ = difference_.support(direction).w;
            if (dot(last_, direction) > noise_) {
                return true;
            }
        }
        border_ = direction;
        return false;
    }
    /// Decides for an origin on a segment along the axis. Projected along it, the difference is a flat convex
    /// set, and each of its points rules out half of the directions. A single arc remains; its two ends, at
    /// which a polygon has its edge normals, are tested in turn until one is a border or nothing remains.
    [[nodiscard]] bool is_inside_about(const Vec3d& axis) {
        const Vec3d size = abs(axis);
        const int minimum = min_coordinate(size) == size.x ? 0 : size.z < size.y ? 2 : 1;
        const Vec3d u = normalized(cross(axis, Mat3d{}.columns[minimum]));
        const Vec3d v = cross(axis, u);
        if (!ends_beyond(u)) {
            return false;
        }
        // An end of the arc is perpendicular to the last point.
        Vec3d from = turned(last_, u, v);
        Vec3d to = -from;
        while (ends_beyond(from)) {
            if (dot(last_, to) > noise_) {
                return true;
            }
            from = turned(last_, u, v);
            if (!ends_beyond(to)) {
                return false;
            }
            if (dot(last_, from) > noise_) {
                return true;
            }
            to = -turned(last_, u, v);
        }
        return false;
    }
    /// Returns the point's direction in the plane of u and v, rotated by 90 degrees.
    [[nodiscard]] static Vec3d turned(const Vec3d& point, const Vec3d& u, const Vec3d& v) {
        return normalized(dot(point, u) * v - dot(point, v) * u);
    }

    const Difference& difference_;
    double noise_;
    int max_iterations_;
    int iterations_;
    Vec3d last_{0.0, 0.0, 0.0};
    Vec3d border_{0.0, 0.0, 0.0};
};

}  // namespace drystone::detail
