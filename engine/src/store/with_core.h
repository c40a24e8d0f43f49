#pragma once

#include <drystone/collision/shapes.h>

#include <type_traits>
#include <variant>

namespace drystone {

/// Calls `visitor(core)` with the core of the geometry.
template <class Visitor>
auto with_core(const ShapeGeometry& geometry, Visitor&& visitor) {
    return std::visit(
        [&](const auto& each) {
            const auto core = make_core(each);
            if constexpr (std::is_same_v<std::decay_t<decltype(core)>, ConvexCore>) {
                return visitor(core);
            } else {
                return visitor(core.view());
            }
        },
        geometry);
}

}  // namespace drystone
