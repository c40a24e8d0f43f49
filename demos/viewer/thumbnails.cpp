#include "thumbnails.h"

#include <SFML/System/Clock.hpp>

#include <utility>

namespace viewer {
namespace {

/// Steps until the picture: something has happened, and little has come to rest.
constexpr int steps = 45;
/// Time that these may take, so that the list stays smooth [s].
constexpr float budget = 0.015f;

}  // namespace

const sf::Texture* Thumbnails::of(const scenes::SceneInfo& info, const Theme& theme) {
    if (const auto found = pictures_.find(info.name); found != pictures_.end()) {
        return &found->second;
    }
    if (!std::exchange(may_make_, false)) {
        return nullptr;
    }
    make(info, theme);
    return &pictures_[info.name];
}

void Thumbnails::make(const scenes::SceneInfo& info, const Theme& theme) {
    // Drawn at twice the size and scaled down, for smooth edges.
    if (canvas_.getSize().x == 0) {
        canvas_.create(2 * width, 2 * height);
    }
    Simulation simulation(info, {}, 0);
    const ViewBox view = framed_view(info.view, simulation.world());
    const sf::Clock clock;
    while (simulation.steps() < steps && clock.getElapsedTime().asSeconds() < budget) {
        simulation.step();
    }
    FramePainter painter;
    painter.heads_up = false;
    painter.overlays.joints = false;
    painter.theme = &theme;
    painter.camera.set_viewport(sf::Vector2f(canvas_.getSize()), {});
    painter.camera.show(view);
    painter.draw(canvas_, simulation);
    canvas_.display();
    sf::Texture picture(canvas_.getTexture());
    picture.setSmooth(true);
    pictures_[info.name] = std::move(picture);
}

}  // namespace viewer
