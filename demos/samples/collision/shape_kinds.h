#pragma once

#include <samples/parts.h>

#include <drystone/collision/gjk.h>

#include <type_traits>
#include <variant>
#include <vector>

namespace samples {

/// Returns a circle, a capsule and four polygons.
inline std::vector<ShapeGeometry> shape_kinds() {
    return {drystone::Circle{{0.0f, 0.0f}, 0.6f},
            drystone::Capsule{{-0.6f, 0.0f}, {0.6f, 0.0f}, 0.35f},
            drystone::make_box(0.7f, 0.5f),
            drystone::make_regular_polygon(5, 0.7f),
            drystone::make_rounded_box(0.4f, 0.3f, 0.2f),
            drystone::make_polygon({{-0.7f, -0.4f}, {0.7f, -0.4f}, {0.0f, 0.7f}})};
}

/// Core of any shape, with its storage.
class AnyCore {
public:
    explicit AnyCore(const ShapeGeometry& geometry) : geometry_(geometry) {
        std::visit(
            [this](const auto& shape) {
                if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, drystone::Polygon>) {
                    view_ = drystone::make_core(shape);
                } else {
                    small_ = drystone::make_core(shape);
                    view_ = small_.view();
                }
            },
            geometry_);
    }
    AnyCore(const AnyCore&) = delete;
    AnyCore& operator=(const AnyCore&) = delete;
    [[nodiscard]] const drystone::ConvexCore& view() const { return view_; }
    [[nodiscard]] const ShapeGeometry& geometry() const { return geometry_; }

private:
    ShapeGeometry geometry_;
    drystone::SmallCore small_{};
    drystone::ConvexCore view_{};
};

}  // namespace samples
