#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

#include <cmath>

namespace scenes {
namespace {

struct ArchPlan {
    float center = 0.0f;         ///< Middle of the opening [m].
    float span = 10.0f;          ///< Between the middles of the two lowest joints [m].
    float rise = 5.0f;           ///< Rise of the middle line [m].
    float spring_height = 2.0f;  ///< Height of the lowest joints above the ground [m].
    float thickness = 1.0f;      ///< At the keystone [m]; more towards the springers.
    int voussoirs = 15;          ///< Odd: the middle one is the keystone.
    float pier_width = 1.6f;     ///< Behind the lowest joint [m].
    bool loaded = false;
};

/// Joint between two voussoirs: a straight cut across the arch.
struct Joint {
    Point inner{};
    Point outer{};
};

/// Middle line of the arch: a catenary, which carries its own weight by compression alone. Source: Hooke, A
/// Description of Helioscopes, 1676 (the hanging chain, inverted).
class Catenary {
public:
    Catenary(double span, double rise) : half_span_(0.5 * span), rise_(rise) {
        double low = 0.05 * half_span_;
        double high = 100.0 * half_span_;
        for (int i = 0; i < 80; ++i) {
            const double middle = 0.5 * (low + high);
            const double sag = middle * (std::cosh(half_span_ / middle) - 1.0);
            (sag > rise_ ? low : high) = middle;
        }
        parameter_ = low;
    }
    /// Returns the cut at `fraction` of the length, 0 at the left springer and 1 at the right one.
    [[nodiscard]] Joint cut(double fraction, double thickness, double base_x, double base_y) const {
        const double length = parameter_ * std::sinh(half_span_ / parameter_);
        const double along = (2.0 * fraction - 1.0) * length;
        const double x = parameter_ * std::asinh(along / parameter_);
        const double y = rise_ - parameter_ * (std::cosh(x / parameter_) - 1.0);
        const double slope = -std::sinh(x / parameter_);
        const double stretch = 0.5 * thickness / std::sqrt(1.0 + slope * slope);
        const auto at = [&](double side) {
            return Point{static_cast<float>(base_x + x - side * slope * stretch),
                         static_cast<float>(base_y + y + side * stretch)};
        };
        return {at(-1.0), at(1.0)};
    }

private:
    double half_span_;
    double rise_;
    double parameter_ = 1.0;
};

/// Adds a dynamic body whose origin is the mean of the corners, given in the world.
BodyNumber add_stone(Backend& backend, std::vector<Point> corners, const ShapeDescription& surface,
                     BodyKind kind = BodyKind::Dynamic) {
    Point mean{};
    for (const Point& corner : corners) {
        mean.x += corner.x / static_cast<float>(corners.size());
        mean.y += corner.y / static_cast<float>(corners.size());
    }
    for (Point& corner : corners) {
        corner = {corner.x - mean.x, corner.y - mean.y};
    }
    ShapeDescription shape = surface;
    shape.shape = PolygonShape{std::move(corners)};
    return add_body(backend, {.kind = kind, .position = mean}, shape);
}

/// Adds a skewback: a static pier whose slanted face carries the thrust of the lowest voussoir.
void add_pier(Backend& backend, const Joint& joint, float outward, float width) {
    const float back = joint.outer.x + outward * width;
    std::vector<Point> corners{
        {joint.inner.x, 0.0f}, joint.inner, joint.outer, {back, joint.outer.y}, {back, 0.0f}};
    if (outward < 0.0f) {
        corners = {{back, 0.0f}, {joint.inner.x, 0.0f}, joint.inner, joint.outer, {back, joint.outer.y}};
    }
    add_stone(backend, corners, {.shape = {}}, BodyKind::Static);
}

/// Three arches of cut stone; the large one carries a load on its keystone.
class Arch final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 80.0f);
        add_arch(backend, {.center = 0.0f,
                           .span = 11.0f,
                           .rise = 6.2f,
                           .spring_height = 2.4f,
                           .thickness = 1.15f,
                           .voussoirs = 19,
                           .pier_width = 1.5f,
                           .loaded = true});
        for (const float side : {-1.0f, 1.0f}) {
            add_arch(backend, {.center = 10.5f * side,
                               .span = 4.6f,
                               .rise = 2.7f,
                               .spring_height = 1.7f,
                               .thickness = 0.7f,
                               .voussoirs = 11,
                               .pier_width = 0.7f});
        }
    }
    [[nodiscard]] BodyNumber watched_body() const override { return keystone_; }

private:
    enum Parameters : std::size_t { load_rows, stone_friction };

    void add_arch(Backend& backend, const ArchPlan& plan) {
        const Catenary curve(plan.span, plan.rise);
        std::vector<Joint> joints;
        for (int i = 0; i <= plan.voussoirs; ++i) {
            const double fraction = static_cast<double>(i) / plan.voussoirs;
            const double from_crown = std::abs(2.0 * fraction - 1.0);
            joints.push_back(curve.cut(fraction, plan.thickness * (1.0 + 0.35 * from_crown), plan.center,
                                       plan.spring_height));
        }
        add_pier(backend, joints.front(), -1.0f, plan.pier_width);
        add_pier(backend, joints.back(), 1.0f, plan.pier_width);
        const std::size_t crown = joints.size() / 2 - 1;
        for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
            const Joint& left = joints[i];
            const Joint& right = joints[i + 1];
            if (i == crown) {
                add_keystone(backend, plan, left, right);
            } else {
                add_stone(backend, {left.inner, right.inner, right.outer, left.outer},
                          {.shape = {},
                           .friction = parameter(stone_friction),
                           .color = i % 2 == 0 ? color::sand : color::stone});
            }
        }
    }

    /// Adds the keystone, which protrudes above and below, with its sides in the planes of the joints.
    void add_keystone(Backend& backend, const ArchPlan& plan, const Joint& left, const Joint& right) {
        const auto along = [](const Joint& joint, float t) {
            return Point{joint.inner.x + t * (joint.outer.x - joint.inner.x),
                         joint.inner.y + t * (joint.outer.y - joint.inner.y)};
        };
        const Point top_left = along(left, 1.25f);
        const Point top_right = along(right, 1.25f);
        const BodyNumber stone =
            add_stone(backend, {along(left, -0.15f), along(right, -0.15f), top_right, top_left},
                      {.shape = {}, .friction = parameter(stone_friction), .color = color::terracotta});
        if (!plan.loaded) {
            return;
        }
        keystone_ = stone;
        add_load(backend, plan.center, 0.5f * (top_left.y + top_right.y));
    }

    /// Adds a slab with a small pyramid on it.
    void add_load(Backend& backend, float x, float y) {
        constexpr float slab = 0.35f;
        constexpr float size = 0.9f;
        const int rows = count(load_rows);
        add_box(backend, {x, y + 0.5f * slab}, {4.2f, slab}, {.shape = {}, .color = color::charcoal});
        for (int row = 0; row < rows; ++row) {
            for (int i = row; i < rows; ++i) {
                const float offset =
                    size * (static_cast<float>(i) - 0.5f * static_cast<float>(row + rows - 1));
                add_box(backend, {x + offset, y + slab + size * (static_cast<float>(row) + 0.5f)},
                        {size, size}, {.shape = {}, .color = row % 2 == 0 ? color::slate : color::teal});
            }
        }
    }

    BodyNumber keystone_ = -1;
};

}  // namespace

SceneInfo arch_scene() {
    return describe<Arch>(
        {.name = "arch",
         .title = "Masonry arches",
         .group = "Stacking",
         .description = "Voussoirs cut along catenaries, a keystone in each, a load on the largest.",
         .view = {{0.0f, 6.3f}, 16.5f},
         .parameters = {{"rows of the load", 4.0f, 0.0f, 6.0f, ParameterKind::Count},
                        {"friction", 0.7f, 0.1f, 1.5f}},
         .create = {}});
}

}  // namespace scenes
