#include "lesson.h"

#include <utility>

namespace explorer {

using drystone::Vec2;

void Figure::dot(Ink ink, const Vec2& at, std::string label) {
    marks.push_back({MarkKind::Dot, ink, {at}, std::move(label)});
}

void Figure::ring(Ink ink, const Vec2& at) { marks.push_back({MarkKind::Ring, ink, {at}, {}}); }

void Figure::line(Ink ink, const Vec2& from, const Vec2& to, std::string label) {
    marks.push_back({MarkKind::Line, ink, {from, to}, std::move(label)});
}

void Figure::dashes(Ink ink, const Vec2& from, const Vec2& to) {
    marks.push_back({MarkKind::Dashes, ink, {from, to}, {}});
}

void Figure::arrow(Ink ink, const Vec2& from, const Vec2& to, std::string label) {
    marks.push_back({MarkKind::Arrow, ink, {from, to}, std::move(label)});
}

void Figure::area(Ink ink, Points border, std::string label) {
    marks.push_back({MarkKind::Area, ink, std::move(border), std::move(label)});
}

void Figure::outline(Ink ink, Points border) {
    marks.push_back({MarkKind::Outline, ink, std::move(border), {}});
}

void Figure::text(Ink ink, const Vec2& middle, std::string words) {
    marks.push_back({MarkKind::Text, ink, {middle}, std::move(words)});
}

const std::vector<LessonEntry>& lessons() {
    static const Points two_sets{{-2.4f, -0.9f}, {-0.8f, -0.6f}, {-1.5f, 0.9f}, {-2.0f, 0.1f},
                                 {-0.3f, -0.7f}, {0.7f, 0.2f},   {-0.7f, 1.2f}};
    static const std::vector<LessonEntry> all{
        {"number-line",
         "GJK on a line",
         {{1.0f, 0.45f}, {3.0f, 0.45f}, {2.0f, -0.45f}, {4.0f, -0.45f}},
         number_line_lesson},
        {"cloud", "The cloud of all differences", two_sets, cloud_lesson},
        {"random", "Random triples against a directed search", two_sets, random_triples_lesson},
        {"sum", "The sum beside its shapes", two_sets, sum_lesson},
        {"regions",
         "Regions of a triangle, numbered",
         {{-1.3f, -0.9f}, {1.4f, -1.1f}, {0.3f, 1.3f}},
         regions_lesson},
        {"half-spaces",
         "Where the next point can't lie",
         {{1.5f, 0.7f}, {2.1f, 1.3f}, {-0.8f, -0.9f}},
         half_spaces_lesson},
        {"rounded",
         "EPA and round shapes",
         {{-1.4f, -0.3f}, {0.5f, 0.4f}, {-0.3f, 0.8f}, {0.6f, -0.6f}},
         rounded_lesson},
        {"touches", "Touches: point, edge, corner", {}, touches_lesson},
        {"tetrahedron", "Tetrahedra: GJK in space", {{0.6f, 0.35f}, {0.0f, 0.0f}}, tetrahedron_lesson},
    };
    return all;
}

std::optional<int> find_lesson(std::string_view key) {
    const std::vector<LessonEntry>& all = lessons();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (key == all[i].key) {
            return static_cast<int>(i);
        }
    }
    return std::nullopt;
}

}  // namespace explorer
