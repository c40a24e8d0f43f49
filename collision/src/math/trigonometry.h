#pragma once

#include <cmath>

namespace drystone::detail {

/// Computes sine and cosine in double precision from + - * and comparisons alone; absolute error below 1e-9
/// for |radians| <= 1e4. A non-finite angle gives NaN.
void sin_cos(double radians, double& sine, double& cosine);

/// Evaluates the Taylor polynomial, |r| <= pi/4; the first omitted term is below 2e-12.
inline double sine_polynomial(double r) {
    const double q = r * r;
    const double tail = 1.0 / 362880.0 - q * (1.0 / 39916800.0);
    return r * (1.0 - q * (1.0 / 6.0 - q * (1.0 / 120.0 - q * (1.0 / 5040.0 - q * tail))));
}

/// Evaluates the Taylor polynomial, |r| <= pi/4; the first omitted term is below 2e-10.
inline double cosine_polynomial(double r) {
    const double q = r * r;
    const double tail = 1.0 / 40320.0 - q * (1.0 / 3628800.0);
    return 1.0 - q * (0.5 - q * (1.0 / 24.0 - q * (1.0 / 720.0 - q * tail)));
}

/// Returns whether the polynomials apply to the angle directly, with the same bits as `sin_cos`.
inline bool is_small_angle(double radians) { return std::abs(radians) <= 0.75; }

/// Returns the angle of the vector (x, y) in [-pi, pi] [rad]; 0 for the zero vector. Absolute error below
/// 1e-10.
double arc_tangent(double y, double x);

}  // namespace drystone::detail
