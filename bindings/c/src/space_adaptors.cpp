#include "adaptors.h"

namespace drystone::adaptors {

namespace {

/// Any shape in space as one support mapping.
class AnyMapping3 {
    template <class Function>
    auto with_shape(const Function& function) const {
        return std::visit(
            [&](const auto& shape) {
                using Kind = std::decay_t<decltype(shape)>;
                if constexpr (std::is_same_v<Kind, HullPoints3>) {
                    return function(*hull_);
                } else if constexpr (std::is_same_v<Kind, Mapping3>) {
                    return function(shape.support);
                } else {
                    return function(shape);
                }
            },
            shape_);
    }

public:
    explicit AnyMapping3(const Shape3& shape) : shape_(shape) {
        if (const auto* points = std::get_if<HullPoints3>(&shape)) {
            hull_.emplace(points->points, points->radius);
        }
        if (const auto* mapping = std::get_if<Mapping3>(&shape); mapping != nullptr && !mapping->support) {
            fail("Mapping3: support must not be null");
        }
    }

    [[nodiscard]] Vec3 core_support(const Vec3d& direction) const {
        return with_shape(
            [&direction](const auto& shape) { return drystone::core_support3(shape, direction); });
    }
    [[nodiscard]] float core_radius() const {
        return with_shape([](const auto& shape) { return drystone::core_radius3(shape); });
    }
    [[nodiscard]] bool is_valid() const {
        return with_shape([](const auto& shape) { return detail::shape_is_valid(shape); });
    }

private:
    const Shape3& shape_;
    std::optional<Hull3> hull_;
};

}  // namespace

Vec3 farthest_point3(std::span<const Vec3> points, const Vec3d& direction) {
    if (points.empty()) {
        fail("farthest_point3", "points", "at least one", 0.0);
    }
    return farthest_point(points.data(), static_cast<int>(points.size()), direction);
}

Vec3 core_support3(const Shape3& shape, const Vec3d& direction) {
    return AnyMapping3(shape).core_support(direction);
}

float core_radius3(const Shape3& shape) { return AnyMapping3(shape).core_radius(); }

Vec3 support3(const Shape3& shape, const Vec3& direction) {
    return drystone::support3(AnyMapping3(shape), direction);
}

Intersection3 intersect3(const Shape3& a, const Shape3& b, const Pose3& b_in_a, const Gjk3Options& options) {
    return drystone::intersect3(AnyMapping3(a), AnyMapping3(b), b_in_a, options);
}

Intersection3 intersect3_origin(const Shape3& set, const Gjk3Options& options) {
    return drystone::intersect3(AnyMapping3(set), options);
}

Distance3 distance3(const Shape3& a, const Shape3& b, const Pose3& b_in_a, const Gjk3Options& options) {
    return drystone::distance3(AnyMapping3(a), AnyMapping3(b), b_in_a, options);
}

Distance3 distance3_origin(const Shape3& set, const Gjk3Options& options) {
    return drystone::distance3(AnyMapping3(set), options);
}

}  // namespace drystone::adaptors
