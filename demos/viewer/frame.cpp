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
    const double time =
        static_cast<double>(simulation.steps()) * static_cast<double>(simulation.settings().time_step);
    const drystone::Counters counters = simulation.world().counters();
    int length = std::snprintf(line, sizeof line, "step %d    %.2f s", simulation.steps(), time);
    // Scenes of queries have no bodies, and steps that cost nothing.
    if (counters.bodies > 0) {
        std::snprintf(line + length, sizeof line - static_cast<std::size_t>(length),
                      "    %d bodies    %d contacts    %.0f \u00b5s per step", counters.bodies,
                      counters.contacts, 1000.0 * static_cast<double>(simulation.history().mean_step(60)));
    }
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
    draw_selection(simulation.world());
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

/// Marks the chosen object: the boxes of a body's or contact's shapes, or the anchors of a joint.
void FramePainter::draw_selection(const drystone::World& world) {
    if (!is_valid(world, selection)) {
        return;
    }
    const float width = 2.0f * camera.detail();
    const float gap = 3.0f * camera.detail();
    const auto draw_shape = [&](drystone::ShapeId shape) {
        const drystone::Aabb box = world[shape].aabb();
        const sf::Vector2f top_left = camera.to_screen({box.lower.x, box.upper.y});
        const sf::Vector2f bottom_right = camera.to_screen({box.upper.x, box.lower.y});
        mesh_.frame(top_left - sf::Vector2f(gap, gap), bottom_right + sf::Vector2f(gap, gap), width,
                    theme->tool);
    };
    if (const auto* body = std::get_if<drystone::BodyId>(&selection)) {
        for (const drystone::ShapeId shape : world[*body].shapes()) {
            draw_shape(shape);
        }
    } else if (const auto* shape = std::get_if<drystone::ShapeId>(&selection)) {
        draw_shape(*shape);
    } else if (const auto* joint = std::get_if<drystone::JointId>(&selection)) {
        const drystone::JointState state = world[*joint].state();
        mesh_.line(camera.to_screen(state.anchor_a), camera.to_screen(state.anchor_b), width, theme->tool);
        mesh_.disc(camera.to_screen(state.anchor_b), 3.0f * width, theme->tool);
    } else {
        const drystone::ContactView contact = world.contact(std::get<drystone::ContactId>(selection));
        for (int i = 0; i < contact.count; ++i) {
            mesh_.disc(camera.to_screen(contact.points[i].point), 3.0f * width, theme->tool);
        }
    }
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
    const sf::Color halo = with_alpha(theme->sky_top, 0.8f);
    const auto write = [&](const std::string& text, float y, unsigned points, sf::Color color,
                           bool bold = false) {
        const auto size = static_cast<unsigned>(std::lround(static_cast<float>(points) * unit));
        text_.write(target, text, {18.0f * unit, y * unit},
                    {.size = size, .color = color, .halo = halo, .bold = bold});
    };
    write(simulation.info().title, 12.0f, 22, theme->text, true);
    write(status_line(simulation), 42.0f, 13, theme->text_soft);
    float y = 62.0f;
    const auto write_next = [&](const std::string& text, sf::Color color) {
        if (!text.empty()) {
            write(text, y, 13, color);
            y += 20.0f;
        }
    };
    if (const samples::Sample* sample = simulation.sample()) {
        write_next(sample->status(), theme->text);
    }
    if (const auto* player = simulation.player(); player != nullptr && player->divergence()) {
        write_next(player->divergence()->text, theme->contact);
    }
    write_next(notice, theme->tool_text);
    if (keys) {
        const float bottom = (camera.size().y - camera.covered().y) / unit - 24.0f;
        write(
            "F1 keys   L scenes   Space run   , . step   click: inspect   drag: pull   F shoot   Shift drag: "
            "sling",
            bottom, 12, theme->text);
    }
}

}  // namespace viewer
