#pragma once

#include "../model/tutorial.h"

namespace explorer {

/// What is shown apart from the shapes and the steps themselves.
struct Shown {
    bool regions = true;
    bool difference = true;
    bool names = true;
    bool dark = false;
    bool panel = true;
};

/// Everything that the user can change, and the lesson that follows from it.
struct Session {
    Question question;
    Lesson lesson = make_lesson(question);
    Place place;
    Shown shown;
    bool play = false;
    bool quit = false;

    /// After the question was changed.
    void ask_again() {
        lesson = make_lesson(question);
        place = keep_place(lesson, place);
    }
    [[nodiscard]] const Step& step() const { return lesson.steps[static_cast<std::size_t>(place.step)]; }
};

}  // namespace explorer
