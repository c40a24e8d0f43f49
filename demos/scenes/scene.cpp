#include <scenes/benchmark_scenes.h>
#include <scenes/building.h>
#include <scenes/demo_scenes.h>
#include <scenes/scene.h>

#include <cmath>
#include <numbers>
#include <string>

namespace scenes {
namespace {

std::vector<SceneInfo> make_registry() {
    std::vector<SceneInfo> registry{
        pyramid_scene(),
        vertical_stack_scene(),
        card_house_scene(),
        arch_scene(),
        wall_scene(),
        dominoes_scene(),
        bin_scene(),
        drum_scene(),
        bridge_scene(),
        wrecking_ball_scene(),
        car_scene(),
        gear_train_scene(),
        pulleys_scene(),
        ragdolls_scene(),
        explosion_scene(),
        wind_scene(),
        buoyancy_scene(),
        planet_scene(),
        conveyor_scene(),
        tangent_speed_scene(),
        rolling_resistance_scene(),
        one_way_scene(),
        soft_surfaces_scene(),
        sensor_types_scene(),
        foot_sensor_scene(),
        sensor_funnel_scene(),
        contact_forces_scene(),
        chain_slide_scene(),
        tiles_scene(),
        ellipses_scene(),
        outlines_scene(),
    };
    for (SceneInfo& info : benchmark_scenes()) {
        registry.push_back(std::move(info));
    }
    return registry;
}

}  // namespace

PolygonShape box(float half_width, float half_height, Point center, float angle, float radius) {
    const double c = std::cos(static_cast<double>(angle));
    const double s = std::sin(static_cast<double>(angle));
    const auto corner = [&](double x, double y) {
        return Point{static_cast<float>(center.x + c * x - s * y),
                     static_cast<float>(center.y + s * x + c * y)};
    };
    const double w = half_width;
    const double h = half_height;
    return {{corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)}, radius};
}

PolygonShape regular_polygon(int count, float circumradius) {
    PolygonShape polygon;
    for (int i = 0; i < count; ++i) {
        const double angle = 2.0 * std::numbers::pi * i / count;
        polygon.vertices.push_back(polar(circumradius, static_cast<float>(angle)));
    }
    return polygon;
}

void Backend::create_loop(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    for (std::size_t i = 0; i < points.size(); ++i) {
        surface.shape = SegmentShape{points[i], points[(i + 1) % points.size()]};
        create_shape(body, surface);
    }
}

void Backend::create_chain(BodyNumber body, std::span<const Point> points, ShapeDescription surface) {
    for (std::size_t i = 1; i < points.size(); ++i) {
        surface.shape = SegmentShape{points[i - 1], points[i]};
        create_shape(body, surface);
    }
}

void Backend::create_ellipse(BodyNumber body, Point half, float exponent, ShapeDescription surface) {
    surface.shape = PolygonShape{octagon(half, exponent), 0.0f};
    create_shape(body, surface);
}

std::vector<Point> octagon(Point half, float exponent) {
    // On the diagonal, both coordinates are the same fraction of their half extents.
    const auto part = static_cast<float>(std::pow(0.5, 1.0 / static_cast<double>(exponent)));
    const Point diagonal{part * half.x, part * half.y};
    return {{half.x, 0.0f},  {diagonal.x, diagonal.y},   {0.0f, half.y},  {-diagonal.x, diagonal.y},
            {-half.x, 0.0f}, {-diagonal.x, -diagonal.y}, {0.0f, -half.y}, {diagonal.x, -diagonal.y}};
}

std::vector<float> default_values(const SceneInfo& info) {
    std::vector<float> values;
    for (const Parameter& parameter : info.parameters) {
        values.push_back(parameter.value);
    }
    return values;
}

std::span<const SceneInfo> all_scenes() {
    static const std::vector<SceneInfo> registry = make_registry();
    return registry;
}

const SceneInfo* find_scene(const std::string& name) {
    for (const SceneInfo& info : all_scenes()) {
        if (info.name == name) {
            return &info;
        }
    }
    return nullptr;
}

}  // namespace scenes
