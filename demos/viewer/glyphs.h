#pragma once

#include "camera.h"
#include "mesh.h"

#include <SFML/Graphics/Color.hpp>

namespace viewer {

/// The signs of a technical drawing: lines given in metres of the world, with widths and sizes in pixels that
/// grow with the picture.
class Glyphs {
public:
    Glyphs(const Camera& camera, Mesh& mesh) : camera_(camera), mesh_(mesh) {}

    /// In pixels of a window 720 high.
    void set_pen(sf::Color color, float width) {
        color_ = color;
        width_ = width * camera_.detail();
    }

    void line(const drystone::Vec2& a, const drystone::Vec2& b);
    void dashes(const drystone::Vec2& a, const drystone::Vec2& b);
    void arrow(const drystone::Vec2& a, const drystone::Vec2& b);
    /// A spring: a zigzag between two straight ends, of `half_width` [m].
    void zigzag(const drystone::Vec2& a, const drystone::Vec2& b, float half_width);
    /// A rope of the given length [m] that hangs through where it is longer than its ends are apart.
    void rope(const drystone::Vec2& a, const drystone::Vec2& b, float length);
    /// The part of a circle from the arm `from` on, through `angle` [rad].
    void arc(const drystone::Vec2& center, const drystone::Vec2& from, float angle);
    void circle(const drystone::Vec2& center, float radius) {
        arc(center, {radius, 0.0f}, 2.0f * drystone::pi);
    }
    /// A bar across the direction (of length 1) at the point, of this half length [m].
    void bar(const drystone::Vec2& at, const drystone::Vec2& direction, float half_length);
    /// A disc of the radius [pixels of a window 720 high].
    void dot(const drystone::Vec2& at, float pixels);
    /// A disc with a light centre: a pin.
    void pin(const drystone::Vec2& at, float pixels, sf::Color inside);

    /// So many pixels of a window 720 high, in metres.
    [[nodiscard]] float metres(float pixels) const { return pixels * camera_.detail() / camera_.scale(); }
    [[nodiscard]] const Camera& camera() const { return camera_; }

private:
    const Camera& camera_;
    Mesh& mesh_;
    sf::Color color_;
    float width_ = 1.0f;
};

}  // namespace viewer
