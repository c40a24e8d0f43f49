#include "controls.h"

#include <SFML/Window/Keyboard.hpp>
#include <SFML/Window/Mouse.hpp>

#include <cmath>
#include <utility>

namespace viewer {
namespace {

using drystone::Vec2;

/// Returns the radius of a thrown ball for the current view [m].
float ball_radius(const Camera& camera) { return 0.022f * camera.size().y / camera.scale(); }

void toggle_slow_motion(Session& session) {
    constexpr float slow = 0.2f;
    session.speed = session.speed < 0.99f ? 1.0f : slow;
}

void toggle_overlay(Session& session, sf::Keyboard::Key key) {
    for (const OverlaySwitch& entry : overlay_switches()) {
        const int digit = entry.key - '0';
        if (entry.key != 0 && (key == sf::Keyboard::Num0 + digit || key == sf::Keyboard::Numpad0 + digit)) {
            bool& value = session.painter.overlays.*entry.value;
            value = !value;
        }
    }
}

}  // namespace

void Controls::handle(const sf::Event& event, Session& session) {
    switch (event.type) {
        case sf::Event::MouseButtonPressed: press_button(event.mouseButton, session); break;
        case sf::Event::MouseButtonReleased: release_button(event.mouseButton, session); break;
        case sf::Event::MouseMoved:
            move_mouse({static_cast<float>(event.mouseMove.x), static_cast<float>(event.mouseMove.y)},
                       session);
            break;
        case sf::Event::MouseWheelScrolled:
            session.painter.camera.zoom_at(
                {static_cast<float>(event.mouseWheelScroll.x), static_cast<float>(event.mouseWheelScroll.y)},
                std::pow(1.15f, event.mouseWheelScroll.delta));
            break;
        case sf::Event::KeyPressed: press_key(event.key, session); break;
        default: break;
    }
}

void Controls::press_button(const sf::Event::MouseButtonEvent& button, Session& session) {
    mouse_ = {static_cast<float>(button.x), static_cast<float>(button.y)};
    const Vec2 point = session.painter.camera.to_world(mouse_);
    if (button.button == sf::Mouse::Left) {
        const bool shift = sf::Keyboard::isKeyPressed(sf::Keyboard::LShift) ||
                           sf::Keyboard::isKeyPressed(sf::Keyboard::RShift);
        if (shift) {
            drag_ = Drag::Sling;
            sling_from_ = point;
        } else {
            drag_ = Drag::Press;
            pressed_ = mouse_;
        }
    } else if (button.button == sf::Mouse::Right || button.button == sf::Mouse::Middle) {
        drag_ = Drag::Pan;
    }
}

void Controls::release_button(const sf::Event::MouseButtonEvent& button, Session& session) {
    mouse_ = {static_cast<float>(button.x), static_cast<float>(button.y)};
    const Camera& camera = session.painter.camera;
    if (drag_ == Drag::Sling) {
        // Speed at which the ball covers the arrow's length in a quarter of a second.
        const Vec2 velocity = 4.0f * (camera.to_world(mouse_) - sling_from_);
        scenes::DrystoneBackend& backend = session.simulation.change();
        session.simulation.tools().shooter.shoot(backend, sling_from_, velocity, ball_radius(camera));
    } else if (drag_ == Drag::Press) {
        select_at(mouse_, session);
    } else if (drag_ == Drag::Grab) {
        scenes::DrystoneBackend& backend = session.simulation.change();
        session.simulation.tools().grab.release(backend.world());
    }
    drag_ = Drag::None;
}

void Controls::move_mouse(sf::Vector2f position, Session& session) {
    const sf::Vector2f moved = position - mouse_;
    mouse_ = position;
    if (drag_ == Drag::Pan) {
        session.painter.camera.pan(moved);
    } else if (drag_ == Drag::Press) {
        begin_grab(session);
    }
    if (drag_ == Drag::Grab) {
        scenes::DrystoneBackend& backend = session.simulation.change();
        session.simulation.tools().grab.move(backend.world(), session.painter.camera.to_world(position));
    }
}

void Controls::select_at(sf::Vector2f pixel, Session& session) {
    const Camera& camera = session.painter.camera;
    const Overlays& overlays = session.painter.overlays;
    const float reach = 9.0f * camera.detail() / camera.scale();
    session.select(pick(session.simulation.world(), camera.to_world(pixel), reach,
                        {.joints = overlays.joints, .contacts = overlays.contacts}));
}

/// Grabs the body that was pressed on, once the mouse has moved enough not to be a click.
void Controls::begin_grab(Session& session) {
    constexpr float distance = 4.0f;
    if (std::hypot(mouse_.x - pressed_.x, mouse_.y - pressed_.y) < distance) {
        return;
    }
    const Vec2 point = session.painter.camera.to_world(pressed_);
    drag_ = Drag::None;
    if (Grab::can_seize(session.simulation.world(), point)) {
        scenes::DrystoneBackend& backend = session.simulation.change();
        session.simulation.tools().grab.seize(backend.world(), point);
        drag_ = Drag::Grab;
    }
}

void Controls::shoot_at_cursor(Session& session) const {
    const Camera& camera = session.painter.camera;
    const drystone::Aabb visible = camera.visible();
    const float height = visible.upper.y - visible.lower.y;
    const Vec2 target = camera.to_world(mouse_);
    const Vec2 from{visible.lower.x, std::max(target.y, visible.lower.y)};
    // Aims higher by the drop of the ball on its way.
    const float speed = 1.8f * height;
    const float time = (target.x - from.x) / speed;
    const Vec2 velocity{speed, -0.5f * session.simulation.world().gravity().y * time};
    scenes::DrystoneBackend& backend = session.simulation.change();
    session.simulation.tools().shooter.shoot(backend, from, velocity, ball_radius(camera));
}

void Controls::press_key(const sf::Event::KeyEvent& key, Session& session) {
    using Key = sf::Keyboard;
    if (key.control) {
        if (key.code == Key::O) {
            session.windows.files = !session.windows.files;
        }
        return;
    }
    switch (key.code) {
        case Key::T: session.windows.timeline = !session.windows.timeline; break;
        case Key::Space:
        case Key::P: session.paused = !session.paused; break;
        case Key::O:
        case Key::Period: session.step_by(1); break;
        case Key::Comma: session.step_by(-1); break;
        case Key::Backspace: session.go_to(session.simulation.first_step()); break;
        case Key::End: session.go_to(session.simulation.last_step()); break;
        case Key::K: session.attempt([&] { session.simulation.branch(); }); break;
        case Key::R: session.restart(); break;
        case Key::N:
        case Key::RBracket: session.load_neighbour(1); break;
        case Key::B:
        case Key::LBracket: session.load_neighbour(-1); break;
        case Key::PageUp: session.load_neighbour_group(-1); break;
        case Key::PageDown: session.load_neighbour_group(1); break;
        case Key::G: input_.action = true; break;
        case Key::M: toggle_slow_motion(session); break;
        case Key::F: shoot_at_cursor(session); break;
        case Key::D: session.set_dark(!session.dark); break;
        case Key::H: session.windows.panel = !session.windows.panel; break;
        case Key::Home: session.reset_view(); break;
        case Key::Add:
        case Key::Equal: session.painter.camera.zoom_at(0.5f * session.painter.camera.size(), 1.15f); break;
        case Key::Subtract:
        case Key::Hyphen:
            session.painter.camera.zoom_at(0.5f * session.painter.camera.size(), 1.0f / 1.15f);
            break;
        case Key::L: session.windows.scenes = true; break;
        case Key::F1:
        case Key::Slash: session.windows.help = !session.windows.help; break;
        case Key::F10: session.requests.film = true; break;
        case Key::F11: session.requests.full_screen = true; break;
        case Key::F12: session.requests.picture = true; break;
        case Key::Escape: session.quit = !session.close_window(); break;
        default: toggle_overlay(session, key.code); break;
    }
}

void Controls::update(Session& session, float seconds, bool keyboard_free) {
    const auto held = [keyboard_free](sf::Keyboard::Key key) {
        return keyboard_free && sf::Keyboard::isKeyPressed(key) ? 1.0f : 0.0f;
    };
    const Vec2 arrows{held(sf::Keyboard::Right) - held(sf::Keyboard::Left),
                      held(sf::Keyboard::Up) - held(sf::Keyboard::Down)};
    session.rewinding = held(sf::Keyboard::J) > 0.0f;
    const samples::Sample* sample = session.simulation.sample();
    if (sample == nullptr || !sample->takes_arrows()) {
        const float pixels = 600.0f * seconds;
        session.painter.camera.pan({-pixels * arrows.x, pixels * arrows.y});
    }
    if (sample != nullptr) {
        input_.arrows = arrows;
        input_.cursor = session.painter.camera.to_world(mouse_);
        session.simulation.set_input(input_);
    }
    input_.action = false;
    session.painter.tool.reset();
    if (drag_ == Drag::Sling) {
        session.painter.tool = {sling_from_, session.painter.camera.to_world(mouse_), true};
    } else if (const Grab& grab = session.simulation.tools().grab;
               grab.is_holding(session.simulation.world())) {
        session.painter.tool = {grab.held_point(session.simulation.world()), grab.target(), false};
    }
}

}  // namespace viewer
