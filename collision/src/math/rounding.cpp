#include "math/rounding.h"

#include <cstdint>
#include <cstring>

namespace drystone::detail {

[[gnu::noinline]] Vec2 nearest_floats(const Vec2d& v) { return to_float(v); }

float rounded_down(double number) {
    float rounded = static_cast<float>(number);
    if (static_cast<double>(rounded) > number) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, &rounded, sizeof bits);
        --bits;
        std::memcpy(&rounded, &bits, sizeof bits);
    }
    return rounded;
}

}  // namespace drystone::detail
