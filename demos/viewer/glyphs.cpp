#include "glyphs.h"

#include <algorithm>
#include <cmath>

namespace viewer {

using drystone::Vec2;

void Glyphs::line(const Vec2& a, const Vec2& b) {
    mesh_.line(camera_.to_screen(a), camera_.to_screen(b), width_, color_);
}

void Glyphs::dashes(const Vec2& a, const Vec2& b) {
    const float length = drystone::length(b - a);
    const int count = std::clamp(static_cast<int>(length / metres(8.0f)), 1, 200);
    const Vec2 step = (b - a) / static_cast<float>(count);
    for (int i = 0; i < count; ++i) {
        const Vec2 from = a + static_cast<float>(i) * step;
        line(from, from + 0.55f * step);
    }
}

void Glyphs::arrow(const Vec2& a, const Vec2& b) {
    mesh_.arrow(camera_.to_screen(a), camera_.to_screen(b), width_, color_);
}

void Glyphs::zigzag(const Vec2& a, const Vec2& b, float half_width) {
    constexpr int turns = 12;
    constexpr float end = 0.14f;
    const Vec2 way = b - a;
    const float length = drystone::length(way);
    if (length < metres(4.0f)) {
        line(a, b);
        return;
    }
    const Vec2 side = half_width / length * drystone::left_perp(way);
    Vec2 last = a + end * way;
    line(a, last);
    for (int i = 0; i < turns; ++i) {
        const float along = end + (1.0f - 2.0f * end) * (static_cast<float>(i) + 0.5f) / turns;
        const Vec2 next = a + along * way + (i % 2 == 0 ? side : -side);
        line(last, next);
        last = next;
    }
    const Vec2 foot = b - end * way;
    line(last, foot);
    line(foot, b);
}

/// Draws the rope as a shallow parabola: with depth s over the span d, it is longer than the span by 8 s^2 /
/// (3 d).
void Glyphs::rope(const Vec2& a, const Vec2& b, float length) {
    const float span = drystone::length(b - a);
    const float spare = length - span;
    if (spare < 0.01f * length) {
        line(a, b);
        return;
    }
    constexpr int pieces = 16;
    const float depth = std::min(std::sqrt(0.375f * std::max(span, 0.3f * length) * spare), 0.5f * length);
    Vec2 last = a;
    for (int i = 1; i <= pieces; ++i) {
        const float t = static_cast<float>(i) / pieces;
        const Vec2 next = a + t * (b - a) - Vec2{0.0f, 4.0f * depth * t * (1.0f - t)};
        line(last, next);
        last = next;
    }
}

void Glyphs::arc(const Vec2& center, const Vec2& from, float angle) {
    const int pieces = std::clamp(static_cast<int>(std::abs(angle) * 8.0f), 4, 100);
    const float turn = angle / static_cast<float>(pieces);
    const drystone::Rot step{std::cos(turn), std::sin(turn)};
    Vec2 arm = from;
    for (int i = 0; i < pieces; ++i) {
        const Vec2 next = rotate(step, arm);
        line(center + arm, center + next);
        arm = next;
    }
}

void Glyphs::bar(const Vec2& at, const Vec2& direction, float half_length) {
    const Vec2 side = half_length * drystone::left_perp(direction);
    line(at - side, at + side);
}

void Glyphs::dot(const Vec2& at, float pixels) {
    mesh_.disc(camera_.to_screen(at), pixels * camera_.detail(), color_);
}

void Glyphs::pin(const Vec2& at, float pixels, sf::Color inside) {
    dot(at, pixels);
    mesh_.disc(camera_.to_screen(at), 0.5f * pixels * camera_.detail(), inside);
}

}  // namespace viewer
