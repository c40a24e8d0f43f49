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

/// Everything that the user can change, and the tutorial that follows from it.
struct Session {
    Question question;
    Tutorial tutorial = make_tutorial(question);
    Place place;
    Shown shown;
    bool play = false;
    bool quit = false;

    /// After the question was changed.
    void ask_again() {
        tutorial = make_tutorial(question);
        place = keep_place(tutorial, place);
    }
    [[nodiscard]] const Step& step() const { return tutorial.steps[static_cast<std::size_t>(place.step)]; }
};

}  // namespace explorer
