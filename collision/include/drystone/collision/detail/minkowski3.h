#pragma once

#include <drystone/collision/shapes3.h>

namespace drystone::detail {

/// A point of a Minkowski difference and the point of A that it comes from, measured from an origin of A; the
/// point of B is a - w. In double precision, in which differences of floats are exact and the volumes that
/// GJK computes from them keep their signs.
struct Vertex3 {
    Vec3d w{0.0, 0.0, 0.0};
    Vec3d a{0.0, 0.0, 0.0};
};

template <class T>
bool shape_is_valid([[maybe_unused]] const T& shape) {
    if constexpr (requires { shape.is_valid(); }) {
        return shape.is_valid();
    } else {
        return is_finite(core_radius3(shape)) && core_radius3(shape) >= 0.0f;
    }
}

inline bool is_direction(const Vec3& v) { return is_finite(v) && v != Vec3{}; }

/// The Minkowski difference A - B of the cores of two convex shapes. It contains the origin exactly where the
/// cores overlap.
template <ConvexShape3 A, ConvexShape3 B>
class MappingDifference3 {
public:
    /// True if directions reach the shapes in double precision, false if rounded to floats.
    static constexpr bool is_exact = RoundedMapping3<A> && RoundedMapping3<B>;

    MappingDifference3(const A& a, const B& b, const Pose3& b_in_a)
        : a_(a),
          b_(b),
          is_valid_(is_finite(b_in_a) && shape_is_valid(a) && shape_is_valid(b)),
          rotation_(to_double(b_in_a.rotation)),
          position_(b_in_a.position) {}

    [[nodiscard]] bool is_valid() const { return is_valid_; }
    /// Returns the sum of both radii [m].
    [[nodiscard]] double reach() const {
        return static_cast<double>(core_radius3(a_)) + static_cast<double>(core_radius3(b_));
    }
    [[nodiscard]] double radius_a() const { return static_cast<double>(core_radius3(a_)); }
    [[nodiscard]] Vec3 first_direction() const {
        return is_direction(position_) ? position_ : Vec3{1.0f, 0.0f, 0.0f};
    }
    /// Returns the support point from which the others are measured. So the only subtraction of large
    /// numbers, for a distant pose or shapes far from their own origin, is done once, and its error is the
    /// same for all.
    Vertex3 first_support(const Vec3d& direction) {
        origin_a_ = to_double(core_support3(a_, direction));
        origin_b_ = local_support(direction);
        offset_ = rotate3(rotation_, origin_b_) + (to_double(position_) - origin_a_);
        return {-offset_, {0.0, 0.0, 0.0}};
    }
    [[nodiscard]] Vertex3 support(const Vec3d& direction) const {
        const Vec3d on_a = to_double(core_support3(a_, direction)) - origin_a_;
        const Vec3d from_b = local_support(direction) - origin_b_;
        const Vec3d on_b = rotate3(rotation_, from_b) + offset_;
        return {on_a - on_b, on_a};
    }
    [[nodiscard]] const Vec3d& origin() const { return origin_a_; }

private:
    [[nodiscard]] Vec3d local_support(const Vec3d& direction) const {
        const Vec3d local = inverse_rotate3(rotation_, -direction);
        return to_double(core_support3(b_, local));
    }

    const A& a_;
    const B& b_;
    bool is_valid_;
    Mat3d rotation_;
    Vec3 position_;
    Vec3d origin_a_{0.0, 0.0, 0.0};
    Vec3d origin_b_{0.0, 0.0, 0.0};
    Vec3d offset_{0.0, 0.0, 0.0};
};

/// A convex set, given by a composite support mapping, against the origin.
template <ConvexShape3 C>
class Composite3 {
public:
    static constexpr bool is_exact = RoundedMapping3<C>;

    explicit Composite3(const C& mapping) : mapping_(mapping) {}

    [[nodiscard]] bool is_valid() const { return shape_is_valid(mapping_); }
    [[nodiscard]] double reach() const { return radius_a(); }
    [[nodiscard]] double radius_a() const { return static_cast<double>(core_radius3(mapping_)); }
    [[nodiscard]] static Vec3 first_direction() { return {1.0f, 0.0f, 0.0f}; }
    [[nodiscard]] Vertex3 first_support(const Vec3d& direction) const { return support(direction); }
    [[nodiscard]] Vertex3 support(const Vec3d& direction) const {
        const Vec3d point = to_double(core_support3(mapping_, direction));
        return {point, point};
    }
    [[nodiscard]] static Vec3d origin() { return {0.0, 0.0, 0.0}; }

private:
    const C& mapping_;
};

}  // namespace drystone::detail
