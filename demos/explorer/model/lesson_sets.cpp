#include "any_shape.h"
#include "lesson.h"
#include "text.h"

#include <drystone/collision/trace.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace explorer {
namespace {

using drystone::Vec2;

/// Two sets of points: the first three handles are A, the others B.
struct TwoSets {
    Points a;
    Points b;
};

TwoSets sets_of(const LessonState& state) {
    const auto middle = state.handles.begin() + 3;
    return {Points(state.handles.begin(), middle), Points(middle, state.handles.end())};
}

Points hull_of(const Points& points) {
    return trace_border(
        [&points](const Vec2& d) {
            return *std::max_element(points.begin(), points.end(),
                                     [&d](const Vec2& p, const Vec2& q) { return dot(p, d) < dot(q, d); });
        },
        0.0005f);
}

/// Returns all differences a - b (`sign` -1) or sums (1).
Points combine(const TwoSets& sets, float sign) {
    Points all;
    for (const Vec2& a : sets.a) {
        for (const Vec2& b : sets.b) {
            all.push_back(a + sign * b);
        }
    }
    return all;
}

Figure draw_sets(const TwoSets& sets, const char* title) {
    Figure figure{.title = title};
    figure.area(Ink::A, hull_of(sets.a), "A");
    figure.area(Ink::B, hull_of(sets.b), "B");
    return figure;
}

/// Runs GJK of the library on the two sets.
drystone::TraceRecord run_gjk(const TwoSets& sets) {
    drystone::TraceRecord record;
    drystone::trace_penetration(AnyShape::of_points(sets.a), AnyShape::of_points(sets.b), drystone::Pose{},
                                record);
    return record;
}

/// Returns whether a triangle of any orientation holds the origin; touching counts.
bool holds_origin(const std::array<Vec2, 3>& corners) {
    int left = 0;
    int right = 0;
    for (std::size_t i = 0; i < 3; ++i) {
        const float side = drystone::cross(corners[i], corners[(i + 1) % 3]);
        left += side >= 0.0f ? 1 : 0;
        right += side <= 0.0f ? 1 : 0;
    }
    return left == 3 || right == 3;
}

/// Returns a number below `bound` for a draw. Source: Steele, Lea, Flood, Fast Splittable Pseudorandom Number
/// Generators, 2014 (the output function of SplitMix64).
std::size_t draw(std::uint64_t number, std::size_t bound) {
    std::uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return static_cast<std::size_t>((z ^ (z >> 31)) % bound);
}

/// Returns three different places below `count`, of the attempt with that number.
std::array<std::size_t, 3> draw_triple(int attempt, std::size_t count) {
    std::array<std::size_t, 3> places{};
    std::uint64_t number = static_cast<std::uint64_t>(attempt) * 64;
    for (std::size_t i = 0; i < 3;) {
        places[i] = draw(number++, count);
        if (std::find(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(i), places[i]) ==
            places.begin() + static_cast<std::ptrdiff_t>(i)) {
            ++i;
        }
    }
    return places;
}

/// Counts the triples of points that hold the origin.
int count_good_triples(const Points& cloud) {
    int good = 0;
    for (std::size_t i = 0; i < cloud.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            for (std::size_t k = 0; k < j; ++k) {
                good += holds_origin({cloud[i], cloud[j], cloud[k]}) ? 1 : 0;
            }
        }
    }
    return good;
}

void draw_cloud(Figure& figure, const Points& cloud) {
    figure.area(Ink::Difference, hull_of(cloud));
    for (const Vec2& point : cloud) {
        figure.dot(Ink::Difference, point);
    }
    figure.ring(Ink::Plain, {0.0f, 0.0f});
}

}  // namespace

Lesson cloud_lesson(const LessonState& state) {
    const TwoSets sets = sets_of(state);
    const Points cloud = combine(sets, -1.0f);
    const drystone::TraceRecord record = run_gjk(sets);
    std::vector<drystone::TraceVertex> asked;
    for (const drystone::GjkStep& step : record.gjk) {
        const drystone::TraceVertex& vertex = step.iteration == 0 ? step.before.vertices[0] : step.support;
        if (std::find(asked.begin(), asked.end(), vertex) == asked.end()) {
            asked.push_back(vertex);
        }
    }
    Lesson lesson{.title = "The cloud of all differences", .steps = static_cast<int>(asked.size()) + 1};
    Figure shapes = draw_sets(sets, "The shapes: drag their corners");
    Figure plane{.title = "All differences a − b"};
    draw_cloud(plane, cloud);
    const auto shown = std::min(static_cast<std::size_t>(state.step), asked.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const int place = static_cast<int>(i) + 1;
        plane.dot(Ink::Support, asked[i].w, subscripted("w", place));
        shapes.dot(Ink::Support, asked[i].on_a, subscripted("a", place));
        shapes.dot(Ink::Support, asked[i].on_b, subscripted("b", place));
        if (i > 0) {
            plane.line(Ink::Simplex, asked[i - 1].w, asked[i].w);
        }
    }
    lesson.text.push_back(
        std::to_string(sets.a.size()) + " corners of A and " + std::to_string(sets.b.size()) + " of B have " +
        std::to_string(cloud.size()) +
        " differences. Their hull is the Minkowski difference; those inside never matter. The "
        "shapes overlap where the hull holds the origin.");
    lesson.text.push_back(
        "To make the hull takes all " + std::to_string(cloud.size()) +
        " points, |A| · |B|. A point on it takes |A| + |B| corners to look at: the farthest of A "
        "along a direction, less the farthest of B against it. GJK asks for " +
        std::to_string(asked.size()) + " of them: " + std::to_string(shown) + " shown.");
    lesson.figures = {std::move(shapes), std::move(plane)};
    return lesson;
}

Lesson random_triples_lesson(const LessonState& state) {
    constexpr int attempts = 24;
    const TwoSets sets = sets_of(state);
    const Points cloud = combine(sets, -1.0f);
    const auto supports = static_cast<int>(run_gjk(sets).gjk.size());
    Lesson lesson{.title = "Random triples against a directed search", .steps = attempts + 1};
    Figure plane{.title = "Triangles of three differences"};
    draw_cloud(plane, cloud);
    int good_attempts = 0;
    for (int attempt = 1; attempt <= state.step; ++attempt) {
        const std::array<std::size_t, 3> places = draw_triple(attempt, cloud.size());
        const std::array<Vec2, 3> corners{cloud[places[0]], cloud[places[1]], cloud[places[2]]};
        const bool good = holds_origin(corners);
        good_attempts += good ? 1 : 0;
        if (attempt == state.step) {
            plane.area(good ? Ink::Answer : Ink::Impossible, {corners[0], corners[1], corners[2]});
            plane.outline(good ? Ink::Answer : Ink::Impossible, {corners[0], corners[1], corners[2]});
        }
    }
    const auto n = static_cast<int>(cloud.size());
    const int triples = n * (n - 1) * (n - 2) / 6;
    lesson.text.push_back(
        "The shapes overlap if some triangle of three differences holds the origin. Of the " +
        std::to_string(triples) + " triples, " + std::to_string(count_good_triples(cloud)) +
        " do. To draw them at random finds one sooner or later if there is one, and never proves "
        "that there is none.");
    lesson.text.push_back(
        "After " + std::to_string(state.step) + " random triples: " + std::to_string(good_attempts) +
        " held the origin. A search that asks for the farthest "
        "point towards the origin ends after " +
        std::to_string(supports) + (supports == 1 ? " step" : " steps") + ", with a proof either way.");
    lesson.figures = {draw_sets(sets, "The shapes: drag their corners"), std::move(plane)};
    return lesson;
}

Lesson sum_lesson(const LessonState& state) {
    TwoSets sets = sets_of(state);
    const Points hull_a = hull_of(sets.a);
    Lesson lesson{.title = "The sum beside its shapes", .steps = static_cast<int>(hull_a.size()) + 2};
    Figure plane{.title = "Their sum A + B"};
    const int copies = std::min(state.step, static_cast<int>(hull_a.size()));
    if (state.step > static_cast<int>(hull_a.size())) {
        plane.area(Ink::Difference, hull_of(combine(sets, 1.0f)), "A + B");
    }
    plane.outline(Ink::A, hull_a);
    for (int i = 0; i < copies; ++i) {
        const Vec2& corner = hull_a[static_cast<std::size_t>(i)];
        Points copy = hull_of(sets.b);
        for (Vec2& p : copy) {
            p += corner;
        }
        plane.outline(Ink::B, std::move(copy));
        plane.dot(Ink::A, corner);
    }
    plane.outline(Ink::Difference, hull_of(combine(sets, 1.0f)));
    plane.ring(Ink::Plain, {0.0f, 0.0f});
    lesson.text = {
        "The Minkowski sum holds every a + b. It is swept by B while B's origin goes through A: a copy of B "
        "at each corner of A, and the hull of the copies. The difference A − B is the sum of A and of B "
        "mirrored at the origin.",
        "Its farthest point along any direction is the farthest of A plus the farthest of B: a shape that is "
        "a sum needs no corners of its own. Rounded shapes are sums with a disc."};
    lesson.figures = {draw_sets(sets, "The shapes: drag their corners"), std::move(plane)};
    return lesson;
}

}  // namespace explorer
