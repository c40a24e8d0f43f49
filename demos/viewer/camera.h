#pragma once

#include <viewer/model/framing.h>

#include <drystone/collision/math.h>
#include <SFML/System/Vector2.hpp>

namespace viewer {

/// Mapping of the world to the screen: from metres with y up to pixels with y down.
class Camera {
public:
    /// Sets the target's size in pixels; `covered` pixels at the right and lower borders belong to controls.
    void set_viewport(sf::Vector2f size, sf::Vector2f covered);
    /// Shows all of a part of the world, as large as it fits.
    void show(const ViewBox& view);

    [[nodiscard]] sf::Vector2f to_screen(const drystone::Vec2& point) const {
        return {middle_.x + (point.x - center_.x) * scale_, middle_.y - (point.y - center_.y) * scale_};
    }
    [[nodiscard]] drystone::Vec2 to_world(sf::Vector2f pixel) const {
        return {center_.x + (pixel.x - middle_.x) / scale_, center_.y - (pixel.y - middle_.y) / scale_};
    }
    /// Returns pixels per metre.
    [[nodiscard]] float scale() const { return scale_; }
    /// Returns pixels per pixel of a window 720 high: line widths and text grow with the picture.
    [[nodiscard]] float detail() const { return size_.y / 720.0f; }
    [[nodiscard]] sf::Vector2f size() const { return size_; }
    [[nodiscard]] sf::Vector2f covered() const { return covered_; }
    /// Returns the part of the world that is on the screen.
    [[nodiscard]] drystone::Aabb visible() const;

    void look_at(const drystone::Vec2& center) { center_ = center; }
    void pan(sf::Vector2f pixels);
    /// Zooms with the world fixed under the pixel; `factor` > 1: closer.
    void zoom_at(sf::Vector2f pixel, float factor);

private:
    sf::Vector2f size_{1280.0f, 720.0f};
    sf::Vector2f middle_{640.0f, 360.0f};
    sf::Vector2f covered_{0.0f, 0.0f};
    drystone::Vec2 center_{0.0f, 0.0f};
    float scale_ = 36.0f;
};

}  // namespace viewer
