#pragma once

#include <drystone/collision/export.h>
#include <drystone/collision/support.h>

namespace drystone {

/// The ellipse (x / half_width)^2 + (y / half_height)^2 <= 1 about the origin [m].
class DRYSTONE_COLLISION_API Ellipse {
public:
    /// Throws `Error` unless both half extents [m] are finite and > 0.
    Ellipse(float half_width, float half_height);

    /// Returns the half axis along x [m].
    [[nodiscard]] float half_width() const { return half_width_; }
    /// Returns the half axis along y [m].
    [[nodiscard]] float half_height() const { return half_height_; }
    /// Returns the support point, exact except for one rounding of each coordinate, for directions of any
    /// length except zero.
    [[nodiscard]] Vec2 support(const Vec2& direction) const;

private:
    float half_width_;
    float half_height_;
};

/// The superellipse |x / half_width|^n + |y / half_height|^n <= 1 about the origin [m]: a diamond for n = 1,
/// an ellipse for n = 2, nearly a box for a large n, and in between a box with soft corners.
///
/// The power 1 / (n - 1) in the support point is computed by our own logarithm and exponential in double
/// precision, since those of the C library differ between platforms. Error: one rounding of each coordinate.
class DRYSTONE_COLLISION_API Superellipse {
public:
    /// Throws `Error` unless the extents are finite and > 0 and the exponent finite and >= 1 (below 1 the
    /// curve is not convex).
    Superellipse(float half_width, float half_height, float exponent);

    /// Returns the half extent along x [m].
    [[nodiscard]] float half_width() const { return half_width_; }
    /// Returns the half extent along y [m].
    [[nodiscard]] float half_height() const { return half_height_; }
    /// Returns the exponent.
    [[nodiscard]] float exponent() const { return exponent_; }
    /// Returns the farthest point [m]. Cost: two powers.
    [[nodiscard]] Vec2 support(const Vec2& direction) const;

private:
    float half_width_;
    float half_height_;
    float exponent_;
};

}  // namespace drystone
