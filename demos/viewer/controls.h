#pragma once

#include "session.h"

#include <SFML/Window/Event.hpp>

#include <cstdint>

namespace viewer {

/// Turns mouse and keyboard into what happens to the session.
class Controls {
public:
    /// An event that no control of the panel wanted.
    void handle(const sf::Event& event, Session& session);
    /// Once per frame: keys that are held, and what the tools show.
    void update(Session& session, float seconds, bool keyboard_free);
    [[nodiscard]] bool take_screenshot_request();

private:
    enum class Drag : std::uint8_t { None, Pan, Grab, Sling };

    void press_button(const sf::Event::MouseButtonEvent& button, Session& session);
    void release_button(const sf::Event::MouseButtonEvent& button, Session& session);
    void move_mouse(sf::Vector2f position, Session& session);
    void press_key(const sf::Event::KeyEvent& key, Session& session);
    void shoot_at_cursor(Session& session) const;

    Drag drag_ = Drag::None;
    sf::Vector2f mouse_{0.0f, 0.0f};
    drystone::Vec2 sling_from_{0.0f, 0.0f};
    samples::Input input_{};
    bool screenshot_ = false;
};

}  // namespace viewer
