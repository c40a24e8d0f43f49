#pragma once

#include <games/view/show.h>

#include <string>

namespace games {

/// Settings of the command line.
struct Options {
    std::string game;  ///< Empty: the menu lists all games.
    bool list = false;
    bool headless = false;
    bool script = false;  ///< A scripted player plays.
    int steps = -1;       ///< Headless: number of steps; negative: until the game is finished.
    std::string shot;     ///< Headless: picture after the last step.
    std::string record;   ///< Headless: film.
    unsigned width = 1280, height = 720;
    ShowSettings show{};
};

/// Plays in a window until it is closed.
void run_window(const Options& options);
/// Runs without a window and reports the result; returns the exit status, 0 if a scripted player has
/// finished.
int run_headless(const Options& options);

}  // namespace games
