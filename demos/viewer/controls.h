#pragma once

#include "session.h"

#include <SFML/Window/Event.hpp>

#include <cstdint>

namespace viewer {

/// Applies mouse and keyboard input to the session.
class Controls {
public:
    /// Handles an event that the panel did not capture.
    void handle(const sf::Event& event, Session& session);
    /// Called once per frame: handles held keys, and shows the tools.
    void update(Session& session, float seconds, bool keyboard_free);

private:
    /// A press becomes a grab once the mouse has moved; before, it is a click.
    enum class Drag : std::uint8_t { None, Pan, Press, Grab, Sling };

    void press_button(const sf::Event::MouseButtonEvent& button, Session& session);
    void release_button(const sf::Event::MouseButtonEvent& button, Session& session);
    void move_mouse(sf::Vector2f position, Session& session);
    static void select_at(sf::Vector2f pixel, Session& session);
    void begin_grab(Session& session);
    void press_key(const sf::Event::KeyEvent& key, Session& session);
    void shoot_at_cursor(Session& session) const;

    Drag drag_ = Drag::None;
    sf::Vector2f mouse_{0.0f, 0.0f};
    sf::Vector2f pressed_{0.0f, 0.0f};
    drystone::Vec2 sling_from_{0.0f, 0.0f};
    samples::Input input_{};
};

}  // namespace viewer
