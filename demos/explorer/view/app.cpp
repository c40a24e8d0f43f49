#include "app.h"

#include "../model/dragging.h"
#include "../model/shape_menu.h"
#include "help.h"
#include "painter.h"
#include "panel.h"
#include "pictures.h"

#include <display.h>
#include <imgui_layer.h>

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/System/Clock.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <string>
#include <utility>

namespace explorer {
namespace {

using drystone::Vec2;

/// Mode of a mouse drag.
enum class Grip : std::uint8_t { None, Move, Turn, Corner, Difference, Handle };

class App {
public:
    explicit App(const Options& options);
    void run();

private:
    void open_window();
    void handle(const sf::Event& event);
    void handle_key(const sf::Event::KeyEvent& key);
    void press(sf::Vector2f pixel, bool turn);
    void drag(sf::Vector2f pixel);
    void turn_finely(sf::Vector2f pixel, float amount);
    PlacedShape* shape_under(sf::Vector2f pixel);
    bool take_corner(sf::Vector2f pixel);
    bool take_handle(sf::Vector2f pixel);
    bool handle_window_key(sf::Keyboard::Key key);
    bool handle_lesson_key(sf::Keyboard::Key key);
    void advance(float seconds);
    void draw(float seconds);
    void save();
    void export_all();

    Options options_;
    Session session_;
    sf::RenderWindow window_;
    viewer::ImGuiLayer layer_;
    Painter painter_;
    Grip grip_ = Grip::None;
    PlacedShape* held_ = nullptr;
    Corner corner_;           ///< Held corner of a shape.
    std::size_t handle_ = 0;  ///< Index of the held handle of a lesson.
    sf::Vector2f last_;
    float waited_ = 0.0f;
    bool save_ = false;
    bool is_full_screen_ = false;
};

App::App(const Options& options) : options_(options), session_(make_session(options)) {
    open_window();
    painter_.lay_out(sf::Vector2f(window_.getSize()), panel_width(session_.shown));
    painter_.set_zoom(options.zoom);
    painter_.fit(session_, 1.0f);
}

void App::open_window() {
    is_full_screen_ = session_.full_screen;
    viewer::open_window(window_, {.title = "Drystone: GJK and EPA",
                                  .width = options_.width,
                                  .height = options_.height,
                                  .full_screen = is_full_screen_});
}

void App::run() {
    sf::Clock clock;
    while (window_.isOpen() && !session_.quit) {
        const float seconds = clock.restart().asSeconds();
        for (sf::Event event{}; window_.pollEvent(event);) {
            layer_.handle(event);
            handle(event);
        }
        if (is_full_screen_ != session_.full_screen) {
            open_window();
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

/// Handles the keys that mean the same everywhere.
bool App::handle_window_key(sf::Keyboard::Key key) {
    switch (key) {
        case sf::Keyboard::D: session_.shown.dark = !session_.shown.dark; return true;
        case sf::Keyboard::P: session_.shown.panel = !session_.shown.panel; return true;
        case sf::Keyboard::S: save_ = true; return true;
        case sf::Keyboard::Space: session_.play = !session_.play; return true;
        case sf::Keyboard::F1:
        case sf::Keyboard::Slash: session_.help = !session_.help; return true;
        case sf::Keyboard::F11: session_.full_screen = !session_.full_screen; return true;
        case sf::Keyboard::Escape:
            // Closes the help first.
            session_.quit = !std::exchange(session_.help, false);
            return true;
        default: return false;
    }
}

/// Handles the keys that mean something else in a lesson.
bool App::handle_lesson_key(sf::Keyboard::Key key) {
    int& step = session_.lesson_state.step;
    switch (key) {
        case sf::Keyboard::Right:
        case sf::Keyboard::Down: ++step; break;
        case sf::Keyboard::Left:
        case sf::Keyboard::Up: --step; break;
        case sf::Keyboard::Home: step = 0; break;
        case sf::Keyboard::End: step = session_.shown_lesson.steps - 1; break;
        case sf::Keyboard::R: session_.choose_lesson(session_.lesson); return true;
        case sf::Keyboard::Num1:
        case sf::Keyboard::Num2: return true;
        default: return false;
    }
    session_.teach();
    return true;
}

void App::handle_key(const sf::Event::KeyEvent& key) {
    if (handle_window_key(key.code) || (session_.lesson >= 0 && handle_lesson_key(key.code))) {
        return;
    }
    const Tutorial& tutorial = session_.tutorial;
    Place& place = session_.place;
    const int last = static_cast<int>(tutorial.steps.size()) - 1;
    const auto next_kind = [&](PlacedShape& shape) {
        const int count = static_cast<int>(shape_menu().size());
        shape.choice = (shape.choice + (key.shift ? count - 1 : 1)) % count;
        shape.corners.clear();
        session_.ask_again();
    };
    switch (key.code) {
        case sf::Keyboard::Right: place = next_step(tutorial, place); break;
        case sf::Keyboard::Left: place = previous_step(tutorial, place); break;
        case sf::Keyboard::Down: place = next_stage(tutorial, place); break;
        case sf::Keyboard::Up: place = previous_stage(tutorial, place); break;
        case sf::Keyboard::Home: place = {}; break;
        case sf::Keyboard::End: place = {last, TutorialStage::Decided}; break;
        case sf::Keyboard::Num1: next_kind(session_.question.a); break;
        case sf::Keyboard::Num2: next_kind(session_.question.b); break;
        case sf::Keyboard::R:
            session_.question = options_.question;
            session_.ask_again();
            break;
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

/// Takes hold of the corner of a polygon under the mouse.
bool App::take_corner(sf::Vector2f pixel) {
    const Pane& pane = painter_.shapes();
    if (!pane.holds(pixel)) {
        return false;
    }
    const float reach = 10.0f * painter_.unit() / pane.scale;
    const auto corner = find_corner(session_.tutorial, pane.to_plane(pixel), reach);
    corner_ = corner.value_or(Corner{});
    return corner.has_value();
}

/// Takes hold of a handle of a lesson under the mouse.
bool App::take_handle(sf::Vector2f pixel) {
    const Pane& pane = painter_.handles();
    const Points& handles = session_.lesson_state.handles;
    for (std::size_t i = 0; i < handles.size(); ++i) {
        const sf::Vector2f way = pane.to_screen(handles[i]) - pixel;
        if (std::hypot(way.x, way.y) < 14.0f * painter_.unit()) {
            handle_ = i;
            return true;
        }
    }
    return false;
}

void App::press(sf::Vector2f pixel, bool turn) {
    last_ = pixel;
    if (session_.lesson >= 0) {
        grip_ = take_handle(pixel) ? Grip::Handle : Grip::None;
        return;
    }
    if (!turn && take_corner(pixel)) {
        grip_ = Grip::Corner;
        return;
    }
    held_ = shape_under(pixel);
    grip_ = held_ != nullptr                     ? (turn ? Grip::Turn : Grip::Move)
            : painter_.difference().holds(pixel) ? Grip::Difference
                                                 : Grip::None;
}

void App::drag(sf::Vector2f pixel) {
    if (grip_ == Grip::None) {
        return;
    }
    if (grip_ == Grip::Handle) {
        session_.lesson_state.handles[handle_] = painter_.handles().to_plane(pixel);
        session_.teach();
        return;
    }
    const Pane& pane = painter_.shapes();
    const Vec2 from = pane.to_plane(last_);
    const Vec2 to = pane.to_plane(pixel);
    last_ = pixel;
    if (grip_ == Grip::Move) {
        held_->position += to - from;
    } else if (grip_ == Grip::Corner) {
        move_corner(session_.question, session_.tutorial, corner_, to);
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
    if (session_.lesson >= 0) {
        return;
    }
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
        if (session_.lesson >= 0) {
            session_.play = handle_lesson_key(sf::Keyboard::Right) &&
                            session_.lesson_state.step < session_.shown_lesson.steps - 1;
            return;
        }
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
    show_help(session_.help, size);
    layer_.draw(window_);
    if (save_) {
        save_ = false;
        save();
    }
    window_.display();
    if (session_.wanted != Export::None) {
        export_all();
    }
}

/// Writes all steps into a picture or a film, of the size of the window.
void App::export_all() {
    const bool film = std::exchange(session_.wanted, Export::None) == Export::Film;
    const std::string name =
        session_.lesson >= 0 ? lessons()[static_cast<std::size_t>(session_.lesson)].key : "explorer";
    Options options = options_;
    options.width = window_.getSize().x;
    options.height = window_.getSize().y;
    options.zoom = painter_.zoom();
    options.row = film ? std::string() : name + "-row.png";
    options.film = film ? name + ".mp4" : std::string();
    try {
        export_steps(session_, options);
        session_.notice = "Saved " + (film ? options.film : options.row);
    } catch (const std::exception& error) {
        session_.notice = error.what();
    }
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
