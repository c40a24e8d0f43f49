#pragma once

#include <drystone/collision/error.h>
#include <drystone/collision/support.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

/// Shapes composed of other shapes. Each takes any shape that GJK and EPA take (built-in shapes, users'
/// support mappings, other compositions), is itself a support mapping, and keeps its parts **by value**, so
/// that temporaries are safe. `ShapeReference` avoids the copy of a part.
///
/// A rounding radius stays outside of the core where it commutes with the composition, so that GJK and EPA
/// treat round shapes exactly; elsewhere it goes into the support function.

namespace drystone {

namespace detail {

/// Support mapping that GJK and EPA use for a shape: a reference to a user's own mapping, a value for a
/// built-in shape.
template <class Shape>
using CoreOf = decltype(core_mapping(std::declval<const Shape&>()));

/// Returns the vector of length `radius` along a direction of any length except zero.
inline Vec2 radius_along(float radius, const Vec2& direction) {
    const double x = static_cast<double>(direction.x);
    const double y = static_cast<double>(direction.y);
    const double scale = static_cast<double>(radius) / std::sqrt(x * x + y * y);
    return {static_cast<float>(scale * x), static_cast<float>(scale * y)};
}

/// The core of a shape and the part of its radius that the support function adds.
template <class Shape>
struct GrownCore {
    CoreOf<Shape> core;
    float radius = 0.0f;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 point = core.support(direction);
        return radius > 0.0f ? point + radius_along(radius, direction) : point;
    }
};

template <class Shape>
GrownCore<Shape> grown_core(const Shape& shape, float radius) {
    return {core_mapping(shape), radius};
}

/// Returns the point that is farther along the direction, the first of equals.
inline Vec2 farther(const Vec2& p, const Vec2& q, const Vec2& direction) {
    const Vec2d way = to_double(q) - to_double(p);
    const double gain = way.x * static_cast<double>(direction.x) + way.y * static_cast<double>(direction.y);
    return gain > 0.0 ? q : p;
}

template <class... Shapes>
struct HullCore {
    std::tuple<GrownCore<Shapes>...> parts;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return std::apply(
            [&direction](const auto& first, const auto&... others) {
                Vec2 best = first.support(direction);
                ((best = farther(best, others.support(direction), direction)), ...);
                return best;
            },
            parts);
    }
};

template <class A, class B>
struct SumCore {
    CoreOf<A> a;
    CoreOf<B> b;

    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return a.support(direction) + b.support(direction);
    }
};

}  // namespace detail

/// A reference to a shape, as a part of a composition or as an argument of a query.
///
///     const Polygon wheel = ...;
///     const Rounded tire{ShapeReference{wheel}, 0.1f};   // no copy of the polygon
///
/// The shape must outlive the reference; the compiler rejects temporaries.
template <ConvexShape Shape>
class ShapeReference {
public:
    /// Refers to a shape, which must outlive the reference.
    explicit ShapeReference(const Shape& shape) : shape_(&shape) {}
    explicit ShapeReference(const Shape&& temporary) = delete;

    /// Returns the shape.
    [[nodiscard]] const Shape& shape() const { return *shape_; }
    /// Returns the farthest point of the shape [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return detail::grown_core(*shape_, core_radius(*shape_)).support(direction);
    }

    friend detail::CoreOf<Shape> core_mapping(const ShapeReference& reference) {
        return core_mapping(*reference.shape_);
    }
    friend float core_radius(const ShapeReference& reference) { return core_radius(*reference.shape_); }

private:
    const Shape* shape_;
};

/// A function as a shape: `CallableShape{[](const Vec2& direction) { return Vec2{...}; }}`.
///
/// The function is kept by value. It gets a direction that is not zero and need not be of unit length, and
/// returns the farthest point [m] along it. It must return `Vec2` itself: a lambda without a written return
/// type may deduce an expression of Eigen, which would refer to destroyed temporaries; the compiler rejects
/// it.
template <class Function>
requires std::same_as<std::invoke_result_t<const Function&, const Vec2&>, Vec2>
class CallableShape {
public:
    /// Stores a callable `Vec2(Vec2 direction)`.
    explicit CallableShape(Function function) : function_(std::move(function)) {}

    /// Returns the result of the callable.
    [[nodiscard]] Vec2 support(const Vec2& direction) const { return function_(direction); }

private:
    Function function_;
};

/// All points within `radius` of a shape. Exact: the radius is added to that of the core.
template <ConvexShape Shape>
class Rounded {
public:
    /// Throws `Error` unless the radius [m] is finite and >= 0.
    Rounded(Shape shape, float radius) : shape_(std::move(shape)), radius_(radius) {
        if (!is_finite(radius) || radius < 0.0f) {
            fail("Rounded", "radius", "finite and >= 0", static_cast<double>(radius));
        }
    }

    /// Returns the shape that is rounded.
    [[nodiscard]] const Shape& shape() const { return shape_; }
    /// Returns the rounding radius [m].
    [[nodiscard]] float radius() const { return radius_; }
    /// Returns the farthest point of the rounded shape [m].
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        return detail::grown_core(shape_, core_radius(*this)).support(direction);
    }

    friend detail::CoreOf<Shape> core_mapping(const Rounded& rounded) { return core_mapping(rounded.shape_); }
    friend float core_radius(const Rounded& rounded) { return core_radius(rounded.shape_) + rounded.radius_; }

private:
    Shape shape_;
    float radius_;
};

/// The convex hull of one or more shapes: `HullOf{Circle{...}, make_box(1.0f, 0.5f)}`.
///
/// The smallest of the radii commutes with the hull and is left to GJK and EPA; the rest of a part's radius
/// is in its support point.
template <ConvexShape... Shapes>
requires(sizeof...(Shapes) >= 1) class HullOf {
public:
    /// Stores copies of the shapes.
    explicit HullOf(Shapes... shapes) : shapes_(std::move(shapes)...) {}

    /// Returns the shapes.
    [[nodiscard]] const std::tuple<Shapes...>& shapes() const { return shapes_; }
    /// Returns the farthest point of the hull [m]. Cost: a support point of each shape.
    [[nodiscard]] Vec2 support(const Vec2& direction) const { return core(0.0f).support(direction); }

    friend detail::HullCore<Shapes...> core_mapping(const HullOf& hull) {
        return hull.core(core_radius(hull));
    }
    friend float core_radius(const HullOf& hull) {
        return std::apply(
            [](const auto& first, const auto&... others) {
                float minimum = core_radius(first);
                ((minimum = core_radius(others) < minimum ? core_radius(others) : minimum), ...);
                return minimum;
            },
            hull.shapes_);
    }

private:
    /// Returns the hull without a border of the given width [m], which must not exceed any part's radius.
    [[nodiscard]] detail::HullCore<Shapes...> core(float border) const {
        return std::apply(
            [border](const auto&... shapes) {
                return detail::HullCore<Shapes...>{
                    {detail::grown_core(shapes, core_radius(shapes) - border)...}};
            },
            shapes_);
    }

    std::tuple<Shapes...> shapes_;
};

/// The Minkowski sum of A and B: all sums of a point of A and a point of B. The radii add up and commute with
/// the sum.
template <ConvexShape A, ConvexShape B>
class MinkowskiSum {
public:
    /// Stores copies of both shapes.
    MinkowskiSum(A a, B b) : a_(std::move(a)), b_(std::move(b)) {}

    /// Returns the first shape.
    [[nodiscard]] const A& a() const { return a_; }
    /// Returns the second shape.
    [[nodiscard]] const B& b() const { return b_; }
    /// Returns the farthest point of the sum [m]. Cost: a support point of each shape.
    [[nodiscard]] Vec2 support(const Vec2& direction) const {
        const Vec2 point = core_mapping(*this).support(direction);
        const float radius = core_radius(*this);
        return radius > 0.0f ? point + detail::radius_along(radius, direction) : point;
    }

    friend detail::SumCore<A, B> core_mapping(const MinkowskiSum& sum) {
        return {core_mapping(sum.a_), core_mapping(sum.b_)};
    }
    friend float core_radius(const MinkowskiSum& sum) { return core_radius(sum.a_) + core_radius(sum.b_); }

private:
    A a_;
    B b_;
};

}  // namespace drystone
