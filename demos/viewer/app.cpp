#include "app.h"

#include "controls.h"
#include "display.h"
#include "files_window.h"
#include "imgui_layer.h"
#include "panel.h"
#include "recorder.h"
#include "session.h"
#include "timeline_bar.h"
#include "user_error.h"

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/System/Clock.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace viewer {
namespace {

/// Window with all of its contents.
class App {
public:
    explicit App(const Options& options);
    void run();

private:
    void handle_events();
    void advance(float seconds);
    void draw(float seconds);
    void fit_viewport();
    void capture();

    sf::RenderWindow window_;
    Session session_;
    ImGuiLayer layer_;
    Controls controls_;
    std::optional<Recorder> recorder_;
    sf::Texture captured_;
    float debt_ = 0.0f;  ///< Simulated time that is still to be stepped [s].
    bool was_dark_ = false;
    bool had_panel_ = true;
};

App::App(const Options& options) : session_(options.scene, options.rates) {
    {
        const QuietSfml quiet;  // It warns if there is no vertical synchronisation, which is not used.
        // All frames of a film have the same size.
        const auto style =
            options.record.empty() ? sf::Style::Default : sf::Style::Titlebar | sf::Style::Close;
        window_.create(sf::VideoMode(options.width, options.height), "Drystone",
                       static_cast<sf::Uint32>(style), sf::ContextSettings(0, 0, options.samples));
    }
    // On X11, a new window can appear partly outside of a small screen.
    window_.setPosition({0, 0});
    window_.setFramerateLimit(60);
    window_.setKeyRepeatEnabled(true);
    session_.painter.overlays = options.overlays;
    session_.windows.panel = options.panel.value_or(true);
    session_.set_dark(options.dark);
    layer_.set_theme(*session_.painter.theme, session_.dark);
    was_dark_ = session_.dark;
    fit_viewport();
    session_.reset_view();
    if (!options.record.empty()) {
        recorder_.emplace(options.record, window_.getSize(), 60);
    }
}

void App::fit_viewport() {
    had_panel_ = session_.windows.panel;
    session_.painter.camera.set_viewport(sf::Vector2f(window_.getSize()), session_.panel_width());
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
    if (recorder_) {
        recorder_->finish();
    }
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
        const bool key = event.type == sf::Event::KeyPressed;
        if (!(pressed && ImGuiLayer::captures_mouse()) && !(key && ImGuiLayer::captures_keyboard())) {
            controls_.handle(event, session_);
        }
    }
}

/// Steps with a fixed time step to follow the clock. If the machine is too slow, the simulation falls behind
/// instead of accumulating a backlog.
void App::advance(float seconds) {
    constexpr float budget = 0.030f;
    const float time_step = session_.simulation.settings().time_step;
    Simulation& simulation = session_.simulation;
    if (session_.paused && !session_.rewinding) {
        debt_ = 0.0f;
        const int steps = std::exchange(session_.single_steps, 0);
        if (steps < 0) {
            simulation.go_to(simulation.steps() + steps);
        }
        for (int i = 0; i < steps; ++i) {
            simulation.step();
        }
        return;
    }
    debt_ += std::min(seconds, 0.1f) * session_.speed;
    if (session_.rewinding) {
        session_.paused = true;
        const int steps = static_cast<int>(debt_ / time_step);
        debt_ -= static_cast<float>(steps) * time_step;
        simulation.go_to(simulation.steps() - steps);
        return;
    }
    sf::Clock clock;
    while (debt_ >= time_step && clock.getElapsedTime().asSeconds() < budget) {
        simulation.step();
        debt_ -= time_step;
    }
    // A recording ends.
    session_.paused |= simulation.player() != nullptr && simulation.steps() == simulation.last_step();
    debt_ = std::min(debt_, time_step);
}

void App::draw(float seconds) {
    if (had_panel_ != session_.windows.panel) {
        fit_viewport();
    }
    if (was_dark_ != session_.dark) {
        was_dark_ = session_.dark;
        layer_.set_theme(*session_.painter.theme, session_.dark);
    }
    session_.follow();
    session_.painter.draw(window_, session_.simulation);
    const sf::Vector2f size(window_.getSize());
    layer_.begin(size, seconds);
    if (session_.windows.panel) {
        show_panel(session_, size);
    }
    if (session_.windows.timeline) {
        show_timeline(session_, size);
    }
    show_files(session_, size);
    layer_.draw(window_);
    capture();
    window_.display();
}

void App::capture() {
    const bool screenshot = controls_.take_screenshot_request();
    if (!screenshot && !recorder_) {
        return;
    }
    if (captured_.getSize() != window_.getSize()) {
        captured_.create(window_.getSize().x, window_.getSize().y);
    }
    captured_.update(window_);
    if (recorder_) {
        recorder_->add(captured_);
    }
    if (screenshot) {
        const std::string file =
            session_.simulation.info().name + "-" + std::to_string(session_.simulation.steps()) + ".png";
        try {
            save_picture(captured_, file);
            std::fprintf(stderr, "%s\n", file.c_str());
        } catch (const UserError& error) {
            std::fprintf(stderr, "%s\n", error.what());
        }
    }
}

}  // namespace

void run_window(const Options& options) {
    require_display("A window");
    App app(options);
    app.run();
}

}  // namespace viewer
