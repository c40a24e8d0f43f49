#include "any_shape.h"
#include "lesson.h"
#include "text.h"

#include <drystone/collision/shapes.h>
#include <drystone/collision/trace.h>

#include <algorithm>
#include <utility>

namespace explorer {
namespace {

using drystone::Capsule;
using drystone::Pose;
using drystone::Vec2;

constexpr float radius_a = 0.55f;
constexpr float radius_b = 0.4f;

struct Capsules {
    Capsule a;
    Capsule b;
};

/// The first two handles are the ends of A, the others those of B.
Capsules capsules_of(const LessonState& state) {
    const Points& ends = state.handles;
    return {Capsule{ends[0], ends[1], radius_a}, Capsule{ends[2], ends[3], radius_b}};
}

/// Returns the farthest point of the whole capsule, its round border included.
Vec2 support_of(const Capsule& capsule, const Vec2& d) {
    const Vec2 end = dot(capsule.a, d) > dot(capsule.b, d) ? capsule.a : capsule.b;
    return end + capsule.radius / length(d) * d;
}

/// Support mapping of a capsule's round border, as of any curve: nothing tells it from one that is no core
/// with a radius.
struct RoundBorder {
    Capsule capsule;
    [[nodiscard]] Vec2 support(const Vec2& d) const { return support_of(capsule, d); }
};

Points border_of(const Capsule& capsule) {
    return trace_border([&capsule](const Vec2& d) { return support_of(capsule, d); }, 0.0005f);
}

Points difference_of(const Capsule& a, const Capsule& b) {
    return trace_border([&](const Vec2& d) { return support_of(a, d) - support_of(b, -1.0f * d); }, 0.0005f);
}

Points points_of(const std::vector<drystone::TraceVertex>& vertices) {
    Points points;
    for (const drystone::TraceVertex& vertex : vertices) {
        points.push_back(vertex.w);
    }
    return points;
}

void draw_polytope(Figure& plane, const drystone::EpaStep& step) {
    const Points corners = points_of(step.before);
    plane.outline(Ink::Simplex, corners);
    for (const Vec2& corner : corners) {
        plane.dot(Ink::Simplex, corner);
    }
    plane.arrow(Ink::Answer, {0.0f, 0.0f}, step.nearest, "nearest face");
    plane.dot(Ink::Support, step.support.w, "farthest");
}

std::string on_border_text(const drystone::TraceRecord& record, const drystone::EpaStep& step) {
    return "Step " + std::to_string(step.iteration) + " of " + std::to_string(record.epa.size()) +
           ": the nearest face is " + metres(step.face_distance) + " away, the farthest point beyond it " +
           metres(step.support_distance) + ". The depth lies between: it is " + metres(step.depth) +
           ", too large by at most " + metres(step.error) +
           ". A round border has no last face: each step cuts one in two, and divides the error by about "
           "four.";
}

/// Describes the answer by cores and radii; `cores` are the steps that it took.
std::string on_cores_text(const drystone::Penetration& answer, const drystone::TraceRecord& cores) {
    const std::string radii = metres(radius_a + radius_b);
    if (answer.depth < 0.0f) {
        return "The cores, two segments, are apart by more than the radii, " + radii +
               ": the shapes are apart by " + metres(-answer.depth) + ".";
    }
    if (cores.epa.empty()) {
        return "The cores, two segments, are apart: GJK finds their distance in " +
               std::to_string(cores.gjk.size()) + " steps, and the depth is the radii, " + radii +
               ", less that: " + metres(answer.depth) + ". EPA has nothing to do.";
    }
    return "The cores, two segments, cross: EPA finds the exact face of their difference, a parallelogram, "
           "in " +
           std::to_string(cores.epa.size()) + " steps, and the depth is its distance and the radii, " +
           radii + ": " + metres(answer.depth) + ".";
}

}  // namespace

Lesson rounded_lesson(const LessonState& state) {
    const auto [a, b] = capsules_of(state);
    drystone::TraceRecord curves;
    drystone::trace_penetration(AnyShape::of_mapping(RoundBorder{a}), AnyShape::of_mapping(RoundBorder{b}),
                                Pose{}, curves);
    drystone::TraceRecord cores;
    const drystone::Penetration answer = drystone::trace_penetration(a, b, Pose{}, cores);

    Lesson lesson{.title = "EPA and round shapes", .steps = static_cast<int>(curves.epa.size()) + 2};
    Figure shapes{.title = "Two capsules: drag their ends"};
    shapes.area(Ink::A, border_of(a), "A");
    shapes.area(Ink::B, border_of(b), "B");
    Figure plane{.title = "Their difference A − B"};
    plane.area(Ink::Difference, difference_of(a, b));
    plane.ring(Ink::Plain, {0.0f, 0.0f});

    const auto shown = static_cast<std::size_t>(state.step);
    if (shown == 0) {
        lesson.text.emplace_back(
            "The border of the difference is round where a round end meets a round end. EPA works with "
            "faces: "
            "it can only approach such a border. The next steps show how; the last one shows what the "
            "library "
            "does instead.");
    } else if (shown <= curves.epa.size()) {
        draw_polytope(plane, curves.epa[shown - 1]);
        lesson.text.push_back(on_border_text(curves, curves.epa[shown - 1]));
    } else {
        const Capsule thin_a{a.a, a.b, 0.0f};
        const Capsule thin_b{b.a, b.b, 0.0f};
        plane.outline(Ink::Simplex, difference_of(thin_a, thin_b));
        plane.arrow(Ink::Answer, {0.0f, 0.0f}, answer.depth * answer.normal, "depth");
        shapes.line(Ink::A, a.a, a.b);
        shapes.line(Ink::B, b.a, b.b);
        shapes.arrow(Ink::Answer, answer.point_b, answer.point_a);
        lesson.text.push_back(on_cores_text(answer, cores));
        lesson.text.emplace_back(
            "So circles, capsules and rounded polygons are cores with a radius: exact, and quicker. Curves "
            "that "
            "are none, such as ellipses, take the way of the steps before, and the result tells its error.");
    }
    lesson.figures = {std::move(shapes), std::move(plane)};
    return lesson;
}

}  // namespace explorer
