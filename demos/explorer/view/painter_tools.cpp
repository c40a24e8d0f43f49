#include "painter.h"

#include "../model/text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace explorer {

using drystone::pi;
using drystone::Vec2;

void Painter::background(const Pane& pane) {
    const sf::Vector2f end = pane.corner + pane.size;
    mesh_.rectangle(pane.corner, end, theme_->sky_top,
                    viewer::mixed(theme_->sky_top, theme_->sky_bottom, 0.5f));
    const Vec2 low = pane.to_plane({pane.corner.x, end.y});
    const Vec2 high = pane.to_plane({end.x, pane.corner.y});
    const float width = std::max(1.0f, std::round(unit()));
    for (float x = std::ceil(low.x); x <= high.x; x += 1.0f) {
        const float pixel = std::floor(pane.to_screen({x, 0.0f}).x);
        mesh_.rectangle({pixel, pane.corner.y}, {pixel + width, end.y}, theme_->grid, theme_->grid);
    }
    for (float y = std::ceil(low.y); y <= high.y; y += 1.0f) {
        const float pixel = std::floor(pane.to_screen({0.0f, y}).y);
        mesh_.rectangle({pane.corner.x, pixel}, {end.x, pixel + width}, theme_->grid, theme_->grid);
    }
    mesh_.frame(pane.corner, end, width, theme_->grid_strong);
}

void Painter::flush(sf::RenderTarget& target, const Pane& pane) {
    const sf::Vector2f size(target.getSize());
    target.setView(pane.view(size));
    mesh_.draw(target);
    mesh_.clear();
    for (const Label& label : labels_) {
        text_.write_indexed(target, label.text, label.place,
                            {static_cast<unsigned>(std::lround(label.size * unit())), label.color,
                             viewer::with_alpha(theme_->sky_top, 0.8f), label.bold});
    }
    labels_.clear();
    target.setView(sf::View(sf::FloatRect({0.0f, 0.0f}, size)));
}

void Painter::area(const Pane& pane, const Points& points, sf::Color color) {
    std::vector<sf::Vector2f> corners;
    for (const Vec2& p : points) {
        corners.push_back(pane.to_screen(p));
    }
    mesh_.fan(corners, color);
}

void Painter::outline(const Pane& pane, const Points& points, float width, sf::Color color, bool dashed) {
    if (points.size() == 1) {
        dot(pane, points[0], 2.2f * width, color);
    }
    if (points.size() == 2) {
        stroke(pane, points[0], points[1], width, color, dashed);
        return;
    }
    if (!dashed) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            stroke(pane, points[i], points[(i + 1) % points.size()], width, color);
        }
        return;
    }
    // The dashes continue across corners, so that curves have them, too.
    const float dash = 6.0f * unit();
    float run = 0.0f;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const sf::Vector2f p = pane.to_screen(points[i]);
        const sf::Vector2f way = pane.to_screen(points[(i + 1) % points.size()]) - p;
        const float length = std::hypot(way.x, way.y);
        for (float at = 0.0f; at < length;) {
            const float phase = std::fmod(run + at, 2.0f * dash);
            const bool on = phase < dash;
            const float end = std::min(length, at + std::max((on ? dash : 2.0f * dash) - phase, 0.01f));
            if (on) {
                mesh_.line(p + way * (at / length), p + way * (end / length), width * unit(), color);
            }
            at = end;
        }
        run += length;
    }
}

void Painter::stroke(const Pane& pane, const Vec2& p, const Vec2& q, float width, sf::Color color,
                     bool dashed) {
    const sf::Vector2f from = pane.to_screen(p);
    const sf::Vector2f way = pane.to_screen(q) - from;
    if (!dashed) {
        mesh_.line(from, from + way, width * unit(), color);
        return;
    }
    const float length = std::hypot(way.x, way.y);
    const float dash = 6.0f * unit();
    for (float at = 0.0f; at < length; at += 2.0f * dash) {
        mesh_.line(from + way * (at / length), from + way * (std::min(at + dash, length) / length),
                   width * unit(), color);
    }
}

void Painter::dot(const Pane& pane, const Vec2& p, float radius, sf::Color color) {
    mesh_.disc(pane.to_screen(p), (radius + 1.5f) * unit(), theme_->sky_top);
    mesh_.disc(pane.to_screen(p), radius * unit(), color);
}

void Painter::ring(const Pane& pane, const Vec2& p, float radius, sf::Color color) {
    constexpr int count = 24;
    const sf::Vector2f middle = pane.to_screen(p);
    const auto at = [&](int i) {
        const float angle = 2.0f * drystone::pi * static_cast<float>(i) / static_cast<float>(count);
        return middle + radius * unit() * sf::Vector2f(std::cos(angle), std::sin(angle));
    };
    for (int i = 0; i < count; ++i) {
        mesh_.line(at(i), at(i + 1), 2.0f * unit(), color);
    }
}

void Painter::label(const Pane& pane, std::string text, const Vec2& p, sf::Color color,
                    const Vec2& away_from) {
    if (!names_) {
        return;
    }
    // Of two equal labels, the later one has the more important colour.
    std::erase_if(labels_, [&text](const Label& other) { return other.text == text; });
    Vec2 away = p - away_from;
    const float length = drystone::length(away);
    away = length > 1e-4f ? away / length : Vec2{0.0f, 1.0f};
    constexpr float size = 14.0f;
    // Near the origin several names may want the same place: each takes the direction next to its own that is
    // free.
    constexpr float turns[] = {0.0f, 0.7f, -0.7f, 1.4f, -1.4f, 2.2f, -2.2f, pi};
    sf::FloatRect place;
    for (const float turn : turns) {
        place = place_of(pane, text, pane.to_screen(p), rotate(drystone::Rot::from_angle(turn), away), size);
        const bool is_free = std::none_of(labels_.begin(), labels_.end(), [&](const Label& other) {
            const sf::FloatRect taken({other.place.x, other.place.y}, extent_of(other.text, other.size));
            return taken.intersects(place);
        });
        if (is_free) {
            break;
        }
    }
    labels_.push_back(
        {std::move(text), {place.left, place.top}, viewer::readable(color, *theme_), size, true});
}

void Painter::write_centred(const Pane& pane, const std::string& text, const Vec2& middle, sf::Color color) {
    constexpr float size = 14.0f;
    labels_.push_back({text, pane.to_screen(middle) - 0.5f * extent_of(text, size),
                       viewer::readable(color, *theme_), size, true});
}

sf::Vector2f Painter::extent_of(const std::string& text, float size) const {
    const viewer::TextPainter::Style style{static_cast<unsigned>(std::lround(size * unit())), {}, {}, true};
    return {text_.width_of(text, style), 1.15f * size * unit()};
}

/// Returns the place of a label beside a point, inside the pane.
sf::FloatRect Painter::place_of(const Pane& pane, const std::string& text, sf::Vector2f point,
                                const Vec2& away, float size) const {
    const sf::Vector2f extent = extent_of(text, size);
    const bool is_name = text.find(' ') == std::string::npos;
    const sf::Vector2f middle = point + 16.0f * unit() * sf::Vector2f(away.x, -away.y);
    const float left = is_name ? middle.x - 0.5f * extent.x : middle.x - (away.x < 0.0f ? extent.x : 0.0f);
    const float margin = 6.0f * unit();
    const float last = pane.corner.x + pane.size.x - extent.x - margin;
    const float x = std::clamp(left, pane.corner.x + margin, std::max(last, pane.corner.x + margin));
    return {{x, middle.y - 0.62f * size * unit()}, extent};
}

void Painter::polytope(const std::vector<NamedVertex>& vertices, float width, sf::Color color, bool dashed) {
    const std::size_t count = vertices.size();
    for (std::size_t i = 0; i < count && count > 1; ++i) {
        if (count > 2 || i == 0) {
            stroke(difference_, vertices[i].w, vertices[(i + 1) % count].w, width, color, dashed);
        }
    }
    const Vec2 center = count > 1 ? center_of(vertices) : Vec2{0.0f, 0.0f};
    for (const NamedVertex& vertex : vertices) {
        dot(difference_, vertex.w, 4.5f, color);
        // The names of a polytope with many corners would overlap.
        if (count <= 12) {
            label(difference_, subscripted("w", vertex.number), vertex.w, color, center);
        }
    }
}

Vec2 Painter::center_of(const std::vector<NamedVertex>& vertices) const {
    Vec2 sum{0.0f, 0.0f};
    for (const NamedVertex& vertex : vertices) {
        sum += vertex.w;
    }
    return sum / static_cast<float>(vertices.size());
}

}  // namespace explorer
