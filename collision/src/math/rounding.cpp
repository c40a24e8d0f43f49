#include "math/rounding.h"

namespace drystone::detail {

[[gnu::noinline]] Vec2 nearest_floats(const Vec2d& v) { return to_float(v); }

}  // namespace drystone::detail
