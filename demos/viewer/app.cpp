#include "app.h"

#include "capture.h"
#include "controls.h"
#include "display.h"
#include "files_window.h"
#include "help_window.h"
#include "imgui_layer.h"
#include "panel.h"
#include "scene_list.h"
#include "session.h"
#include "timeline_bar.h"

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/System/Clock.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace viewer {
namespace {

/// Returns whether the key belongs to a text field that is being edited: all but Escape and F1 to F12.
bool writes_text(sf::Keyboard::Key key) {
    return key != sf::Keyboard::Escape && (key < sf::Keyboard::F1 || key > sf::Keyboard::F12);
}

/// Window with all of its contents.
class App {
public:
    explicit App(const Options& options);
    void run();

private:
    void open_window(bool full_screen);
    void handle_events();
    void advance(float seconds);
    void follow_clock();
    void rewind();
    void draw(float seconds);
    void show_windows(sf::Vector2f size, float seconds);
    void fit_viewport();

    Options options_;
    sf::RenderWindow window_;
    Session session_;
    ImGuiLayer layer_;
    Controls controls_;
    SceneList scene_list_;
    Capture capture_;
    float debt_ = 0.0f;  ///< Simulated time that is still to be stepped [s].
    bool full_screen_ = false;
    bool was_dark_ = false;
    bool had_peer_ = false;
    OpenWindows fitted_;  ///< Windows that the viewport leaves room for.
};

App::App(const Options& options) : options_(options), session_(options.scene, options.rates) {
    open_window(false);
    if (options.overlays) {
        session_.painter.overlays = *options.overlays;
    }
    session_.windows.panel = options.panel.value_or(true);
    session_.painter.keys = true;
    session_.paused |= options.paused;
    session_.set_dark(options.dark);
    layer_.set_theme(*session_.painter.theme, session_.dark);
    was_dark_ = session_.dark;
    fit_viewport();
    session_.reset_view();
    if (!options.record.empty()) {
        capture_.start_film(options.record, window_.getSize());
    }
}

void App::open_window(bool full_screen) {
    viewer::open_window(window_, {.title = "Drystone",
                                  .width = options_.width,
                                  .height = options_.height,
                                  .full_screen = full_screen,
                                  // All frames of a film have the same size.
                                  .resizable = options_.record.empty(),
                                  .samples = options_.samples});
    full_screen_ = full_screen;
}

void App::fit_viewport() {
    const sf::Vector2f size(window_.getSize());
    fitted_ = session_.windows;
    const float panel = session_.panel_width(size.x);
    had_peer_ = session_.peer != nullptr;
    const float peer = had_peer_ ? 0.5f * (size.x - panel) : 0.0f;
    session_.painter.camera.set_viewport(size, {panel + peer, fitted_.timeline ? timeline_height : 0.0f});
}

void App::run() {
    sf::Clock clock;
    while (window_.isOpen() && !session_.quit) {
        const float seconds = clock.restart().asSeconds();
        handle_events();
        controls_.update(session_, seconds, window_.hasFocus() && !ImGuiLayer::captures_keyboard());
        session_.attempt([&] { advance(seconds); });
        draw(seconds);
    }
    capture_.finish();
}

void App::handle_events() {
    for (sf::Event event{}; window_.pollEvent(event);) {
        layer_.handle(event);
        if (event.type == sf::Event::Closed) {
            window_.close();
        } else if (event.type == sf::Event::Resized) {
            fit_viewport();
        }
        const bool pressed =
            event.type == sf::Event::MouseButtonPressed || event.type == sf::Event::MouseWheelScrolled;
        const bool key = event.type == sf::Event::KeyPressed && writes_text(event.key.code);
        if (!(pressed && ImGuiLayer::captures_mouse()) && !(key && ImGuiLayer::captures_keyboard())) {
            controls_.handle(event, session_);
        }
    }
    if (std::exchange(session_.requests.full_screen, false)) {
        open_window(!full_screen_);
        fit_viewport();
    }
}

void App::advance(float seconds) {
    if (session_.paused && !session_.rewinding) {
        debt_ = 0.0f;
        return;
    }
    debt_ += std::min(seconds, 0.1f) * session_.speed;
    if (session_.rewinding) {
        rewind();
    } else {
        follow_clock();
    }
}

/// Steps with a fixed time step to follow the clock. If the machine is too slow, the simulation falls behind
/// instead of accumulating a backlog.
void App::follow_clock() {
    constexpr float budget = 0.030f;
    Simulation& simulation = session_.simulation;
    const float time_step = simulation.settings().time_step;
    const sf::Clock clock;
    while (debt_ >= time_step && clock.getElapsedTime().asSeconds() < budget) {
        simulation.step();
        session_.trace();
        debt_ -= time_step;
    }
    debt_ = std::min(debt_, time_step);
    // A recording ends.
    session_.paused |= simulation.player() != nullptr && simulation.steps() == simulation.last_step();
}

void App::rewind() {
    const float time_step = session_.simulation.settings().time_step;
    session_.paused = true;
    const int steps = static_cast<int>(debt_ / time_step);
    debt_ -= static_cast<float>(steps) * time_step;
    session_.simulation.go_to(session_.simulation.steps() - steps);
}

void App::draw(float seconds) {
    session_.attempt([&] { session_.update_peer(); });
    if (fitted_.panel != session_.windows.panel || fitted_.timeline != session_.windows.timeline ||
        had_peer_ != (session_.peer != nullptr)) {
        const bool refit = had_peer_ != (session_.peer != nullptr);
        fit_viewport();
        if (refit) {
            session_.reset_view();
        }
    }
    if (was_dark_ != session_.dark) {
        was_dark_ = session_.dark;
        layer_.set_theme(*session_.painter.theme, session_.dark);
    }
    session_.follow();
    session_.painter.selection = session_.selection;
    session_.painter.notice = session_.notice_seconds > 0.0f ? session_.notice : std::string();
    session_.notice_seconds -= seconds;
    session_.painter.draw(window_, session_.simulation);
    if (session_.peer) {
        session_.peer->draw(window_, session_.painter.camera, *session_.painter.theme);
    }
    show_windows(sf::Vector2f(window_.getSize()), seconds);
    capture_.update(session_, window_);
    window_.display();
}

void App::show_windows(sf::Vector2f size, float seconds) {
    layer_.begin(size, seconds);
    if (session_.windows.panel) {
        show_panel(session_, size);
    }
    if (session_.windows.timeline) {
        show_timeline(session_, size);
    }
    show_files(session_, size);
    scene_list_.show(session_, size);
    show_help(session_.windows.help, size);
    layer_.draw(window_);
}

}  // namespace

void run_window(const Options& options) {
    require_display("A window");
    App app(options);
    app.run();
}

}  // namespace viewer
