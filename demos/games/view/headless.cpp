#include <games/view/shell.h>

#include <display.h>
#include <recorder.h>
#include <user_error.h>

#include <SFML/Graphics/RenderTexture.hpp>

#include <algorithm>
#include <cstdio>
#include <optional>

namespace games {
namespace {

/// Texture that the game is drawn into.
class Picture {
public:
    explicit Picture(const Options& options) {
        viewer::require_display("A picture");
        const unsigned samples = std::min(4u, sf::RenderTexture::getMaximumAntialiasingLevel());
        if (!texture_.create(options.width, options.height, sf::ContextSettings(0, 0, samples))) {
            throw viewer::UserError("The display cannot draw a picture of this size.");
        }
        canvas_.emplace(texture_);
    }
    const sf::Texture& draw(Show& show) {
        texture_.clear();
        show.draw(*canvas_, 1.0f);
        canvas_->use_all();
        canvas_->flush();
        texture_.display();
        return texture_.getTexture();
    }

private:
    sf::RenderTexture texture_;
    std::optional<Canvas> canvas_;
};

}  // namespace

int run_headless(const Options& options) {
    const auto& games = all_games();
    const auto info =
        std::find_if(games.begin(), games.end(), [&](const GameInfo& g) { return g.name == options.game; });
    if (info == games.end()) {
        throw viewer::UserError("Headless runs need the name of a game; --list shows them.");
    }
    const auto show = info->make(options.show);
    Game& game = show->game();
    std::optional<Picture> picture;
    std::optional<viewer::Recorder> film;
    if (!options.shot.empty() || !options.record.empty()) {
        picture.emplace(options);
    }
    if (!options.record.empty()) {
        film.emplace(options.record, sf::Vector2u(options.width, options.height), 60);
    }
    const int steps = options.steps >= 0 ? options.steps : info->max_steps;
    int step = 0;
    // A film ends a second after the game.
    int rest = film ? 60 : 0;
    for (; step < steps && !(game.is_finished() && rest-- == 0); ++step) {
        game.step(options.script ? game.scripted() : Input{});
        show->after_step();
        if (film) {
            film->add(picture->draw(*show));
        }
    }
    if (film) {
        film->finish();
    }
    if (!options.shot.empty()) {
        viewer::save_picture(picture->draw(*show), options.shot);
    }
    std::printf("%s: %s after %d steps; hash %016llx\n%s\n%s", info->name,
                game.is_finished() ? "finished" : "not finished", step,
                static_cast<unsigned long long>(game.hash()), game.status().c_str(),
                show->measures().c_str());
    return options.script && options.steps < 0 && !game.is_finished() ? 1 : 0;
}

}  // namespace games
