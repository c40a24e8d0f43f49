#include "frame.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace viewer {
namespace {

/// Rounds up to one, two or five times a power of ten.
float round_up(float value) {
    const float power = std::pow(10.0f, std::floor(std::log10(value)));
    for (const float factor : {1.0f, 2.0f, 5.0f}) {
        if (factor * power >= value) {
            return factor * power;
        }
    }
    return 10.0f * power;
}

std::string status_line(const Simulation& simulation) {
    char line[160];
    const float time = static_cast<float>(simulation.steps()) * simulation.settings().time_step;
    std::snprintf(line, sizeof line, "step %d    %.2f s    %d bodies    %d contacts    %.3f ms per step",
                  simulation.steps(), static_cast<double>(time), simulation.world().counters().bodies,
                  simulation.world().counters().contacts,
                  static_cast<double>(simulation.history().mean_step(60)));
    return line;
}

}  // namespace

void FramePainter::draw(sf::RenderTarget& target, const Simulation& simulation) {
    if (run_ != simulation.run()) {
        run_ = simulation.run();
        look_ = 0;
        scene_.clear();
    }
    const samples::Sample* sample = simulation.sample();
    if (sample != nullptr && look_ != sample->look()) {
        look_ = sample->look();
        scene_.clear();
    }
    scene_.update(simulation.world());

    const sf::Vector2f size(target.getSize());
    target.setView(sf::View(sf::FloatRect({0.0f, 0.0f}, size)));
    target.clear(theme->sky_bottom);
    mesh_.clear();
    draw_background();
    if (overlays.shapes) {
        scene_.draw(simulation.world(), {camera, *theme, mesh_}, overlays.sleep);
    }
    DebugPainter debug(camera, *theme, mesh_);
    draw_overlays(simulation.world(), overlays, camera, *theme, mesh_, debug);
    SamplePicture picture(camera, *theme, mesh_);
    if (sample != nullptr) {
        sample->draw(picture);
    }
    draw_tool();
    draw_divergence(simulation);
    mesh_.draw(target);
    debug.write_texts(target, text_);
    picture.write_texts(target, text_);
    if (heads_up) {
        draw_heads_up(target, simulation);
    }
}

void FramePainter::draw_background() {
    mesh_.rectangle({0.0f, 0.0f}, camera.size(), theme->sky_top, theme->sky_bottom);
    const float spacing = round_up(24.0f * camera.detail() / camera.scale());
    draw_grid_lines(spacing, theme->grid);
    draw_grid_lines(5.0f * spacing, theme->grid_strong);
}

void FramePainter::draw_grid_lines(float spacing, sf::Color color) {
    const drystone::Aabb visible = camera.visible();
    const float width = std::max(1.0f, std::round(camera.detail()));
    const sf::Vector2f size = camera.size();
    // Lines begin and end on whole pixels, so that all look alike.
    for (float i = std::ceil(visible.lower.x / spacing); i * spacing <= visible.upper.x; i += 1.0f) {
        const float x = std::floor(camera.to_screen({i * spacing, 0.0f}).x);
        mesh_.rectangle({x, 0.0f}, {x + width, size.y}, color, color);
    }
    for (float i = std::ceil(visible.lower.y / spacing); i * spacing <= visible.upper.y; i += 1.0f) {
        const float y = std::floor(camera.to_screen({0.0f, i * spacing}).y);
        mesh_.rectangle({0.0f, y}, {size.x, y + width}, color, color);
    }
}

void FramePainter::draw_tool() {
    if (!tool) {
        return;
    }
    const float width = 2.2f * camera.detail();
    const sf::Vector2f from = camera.to_screen(tool->from);
    const sf::Vector2f to = camera.to_screen(tool->to);
    if (tool->arrow) {
        mesh_.arrow(from, to, width, theme->tool);
    } else {
        mesh_.line(from, to, width, theme->tool);
        mesh_.disc(to, 1.6f * width, theme->tool);
    }
    mesh_.disc(from, 2.0f * width, theme->tool);
}

/// Marks the body that does not move as it was recorded.
void FramePainter::draw_divergence(const Simulation& simulation) {
    const drystone::RecordingPlayer* player = simulation.player();
    if (player == nullptr || !player->divergence() || simulation.steps() < player->divergence()->step) {
        return;
    }
    const drystone::BodyId body = player->divergence()->body;
    if (body.is_null() || !simulation.world().is_valid(body)) {
        return;
    }
    const sf::Vector2f at = camera.to_screen(simulation.world()[body].center_of_mass());
    const float arm = 34.0f * camera.detail();
    const float width = 3.0f * camera.detail();
    mesh_.frame(at - sf::Vector2f(arm, arm), at + sf::Vector2f(arm, arm), width, theme->contact);
    mesh_.line(at - sf::Vector2f(3.0f * arm, 0.0f), at - sf::Vector2f(arm, 0.0f), width, theme->contact);
    mesh_.line(at + sf::Vector2f(arm, 0.0f), at + sf::Vector2f(3.0f * arm, 0.0f), width, theme->contact);
}

void FramePainter::draw_heads_up(sf::RenderTarget& target, const Simulation& simulation) const {
    const float unit = camera.detail();
    const auto size = [unit](float points) { return static_cast<unsigned>(std::lround(points * unit)); };
    const sf::Color halo = with_alpha(theme->sky_top, 0.8f);
    text_.write(target, simulation.info().title, {18.0f * unit, 12.0f * unit},
                {.size = size(22.0f), .color = theme->text, .halo = halo, .bold = true});
    text_.write(target, status_line(simulation), {19.0f * unit, 42.0f * unit},
                {.size = size(13.0f), .color = theme->text_soft, .halo = halo});
    if (const auto* player = simulation.player(); player != nullptr && player->divergence()) {
        text_.write(target, player->divergence()->text, {19.0f * unit, 62.0f * unit},
                    {.size = size(13.0f), .color = theme->contact, .halo = halo});
    }
    if (const samples::Sample* sample = simulation.sample()) {
        text_.write(target, sample->status(), {19.0f * unit, 62.0f * unit},
                    {.size = size(13.0f), .color = theme->text, .halo = halo});
    }
}

}  // namespace viewer
