#pragma once

#include "recorder.h"
#include "session.h"

#include <SFML/Graphics/RenderWindow.hpp>

#include <memory>
#include <string>

namespace viewer {

/// Saves pictures and films of a window, as the user asks.
class Capture {
public:
    /// Films from the first frame to `file`.
    void start_film(const std::string& file, sf::Vector2u size);
    /// Handles the requests of the session. Call when the frame is drawn and not yet displayed.
    void update(Session& session, const sf::RenderWindow& window);
    /// Ends a film; throws `UserError` if it failed.
    void finish();
    [[nodiscard]] bool is_filming() const { return film_ != nullptr; }

private:
    void toggle_film(Session& session, const sf::RenderWindow& window);

    std::unique_ptr<Recorder> film_;
    std::string film_file_;
    sf::Vector2u film_size_{};
    sf::Texture frame_;
};

}  // namespace viewer
