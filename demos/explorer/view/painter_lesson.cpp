#include "painter.h"

#include "../model/text.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace explorer {
namespace {

using drystone::Vec2;

/// Points beyond belong to areas without an end; they do not count for the view [m].
constexpr float far = 15.0f;

drystone::Aabb box_of(const Figure& figure) {
    drystone::Aabb box{{-0.5f, -0.5f}, {0.5f, 0.5f}};
    for (const Mark& mark : figure.marks) {
        for (const Vec2& p : mark.points) {
            if (std::abs(p.x) < far && std::abs(p.y) < far) {
                box = merge(box, {p, p});
            }
        }
    }
    return box;
}

void fit_pane(Pane& pane, const Figure& figure) {
    const drystone::Aabb box = box_of(figure);
    const Vec2 extent = box.upper - box.lower;
    pane.center = center(box);
    pane.scale = std::min(0.8f * pane.size.x / std::max(extent.x, 0.1f),
                          0.72f * pane.size.y / std::max(extent.y, 0.1f));
}

}  // namespace

sf::Color Painter::color_of(Ink ink) const {
    switch (ink) {
        case Ink::A: return theme_->palette[scenes::color::slate];
        case Ink::B: return theme_->palette[scenes::color::ochre];
        case Ink::Difference: return theme_->palette[scenes::color::plum];
        case Ink::Simplex: return theme_->palette[scenes::color::teal];
        case Ink::Support: return theme_->contact;
        case Ink::Answer: return theme_->tool;
        case Ink::Faint: return theme_->text_soft;
        case Ink::Impossible: return theme_->normal;
        case Ink::Plain: break;
    }
    return theme_->text;
}

void Painter::draw_lesson(sf::RenderTarget& target, const Session& session) {
    const std::vector<Figure>& figures = session.shown_lesson.figures;
    const Pane whole{{0.0f, 0.0f}, sf::Vector2f(target.getSize())};
    for (std::size_t i = 0; i < figures.size() && i < 2; ++i) {
        Pane& pane = lesson_panes_[i];
        pane.corner = i == 0 ? shapes_.corner : difference_.corner;
        pane.size = shapes_.size;
        if (figures.size() == 1) {
            pane.size.x = difference_.corner.x + difference_.size.x - shapes_.corner.x;
        }
        fit_pane(pane, figures[i]);
        background(pane);
        draw_figure(pane, figures[i]);
        if (i == 0) {
            for (const Vec2& handle : session.lesson_state.handles) {
                ring(pane, handle, 8.0f, theme_->tool);
            }
        }
        flush(target, pane);
    }
    draw_text(target, session);
    flush(target, whole);
}

void Painter::draw_figure(const Pane& pane, const Figure& figure) {
    for (const Mark& mark : figure.marks) {
        draw_mark(pane, mark);
    }
    sf::Vector2f place = pane.corner + sf::Vector2f(12.0f, 8.0f) * unit();
    const int columns = static_cast<int>((pane.size.x - 24.0f * unit()) / (9.2f * unit()));
    for (std::string& line : wrap(figure.title, columns)) {
        labels_.push_back({std::move(line), place, theme_->text, 14.0f, true});
        place.y += 19.0f * unit();
    }
}

void Painter::draw_mark(const Pane& pane, const Mark& mark) {
    const sf::Color color = color_of(mark.ink);
    const Points& points = mark.points;
    switch (mark.kind) {
        case MarkKind::Dot: dot(pane, points[0], 5.0f, color); break;
        case MarkKind::Ring: ring(pane, points[0], 6.0f, color); break;
        case MarkKind::Line: stroke(pane, points[0], points[1], 2.4f, color); break;
        case MarkKind::Dashes: stroke(pane, points[0], points[1], 1.6f, color, true); break;
        case MarkKind::Arrow:
            mesh_.arrow(pane.to_screen(points[0]), pane.to_screen(points[1]), 2.4f * unit(), color);
            break;
        case MarkKind::Area:
            area(pane, points, viewer::with_alpha(color, mark.ink == Ink::Faint ? 0.06f : 0.22f));
            outline(pane, points, 1.2f, viewer::with_alpha(color, 0.6f));
            break;
        case MarkKind::Outline: outline(pane, points, 2.0f, color); break;
        case MarkKind::Text: write_centred(pane, mark.label, points[0], color); return;
    }
    if (!mark.label.empty()) {
        Vec2 at{0.0f, 0.0f};
        if (mark.kind == MarkKind::Area) {
            for (const Vec2& p : points) {
                at += p / static_cast<float>(points.size());
            }
        } else {
            at = points.back();
        }
        label(pane, mark.label, at, color, at + Vec2{-0.2f, -0.6f});
    }
}

void Painter::draw_text(sf::RenderTarget& target, const Session& session) {
    const Lesson& lesson = session.shown_lesson;
    const auto points = [this](float value) { return static_cast<unsigned>(std::lround(value * unit())); };
    const float left = 20.0f * unit();
    float y = words_top_ + 6.0f * unit();
    const std::string count =
        "step " + std::to_string(session.lesson_state.step) + " of " + std::to_string(lesson.steps - 1);
    text_.write(target, lesson.title, {left, y}, {points(18.0f), theme_->text, theme_->sky_bottom, true});
    text_.write(target, count, {free_width_ - 120.0f * unit(), y + 4.0f * unit()},
                {points(13.0f), theme_->text_soft, theme_->sky_bottom});
    y += 28.0f * unit();
    const int columns = static_cast<int>((free_width_ - 2.0f * left) / (6.9f * unit()));
    for (const std::string& paragraph : lesson.text) {
        for (const std::string& line : wrap(paragraph, columns)) {
            text_.write_indexed(target, line, {left, y}, {points(13.0f), theme_->text, theme_->sky_bottom});
            y += 17.0f * unit();
        }
        y += 4.0f * unit();
    }
}

}  // namespace explorer
