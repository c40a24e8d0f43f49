#include <games/view/shell.h>

#include <display.h>
#include <user_error.h>

#include <SFML/Graphics/RenderWindow.hpp>
#include <SFML/System/Clock.hpp>
#include <SFML/Window/Event.hpp>
#include <SFML/Window/Mouse.hpp>

#include <algorithm>
#include <string>

namespace games {
namespace {

bool is_down(sf::Keyboard::Key key) { return sf::Keyboard::isKeyPressed(key); }

int axis(sf::Keyboard::Key negative, sf::Keyboard::Key positive) {
    return (is_down(positive) ? 1 : 0) - (is_down(negative) ? 1 : 0);
}

Input read_input(const Canvas& canvas, const sf::RenderWindow& window) {
    using Key = sf::Keyboard;
    Input input;
    if (!window.hasFocus()) {
        return input;
    }
    input.first = {axis(Key::Left, Key::Right), axis(Key::Down, Key::Up), is_down(Key::Space),
                   is_down(Key::Enter)};
    input.second = {axis(Key::A, Key::D), axis(Key::S, Key::W), is_down(Key::Q), is_down(Key::E)};
    input.rewind = is_down(Key::R);
    input.pointer = canvas.to_world(sf::Vector2f(sf::Mouse::getPosition(window)));
    input.pressed = sf::Mouse::isButtonPressed(sf::Mouse::Left);
    return input;
}

/// Window with a game and the menu over it. While the menu is open, a scripted player plays.
class Shell {
public:
    explicit Shell(const Options& options)
        : options_(options),
          window_(sf::VideoMode(options.width, options.height), "Drystone: games", sf::Style::Default,
                  sf::ContextSettings(0, 0, 4)),
          canvas_(window_) {
        window_.setVerticalSyncEnabled(true);
        window_.setKeyRepeatEnabled(false);
        const auto& games = all_games();
        for (std::size_t i = 0; i < games.size(); ++i) {
            chosen_ = games[i].name == options.game ? i : chosen_;
        }
        start(chosen_);
        scripted_ = options.script;
        menu_ = !options.script;
    }

    void run() {
        sf::Clock clock;
        while (window_.isOpen()) {
            read_events();
            const double elapsed = static_cast<double>(clock.restart().asSeconds());
            for (int due = stepper_.advance(elapsed); due > 0; --due) {
                const bool by_script = menu_ || scripted_;
                show_->game().step(by_script ? show_->game().scripted() : read_input(canvas_, window_));
                show_->after_step();
            }
            draw();
        }
    }

private:
    void start(std::size_t game) {
        show_ = all_games()[game].make(options_.show);
        playing_ = game;
        stepper_.reset();
    }

    void read_events() {
        sf::Event event;
        while (window_.pollEvent(event)) {
            if (event.type == sf::Event::Closed) {
                window_.close();
            } else if (event.type == sf::Event::Resized) {
                canvas_.use_all();
            } else if (event.type == sf::Event::KeyPressed) {
                press(event.key.code);
            }
        }
    }

    void press(sf::Keyboard::Key key) {
        if (key == sf::Keyboard::Escape) {
            menu_ = !menu_;
            if (!menu_) {
                start(playing_);
            }
        } else if (!menu_) {
            if (key == sf::Keyboard::F5) {
                start(playing_);
            }
            show_->press(key);
        } else if (key == sf::Keyboard::Up || key == sf::Keyboard::Down) {
            const std::size_t count = all_games().size() + 1;
            chosen_ = (chosen_ + (key == sf::Keyboard::Down ? 1 : count - 1)) % count;
            if (chosen_ < all_games().size()) {
                start(chosen_);
            }
        } else if (key == sf::Keyboard::Enter || key == sf::Keyboard::Space || key == sf::Keyboard::F1) {
            choose(key == sf::Keyboard::F1);
        }
    }

    void choose(bool scripted) {
        if (chosen_ == all_games().size()) {
            window_.close();
            return;
        }
        start(chosen_);
        scripted_ = scripted;
        menu_ = false;
    }

    void draw() {
        window_.clear();
        show_->draw(canvas_, stepper_.fraction());
        canvas_.use_all();
        if (menu_) {
            draw_menu();
        } else if (show_->game().is_finished()) {
            canvas_.centered_text(300.0f, "Finished", 48, rgb(0xffffff));
            canvas_.centered_text(360.0f, "F5: again    Esc: menu", 20, rgb(0xffffff), false);
        }
        canvas_.flush();
        window_.display();
    }

    void draw_menu() {
        const sf::Vector2f size = canvas_.size();
        canvas_.panel({40.0f, 40.0f}, {460.0f, size.y - 80.0f}, rgb(0x14181f, 0.86f));
        canvas_.text({70.0f, 64.0f}, "Drystone", 34, rgb(0xffffff), true);
        float y = 128.0f;
        for (std::size_t i = 0; i <= all_games().size(); ++i, y += 34.0f) {
            const bool is_chosen = i == chosen_;
            if (is_chosen) {
                canvas_.panel({60.0f, y - 5.0f}, {420.0f, 32.0f}, rgb(0xd27d5f));
            }
            canvas_.text({74.0f, y}, i < all_games().size() ? all_games()[i].title : "Quit", 18,
                         is_chosen ? rgb(0xffffff) : rgb(0xc9cdd4), is_chosen);
        }
        if (chosen_ < all_games().size()) {
            draw_help(all_games()[chosen_], y + 14.0f);
        }
        canvas_.text({70.0f, size.y - 76.0f}, "Enter: play    F1: watch    Esc: back", 15, rgb(0xc9cdd4));
    }

    void draw_help(const GameInfo& info, float y) {
        canvas_.text({70.0f, y}, info.goal, 15, rgb(0xf0e8d9));
        y += 30.0f + 18.0f * static_cast<float>(
                                 std::count(info.goal, info.goal + std::string(info.goal).size(), '\n'));
        for (const KeyHelp& help : info.keys) {
            canvas_.panel({68.0f, y - 3.0f}, {142.0f, 24.0f}, rgb(0x39414e));
            canvas_.text({76.0f, y}, help.key, 14, rgb(0xffffff), true);
            canvas_.text({222.0f, y}, help.what, 14, rgb(0xf0e8d9));
            y += 29.0f;
        }
    }

    Options options_;
    sf::RenderWindow window_;
    Canvas canvas_;
    std::unique_ptr<Show> show_;
    drystone::FixedStepper stepper_{{.time_step = time_step}};
    std::size_t chosen_ = 0;
    std::size_t playing_ = 0;
    bool menu_ = true;
    bool scripted_ = false;
};

}  // namespace

void run_window(const Options& options) {
    viewer::require_display("A window");
    Shell(options).run();
}

}  // namespace games
