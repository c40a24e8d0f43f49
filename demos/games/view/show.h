#pragma once

#include <games/game.h>
#include <games/view/canvas.h>

#include <SFML/Window/Keyboard.hpp>

#include <memory>
#include <string>
#include <vector>

namespace games {

/// Settings of the command line that concern the games themselves.
struct ShowSettings {
    int threads = 1;
    /// Faults of the duel's network [s] and length of its match [s].
    float delay = 0.15f;
    float jitter = 0.05f;
    float loss = 0.1f;
    float seconds = 60.0f;
};

/// A game with its pictures.
class Show {
public:
    virtual ~Show() = default;
    [[nodiscard]] virtual Game& game() = 0;
    /// Follows a step, for what only pictures have, such as sparks.
    virtual void after_step() {}
    /// Draws the moment at a fraction of the last step.
    virtual void draw(Canvas& canvas, float fraction) = 0;
    /// Takes a key that was pressed and is not in `Input`.
    virtual void press(sf::Keyboard::Key) {}
    /// Returns lines about costs, for reports of headless runs.
    [[nodiscard]] virtual std::string measures() { return {}; }
};

struct KeyHelp {
    const char* key;
    const char* what;
};

/// Entry of the menu.
struct GameInfo {
    const char* name;
    const char* title;
    const char* goal;
    std::vector<KeyHelp> keys;
    int max_steps;  ///< Steps within which the scripted player finishes.
    std::unique_ptr<Show> (*make)(const ShowSettings& settings);
};

GameInfo duel_info();
GameInfo platformer_info();
GameInfo slingshot_info();
GameInfo pinball_info();
const std::vector<GameInfo>& all_games();

}  // namespace games
