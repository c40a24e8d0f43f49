#include "lesson.h"
#include "text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace explorer {
namespace {

using drystone::Vec2;

/// Interval of a number line.
struct Interval {
    float low;
    float high;

    /// Returns the end that lies farther along d, which is 1 or -1.
    [[nodiscard]] float support(float d) const { return d > 0.0f ? high : low; }
};

Interval between(const Vec2& p, const Vec2& q) { return {std::min(p.x, q.x), std::max(p.x, q.x)}; }

std::string number(float value) {
    char text[24];
    std::snprintf(text, sizeof text, "%.2f", static_cast<double>(value) + 0.0);
    return text;
}

std::string interval(const Interval& i) {
    std::string text = "[";
    text += number(i.low);
    text += ", ";
    text += number(i.high);
    text += "]";
    return text;
}

void draw_axis(Figure& figure, float low, float high) {
    figure.line(Ink::Faint, {low, 0.0f}, {high, 0.0f});
    for (float x = std::ceil(low); x <= high; x += 1.0f) {
        figure.line(Ink::Faint, {x, -0.06f}, {x, 0.06f}, std::to_string(static_cast<int>(x)));
    }
}

/// The search on a line: at most two supports.
struct LineSearch {
    float direction = 1.0f;
    float first = 0.0f;
    float second = 0.0f;
    bool needs_second = false;
    bool overlap = false;
    float distance = 0.0f;  ///< Apart by it; negative: overlap depth.
};

LineSearch search(const Interval& a, const Interval& b) {
    LineSearch s;
    const float toward = b.low + b.high - a.low - a.high;
    s.direction = toward >= 0.0f ? 1.0f : -1.0f;
    const auto support = [&](float d) { return a.support(d) - b.support(-d); };
    s.first = support(s.direction);
    // A support that lies short of the origin proves a gap: nothing reaches farther.
    s.needs_second = s.first * s.direction >= 0.0f;
    if (!s.needs_second) {
        s.distance = std::abs(s.first);
        return s;
    }
    s.second = support(-s.direction);
    s.overlap = s.second * s.direction <= 0.0f;
    s.distance = s.overlap ? -std::min(std::abs(s.first), std::abs(s.second)) : std::abs(s.second);
    return s;
}

std::string decide(const LineSearch& s) {
    if (!s.needs_second) {
        return "decided: even the farthest point " + subscripted("w", 1) + " = " + number(s.first) +
               " lies short of 0. So 0 is not in the difference: the segments are " + number(s.distance) +
               " apart, after one support.";
    }
    const std::string both = subscripted("w", 1) + " = " + number(s.first) + " and " + subscripted("w", 2) +
                             " = " + number(s.second);
    return s.overlap ? "decided: " + both +
                           " lie on both sides of 0: the 1-simplex between them holds it. The "
                           "segments overlap by " +
                           number(-s.distance) + "."
                     : "decided: " + both + " lie on one side of 0: the segments are " + number(s.distance) +
                           " apart.";
}

}  // namespace

Lesson number_line_lesson(const LessonState& state) {
    const Interval a = between(state.handles[0], state.handles[1]);
    const Interval b = between(state.handles[2], state.handles[3]);
    const Interval difference{a.low - b.high, a.high - b.low};
    const LineSearch found = search(a, b);
    Lesson lesson{.title = "GJK on a line", .steps = 4};
    Figure line{.title = "Two segments on a line: drag their ends"};
    draw_axis(line, std::min(a.low, b.low) - 1.0f, std::max(a.high, b.high) + 1.0f);
    line.line(Ink::A, {a.low, 0.45f}, {a.high, 0.45f}, "A");
    line.line(Ink::B, {b.low, -0.45f}, {b.high, -0.45f}, "B");

    Figure plane{.title = "Their difference A − B"};
    draw_axis(plane, std::min(difference.low, 0.0f) - 1.0f, std::max(difference.high, 0.0f) + 1.0f);
    plane.line(Ink::Difference, {difference.low, 0.4f}, {difference.high, 0.4f});
    plane.ring(Ink::Plain, {0.0f, 0.0f});
    lesson.text.push_back("A = " + interval(a) + ", B = " + interval(b) +
                          ". All differences a − b form A − B = " + interval(difference) +
                          ", one number for each pair. The segments share a point where "
                          "a = b, so where the difference holds 0.");
    if (state.step >= 1) {
        plane.arrow(Ink::Support, {found.first - found.direction, 0.0f}, {found.first, 0.0f});
        plane.dot(Ink::Simplex, {found.first, 0.0f}, subscripted("w", 1));
        line.dot(Ink::Support, {a.support(found.direction), 0.45f}, subscripted("a", 1));
        line.dot(Ink::Support, {b.support(-found.direction), -0.45f}, subscripted("b", 1));
        lesson.text.push_back("asked: the point farthest " +
                              std::string(found.direction > 0.0f ? "to the right" : "to the left") +
                              ", from A towards B. found: " + subscripted("w", 1) + " = " +
                              subscripted("a", 1) + " − " + subscripted("b", 1) + " = " +
                              number(found.first) + ", a 0-simplex.");
    }
    if (state.step >= 2 && found.needs_second) {
        plane.arrow(Ink::Support, {found.second + found.direction, 0.0f}, {found.second, 0.0f});
        plane.dot(Ink::Simplex, {found.second, 0.0f}, subscripted("w", 2));
        plane.line(Ink::Simplex, {found.first, 0.0f}, {found.second, 0.0f});
        lesson.text.push_back("asked: the point farthest back, towards 0. found: " + subscripted("w", 2) +
                              " = " + number(found.second) +
                              ". The two points are a 1-simplex, the largest on a line.");
    }
    if (state.step >= 3) {
        lesson.text.push_back(decide(found));
    }
    lesson.figures = {std::move(line), std::move(plane)};
    return lesson;
}

}  // namespace explorer
