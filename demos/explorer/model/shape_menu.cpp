#include "shape_menu.h"

#include "derived_shapes.h"

#include <array>

namespace explorer {
namespace {

using namespace drystone;

PointCloud make_cloud() {
    // Unordered, and some of them inside.
    static const std::array<Vec2, 10> points{
        Vec2{0.1f, 0.2f}, Vec2{-0.9f, 0.1f},  Vec2{0.7f, -0.5f}, Vec2{-0.3f, 0.8f},  Vec2{0.3f, -0.1f},
        Vec2{0.8f, 0.4f}, Vec2{-0.5f, -0.7f}, Vec2{0.4f, 0.75f}, Vec2{-0.4f, 0.05f}, Vec2{0.0f, -0.4f}};
    return PointCloud(points);
}

std::vector<ShapeChoice> make_menu() {
    const Triangle triangle{{-0.8f, -0.6f}, {0.9f, -0.4f}, {-0.1f, 0.9f}};
    const Triangle small{{-0.45f, -0.35f}, {0.5f, -0.3f}, {0.0f, 0.5f}};
    AffineMap shear;
    shear.y_axis = {0.7f, 1.0f};
    std::vector<ShapeChoice> menu;
    const auto add = [&menu](const char* key, const char* title, auto shape) {
        menu.push_back({key, title, AnyShape::from(std::move(shape))});
    };
    add("point", "Point", Point{});
    add("segment", "Segment", Segment{{-0.9f, 0.0f}, {0.9f, 0.0f}});
    add("triangle", "Triangle", triangle);
    add("box", "Box", make_box(0.9f, 0.6f));
    add("polygon", "Polygon",
        make_polygon(
            {{-0.9f, -0.3f}, {-0.2f, -0.8f}, {0.7f, -0.6f}, {1.0f, 0.2f}, {0.3f, 0.8f}, {-0.6f, 0.6f}}));
    add("cloud", "Point cloud", make_cloud());
    add("circle", "Circle", Circle{{0.0f, 0.0f}, 0.8f});
    add("capsule", "Capsule", Capsule{{-0.6f, 0.0f}, {0.6f, 0.0f}, 0.4f});
    add("rounded-box", "Rounded box", make_rounded_box(0.65f, 0.4f, 0.25f));
    add("rounded-triangle", "Rounded triangle", Rounded(small, 0.3f));
    add("ellipse", "Ellipse", Ellipse(1.1f, 0.6f));
    add("superellipse", "Superellipse", Superellipse(0.9f, 0.7f, 3.5f));
    add("hull", "Hull of several",
        HullOf(Circle{{-0.6f, 0.0f}, 0.5f}, Circle{{0.8f, 0.1f}, 0.2f}, Point{{-0.3f, 0.95f}}));
    add("sum", "Minkowski sum", MinkowskiSum(small, Ellipse(0.55f, 0.3f)));
    add("sheared", "Sheared box", Transformed(make_box(0.6f, 0.6f), shear));
    const Points corners{{-1.0f, -0.5f}, {0.2f, -0.9f}, {1.1f, -0.1f}, {0.5f, 0.8f}, {-0.7f, 0.7f}};
    menu.push_back({"spline", "Spline", AnyShape::of_mapping(ConvexSpline(corners))});
    // Two discs have a lens in common, to the precision of their borders.
    const auto border_of = [](const Circle& circle) {
        return trace_border(
            [&circle](const Vec2& d) { return circle.center + circle.radius / length(d) * d; }, 0.0005f);
    };
    menu.push_back({"intersection", "Intersection of two discs",
                    AnyShape::of_points(intersect_borders(border_of({{-0.35f, 0.0f}, 0.9f}),
                                                          border_of({{0.35f, 0.1f}, 0.8f})))});
    return menu;
}

}  // namespace

const std::vector<ShapeChoice>& shape_menu() {
    static const std::vector<ShapeChoice> menu = make_menu();
    return menu;
}

std::optional<int> find_shape(std::string_view key) {
    const std::vector<ShapeChoice>& menu = shape_menu();
    for (std::size_t i = 0; i < menu.size(); ++i) {
        if (key == menu[i].key) {
            return static_cast<int>(i);
        }
    }
    return std::nullopt;
}

}  // namespace explorer
