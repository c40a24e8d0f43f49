#include "debug_painter.h"

#include "outline.h"

#include <cmath>
#include <string>

namespace viewer {
namespace {

using drystone::DebugStyle;
using drystone::Vec2;

sf::Color color_of(const DebugStyle& style) {
    const drystone::DebugColor color = drystone::debug_color(style);
    return {color.red, color.green, color.blue, color.alpha};
}

}  // namespace

Glyphs& DebugPainter::pen(const DebugStyle& style) {
    glyphs_.set_pen(color_of(style), 1.8f);
    return glyphs_;
}

/// Draws areas translucently, since they lie over the picture.
void DebugPainter::border(std::span<const Vec2> points, const DebugStyle& style) {
    if (style.filled) {
        std::vector<sf::Vector2f> pixels;
        for (const Vec2& point : points) {
            pixels.push_back(camera_.to_screen(point));
        }
        mesh_.fan(pixels, with_alpha(color_of(style), 0.35f));
    }
    Glyphs& glyphs = pen(style);
    for (std::size_t i = 0; i < points.size(); ++i) {
        glyphs.line(points[i], points[(i + 1) % points.size()]);
    }
}

void DebugPainter::polygon(std::span<const Vec2> points, float radius, const DebugStyle& style) {
    if (radius <= 0.0f) {
        border(points, style);
        return;
    }
    std::vector<Vec2> rounded;
    trace(make_outline(drystone::make_hull(points, radius)), 0.0f, camera_.scale(), rounded);
    border(rounded, style);
}

void DebugPainter::circle(const Vec2& center, float radius, const drystone::Rot& rotation,
                          const DebugStyle& style) {
    std::vector<Vec2> round;
    trace(make_outline(drystone::Circle{center, radius}), 0.0f, camera_.scale(), round);
    border(round, style);
    glyphs_.line(center, center + rotate(rotation, {radius, 0.0f}));
}

void DebugPainter::capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& style) {
    std::vector<Vec2> round;
    trace(make_outline(drystone::Capsule{a, b, radius}), 0.0f, camera_.scale(), round);
    border(round, style);
}

void DebugPainter::segment(const Vec2& a, const Vec2& b, const DebugStyle& style) { pen(style).line(a, b); }

void DebugPainter::point(const Vec2& position, const DebugStyle& style) { pen(style).dot(position, 2.5f); }

void DebugPainter::arrow(const Vec2& from, const Vec2& to, const DebugStyle& style) {
    pen(style).arrow(from, to);
}

void DebugPainter::text(const Vec2& position, std::string_view text, const DebugStyle& style) {
    words_.push_back({camera_.to_screen(position), std::string(text), color_of(style)});
}

void DebugPainter::write_texts(sf::RenderTarget& target, const TextPainter& painter) const {
    const float unit = camera_.detail();
    const auto size = static_cast<unsigned>(std::lround(11.0f * unit));
    for (const Words& entry : words_) {
        painter.write(
            target, entry.words, entry.at - sf::Vector2f(0.0f, 11.0f * unit),
            {.size = size, .color = readable(entry.color, theme_), .halo = with_alpha(theme_.sky_top, 0.8f)});
    }
}

}  // namespace viewer
