#pragma once

namespace drystone::detail {

/// `base` to the power of `exponent`, for a finite base >= 0 and a finite exponent; 0 for a base of 0 and a
/// positive exponent, 1 for an exponent of 0, NaN where one of them is NaN.
///
/// Our own exponential and logarithm: the C library's differ between platforms. Relative error below
/// 1e-15 * (2 + |exponent * log2(base)|). Bit-identical.
double power(double base, double exponent);

}  // namespace drystone::detail
