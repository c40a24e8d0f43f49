#pragma once

#include <mesh.h>
#include <outline.h>
#include <text.h>

#include <drystone/drystone.h>
#include <SFML/Graphics/RenderTarget.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace games {

using drystone::Pose;
using drystone::Vec2;

/// Returns the colour of a hexadecimal number, `0xff8040`, with an opacity in [0, 1].
sf::Color rgb(unsigned hex, float opacity = 1.0f);
/// Returns the colour between two.
sf::Color blend(sf::Color a, sf::Color b, float part_of_b);
/// Returns the colour, darker by a factor below 1.
sf::Color shade(sf::Color color, float factor);

/// Look of a shape.
struct Paint {
    sf::Color fill;
    float rim = 0.05f;       ///< Width of the darker rim inside the border [m].
    float darkness = 0.62f;  ///< Brightness of the rim relative to the fill.
};

/// Pictures of a game: shapes in metres of the world, and text in pixels of a picture 720 high.
class Canvas {
public:
    explicit Canvas(sf::RenderTarget& target) : target_(target) { use_all(); }

    /// Draws from now on into a part of the target; the arguments are fractions of its size, from the upper
    /// left.
    void use_part(float left, float top, float width, float height);
    void use_all() { use_part(0.0f, 0.0f, 1.0f, 1.0f); }
    /// Shows the place in the middle, and `height` metres from the lower to the upper border.
    void look_at(const Vec2& center, float height);

    /// @name In the world
    /// @{
    void shape(const drystone::ShapeGeometry& geometry, const Pose& pose, const Paint& paint);
    /// Draws all shapes of a body in the given pose.
    void body(drystone::ConstBodyRef body, const Pose& pose, const Paint& paint);
    void polygon(std::span<const Vec2> points, sf::Color color);
    void box(const Vec2& lower, const Vec2& upper, sf::Color top, sf::Color bottom);
    void box(const Vec2& lower, const Vec2& upper, sf::Color color) { box(lower, upper, color, color); }
    void line(const Vec2& a, const Vec2& b, float width, sf::Color color);
    void disc(const Vec2& center, float radius, sf::Color color);
    /// Draws a disc that fades towards its border.
    void glow(const Vec2& center, float radius, sf::Color color);
    /// Writes text whose middle is at the place.
    void label(const Vec2& at, const std::string& text, float size, sf::Color color);
    /// @}

    /// @name On the screen; the upper left corner is (0, 0), sizes are in pixels of a picture 720 high
    /// @{
    void sky(sf::Color top, sf::Color bottom);
    /// Draws a rectangle, with round corners or without.
    void panel(sf::Vector2f at, sf::Vector2f size, sf::Color color);
    void panel_bar(sf::Vector2f at, sf::Vector2f size, sf::Color color) {
        mesh_.rectangle(at * detail(), (at + size) * detail(), color, color);
    }
    void text(sf::Vector2f at, const std::string& text, unsigned size, sf::Color color, bool bold = false);
    void centered_text(float y, const std::string& content, unsigned size, sf::Color color, bool bold = true);
    [[nodiscard]] float text_width(const std::string& text, unsigned size, bool bold = false) const;
    [[nodiscard]] sf::Vector2f size() const { return {size_.x / detail(), size_.y / detail()}; }
    /// @}

    /// Draws what was collected; text does so before it.
    void flush();
    [[nodiscard]] Vec2 to_world(sf::Vector2f pixel) const;
    /// Returns the part of the world that is seen.
    [[nodiscard]] drystone::Aabb visible() const;

private:
    [[nodiscard]] sf::Vector2f to_screen(const Vec2& point) const;
    [[nodiscard]] float detail() const { return size_.y / part_height_ / 720.0f; }
    void fill(const viewer::Outline& outline, const Pose& pose, float inset, sf::Color color);

    sf::RenderTarget& target_;
    viewer::Mesh mesh_;
    viewer::TextPainter text_;
    sf::Vector2f size_{};
    float part_height_ = 1.0f;
    Vec2 center_{0.0f, 0.0f};
    float scale_ = 40.0f;
    std::vector<Vec2> border_;
    std::vector<sf::Vector2f> points_;
};

}  // namespace games
