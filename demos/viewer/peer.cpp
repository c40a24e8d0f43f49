#include "peer.h"

#include "outline.h"

#ifdef DRYSTONE_VIEWER_BOX2D3
#include <engines/engine.h>
#endif

#include <SFML/System/Clock.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <variant>

#ifndef DRYSTONE_VIEWER_BOX2D3
namespace bench {

/// Stands for the engine that this build does not have.
class Engine {};

}  // namespace bench
#endif

namespace viewer {

#ifdef DRYSTONE_VIEWER_BOX2D3

namespace {

using drystone::Pose;
using drystone::Vec2;

Vec2 to_vec2(scenes::Point p) { return {p.x, p.y}; }

struct ToGeometry {
    drystone::ShapeGeometry operator()(const scenes::CircleShape& circle) const {
        return drystone::Circle{to_vec2(circle.center), circle.radius};
    }
    drystone::ShapeGeometry operator()(const scenes::CapsuleShape& capsule) const {
        return drystone::Capsule{to_vec2(capsule.a), to_vec2(capsule.b), capsule.radius};
    }
    drystone::ShapeGeometry operator()(const scenes::SegmentShape& segment) const {
        return drystone::Segment{to_vec2(segment.a), to_vec2(segment.b)};
    }
    drystone::ShapeGeometry operator()(const scenes::PolygonShape& polygon) const {
        std::vector<Vec2> points;
        for (const scenes::Point& vertex : polygon.vertices) {
            points.push_back(to_vec2(vertex));
        }
        return drystone::make_hull(points, polygon.radius);
    }
};

sf::Color fill_of(const scenes::RecordedBody& body, const scenes::ShapeDescription& shape, std::size_t number,
                  const Theme& theme) {
    if (shape.color >= 0) {
        return theme.palette[static_cast<std::size_t>(shape.color) % theme.palette.size()];
    }
    switch (body.description.kind) {
        case scenes::BodyKind::Static: return theme.static_fill;
        case scenes::BodyKind::Kinematic: return theme.kinematic_fill;
        case scenes::BodyKind::Dynamic: break;
    }
    return theme.dynamic_fills[number % theme.dynamic_fills.size()];
}

void draw_shape(const Outline& outline, const Pose& pose, const Camera& camera, sf::Color fill, Mesh& mesh) {
    const float line = 1.5f * camera.detail();
    const sf::Color edge = scaled(fill, 0.72f);
    if (outline.is_segment()) {
        mesh.line(camera.to_screen(transform(pose, outline.points[0])),
                  camera.to_screen(transform(pose, outline.points[1])), 2.0f * line, edge);
        return;
    }
    std::vector<Vec2> border;
    std::vector<sf::Vector2f> pixels;
    for (const float inset : {0.0f, line / camera.scale()}) {
        if (inset > 0.0f && outline.half_width < 2.0f * inset) {
            break;
        }
        border.clear();
        pixels.clear();
        trace(outline, inset, camera.scale(), border);
        for (const Vec2& point : border) {
            pixels.push_back(camera.to_screen(transform(pose, point)));
        }
        mesh.fan(pixels, inset > 0.0f ? fill : edge);
    }
}

}  // namespace

bool Peer::can_show(const scenes::SceneInfo& info) { return scenes::find_scene(info.name) != nullptr; }

Peer::Peer(const scenes::SceneInfo& info, const scenes::WorldSettings& settings,
           std::vector<float> parameters)
    : info_(info), settings_(settings), parameters_(std::move(parameters)) {
    build();
}

void Peer::build() {
    engine_ = bench::make_box2d3(settings_, {});
    recorder_ = std::make_unique<scenes::Recorder>(*engine_);
    scene_ = info_.create();
    scene_->set_parameters(parameters_);
    scene_->build(*recorder_);
    steps_ = 0;
    milliseconds_ = 0.0;
}

void Peer::follow(int step) {
    constexpr float budget = 0.02f;
    if (step < steps_) {
        build();
    }
    const sf::Clock clock;
    while (steps_ < step && clock.getElapsedTime().asSeconds() < budget) {
        scene_->before_step(*recorder_, steps_);
        const sf::Clock watch;
        engine_->step(settings_.time_step, settings_.sub_steps);
        const double spent = 1000.0 * static_cast<double>(watch.getElapsedTime().asSeconds());
        milliseconds_ = steps_ == 0 ? spent : 0.95 * milliseconds_ + 0.05 * spent;
        ++steps_;
    }
}

void Peer::draw(sf::RenderTarget& target, const Camera& camera, const Theme& theme) {
    const sf::Vector2f size = camera.size();
    const sf::Vector2f free = size - camera.covered();
    // The whole picture is drawn as the other engine's is, further to the right, and cut off at the middle.
    Camera right = camera;
    right.pan({free.x, 0.0f});
    mesh_.clear();
    mesh_.rectangle({free.x, 0.0f}, {2.0f * free.x, size.y}, theme.sky_top, theme.sky_bottom);
    const auto bodies = recorder_->bodies();
    for (const bool statics : {true, false}) {
        for (std::size_t i = 0; i < bodies.size(); ++i) {
            const bool is_static = bodies[i].description.kind == scenes::BodyKind::Static;
            if (!bodies[i].alive || is_static != statics) {
                continue;
            }
            const scenes::WorldPose at = engine_->pose(static_cast<scenes::BodyNumber>(i));
            const Pose pose{{static_cast<float>(at.x), static_cast<float>(at.y)},
                            {static_cast<float>(at.cosine), static_cast<float>(at.sine)}};
            for (const scenes::ShapeDescription& shape : bodies[i].shapes) {
                const Outline outline = make_outline(std::visit(ToGeometry{}, shape.shape));
                draw_shape(outline, pose, right, fill_of(bodies[i], shape, i, theme), mesh_);
            }
        }
    }
    mesh_.line({free.x, 0.0f}, {free.x, size.y}, 2.0f * camera.detail(), theme.text_soft);
    sf::View view(sf::FloatRect({free.x, 0.0f}, {free.x, size.y}));
    view.setViewport(sf::FloatRect({free.x / size.x, 0.0f}, {free.x / size.x, 1.0f}));
    target.setView(view);
    mesh_.draw(target);
    target.setView(sf::View(sf::FloatRect({0.0f, 0.0f}, size)));
    char line[120];
    std::snprintf(line, sizeof line, "step %d    %.0f \u00b5s per step", steps_, 1000.0 * milliseconds_);
    const float unit = camera.detail();
    const sf::Color halo = with_alpha(theme.sky_top, 0.8f);
    const auto points = [unit](float value) { return static_cast<unsigned>(std::lround(value * unit)); };
    text_.write(target, "Box2D " + engine_->version(), {free.x + 18.0f * unit, 12.0f * unit},
                {.size = points(22.0f), .color = theme.text, .halo = halo, .bold = true});
    text_.write(target, line, {free.x + 18.0f * unit, 42.0f * unit},
                {.size = points(13.0f), .color = theme.text_soft, .halo = halo});
}

#else

bool Peer::can_show(const scenes::SceneInfo& /*info*/) { return false; }

Peer::Peer(const scenes::SceneInfo& info, const scenes::WorldSettings& settings,
           std::vector<float> parameters)
    : info_(info), settings_(settings), parameters_(std::move(parameters)) {}

void Peer::build() {}

void Peer::follow(int step) { steps_ = step; }

void Peer::draw(sf::RenderTarget& /*target*/, const Camera& /*camera*/, const Theme& /*theme*/) {
    milliseconds_ = 0.0;
}

#endif

Peer::~Peer() = default;

bool Peer::runs(const scenes::SceneInfo& info, const scenes::WorldSettings& settings,
                const std::vector<float>& parameters) const {
    return &info_ == &info && settings_.time_step == settings.time_step &&
           settings_.sub_steps == settings.sub_steps && parameters_ == parameters;
}

}  // namespace viewer
