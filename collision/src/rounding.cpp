#include "rounding.h"

namespace drystone::detail {

[[gnu::noinline]] Vec2 nearest_floats(const Eigen::Vector2d& v) { return v.cast<float>(); }

}  // namespace drystone::detail
