#include "painter.h"

#include "../model/dragging.h"
#include "../model/text.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace explorer {

using drystone::Vec2;
using viewer::with_alpha;

void Painter::lay_out(sf::Vector2f size, float covered) {
    size_ = size;
    free_width_ = size.x - covered;
    const float gap = 10.0f * unit();
    const float top = 10.0f * unit();
    words_top_ = size.y - 226.0f * unit();
    const sf::Vector2f pane(0.5f * (free_width_ - 3.0f * gap), words_top_ - top - gap);
    shapes_.corner = {gap, top};
    shapes_.size = pane;
    difference_.corner = {2.0f * gap + pane.x, top};
    difference_.size = pane;
}

void Painter::fit(const Session& session, float part) {
    const Tutorial& tutorial = session.tutorial;
    const auto box_of = [](const Points& points, drystone::Aabb box) {
        for (const Vec2& p : points) {
            box = merge(box, {p, p});
        }
        return box;
    };
    const Vec2& first = tutorial.border_a.front();
    const drystone::Aabb both = box_of(tutorial.border_b, box_of(tutorial.border_a, {first, first}));
    const drystone::Aabb difference = box_of(tutorial.difference, {});
    float scale = 160.0f * unit();
    for (const drystone::Aabb& box : {both, difference}) {
        const Vec2 extent = box.upper - box.lower;
        scale = std::min(scale, 0.84f * shapes_.size.x / std::max(extent.x, 0.1f));
        scale = std::min(scale, 0.76f * shapes_.size.y / std::max(extent.y, 0.1f));
    }
    const auto approach = [part](Pane& pane, const Vec2& middle, float aim) {
        pane.scale += part * (aim - pane.scale);
        pane.center += part * (middle - pane.center);
    };
    approach(shapes_, center(both), scale);
    const Vec2 middle = center(difference);
    const Vec2 focus = session.step().nearest;
    approach(difference_, focus + (middle - focus) / zoom_, zoom_ * scale);
}

void Painter::draw(sf::RenderTarget& target, const Session& session) {
    theme_ = session.shown.dark ? &viewer::dark_theme() : &viewer::light_theme();
    names_ = session.shown.names;
    const Pane whole{{0.0f, 0.0f}, sf::Vector2f(target.getSize())};
    target.clear(theme_->sky_bottom);
    mesh_.clear();
    labels_.clear();
    if (session.lesson >= 0) {
        draw_lesson(target, session);
        return;
    }
    draw_shapes(session);
    flush(target, shapes_);
    draw_difference(session);
    flush(target, difference_);
    draw_progress(session);
    flush(target, whole);
    draw_words(target, session);
}

void Painter::draw_shapes(const Session& session) {
    const Tutorial& tutorial = session.tutorial;
    const Step& step = session.step();
    const sf::Color a = theme_->palette[scenes::color::slate];
    const sf::Color b = theme_->palette[scenes::color::ochre];
    background(shapes_);
    area(shapes_, tutorial.border_a, with_alpha(a, 0.45f));
    area(shapes_, tutorial.border_b, with_alpha(b, 0.45f));
    outline(shapes_, tutorial.border_a, 2.2f, a);
    outline(shapes_, tutorial.border_b, 2.2f, b);
    outline(shapes_, tutorial.core_a, 1.5f, a, true);
    outline(shapes_, tutorial.core_b, 1.5f, b, true);
    // Corners that can be dragged; later, other points are marked.
    if (step.part == Part::Question) {
        for (const bool of_b : {false, true}) {
            for (const Vec2& corner : corners_of(tutorial, of_b)) {
                dot(shapes_, corner, 3.5f, of_b ? b : a);
            }
        }
    }
    if (step.part == Part::Answer && tutorial.answer.depth > 0.0f) {
        Points shifted = tutorial.border_b;
        for (Vec2& p : shifted) {
            p += tutorial.answer.depth * tutorial.answer.normal;
        }
        outline(shapes_, shifted, 1.6f, theme_->tool, true);
    }
    if (session.place.stage == TutorialStage::Decided || step.part == Part::Epa) {
        draw_witnesses(step);
    }
    if (session.place.stage != TutorialStage::Asked) {
        draw_support_points(step);
    }
    const auto heading = [&](const char* text, const PlacedShape& shape, sf::Color color) {
        labels_.push_back({text, shapes_.to_screen(shape.position) - sf::Vector2f(7.0f, 12.0f) * unit(),
                           viewer::readable(color, *theme_), 20.0f, true});
    };
    heading("A", tutorial.question.a, a);
    heading("B", tutorial.question.b, b);
    labels_.push_back(
        {"The shapes", shapes_.corner + sf::Vector2f(12.0f, 8.0f) * unit(), theme_->text, 14.0f, true});
}

/// Draws the points of A and B that form the support point, and the directions in which they are farthest.
void Painter::draw_support_points(const Step& step) {
    if (!step.support) {
        return;
    }
    const float arm = 46.0f * unit() / shapes_.scale;
    for (const bool of_a : {true, false}) {
        const Vec2& p = of_a ? step.support->on_a : step.support->on_b;
        const Vec2 way = of_a ? step.direction : -step.direction;
        mesh_.arrow(shapes_.to_screen(p), shapes_.to_screen(p + arm * way), 2.0f * unit(), theme_->friction);
        dot(shapes_, p, 5.0f, theme_->contact);
        label(shapes_, subscripted(of_a ? "a" : "b", step.support->number), p, theme_->contact, p + way);
    }
}

void Painter::draw_witnesses(const Step& step) {
    if (!step.witness_a || !step.witness_b) {
        return;
    }
    const Vec2& p = *step.witness_a;
    const Vec2& q = *step.witness_b;
    stroke(shapes_, p, q, 2.4f, theme_->tool);
    dot(shapes_, p, 4.5f, theme_->tool);
    dot(shapes_, q, 4.5f, theme_->tool);
    // Perpendicular to the line between them, where the support points' arrows and names rarely are.
    const Vec2 across = drystone::left_perp(q - p);
    label(shapes_, "p", p, theme_->tool, p - across);
    label(shapes_, "q", q, theme_->tool, q - across);
}

void Painter::draw_difference(const Session& session) {
    const Tutorial& tutorial = session.tutorial;
    const Step& step = session.step();
    background(difference_);
    const bool regions =
        step.part == Part::Gjk && session.shown.regions && session.place.stage == TutorialStage::Decided;
    if (regions) {
        draw_regions(step);
    }
    const sf::Color fill = theme_->palette[scenes::color::plum];
    if (session.shown.difference) {
        area(difference_, tutorial.difference, with_alpha(fill, 0.20f));
        outline(difference_, tutorial.difference, 1.8f, with_alpha(fill, 0.75f));
        outline(difference_, tutorial.core_difference, 1.3f, with_alpha(fill, 0.8f), true);
    }
    switch (step.part) {
        case Part::Question: break;
        case Part::Gjk: draw_gjk(step, session.place.stage); break;
        case Part::Epa: draw_epa(step, session.place.stage); break;
        case Part::Answer: draw_answer(step, tutorial); break;
    }
    draw_origin();
    if (step.part != Part::Answer) {
        label(difference_, "0", {0.0f, 0.0f}, theme_->text, {-1.0f, 1.0f});
    }
    labels_.push_back({"Their Minkowski difference A − B",
                       difference_.corner + sf::Vector2f(12.0f, 8.0f) * unit(), theme_->text, 14.0f, true});
}

/// Draws the plane divided by the nearest part of the simplex; the region that contains the origin is tinted.
void Painter::draw_regions(const Step& step) {
    for (const Region& region : step.regions) {
        if (region.holds_origin) {
            area(difference_, region.area, with_alpha(theme_->palette[scenes::color::teal], 0.22f));
        }
    }
    for (const Region& region : step.regions) {
        outline(difference_, region.area, 1.0f, with_alpha(theme_->text_soft, 0.55f));
    }
}

void Painter::draw_gjk(const Step& step, TutorialStage stage) {
    const sf::Color old = with_alpha(theme_->text_soft, 0.9f);
    const sf::Color strong = theme_->palette[scenes::color::teal];
    const bool start = step.iteration == 0;
    polytope(step.before, 2.2f, stage == TutorialStage::Decided ? old : strong,
             stage == TutorialStage::Decided && !start);
    if (!start) {
        const Vec2 tip = step.search_from + 60.0f * unit() / difference_.scale * step.direction;
        mesh_.arrow(difference_.to_screen(step.search_from), difference_.to_screen(tip), 2.4f * unit(),
                    theme_->friction);
        label(difference_, "d", tip, theme_->friction, step.search_from);
        if (stage != TutorialStage::Decided) {
            dot(difference_, step.search_from, 4.5f, theme_->tool);
            label(difference_, "v", step.search_from, theme_->tool, tip);
        }
    }
    if (stage == TutorialStage::Decided) {
        if (step.after.size() == 3) {
            Points corners;
            for (const NamedVertex& vertex : step.after) {
                corners.push_back(vertex.w);
            }
            area(difference_, corners, with_alpha(strong, 0.30f));
        }
        polytope(step.after, 3.6f, strong, false);
        stroke(difference_, step.nearest, {0.0f, 0.0f}, 1.6f, theme_->tool, true);
        dot(difference_, step.nearest, 4.5f, theme_->tool);
        label(difference_, "v", step.nearest, theme_->tool, {0.0f, 0.0f});
    }
    if (!start && stage != TutorialStage::Asked) {
        draw_support(step);
    }
}

void Painter::draw_epa(const Step& step, TutorialStage stage) {
    const sf::Color strong = theme_->palette[scenes::color::teal];
    const std::vector<NamedVertex>& shown = stage == TutorialStage::Decided ? step.after : step.before;
    Points corners;
    for (const NamedVertex& vertex : shown) {
        corners.push_back(vertex.w);
    }
    area(difference_, corners, with_alpha(strong, 0.22f));
    polytope(shown, 2.4f, strong, false);
    const auto face = static_cast<std::size_t>(step.face.value_or(0));
    const Vec2& p = step.before[face].w;
    const Vec2& q = step.before[(face + 1) % step.before.size()].w;
    stroke(difference_, p, q, 4.6f, theme_->tool);
    stroke(difference_, {0.0f, 0.0f}, step.nearest, 1.6f, theme_->tool, true);
    dot(difference_, step.nearest, 4.5f, theme_->tool);
    const Vec2 tip = step.nearest + 52.0f * unit() / difference_.scale * step.direction;
    mesh_.arrow(difference_.to_screen(step.nearest), difference_.to_screen(tip), 2.4f * unit(),
                theme_->friction);
    label(difference_, "n", tip, theme_->friction, step.nearest);
    if (stage != TutorialStage::Asked) {
        draw_support(step);
    }
}

void Painter::draw_answer(const Step& step, const Tutorial& tutorial) {
    const sf::Color strong = theme_->palette[scenes::color::teal];
    polytope(step.after, 2.4f, strong, false);
    const sf::Vector2f origin = difference_.to_screen({0.0f, 0.0f});
    const sf::Vector2f border = difference_.to_screen(step.nearest);
    const bool overlapping = tutorial.answer.depth > 0.0f;
    mesh_.arrow(overlapping ? origin : border, overlapping ? border : origin, 2.8f * unit(), theme_->tool);
    dot(difference_, step.nearest, 5.0f, theme_->tool);
    const std::string text = (overlapping ? "depth " : "distance ") + metres(std::abs(tutorial.answer.depth));
    const Vec2 middle = 0.5f * step.nearest;
    // Next to the arrow, on the side that has more of the difference.
    Vec2 side = drystone::left_perp(tutorial.answer.normal);
    side = drystone::dot(side, middle - difference_.center) < 0.0f ? side : -side;
    label(difference_, text, middle, theme_->tool, middle - side);
}

/// Draws the support point, and the line through it that the difference does not cross.
void Painter::draw_support(const Step& step) {
    if (!step.support) {
        return;
    }
    const Vec2& w = step.support->w;
    const Vec2 along = 30.0f * drystone::left_perp(step.direction);
    stroke(difference_, w - along, w + along, 1.3f, with_alpha(theme_->friction, 0.7f), true);
    dot(difference_, w, 6.0f, theme_->contact);
    label(difference_, subscripted("w", step.support->number), w, theme_->contact, w - step.direction);
}

void Painter::draw_origin() {
    const Vec2 origin{0.0f, 0.0f};
    const sf::Vector2f o = difference_.to_screen(origin);
    const float arm = 11.0f * unit();
    mesh_.line(o - sf::Vector2f(arm, 0.0f), o + sf::Vector2f(arm, 0.0f), 2.0f * unit(), theme_->text);
    mesh_.line(o - sf::Vector2f(0.0f, arm), o + sf::Vector2f(0.0f, arm), 2.0f * unit(), theme_->text);
    ring(difference_, origin, 6.0f, theme_->text);
}

void Painter::draw_progress(const Session& session) {
    const std::vector<Step>& steps = session.tutorial.steps;
    const float left = 20.0f * unit();
    const float height = 6.0f * unit();
    const float each = (free_width_ - 2.0f * left) / static_cast<float>(steps.size());
    const float gap = std::min(3.0f * unit(), 0.3f * each);
    const float top = words_top_ + 4.0f * unit();
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Part part = steps[i].part;
        const sf::Color color = part == Part::Gjk   ? theme_->palette[scenes::color::slate]
                                : part == Part::Epa ? theme_->palette[scenes::color::terracotta]
                                                    : theme_->text_soft;
        const bool done = static_cast<int>(i) <= session.place.step;
        const bool here = static_cast<int>(i) == session.place.step;
        const float x = left + each * static_cast<float>(i);
        const float extra = here ? 2.5f * unit() : 0.0f;
        const sf::Color shade = with_alpha(color, done ? 1.0f : 0.28f);
        mesh_.rectangle({x, top - extra}, {x + each - gap, top + height + extra}, shade, shade);
    }
}

void Painter::draw_words(sf::RenderTarget& target, const Session& session) {
    const Step& step = session.step();
    const auto points = [this](float value) { return static_cast<unsigned>(std::lround(value * unit())); };
    const float left = 20.0f * unit();
    float y = words_top_ + 18.0f * unit();
    const std::string count = "step " + std::to_string(session.place.step) + " of " +
                              std::to_string(session.tutorial.steps.size() - 1);
    text_.write(target, step.title, {left, y}, {points(20.0f), theme_->text, theme_->sky_bottom, true});
    text_.write(target, count, {free_width_ - 120.0f * unit(), y + 5.0f * unit()},
                {points(13.0f), theme_->text_soft, theme_->sky_bottom});
    y += 32.0f * unit();
    const struct {
        const char* title;
        const std::string& text;
        TutorialStage stage;
    } rows[] = {{"asked", step.asked, TutorialStage::Asked},
                {"found", step.found, TutorialStage::Found},
                {"decided", step.decided, TutorialStage::Decided}};
    const float indent = 80.0f * unit();
    const int columns = static_cast<int>((free_width_ - left - indent - 16.0f * unit()) / (7.35f * unit()));
    for (const auto& row : rows) {
        if (session.place.stage < row.stage) {
            break;
        }
        const bool now = row.stage == session.place.stage;
        text_.write(target, row.title, {left, y},
                    {points(14.0f), now ? theme_->tool_text : theme_->text_soft, theme_->sky_bottom, true});
        for (const std::string& line : wrap(row.text, columns)) {
            text_.write_indexed(target, line, {left + indent, y},
                                {points(14.0f), theme_->text, theme_->sky_bottom});
            y += 19.0f * unit();
        }
        y += 6.0f * unit();
    }
}

}  // namespace explorer
