#include "capture.h"

#include "display.h"

#include <filesystem>
#include <utility>

namespace viewer {
namespace {

/// Returns a name like "pyramid-120.png" that no file has yet.
std::string free_name(const Session& session, const char* ending) {
    const std::string stem =
        session.simulation.info().name + "-" + std::to_string(session.simulation.steps());
    std::string name = stem + ending;
    for (int i = 2; std::filesystem::exists(name); ++i) {
        name = stem + "-" + std::to_string(i) + ending;
    }
    return name;
}

}  // namespace

void Capture::start_film(const std::string& file, sf::Vector2u size) {
    film_ = std::make_unique<Recorder>(file, size, 60);
    film_file_ = file;
    film_size_ = size;
}

void Capture::update(Session& session, const sf::RenderWindow& window) {
    const bool wants_picture = std::exchange(session.requests.picture, false);
    if (std::exchange(session.requests.film, false)) {
        session.attempt([&] { toggle_film(session, window); });
    }
    // All frames of a film have the same size.
    if (film_ && window.getSize() != film_size_) {
        session.attempt([&] { toggle_film(session, window); });
    }
    session.is_filming = is_filming();
    if (!wants_picture && !film_) {
        return;
    }
    if (frame_.getSize() != window.getSize()) {
        frame_.create(window.getSize().x, window.getSize().y);
    }
    frame_.update(window);
    if (film_) {
        film_->add(frame_);
    }
    if (wants_picture) {
        session.attempt([&] {
            const std::string file = free_name(session, ".png");
            save_picture(frame_, file);
            session.tell("Saved " + file);
        });
    }
}

void Capture::toggle_film(Session& session, const sf::RenderWindow& window) {
    if (film_) {
        finish();
        session.tell("Saved " + film_file_);
    } else {
        start_film(free_name(session, ".mp4"), window.getSize());
        session.tell("Filming to " + film_file_);
    }
}

void Capture::finish() {
    if (film_) {
        const std::unique_ptr<Recorder> film = std::move(film_);
        film->finish();
    }
}

}  // namespace viewer
