#include "scene_drawing.h"

#include <scenes/drystone_backend.h>

#include <algorithm>
#include <cmath>

namespace viewer {
namespace {

using drystone::BodyType;
using drystone::Pose;
using drystone::Vec2;

/// Spreads consecutive numbers over 32 bits. Source: Knuth, TAOCP 3, 6.4 (multiplicative hashing).
std::uint32_t spread(std::uint32_t number) {
    const std::uint32_t mixed_bits = number * 2654435769u;
    return (mixed_bits ^ (mixed_bits >> 15)) * 2246822519u;
}

bool is_outside(const Vec2& position, float reach, const drystone::Aabb& visible) {
    return position.x + reach < visible.lower.x || position.x - reach > visible.upper.x ||
           position.y + reach < visible.lower.y || position.y - reach > visible.upper.y;
}

}  // namespace

void SceneDrawing::update(const drystone::World& world) {
    for (const drystone::BodyId body : world.bodies()) {
        const std::size_t slot = body.index1 - 1;
        if (slot >= bodies_.size()) {
            bodies_.resize(slot + 1);
        }
        if (bodies_[slot].id != body) {
            bodies_[slot] = make_picture(world, body);
        }
    }
}

SceneDrawing::BodyPicture SceneDrawing::make_picture(const drystone::World& world, drystone::BodyId body) {
    BodyPicture picture;
    picture.id = body;
    picture.variety = spread(body.index1 - 1);
    picture.type = world[body].type();
    for (const drystone::ShapeId shape : world[body].shapes()) {
        picture.shapes.push_back(
            {make_outline(world[shape].geometry()), scenes::DrystoneBackend::color(world, shape)});
        picture.reach = std::max(picture.reach, picture.shapes.back().outline.reach());
    }
    return picture;
}

void SceneDrawing::draw(const drystone::World& world, const Brush& brush, bool fade_sleepers) {
    const drystone::Aabb visible = brush.camera.visible();
    const auto draw_pass = [&](Pass pass) {
        for (BodyPicture& body : bodies_) {
            const bool is_static = body.type == BodyType::Static;
            if ((pass != Pass::Shadow && is_static != (pass != Pass::Moving)) || !world.is_valid(body.id) ||
                !world[body.id].is_enabled()) {
                continue;
            }
            const Pose pose = world[body.id].pose();
            if (!is_outside(pose.position, body.reach, visible)) {
                body.pale = fade_sleepers && body.type == BodyType::Dynamic && !world[body.id].is_awake();
                draw_body(body, pose, brush, pass);
            }
        }
    };
    for (const Pass pass : {Pass::Shadow, Pass::StaticEdge, Pass::StaticFill, Pass::Moving}) {
        draw_pass(pass);
    }
}

void SceneDrawing::draw_body(const BodyPicture& body, const Pose& pose, const Brush& brush, Pass pass) {
    const Camera& camera = brush.camera;
    const float drop = std::min(2.2f * camera.detail(), 0.1f * camera.scale());
    const float line = 1.5f * camera.detail() / camera.scale();
    for (const ShapePicture& shape : body.shapes) {
        const sf::Color fill = fill_color(body, shape, brush.theme);
        if (pass == Pass::Moving || (shape.outline.is_segment() && pass == Pass::StaticEdge)) {
            draw_shape(shape.outline, pose, brush, fill);
            continue;
        }
        if (shape.outline.is_segment() || (pass == Pass::Shadow && body.reach * camera.scale() < 4.0f)) {
            continue;
        }
        project(shape.outline, pose, camera, pass == Pass::StaticEdge ? -line : 0.0f);
        if (pass == Pass::Shadow) {
            brush.mesh.fan(pixels_, brush.theme.shadow, {drop, 1.2f * drop});
        } else {
            brush.mesh.fan(pixels_, pass == Pass::StaticEdge ? scaled(fill, 0.72f) : fill);
        }
    }
}

sf::Color SceneDrawing::fill_color(const BodyPicture& body, const ShapePicture& shape, const Theme& theme) {
    if (shape.color < 0 && body.type == BodyType::Static) {
        return theme.static_fill;
    }
    if (shape.color < 0 && body.type == BodyType::Kinematic) {
        return theme.kinematic_fill;
    }
    const std::size_t tone = (body.variety >> 8) % theme.dynamic_fills.size();
    const std::size_t entry = static_cast<std::size_t>(std::max(shape.color, 0)) % theme.palette.size();
    const sf::Color base = shape.color < 0 ? theme.dynamic_fills[tone] : theme.palette[entry];
    const float change = static_cast<float>(body.variety >> 24) / 255.0f - 0.5f;
    const sf::Color fill = body.type == BodyType::Dynamic ? scaled(base, 1.0f + 0.09f * change) : base;
    return body.pale ? mixed(fill, theme.sky_bottom, 0.6f) : fill;
}

void SceneDrawing::draw_shape(const Outline& outline, const Pose& pose, const Brush& brush, sf::Color fill) {
    const Camera& camera = brush.camera;
    Mesh& mesh = brush.mesh;
    const sf::Color edge = scaled(fill, 0.72f);
    const float line = 1.5f * camera.detail();
    if (outline.is_segment()) {
        mesh.line(camera.to_screen(transform(pose, outline.points[0])),
                  camera.to_screen(transform(pose, outline.points[1])), 2.0f * line, edge);
        return;
    }
    // Shapes of a few pixels have no room for a border; none is thinner than a line.
    const float half_width = outline.half_width * camera.scale();
    if (half_width < 2.0f * line) {
        project(outline, pose, camera, std::min(half_width - 0.95f * line, 0.0f) / camera.scale());
        mesh.fan(pixels_, half_width < line ? scaled(fill, 0.9f) : fill);
        return;
    }
    project(outline, pose, camera, 0.0f);
    mesh.fan(pixels_, edge);
    project(outline, pose, camera, line / camera.scale());
    mesh.fan(pixels_, fill);
    if (outline.is_disc() && outline.radius * camera.scale() > 4.0f) {
        const Vec2 center = transform(pose, outline.points[0]);
        const Vec2 arm = rotate(pose.rotation, Vec2{outline.radius, 0.0f});
        mesh.line(camera.to_screen(center + 0.35f * arm), camera.to_screen(center + 0.85f * arm), line, edge);
    }
}

void SceneDrawing::project(const Outline& outline, const Pose& pose, const Camera& camera, float inset) {
    border_.clear();
    pixels_.clear();
    trace(outline, inset, camera.scale(), border_);
    for (const Vec2& point : border_) {
        pixels_.push_back(camera.to_screen(transform(pose, point)));
    }
}

}  // namespace viewer
