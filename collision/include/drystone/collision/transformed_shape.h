#pragma once

#include <drystone/collision/composed_shapes.h>

#include <cmath>

namespace drystone {

/// An affine map of the plane: p becomes p.x * x_axis + p.y * y_axis + translation. The axes are the columns
/// of the matrix and may be anything: rotated, scaled, sheared, mirrored, even flattened onto a line.
struct AffineMap {
    Vec2 x_axis{1.0f, 0.0f};       ///< Image of the x axis.
    Vec2 y_axis{0.0f, 1.0f};       ///< Image of the y axis.
    Vec2 translation{0.0f, 0.0f};  ///< Image of the origin [m].
};

/// Returns the map of a pose: rotation and translation.
inline AffineMap affine_map(const Pose& pose) {
    return {{pose.rotation.c, pose.rotation.s}, {-pose.rotation.s, pose.rotation.c}, pose.position};
}
/// Returns a scaling about the origin along the axes; a negative factor mirrors.
inline AffineMap scaling(float along_x, float along_y) {
    return {{along_x, 0.0f}, {0.0f, along_y}, {0.0f, 0.0f}};
}

/// Returns the image of a point [m].
inline Vec2 transform(const AffineMap& map, const Vec2& point) {
    const Vec2d image = static_cast<double>(point.x) * to_double(map.x_axis) +
                        static_cast<double>(point.y) * to_double(map.y_axis) + to_double(map.translation);
    return to_float(image);
}
/// Returns the map that applies first `inner`, then `outer`.
inline AffineMap multiply(const AffineMap& outer, const AffineMap& inner) {
    const AffineMap linear{outer.x_axis, outer.y_axis, {0.0f, 0.0f}};
    return {transform(linear, inner.x_axis), transform(linear, inner.y_axis),
            transform(outer, inner.translation)};
}

namespace detail {

/// Returns the factor by which a map scales all lengths equally, and 0 for a map that does not. Such maps are
/// rotations, reflections and uniform scalings, recognised exactly; only they map a circle to a circle.
inline float uniform_scale(const AffineMap& map) {
    const Vec2& x = map.x_axis;
    const Vec2& y = map.y_axis;
    const bool turns = y.x == -x.y && y.y == x.x;
    const bool mirrors = y.x == x.y && y.y == -x.x;
    if (!turns && !mirrors) {
        return 0.0f;
    }
    const double c = static_cast<double>(x.x);
    const double s = static_cast<double>(x.y);
    return static_cast<float>(std::sqrt(c * c + s * s));
}

/// Returns the direction along which a shape reaches farthest where its image under the map does along
/// `direction`: the transposed matrix times `direction`, scaled so that it neither overflows nor underflows.
/// Where a flattening map leaves nothing of it, all points reach equally far, and any direction is valid.
inline Vec2 pull_back(const AffineMap& map, const Vec2& direction) {
    const Vec2d exact = to_double(direction);
    const double x = dot(exact, to_double(map.x_axis));
    const double y = dot(exact, to_double(map.y_axis));
    const double size = std::abs(x) > std::abs(y) ? std::abs(x) : std::abs(y);
    if (size == 0.0) {
        return {1.0f, 0.0f};
    }
    return {static_cast<float>(x / size), static_cast<float>(y / size)};
}

template <class Shape>
struct TransformedCore {
    GrownCore<Shape> shape;
    AffineMap map;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return transform(map, shape.support(pull_back(map, direction)));
    }
};

}  // namespace detail

/// The image of a shape under an affine map. A radius stays a radius where the map scales all lengths
/// equally; elsewhere it is mapped with the rest of the shape (a circle becomes an ellipse).
///
/// Source: the support point of M S + t along d is M p + t, where p is that of S along M^T d; van den Bergen,
/// Collision Detection in Interactive 3D Environments, 2003.
template <ConvexShape Shape>
class Transformed {
public:
    /// Throws `Error` unless the map is finite.
    Transformed(Shape shape, const AffineMap& map) : shape_(std::move(shape)), map_(map) {
        if (!is_finite(map.x_axis) || !is_finite(map.y_axis) || !is_finite(map.translation)) {
            fail("Transformed: map must be finite");
        }
    }

    /// Returns the shape before the map.
    [[nodiscard]] const Shape& shape() const { return shape_; }
    /// Returns the map.
    [[nodiscard]] const AffineMap& map() const { return map_; }
    /// Returns the farthest point of the image [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return core(core_radius(shape_)).support(direction);
    }

    friend detail::TransformedCore<Shape> core_mapping(const Transformed& image) {
        const bool keeps_circles = detail::uniform_scale(image.map_) > 0.0f;
        return image.core(keeps_circles ? 0.0f : core_radius(image.shape_));
    }
    friend float core_radius(const Transformed& image) {
        return detail::uniform_scale(image.map_) * core_radius(image.shape_);
    }

private:
    [[nodiscard]] detail::TransformedCore<Shape> core(float radius) const {
        return {detail::grown_core(shape_, radius), map_};
    }

    Shape shape_;
    AffineMap map_;
};

}  // namespace drystone
