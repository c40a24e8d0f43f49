#include "lesson.h"
#include "text.h"

#include <drystone/collision/math3.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace explorer {
namespace {

using drystone::Vec2;
using drystone::Vec3;

/// View of space from afar: turned about the vertical axis, then tilted towards the eye.
struct View3 {
    float turn;
    float tilt;

    [[nodiscard]] Vec2 project(const Vec3& p) const {
        const float x = std::cos(turn) * p.x + std::sin(turn) * p.z;
        const float z = std::cos(turn) * p.z - std::sin(turn) * p.x;
        return {x, std::cos(tilt) * p.y - std::sin(tilt) * z};
    }
};

/// Box with edges along the axes.
struct Box3 {
    Vec3 middle;
    Vec3 half;

    [[nodiscard]] Vec3 corner(int i) const {
        return {middle.x + ((i & 1) != 0 ? half.x : -half.x), middle.y + ((i & 2) != 0 ? half.y : -half.y),
                middle.z + ((i & 4) != 0 ? half.z : -half.z)};
    }
    [[nodiscard]] Vec3 support(const Vec3& d) const {
        return {middle.x + (d.x >= 0.0f ? half.x : -half.x), middle.y + (d.y >= 0.0f ? half.y : -half.y),
                middle.z + (d.z >= 0.0f ? half.z : -half.z)};
    }
};

/// State of the search after a support point.
struct Search3 {
    std::vector<Vec3> simplex;
    Vec3 asked;
    bool is_short = false;  ///< The support point does not reach past the origin: apart.
    bool is_inside = false;
};

/// Keeps the part of the simplex that faces the origin, the newest point last, and returns the next
/// direction. Returns false if the origin lies inside. Source: van den Bergen, Collision Detection in
/// Interactive 3D Environments, 2003, 4.3 (the cases of line, triangle and tetrahedron).
bool reduce(std::vector<Vec3>& simplex, Vec3& direction) {
    const Vec3 a = simplex.back();
    const Vec3 to_origin = -a;
    if (simplex.size() == 2) {
        const Vec3 ab = simplex[0] - a;
        direction = cross(cross(ab, to_origin), ab);
        return true;
    }
    if (simplex.size() == 3) {
        const Vec3 normal = cross(simplex[1] - a, simplex[0] - a);
        direction = dot(normal, to_origin) >= 0.0f ? normal : -normal;
        return true;
    }
    for (std::size_t skipped = 0; skipped < 3; ++skipped) {
        const Vec3& p = simplex[(skipped + 1) % 3];
        const Vec3& q = simplex[(skipped + 2) % 3];
        Vec3 normal = cross(p - a, q - a);
        normal = dot(normal, simplex[skipped] - a) > 0.0f ? -normal : normal;
        if (dot(normal, to_origin) > 0.0f) {
            simplex = {p, q, a};
            direction = normal;
            return true;
        }
    }
    return false;
}

std::vector<Search3> search(const Box3& a, const Box3& b) {
    std::vector<Search3> steps;
    Search3 now;
    Vec3 direction = b.middle - a.middle;
    constexpr int max_steps = 12;
    for (int i = 0; i < max_steps; ++i) {
        now.asked = direction;
        const Vec3 w = a.support(direction) - b.support(-direction);
        now.is_short = dot(w, direction) < 0.0f;
        now.simplex.push_back(w);
        steps.push_back(now);
        if (now.is_short) {
            return steps;
        }
        direction = -w;
        if (now.simplex.size() > 1 && !reduce(now.simplex, direction)) {
            steps.back().is_inside = true;
            return steps;
        }
    }
    return steps;
}

void draw_box(Figure& figure, Ink ink, const Box3& box, const View3& view, const char* name) {
    for (int i = 0; i < 8; ++i) {
        for (const int axis : {1, 2, 4}) {
            if ((i & axis) == 0) {
                figure.line(ink, view.project(box.corner(i)), view.project(box.corner(i | axis)));
            }
        }
    }
    figure.dot(ink, view.project(box.middle), name);
}

void draw_simplex(Figure& figure, const std::vector<Vec3>& simplex, const View3& view) {
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            figure.line(Ink::Simplex, view.project(simplex[i]), view.project(simplex[j]));
        }
    }
    for (std::size_t i = 0; i < simplex.size(); ++i) {
        figure.dot(i + 1 == simplex.size() ? Ink::Support : Ink::Simplex, view.project(simplex[i]),
                   i + 1 == simplex.size() ? "A" : "");
    }
}

}  // namespace

Lesson tetrahedron_lesson(const LessonState& state) {
    // The first handle turns the view, the second moves B.
    const View3 view{1.2f * state.handles[0].x, 1.2f * state.handles[0].y};
    const Box3 a{{-0.6f, -0.1f, 0.0f}, {0.9f, 0.6f, 0.7f}};
    const Box3 b{{0.7f + state.handles[1].x, 0.45f + state.handles[1].y, 0.25f}, {0.7f, 0.8f, 0.5f}};
    const std::vector<Search3> steps = search(a, b);
    Lesson lesson{.title = "Tetrahedra: GJK in space", .steps = static_cast<int>(steps.size()) + 1};
    Figure shapes{.title = "Two boxes: drag the upper ring to turn the view, the lower one to move B"};
    draw_box(shapes, Ink::A, a, view, "A");
    draw_box(shapes, Ink::B, b, view, "B");
    Figure space{.title = "Their difference A − B, a box"};
    const Box3 difference{a.middle - b.middle, a.half + b.half};
    draw_box(space, Ink::Difference, difference, view, "");
    space.ring(Ink::Plain, view.project({0.0f, 0.0f, 0.0f}));
    lesson.text.emplace_back(
        "In space the largest simplex is a tetrahedron. GJK is the same: ask for the farthest point "
        "along a direction, and keep the part of the simplex that faces the origin.");
    if (state.step > 0) {
        constexpr const char* kinds[] = {"a point", "a line", "a triangle", "a tetrahedron"};
        const Search3& now = steps[static_cast<std::size_t>(state.step) - 1];
        draw_simplex(space, now.simplex, view);
        std::string text = "Step " + std::to_string(state.step) + ": with the new point A the simplex is " +
                           kinds[now.simplex.size() - 1] + ". ";
        text += now.is_short
                    ? "A does not reach past the origin along the direction asked for: the boxes are apart."
                : now.is_inside ? "The origin is on the inner side of all three new faces: the boxes overlap."
                : now.simplex.size() == 4
                    ? "The origin lies beyond one of the three faces at A: that face is kept. The fourth "
                      "cannot be the "
                      "one, for A was asked for on the origin's side of it."
                    : "The next direction is at right angles to it, towards the origin.";
        lesson.text.push_back(std::move(text));
    }
    lesson.figures = {std::move(shapes), std::move(space)};
    return lesson;
}

}  // namespace explorer
