#include "lesson.h"
#include "regions.h"

#include <algorithm>
#include <array>

namespace explorer {
namespace {

using drystone::Vec2;

/// Extent of areas that have no border [m].
constexpr float far = 40.0f;

/// Returns the half plane of the points p with (p - point) . direction >= 0, clipped far away.
Points half_plane(const Vec2& point, const Vec2& direction) {
    return clip({{-far, -far}, {far, -far}, {far, far}, {-far, far}}, point, direction);
}

/// Names the part of a triangle: "corner A", "edge BC", "the inside".
std::string part_name(const std::vector<int>& part) {
    constexpr char names[] = {'C', 'B', 'A'};
    if (part.size() == 3) {
        return "the inside";
    }
    std::string text = part.size() == 1 ? "corner " : "edge ";
    for (const int i : part) {
        text += names[i];
    }
    return text;
}

/// Returns why the origin cannot be nearest to this part of the triangle C, B, A, of which A was found last;
/// empty if it can.
std::string excluded_by(const std::vector<int>& part, const std::array<Vec2, 3>& triangle) {
    const bool has_newest = std::find(part.begin(), part.end(), 2) != part.end();
    if (part.size() == 2 && !has_newest) {
        return "A was asked for on the origin's side of BC";
    }
    if (part.size() == 1 && !has_newest) {
        return "the origin was nearest to the inside of BC, between the perpendiculars at its ends";
    }
    if (part.size() == 1) {
        // Between the perpendiculars of B and C nothing lies beyond A, for A reaches at least as far as the
        // origin.
        const Vec2 along = triangle[1] - triangle[0];
        const float place = dot(triangle[2] - triangle[0], along) / length_squared(along);
        if (place >= 0.0f && place <= 1.0f) {
            return "A reaches past the origin along the direction asked for, and lies over BC";
        }
    }
    return {};
}

}  // namespace

Lesson regions_lesson(const LessonState& state) {
    const std::array<Vec2, 3> triangle{state.handles[0], state.handles[1], state.handles[2]};
    Lesson lesson{.title = "Regions of a triangle, numbered", .steps = 3};
    Figure plane{.title = "The simplex of GJK, A found last: drag its corners"};
    const std::vector<Region> regions = voronoi_regions(Points(triangle.begin(), triangle.end()));
    std::string possible;
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const std::string number = std::to_string(i + 1);
        const std::string reason = excluded_by(regions[i].part, triangle);
        const bool shaded = state.step >= 1 && !reason.empty();
        plane.area(shaded ? Ink::Impossible : Ink::Faint, regions[i].area);
        if (state.step >= 2 && !reason.empty()) {
            lesson.text.push_back(number + ", " + part_name(regions[i].part) + ": no, for " + reason + ".");
        } else if (reason.empty()) {
            possible += (possible.empty() ? "" : ", ") + number + " (" + part_name(regions[i].part) + ")";
        }
    }
    for (std::size_t i = 0; i < regions.size(); ++i) {
        Vec2 middle{0.0f, 0.0f};
        for (const int corner : regions[i].part) {
            middle += triangle[static_cast<std::size_t>(corner)] / static_cast<float>(regions[i].part.size());
        }
        const Vec2 center = (triangle[0] + triangle[1] + triangle[2]) / 3.0f;
        const Vec2 out = middle - center;
        const Vec2 at =
            regions[i].part.size() == 3 ? center : middle + 0.8f * out / std::max(length(out), 0.01f);
        plane.dot(Ink::Plain, at, std::to_string(i + 1));
    }
    constexpr const char* names[] = {"C", "B", "A"};
    for (std::size_t i = 0; i < 3; ++i) {
        plane.line(Ink::Simplex, triangle[i], triangle[(i + 1) % 3]);
        plane.dot(Ink::Simplex, triangle[i], names[i]);
    }
    lesson.text.insert(
        lesson.text.begin(),
        "Each point of the plane is nearest to a corner, an edge, or lies inside: seven regions. GJK "
        "keeps the part that is nearest to the origin, so it must find out in which region that is. It "
        "need not look into all: the origin was nearest to the inside of BC, and A was asked for from "
        "there.");
    if (state.step >= 1) {
        lesson.text.push_back("Left to test: " + possible + ".");
    }
    lesson.figures = {std::move(plane)};
    return lesson;
}

Lesson half_spaces_lesson(const LessonState& state) {
    const Vec2& b = state.handles[0];
    const Vec2& tip = state.handles[1];
    const Vec2& a = state.handles[2];
    const Vec2 asked = tip - b;
    Lesson lesson{.title = "Where the next point can't lie", .steps = 3};
    Figure plane{.title = "The first point B, the direction it was asked for with, and the next point A"};
    if (state.step >= 1) {
        plane.area(Ink::Impossible, half_plane(b, asked));
    }
    if (state.step >= 2) {
        plane.area(Ink::Impossible, half_plane({0.0f, 0.0f}, b));
    }
    plane.ring(Ink::Plain, {0.0f, 0.0f});
    plane.arrow(Ink::Support, b, tip, "d");
    plane.dot(Ink::Simplex, b, "B");
    const float reach = std::max(length(b), 0.01f);
    plane.arrow(Ink::Support, b, b - 0.5f * b / reach);
    plane.line(Ink::Simplex, b, a);
    plane.dot(Ink::Simplex, a, "A");
    lesson.text.push_back(
        "B is the point of the difference that lies farthest along d; from B, GJK asks for the "
        "farthest point towards the origin: A. Not every A is possible.");
    if (state.step >= 1) {
        lesson.text.push_back(
            "Nothing lies farther along d than B: the half plane beyond B, across d, holds no point "
            "of the difference.");
    }
    if (state.step >= 2) {
        lesson.text.push_back(
            "If even the farthest point towards the origin does not reach past it, the origin is "
            "outside, and the shapes are apart: then there is no next step. So A is not on B's side "
            "of the line through the origin.");
    }
    const bool beyond = state.step >= 1 && dot(a - b, asked) > 0.0f;
    const bool short_of_origin = state.step >= 2 && dot(a, b) > 0.0f;
    if (beyond) {
        lesson.text.emplace_back("A as it stands is impossible: it would have been found in place of B.");
    } else if (short_of_origin) {
        lesson.text.emplace_back("A as it stands ends the search: the shapes are apart.");
    } else {
        lesson.text.emplace_back("A as it stands is possible.");
    }
    lesson.figures = {std::move(plane)};
    return lesson;
}

}  // namespace explorer
