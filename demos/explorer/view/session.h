#pragma once

#include "../model/tutorial.h"

namespace explorer {

/// Display settings other than the shapes and the step.
struct Shown {
    bool regions = true;
    bool difference = true;
    bool names = true;
    bool dark = false;
    bool panel = true;
};

/// State that the user can change, and the tutorial derived from it.
struct Session {
    Question question;
    Tutorial tutorial = make_tutorial(question);
    Place place;
    Shown shown;
    bool play = false;
    bool quit = false;

    /// Updates the tutorial after a change of the question.
    void ask_again() {
        tutorial = make_tutorial(question);
        place = keep_place(tutorial, place);
    }
    [[nodiscard]] const Step& step() const { return tutorial.steps[static_cast<std::size_t>(place.step)]; }
};

}  // namespace explorer
