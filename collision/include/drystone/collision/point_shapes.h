#pragma once

#include <drystone/collision/support.h>

#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace drystone {

namespace detail {

template <class T>
inline constexpr bool is_span = false;
template <class T, std::size_t extent>
inline constexpr bool is_span<std::span<T, extent>> = true;

}  // namespace detail

/// A single point [m]: for the distance from a point to a shape.
struct Point {
    Vec2 position{0.0f, 0.0f};

    [[nodiscard]] Vec2 support(const Vec2& /*direction*/) const { return position; }
};

/// Three points [m] in any order; a triangle without area is the segment or the point that is left of it.
struct Triangle {
    Vec2 a{0.0f, 0.0f};
    Vec2 b{1.0f, 0.0f};
    Vec2 c{0.0f, 1.0f};

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 points[] = {a, b, c};
        return points[support_index(points, 3, direction)];
    }
};

/// The convex hull of one or more points [m] in any order, inner and equal ones welcome, without computing
/// the hull: a support point costs O(n).
///
/// The points belong to somebody else and have to outlive the cloud; temporary containers are refused by the
/// compiler. `Polygon` is the better choice where the same points are asked often.
class PointCloud {
public:
    /// Throws `Error` where there is no point or one that is not finite.
    explicit PointCloud(std::span<const Vec2> points);
    template <class Container>
    requires(!detail::is_span<Container>) explicit PointCloud(const Container&& temporary) = delete;

    [[nodiscard]] std::span<const Vec2> points() const { return points_; }
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return points_[static_cast<std::size_t>(
            support_index(points_.data(), static_cast<int>(points_.size()), direction))];
    }

private:
    std::span<const Vec2> points_;
};

}  // namespace drystone
