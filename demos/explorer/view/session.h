#pragma once

#include "../model/lesson.h"
#include "../model/tutorial.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace explorer {

/// Display settings other than the shapes and the step.
struct Shown {
    bool regions = true;
    bool difference = true;
    bool names = true;
    bool dark = false;
    bool panel = true;
};

/// Pictures of all steps that the user asks for.
enum class Export : std::uint8_t { None, Row, Film };

/// State that the user can change, and the tutorial derived from it.
struct Session {
    Question question;
    Tutorial tutorial = make_tutorial(question);
    Place place;
    Shown shown;
    bool play = false;
    /// Lesson that is shown in place of two shapes; negative: none.
    int lesson = -1;
    LessonState lesson_state{};
    Lesson shown_lesson{};
    bool quit = false;
    bool help = false;         ///< The keys are shown.
    bool full_screen = false;  ///< As the user wants it.
    Export wanted = Export::None;
    std::string notice{};  ///< Outcome of the last one.

    /// Updates the tutorial after a change of the question.
    void ask_again() {
        tutorial = make_tutorial(question);
        place = keep_place(tutorial, place);
    }
    /// Shows a lesson from its start, or two shapes again.
    void choose_lesson(int index) {
        lesson = index;
        play = false;
        if (index >= 0) {
            lesson_state = {0, lessons()[static_cast<std::size_t>(index)].handles};
            teach();
        }
    }
    /// Makes the lesson again after a change of its step or handles.
    void teach() {
        const LessonEntry& entry = lessons()[static_cast<std::size_t>(lesson)];
        shown_lesson = entry.make(lesson_state);
        const int last = shown_lesson.steps - 1;
        if (lesson_state.step > last || lesson_state.step < 0) {
            lesson_state.step = std::clamp(lesson_state.step, 0, last);
            shown_lesson = entry.make(lesson_state);
        }
    }
    [[nodiscard]] const Step& step() const { return tutorial.steps[static_cast<std::size_t>(place.step)]; }
};

}  // namespace explorer
