#include "app.h"

#include "../model/shape_menu.h"
#include "painter.h"
#include "panel.h"

#include <display.h>
#include <imgui_layer.h>

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/System/Clock.hpp>

#include <cmath>
#include <cstdio>
#include <string>

namespace explorer {
namespace {

using drystone::Vec2;

/// Mode of a mouse drag.
enum class Grip : std::uint8_t { None, Move, Turn, Difference };

class App {
public:
    explicit App(const Options& options);
    void run();

private:
    void handle(const sf::Event& event);
    void handle_key(const sf::Event::KeyEvent& key);
    void press(sf::Vector2f pixel, bool turn);
    void drag(sf::Vector2f pixel);
    void turn_finely(sf::Vector2f pixel, float amount);
    PlacedShape* shape_under(sf::Vector2f pixel);
    void advance(float seconds);
    void draw(float seconds);
    void save();

    Options options_;
    Session session_;
    sf::RenderWindow window_;
    viewer::ImGuiLayer layer_;
    Painter painter_;
    Grip grip_ = Grip::None;
    PlacedShape* held_ = nullptr;
    sf::Vector2f last_;
    float waited_ = 0.0f;
    bool save_ = false;
};

App::App(const Options& options) : options_(options), session_(make_session(options)) {
    {
        const viewer::QuietSfml quiet;
        window_.create(sf::VideoMode(options.width, options.height), "Drystone: GJK and EPA",
                       sf::Style::Default, sf::ContextSettings(0, 0, 4));
    }
    // On X11, a new window can appear partly outside of a small screen.
    window_.setPosition({0, 0});
    window_.setFramerateLimit(60);
    painter_.lay_out(sf::Vector2f(window_.getSize()), panel_width(session_.shown));
    painter_.set_zoom(options.zoom);
    painter_.fit(session_, 1.0f);
}

void App::run() {
    sf::Clock clock;
    while (window_.isOpen() && !session_.quit) {
        const float seconds = clock.restart().asSeconds();
        for (sf::Event event{}; window_.pollEvent(event);) {
            layer_.handle(event);
            handle(event);
        }
        advance(seconds);
        draw(seconds);
    }
}

void App::handle(const sf::Event& event) {
    using viewer::ImGuiLayer;
    switch (event.type) {
        case sf::Event::Closed: window_.close(); break;
        case sf::Event::KeyPressed:
            if (!ImGuiLayer::captures_keyboard()) {
                handle_key(event.key);
            }
            break;
        case sf::Event::MouseButtonPressed:
            if (!ImGuiLayer::captures_mouse()) {
                press(sf::Vector2f(sf::Vector2i(event.mouseButton.x, event.mouseButton.y)),
                      event.mouseButton.button == sf::Mouse::Right);
            }
            break;
        case sf::Event::MouseButtonReleased: grip_ = Grip::None; break;
        case sf::Event::MouseMoved:
            drag(sf::Vector2f(sf::Vector2i(event.mouseMove.x, event.mouseMove.y)));
            break;
        case sf::Event::MouseWheelScrolled:
            if (!ImGuiLayer::captures_mouse()) {
                turn_finely(sf::Vector2f(sf::Vector2i(event.mouseWheelScroll.x, event.mouseWheelScroll.y)),
                            event.mouseWheelScroll.delta);
            }
            break;
        default: break;
    }
}

void App::handle_key(const sf::Event::KeyEvent& key) {
    const Tutorial& tutorial = session_.tutorial;
    Place& place = session_.place;
    const int last = static_cast<int>(tutorial.steps.size()) - 1;
    const auto next_kind = [&](PlacedShape& shape) {
        const int count = static_cast<int>(shape_menu().size());
        shape.choice = (shape.choice + (key.shift ? count - 1 : 1)) % count;
        session_.ask_again();
    };
    switch (key.code) {
        case sf::Keyboard::Right: place = next_step(tutorial, place); break;
        case sf::Keyboard::Left: place = previous_step(tutorial, place); break;
        case sf::Keyboard::Down: place = next_stage(tutorial, place); break;
        case sf::Keyboard::Up: place = previous_stage(tutorial, place); break;
        case sf::Keyboard::Home: place = {}; break;
        case sf::Keyboard::End: place = {last, TutorialStage::Decided}; break;
        case sf::Keyboard::Space: session_.play = !session_.play; break;
        case sf::Keyboard::Num1: next_kind(session_.question.a); break;
        case sf::Keyboard::Num2: next_kind(session_.question.b); break;
        case sf::Keyboard::D: session_.shown.dark = !session_.shown.dark; break;
        case sf::Keyboard::P: session_.shown.panel = !session_.shown.panel; break;
        case sf::Keyboard::S: save_ = true; break;
        case sf::Keyboard::R:
            session_.question = options_.question;
            session_.ask_again();
            break;
        case sf::Keyboard::Escape: session_.quit = true; break;
        default: break;
    }
}

PlacedShape* App::shape_under(sf::Vector2f pixel) {
    if (!painter_.shapes().holds(pixel)) {
        return nullptr;
    }
    const Vec2 point = painter_.shapes().to_plane(pixel);
    // Points and segments are thin: accept a click nearby.
    const float margin = 12.0f * painter_.unit() / painter_.shapes().scale;
    if (covers(session_.tutorial.border_b, point, margin)) {
        return &session_.question.b;
    }
    return covers(session_.tutorial.border_a, point, margin) ? &session_.question.a : nullptr;
}

void App::press(sf::Vector2f pixel, bool turn) {
    last_ = pixel;
    held_ = shape_under(pixel);
    grip_ = held_ != nullptr                     ? (turn ? Grip::Turn : Grip::Move)
            : painter_.difference().holds(pixel) ? Grip::Difference
                                                 : Grip::None;
}

void App::drag(sf::Vector2f pixel) {
    if (grip_ == Grip::None) {
        return;
    }
    const Pane& pane = painter_.shapes();
    const Vec2 from = pane.to_plane(last_);
    const Vec2 to = pane.to_plane(pixel);
    last_ = pixel;
    if (grip_ == Grip::Move) {
        held_->position += to - from;
    } else if (grip_ == Grip::Difference) {
        // The difference moves with A, and opposite to B.
        session_.question.b.position -= to - from;
    } else {
        const Vec2 p = from - held_->position;
        const Vec2 q = to - held_->position;
        held_->angle += std::atan2(drystone::cross(p, q), dot(p, q));
        held_->angle = std::remainder(held_->angle, 2.0f * drystone::pi);
    }
    session_.ask_again();
}

void App::turn_finely(sf::Vector2f pixel, float amount) {
    if (painter_.difference().holds(pixel)) {
        painter_.set_zoom(painter_.zoom() * std::exp(0.18f * amount));
    } else if (PlacedShape* shape = shape_under(pixel)) {
        shape->angle = std::remainder(shape->angle + 0.035f * amount, 2.0f * drystone::pi);
        session_.ask_again();
    }
}

void App::advance(float seconds) {
    constexpr float pause = 1.2f;
    waited_ = session_.play ? waited_ + seconds : 0.0f;
    if (waited_ > pause) {
        waited_ = 0.0f;
        const Place next = next_stage(session_.tutorial, session_.place);
        session_.play = !(next == session_.place);
        session_.place = next;
    }
    painter_.lay_out(sf::Vector2f(window_.getSize()), panel_width(session_.shown));
    if (grip_ == Grip::None) {
        painter_.fit(session_, std::min(1.0f, 8.0f * seconds));
    }
}

void App::draw(float seconds) {
    const bool dark = session_.shown.dark;
    layer_.set_theme(dark ? viewer::dark_theme() : viewer::light_theme(), dark);
    painter_.draw(window_, session_);
    const sf::Vector2f size(window_.getSize());
    layer_.begin(size, seconds);
    if (session_.shown.panel) {
        show_panel(session_, size);
    }
    layer_.draw(window_);
    if (save_) {
        save_ = false;
        save();
    }
    window_.display();
}

void App::save() {
    sf::Texture picture;
    picture.create(window_.getSize().x, window_.getSize().y);
    picture.update(window_);
    const std::string file = "explorer-" + std::to_string(session_.place.step) + ".png";
    try {
        viewer::save_picture(picture, file);
        std::fprintf(stderr, "%s\n", file.c_str());
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
    }
}

}  // namespace

void run_window(const Options& options) {
    viewer::require_display("A window");
    App app(options);
    app.run();
}

}  // namespace explorer
