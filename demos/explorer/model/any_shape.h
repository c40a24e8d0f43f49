#pragma once

#include <drystone/collision/mappings.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace explorer {

/// Any convex shape as one type, so that every kind can be paired with every other at run time.
///
/// Behaves like the library's shapes: GJK and EPA run on its core and add its radius afterwards.
class AnyShape {
public:
    struct Core {
        std::function<drystone::Vec2(const drystone::Vec2&)> function;
        [[nodiscard]] drystone::Vec2 support(const drystone::Vec2& direction) const {
            return function(direction);
        }
    };

    template <drystone::ConvexShape Shape>
    static AnyShape from(Shape shape) {
        AnyShape result;
        const auto kept = std::make_shared<const Shape>(std::move(shape));
        result.radius_ = core_radius(*kept);
        result.core_.function = [kept](const drystone::Vec2& direction) -> drystone::Vec2 {
            return core_mapping(*kept).support(direction);
        };
        return result;
    }

    /// Makes a shape of a support mapping: a class with `support(direction)`.
    template <class Mapping>
    static AnyShape of_mapping(Mapping mapping) {
        AnyShape result;
        result.core_.function = [kept = std::move(mapping)](const drystone::Vec2& direction) {
            return kept.support(direction);
        };
        return result;
    }

    /// Makes the hull of points, at least one.
    static AnyShape of_points(std::vector<drystone::Vec2> points) {
        AnyShape result;
        result.core_.function = [kept = std::move(points)](const drystone::Vec2& direction) {
            return *std::max_element(kept.begin(), kept.end(),
                                     [&](const drystone::Vec2& p, const drystone::Vec2& q) {
                                         return dot(p, direction) < dot(q, direction);
                                     });
        };
        return result;
    }

    friend const Core& core_mapping(const AnyShape& shape) { return shape.core_; }
    friend float core_radius(const AnyShape& shape) { return shape.radius_; }

private:
    Core core_;
    float radius_ = 0.0f;
};

}  // namespace explorer
