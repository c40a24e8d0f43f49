#include <explorer/model/any_shape.h>
#include <explorer/model/derived_shapes.h>
#include <explorer/model/lesson.h>
#include <explorer/model/regions.h>
#include <explorer/model/text.h>

#include <drystone/collision/shapes.h>
#include <drystone/collision/trace.h>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

using namespace explorer;
using drystone::Vec2;

namespace {

const LessonEntry& entry(const char* key) {
    return lessons()[static_cast<std::size_t>(find_lesson(key).value())];
}

std::string words(const Lesson& lesson) {
    std::string all;
    for (const std::string& paragraph : lesson.text) {
        all += paragraph + "\n";
    }
    return all;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Returns the lesson at its last step.
Lesson last_step(const LessonEntry& lesson, const Points& handles) {
    const int steps = lesson.make({0, handles}).steps;
    return lesson.make({steps - 1, handles});
}

/// Random coordinates in [-2, 2], the same on every machine.
struct Draw {
    std::mt19937 engine{7};
    float number() { return static_cast<float>(engine() % 4001) / 1000.0f - 2.0f; }
    Vec2 point() {
        const float x = number();
        return {x, number()};
    }
    Points points(int count) {
        Points all;
        for (int i = 0; i < count; ++i) {
            all.push_back(point());
        }
        return all;
    }
};

int count_marks(const Figure& figure, MarkKind kind, Ink ink) {
    return static_cast<int>(std::count_if(figure.marks.begin(), figure.marks.end(), [&](const Mark& mark) {
        return mark.kind == kind && mark.ink == ink;
    }));
}

}  // namespace

TEST_CASE("lessons: each step of each lesson has figures and words") {
    for (const LessonEntry& lesson : lessons()) {
        CAPTURE(lesson.key);
        const int steps = lesson.make({0, lesson.handles}).steps;
        CHECK(steps >= 2);
        for (int step = 0; step < steps; ++step) {
            const Lesson shown = lesson.make({step, lesson.handles});
            CHECK(!shown.figures.empty());
            CHECK(!shown.figures.front().marks.empty());
            CHECK(words(shown).size() > 60);
        }
    }
}

TEST_CASE("lessons: on a line, segments are found apart or overlapping as intervals are") {
    Draw draw;
    for (int i = 0; i < 200; ++i) {
        const Points handles = draw.points(4);
        const float a0 = std::min(handles[0].x, handles[1].x);
        const float a1 = std::max(handles[0].x, handles[1].x);
        const float b0 = std::min(handles[2].x, handles[3].x);
        const float b1 = std::max(handles[2].x, handles[3].x);
        const bool apart = a1 < b0 || b1 < a0;
        CHECK(contains(words(last_step(entry("number-line"), handles)), "apart") == apart);
    }
}

TEST_CASE("lessons: triangles of the cloud hold the origin only if the shapes overlap") {
    const LessonEntry& random = entry("random");
    Points handles = random.handles;
    CHECK(contains(words(random.make({0, handles})), "Of the 220 triples, "));
    CHECK(!contains(words(random.make({0, handles})), "triples, 0 do"));
    for (std::size_t i = 3; i < handles.size(); ++i) {
        handles[i] += Vec2{9.0f, 0.0f};
    }
    CHECK(contains(words(random.make({24, handles})), "triples, 0 do"));
    CHECK(contains(words(random.make({24, handles})), "0 held the origin"));
    const Lesson cloud = last_step(entry("cloud"), random.handles);
    CHECK(count_marks(cloud.figures[1], MarkKind::Dot, Ink::Difference) == 12);
}

TEST_CASE("lessons: the sum reaches as far as both shapes together") {
    const Points handles = entry("sum").handles;
    const Lesson lesson = last_step(entry("sum"), handles);
    const auto reach = [](const Points& points, const Vec2& d) {
        float farthest = -1e9f;
        for (const Vec2& p : points) {
            farthest = std::max(farthest, dot(p, d));
        }
        return farthest;
    };
    const Points& sum = lesson.figures[1].marks.front().points;
    for (int i = 0; i < 32; ++i) {
        const float angle = 0.2f * static_cast<float>(i);
        const Vec2 d{std::cos(angle), std::sin(angle)};
        const Points a(handles.begin(), handles.begin() + 3);
        const Points b(handles.begin() + 3, handles.end());
        CHECK(reach(sum, d) == doctest::Approx(reach(a, d) + reach(b, d)).epsilon(0.001));
    }
}

TEST_CASE("lessons: the origin is never in a region that is called impossible") {
    Draw draw;
    int tried = 0;
    while (tried < 300) {
        // C and B with the origin nearest to the inside of their edge, and A asked for on its side, past it.
        const Vec2 c = draw.point();
        const Vec2 b = draw.point();
        const Vec2 a = draw.point();
        const Vec2 origin = draw.point();
        const Vec2 along = b - c;
        const float place = dot(origin - c, along) / length_squared(along);
        const Vec2 d = origin - (c + place * along);
        if (!(place > 0.0f && place < 1.0f) || dot(a - origin, d) < 0.0f || length(d) < 0.05f) {
            continue;
        }
        ++tried;
        const Lesson lesson = entry("regions").make({1, {c, b, a}});
        const auto regions = voronoi_regions({c - origin, b - origin, a - origin});
        for (std::size_t i = 0; i < regions.size(); ++i) {
            if (regions[i].holds_origin) {
                CHECK(lesson.figures[0].marks[i].ink != Ink::Impossible);
            }
        }
    }
}

TEST_CASE("lessons: GJK never finds a point where the lesson says that none can lie") {
    Draw draw;
    for (int i = 0; i < 200; ++i) {
        drystone::TraceRecord record;
        drystone::trace_penetration(AnyShape::of_points(draw.points(4)), AnyShape::of_points(draw.points(4)),
                                    drystone::Pose{}, record);
        if (record.gjk.size() < 3 || record.gjk[1].after.count != 1) {
            continue;
        }
        // B was found along the direction of step 1, and A from there.
        const Vec2 b = record.gjk[1].support.w;
        const Vec2 asked = record.gjk[1].direction;
        const Vec2 a = record.gjk[2].support.w;
        const std::string text = words(last_step(entry("half-spaces"), {b, b + asked, a}));
        CHECK(!contains(text, "is impossible"));
        if (contains(text, "ends the search")) {
            CHECK(record.gjk.back().decision != drystone::GjkDecision::Contained);
        }
    }
}

TEST_CASE("lessons: seven of the eight pairs touch or overlap, and one overlaps") {
    CHECK(contains(words(entry("touches").make({0, {}})), "7 of these 8"));
    CHECK(contains(words(entry("touches").make({1, {}})), "1 of these 8"));
}

TEST_CASE("lessons: boxes in space are found apart or overlapping as their extents are") {
    for (float x = -3.0f; x <= 3.0f; x += 0.37f) {
        for (float y = -3.0f; y <= 3.0f; y += 0.41f) {
            const Lesson lesson = last_step(entry("tetrahedron"), {{0.0f, 0.0f}, {x, y}});
            // A has its middle at (-0.6, -0.1, 0) and half extents (0.9, 0.6, 0.7); B those of the lesson.
            const bool overlap = std::abs(1.3f + x) <= 1.6f && std::abs(0.55f + y) <= 1.4f;
            CAPTURE(x);
            CAPTURE(y);
            CHECK(contains(words(lesson), "the boxes overlap") == overlap);
            CHECK(contains(words(lesson), "the boxes are apart") == !overlap);
        }
    }
}

TEST_CASE("shapes: a spline's support points lie on its curve, farthest of all") {
    const Points corners{{-1.0f, -0.5f}, {0.2f, -0.9f}, {1.1f, -0.1f}, {0.5f, 0.8f}, {-0.7f, 0.7f}};
    const ConvexSpline spline(corners);
    for (int i = 0; i < 64; ++i) {
        const float angle = 0.1f * static_cast<float>(i);
        const Vec2 d{std::cos(angle), std::sin(angle)};
        float farthest = -1e9f;
        for (std::size_t k = 0; k < corners.size(); ++k) {
            const Vec2 from = 0.5f * (corners[(k + corners.size() - 1) % corners.size()] + corners[k]);
            const Vec2 to = 0.5f * (corners[k] + corners[(k + 1) % corners.size()]);
            for (int n = 0; n <= 200; ++n) {
                const float t = static_cast<float>(n) / 200.0f;
                const Vec2 p = (1 - t) * (1 - t) * from + 2 * t * (1 - t) * corners[k] + t * t * to;
                farthest = std::max(farthest, dot(p, d));
            }
        }
        CHECK(dot(spline.support(d), d) == doctest::Approx(farthest).epsilon(0.0005));
    }
}

TEST_CASE("shapes: the intersection of two squares is a square") {
    const Points a{{-1.0f, -1.0f}, {1.0f, -1.0f}, {1.0f, 1.0f}, {-1.0f, 1.0f}};
    const Points b{{0.0f, 0.5f}, {2.0f, 0.5f}, {2.0f, 3.0f}, {0.0f, 3.0f}};
    const Points common = intersect_borders(a, b);
    float area = 0.0f;
    for (std::size_t i = 0; i < common.size(); ++i) {
        area += 0.5f * drystone::cross(common[i], common[(i + 1) % common.size()]);
    }
    CHECK(area == doctest::Approx(0.5f));
    CHECK(intersect_borders(a, {{5.0f, 0.0f}, {6.0f, 0.0f}, {6.0f, 1.0f}}).empty());
}

TEST_CASE(
    "lessons: EPA on round borders comes as near to the depth as it says, and the radii give it exactly") {
    Draw draw;
    int overlapping = 0;
    for (int i = 0; i < 200; ++i) {
        const Points ends = draw.points(4);
        const Lesson lesson = last_step(entry("rounded"), ends);
        const drystone::Penetration exact =
            drystone::penetration(drystone::Capsule{ends[0], ends[1], 0.55f},
                                  drystone::Capsule{ends[2], ends[3], 0.4f}, drystone::Pose{});
        const std::string text = words(lesson);
        CHECK(contains(text, "the shapes are apart by") == (exact.depth < 0.0f));
        CHECK(contains(text, metres(std::abs(exact.depth))));
        if (exact.depth < 0.01f) {
            CHECK(lesson.steps == 2);  // No step of EPA without an overlap.
            continue;
        }
        ++overlapping;
        // The last step on the round border tells the same depth.
        const Lesson before = entry("rounded").make({lesson.steps - 2, ends});
        CHECK(contains(words(before), "it is " + metres(exact.depth)));
        // The arrow of the answer ends on the border of the difference.
        const Mark& depth = lesson.figures[1].marks.back();
        CHECK(length(depth.points[1]) == doctest::Approx(exact.depth).epsilon(1e-4));
    }
    CHECK(overlapping > 50);
}
