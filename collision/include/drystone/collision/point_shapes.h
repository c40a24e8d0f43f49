#pragma once

#include <drystone/collision/export.h>
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

/// A single point [m], for the distance from a point to a shape.
struct Point {
    Vec2 position{0.0f, 0.0f};  ///< Position [m].

    /// Returns the position.
    [[nodiscard]] Vec2 support(const Vec2& /*direction*/) const { return position; }
};

/// A triangle of three points [m] in any order; without area it is a segment or a point.
struct Triangle {
    Vec2 a{0.0f, 0.0f};  ///< First corner [m].
    Vec2 b{1.0f, 0.0f};  ///< Second corner [m].
    Vec2 c{0.0f, 1.0f};  ///< Third corner [m].

    /// Returns the farthest corner [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 points[] = {a, b, c};
        return points[support_index(points, 3, direction)];
    }
};

/// The convex hull of one or more points [m] in any order; inner and repeated points are allowed. The hull is
/// not computed: a support point costs O(n).
///
/// A view: the points must outlive the cloud, and the compiler rejects temporary containers. `Polygon` is the
/// better choice where the same points are queried often.
class DRYSTONE_COLLISION_API PointCloud {
public:
    /// Throws `Error` where there is no point or one that is not finite.
    explicit PointCloud(std::span<const Vec2> points);
    template <class Container>
    requires(!detail::is_span<Container>) explicit PointCloud(const Container&& temporary) = delete;

    /// Returns the points [m].
    [[nodiscard]] std::span<const Vec2> points() const { return points_; }
    /// Returns the farthest point [m]. Cost: linear in the number of points.
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return points_[static_cast<std::size_t>(
            support_index(points_.data(), static_cast<int>(points_.size()), direction))];
    }

private:
    std::span<const Vec2> points_;
};

}  // namespace drystone
