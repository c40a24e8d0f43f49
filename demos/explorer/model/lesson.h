#pragma once

#include "border.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace explorer {

/// Role of a mark, which gives its colour.
enum class Ink : std::uint8_t { A, B, Difference, Simplex, Support, Answer, Plain, Faint, Impossible };

enum class MarkKind : std::uint8_t { Dot, Ring, Line, Dashes, Arrow, Area, Outline, Text };

/// One thing that is drawn, in the plane of its figure [m].
struct Mark {
    MarkKind kind = MarkKind::Dot;
    Ink ink = Ink::Plain;
    Points points{};  ///< One for dots, rings and texts, two for lines, dashes and arrows, borders for areas.
    std::string
        label{};  ///< Beside the point of dots and the last of lines; in the middle of areas and texts.
};

/// A picture of a lesson.
struct Figure {
    std::string title{};
    std::vector<Mark> marks{};

    void dot(Ink ink, const drystone::Vec2& at, std::string label = {});
    void ring(Ink ink, const drystone::Vec2& at);
    void line(Ink ink, const drystone::Vec2& from, const drystone::Vec2& to, std::string label = {});
    void dashes(Ink ink, const drystone::Vec2& from, const drystone::Vec2& to);
    void arrow(Ink ink, const drystone::Vec2& from, const drystone::Vec2& to, std::string label = {});
    void area(Ink ink, Points border, std::string label = {});
    void outline(Ink ink, Points border);
    void text(Ink ink, const drystone::Vec2& middle, std::string words);
};

/// Choices of the user in a lesson.
struct LessonState {
    int step = 0;
    Points handles{};  ///< Points that can be dragged, in the first figure.
};

/// A lesson as it is shown: one or two figures side by side, and the words below.
struct Lesson {
    std::string title{};
    std::vector<std::string> text{};  ///< Paragraphs.
    std::vector<Figure> figures{};
    int steps = 1;  ///< Number of steps, of which `LessonState::step` is one.
};

/// Entry of the menu of lessons.
struct LessonEntry {
    const char* key;    ///< Name on the command line.
    const char* title;  ///< Name in the menu.
    Points handles;     ///< At first.
    Lesson (*make)(const LessonState&);
};

/// Returns all lessons, in the order of the menu.
const std::vector<LessonEntry>& lessons();
/// Returns the index of a key in the menu.
std::optional<int> find_lesson(std::string_view key);

/// @name Lessons
/// @{
Lesson number_line_lesson(const LessonState& state);
Lesson cloud_lesson(const LessonState& state);
Lesson random_triples_lesson(const LessonState& state);
Lesson sum_lesson(const LessonState& state);
Lesson regions_lesson(const LessonState& state);
Lesson half_spaces_lesson(const LessonState& state);
Lesson touches_lesson(const LessonState& state);
Lesson tetrahedron_lesson(const LessonState& state);
Lesson rounded_lesson(const LessonState& state);
/// @}

}  // namespace explorer
