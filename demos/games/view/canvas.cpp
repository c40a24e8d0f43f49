#include <games/view/canvas.h>

#include <algorithm>
#include <cmath>

namespace games {

sf::Color rgb(unsigned hex, float opacity) {
    return {static_cast<sf::Uint8>(hex >> 16), static_cast<sf::Uint8>((hex >> 8) & 0xffu),
            static_cast<sf::Uint8>(hex & 0xffu), static_cast<sf::Uint8>(255.0f * opacity)};
}

sf::Color blend(sf::Color a, sf::Color b, float part_of_b) {
    const auto mix = [part_of_b](sf::Uint8 from, sf::Uint8 to) {
        return static_cast<sf::Uint8>(static_cast<float>(from) +
                                      (static_cast<float>(to) - static_cast<float>(from)) * part_of_b);
    };
    return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b), mix(a.a, b.a)};
}

sf::Color shade(sf::Color color, float factor) { return blend(sf::Color(0, 0, 0, color.a), color, factor); }

void Canvas::use_part(float left, float top, float width, float height) {
    flush();
    const sf::Vector2f whole(target_.getSize());
    size_ = {whole.x * width, whole.y * height};
    part_height_ = height;
    sf::View view({0.5f * size_.x, 0.5f * size_.y}, size_);
    view.setViewport({left, top, width, height});
    target_.setView(view);
}

void Canvas::look_at(const Vec2& center, float height) {
    center_ = center;
    scale_ = size_.y / height;
}

sf::Vector2f Canvas::to_screen(const Vec2& point) const {
    return {0.5f * size_.x + (point.x - center_.x) * scale_, 0.5f * size_.y - (point.y - center_.y) * scale_};
}

Vec2 Canvas::to_world(sf::Vector2f pixel) const {
    return {center_.x + (pixel.x - 0.5f * size_.x) / scale_, center_.y - (pixel.y - 0.5f * size_.y) / scale_};
}

drystone::Aabb Canvas::visible() const { return {to_world({0.0f, size_.y}), to_world({size_.x, 0.0f})}; }

void Canvas::fill(const viewer::Outline& outline, const Pose& pose, float inset, sf::Color color) {
    border_.clear();
    viewer::trace(outline, inset, scale_, border_);
    points_.clear();
    for (const Vec2& point : border_) {
        points_.push_back(to_screen(transform(pose, point)));
    }
    mesh_.fan(points_, color);
}

void Canvas::shape(const drystone::ShapeGeometry& geometry, const Pose& pose, const Paint& paint) {
    const viewer::Outline outline = viewer::make_outline(geometry);
    if (outline.is_segment()) {
        line(transform(pose, outline.points[0]), transform(pose, outline.points[1]), paint.rim,
             shade(paint.fill, paint.darkness));
        return;
    }
    fill(outline, pose, 0.0f, shade(paint.fill, paint.darkness));
    fill(outline, pose, std::min(paint.rim, 0.5f * outline.half_width), paint.fill);
}

void Canvas::body(drystone::ConstBodyRef body, const Pose& pose, const Paint& paint) {
    for (const drystone::ConstShapeRef& part : body.shapes()) {
        shape(part.geometry(), pose, paint);
    }
}

void Canvas::polygon(std::span<const Vec2> points, sf::Color color) {
    points_.clear();
    for (const Vec2& point : points) {
        points_.push_back(to_screen(point));
    }
    mesh_.fan(points_, color);
}

void Canvas::box(const Vec2& lower, const Vec2& upper, sf::Color top, sf::Color bottom) {
    mesh_.rectangle(to_screen({lower.x, upper.y}), to_screen({upper.x, lower.y}), top, bottom);
}

void Canvas::line(const Vec2& a, const Vec2& b, float width, sf::Color color) {
    mesh_.line(to_screen(a), to_screen(b), width * scale_, color);
    mesh_.disc(to_screen(a), 0.5f * width * scale_, color);
    mesh_.disc(to_screen(b), 0.5f * width * scale_, color);
}

void Canvas::disc(const Vec2& center, float radius, sf::Color color) {
    mesh_.disc(to_screen(center), radius * scale_, color);
}

void Canvas::glow(const Vec2& center, float radius, sf::Color color) {
    constexpr int rings = 20;
    color.a = static_cast<sf::Uint8>(2 * color.a / rings);
    for (int i = rings; i > 0; --i) {
        disc(center, radius * static_cast<float>(i) / static_cast<float>(rings), color);
    }
}

void Canvas::label(const Vec2& at, const std::string& text, float size, sf::Color color) {
    flush();
    const viewer::TextPainter::Style style{.size = static_cast<unsigned>(size * scale_),
                                           .color = color,
                                           .halo = sf::Color::Transparent,
                                           .bold = true};
    const float width = text_.width_of(text, style);
    text_.write(target_, text, to_screen(at) - sf::Vector2f(0.5f * width, 0.6f * size * scale_), style);
}

void Canvas::sky(sf::Color top, sf::Color bottom) { mesh_.rectangle({0.0f, 0.0f}, size_, top, bottom); }

void Canvas::panel(sf::Vector2f at, sf::Vector2f size, sf::Color color) {
    const float d = detail(), r = std::min(10.0f, 0.5f * size.y) * d;
    const sf::Vector2f a = at * d, b = (at + size) * d;
    points_.clear();
    constexpr int arc = 6;
    for (int corner = 0; corner < 4; ++corner) {
        const sf::Vector2f middle(corner == 0 || corner == 3 ? b.x - r : a.x + r,
                                  corner < 2 ? a.y + r : b.y - r);
        for (int i = 0; i <= arc; ++i) {
            const float angle =
                0.5f * drystone::pi *
                (static_cast<float>(corner) + static_cast<float>(i) / static_cast<float>(arc));
            points_.push_back(middle + sf::Vector2f(r * std::cos(angle), -r * std::sin(angle)));
        }
    }
    mesh_.fan(points_, color);
}

void Canvas::text(sf::Vector2f at, const std::string& text, unsigned size, sf::Color color, bool bold) {
    flush();
    const auto pixels = static_cast<unsigned>(std::lround(static_cast<float>(size) * detail()));
    text_.write(target_, text, at * detail(),
                {.size = pixels, .color = color, .halo = sf::Color::Transparent, .bold = bold});
}

float Canvas::text_width(const std::string& text, unsigned size, bool bold) const {
    const auto pixels = static_cast<unsigned>(std::lround(static_cast<float>(size) * detail()));
    return text_.width_of(text, {.size = pixels, .color = {}, .halo = {}, .bold = bold}) / detail();
}

void Canvas::centered_text(float y, const std::string& content, unsigned size, sf::Color color, bool bold) {
    text({0.5f * (this->size().x - text_width(content, size, bold)), y}, content, size, color, bold);
}

void Canvas::flush() {
    mesh_.draw(target_);
    mesh_.clear();
}

}  // namespace games
