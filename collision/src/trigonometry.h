#pragma once

namespace drystone::detail {

/// Sine and cosine in double precision from + - * and comparisons alone; absolute error below 1e-9 for
/// |radians| <= 1e4. A non-finite angle gives NaN.
void sin_cos(double radians, double& sine, double& cosine);
/// The angle of the vector (x, y) in [-pi, pi] [rad]; 0 for the zero vector. Absolute error below 1e-10.
double arc_tangent(double y, double x);

}  // namespace drystone::detail
