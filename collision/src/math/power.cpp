#include "math/power.h"

#include <cmath>

namespace drystone::detail {
namespace {

constexpr double ln_2 = 0.69314718055994530942;

/// Returns the binary logarithm of a finite number > 0: the exponent, which is exact, plus the inverse
/// hyperbolic tangent series of the mantissa, which lies between 1/sqrt(2) and sqrt(2). The first omitted
/// term is below 1e-18.
double binary_logarithm(double value) {
    constexpr double half_root = 0.70710678118654752440;
    int exponent = 0;
    double mantissa = std::frexp(value, &exponent);
    if (mantissa < half_root) {
        mantissa *= 2.0;
        --exponent;
    }
    const double z = (mantissa - 1.0) / (mantissa + 1.0);
    const double q = z * z;
    double sum = 0.0;
    for (int k = 21; k >= 1; k -= 2) {
        sum = 1.0 / k + q * sum;
    }
    return static_cast<double>(exponent) + z * sum * (2.0 / ln_2);
}

/// Returns 2 to the power of `exponent`. The whole part is exact; the rest, at most 1/2, is a Taylor
/// polynomial whose first omitted term is below 1e-18.
double binary_exponential(double exponent) {
    if (exponent != exponent) {
        return exponent;
    }
    constexpr double limit = 1100.0;  // beyond all doubles
    const double bounded = exponent < -limit ? -limit : (exponent > limit ? limit : exponent);
    const int whole = static_cast<int>(bounded < 0.0 ? bounded - 0.5 : bounded + 0.5);
    const double rest = (bounded - static_cast<double>(whole)) * ln_2;
    double sum = 1.0;
    for (int k = 14; k >= 1; --k) {
        sum = 1.0 + sum * rest / k;
    }
    return std::ldexp(sum, whole);
}

}  // namespace

double power(double base, double exponent) {
    if (exponent == 0.0 || base == 1.0) {
        return 1.0;
    }
    if (base == 0.0) {
        return exponent > 0.0 ? 0.0 : binary_exponential(2000.0);
    }
    return binary_exponential(exponent * binary_logarithm(base));
}

}  // namespace drystone::detail
