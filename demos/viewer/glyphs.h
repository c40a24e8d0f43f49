#pragma once

#include "camera.h"
#include "mesh.h"

#include <SFML/Graphics/Color.hpp>

namespace viewer {

/// Symbols of a technical drawing: lines given in metres of the world, with widths and sizes in pixels that
/// grow with the picture.
class Glyphs {
public:
    Glyphs(const Camera& camera, Mesh& mesh) : camera_(camera), mesh_(mesh) {}

    /// Sets colour and width, in pixels of a window 720 high.
    void set_pen(sf::Color color, float width) {
        color_ = color;
        width_ = width * camera_.detail();
    }

    void line(const drystone::Vec2& a, const drystone::Vec2& b);
    void dashes(const drystone::Vec2& a, const drystone::Vec2& b);
    void arrow(const drystone::Vec2& a, const drystone::Vec2& b);
    /// Draws a spring: a zigzag between two straight ends, of `half_width` [m].
    void zigzag(const drystone::Vec2& a, const drystone::Vec2& b, float half_width);
    /// Draws a rope of the given length [m], which sags if it is longer than the distance of its ends.
    void rope(const drystone::Vec2& a, const drystone::Vec2& b, float length);
    /// Draws an arc from the arm `from` through `angle` [rad].
    void arc(const drystone::Vec2& center, const drystone::Vec2& from, float angle);
    void circle(const drystone::Vec2& center, float radius) {
        arc(center, {radius, 0.0f}, 2.0f * drystone::pi);
    }
    /// Draws a bar across the direction (of length 1) at the point, with this half length [m].
    void bar(const drystone::Vec2& at, const drystone::Vec2& direction, float half_length);
    /// Draws a disc with a radius of `pixels` of a window 720 high.
    void dot(const drystone::Vec2& at, float pixels);
    /// Draws a pin: a disc with a light centre.
    void pin(const drystone::Vec2& at, float pixels, sf::Color inside);

    /// Converts pixels of a window 720 high to metres.
    [[nodiscard]] float metres(float pixels) const { return pixels * camera_.detail() / camera_.scale(); }
    [[nodiscard]] const Camera& camera() const { return camera_; }

private:
    const Camera& camera_;
    Mesh& mesh_;
    sf::Color color_;
    float width_ = 1.0f;
};

}  // namespace viewer
