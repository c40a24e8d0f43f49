#pragma once

namespace drystone::detail {

/// Returns `base` to the power of `exponent`, for a finite base >= 0 and a finite exponent; 0 for a base of 0
/// and a positive exponent, 1 for an exponent of 0, NaN if one of them is NaN.
///
/// Replaces the C library's function, which differs between platforms. Relative error below 1e-15 * (2 +
/// |exponent * log2(base)|). Bit-identical on all platforms.
double power(double base, double exponent);

}  // namespace drystone::detail
