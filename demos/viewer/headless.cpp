#include "headless.h"

#include "display.h"
#include "imgui_layer.h"
#include "panel.h"
#include "progress.h"
#include "recorder.h"
#include "session.h"

#include <viewer/model/files.h>

#include <cmath>
#include <cstdio>
#include <optional>

namespace viewer {
namespace {

/// Draws a session into a texture, with the panel if requested.
class Canvas {
public:
    Canvas(const Options& options, Session& session) : session_(session) {
        create_canvas(texture_, options);
        session_.windows.panel = options.panel.value_or(false);
        if (options.overlays) {
            session_.painter.overlays = *options.overlays;
        }
        session_.set_dark(options.dark);
        session_.painter.camera.set_viewport(size(), {session_.panel_width(size().x), 0.0f});
        session_.reset_view();
        if (session_.windows.panel) {
            layer_.emplace();
            layer_->set_theme(*session_.painter.theme, session_.dark);
        }
    }

    const sf::Texture& draw() {
        session_.follow();
        session_.painter.draw(texture_, session_.simulation);
        if (layer_) {
            // ImGui learns the size of a window in its first frame and uses it from the second on.
            for (int frame = warm_ ? 1 : 0; frame < 2; ++frame) {
                layer_->begin(size(), 1.0f / 60.0f);
                show_panel(session_, size());
                if (frame == 0) {
                    layer_->discard();
                }
            }
            warm_ = true;
            layer_->draw(texture_);
        }
        texture_.display();
        return texture_.getTexture();
    }

private:
    [[nodiscard]] sf::Vector2f size() const { return sf::Vector2f(texture_.getSize()); }

    Session& session_;
    sf::RenderTexture texture_;
    std::optional<ImGuiLayer> layer_;
    bool warm_ = false;
};

/// Returns the number of steps per frame of a film, which has at most 60 frames a second.
int steps_per_frame(float hertz) { return std::max(1, static_cast<int>(std::lround(hertz / 60.0f))); }

void write_files(Simulation& simulation, const Options& options) {
    simulation.stop_recording();
    if (!options.save.empty()) {
        save_world(simulation, options.save);
    }
    if (!options.export_to.empty()) {
        export_scene(simulation, options.export_to);
    }
    if (const auto* player = simulation.player(); player != nullptr && player->divergence()) {
        std::fprintf(stderr, "%s\n", player->divergence()->text.c_str());
    }
}

}  // namespace

void run_headless(const Options& options) {
    const bool pictures = !options.shot.empty() || !options.record.empty();
    if (!options.shot.empty()) {
        check_picture_file(options.shot);
    }
    if (pictures) {
        require_display("A picture");
    }
    Session session(options.scene, options.rates);
    Simulation& simulation = session.simulation;
    const scenes::SceneInfo& info = simulation.info();
    if (!options.calls.empty()) {
        simulation.start_recording(options.calls);
    }
    std::optional<Canvas> canvas;
    std::optional<Recorder> recorder;
    const int stride = steps_per_frame(session.simulation.hertz());
    if (pictures) {
        canvas.emplace(options, session);
    }
    if (!options.record.empty()) {
        const int rate = std::max(1, static_cast<int>(std::lround(session.simulation.hertz())) / stride);
        recorder.emplace(options.record, picture_size(options), rate);
    }

    const int default_steps = simulation.player() != nullptr ? simulation.last_step() : info.steps;
    const int steps = options.steps >= 0 ? options.steps : default_steps;
    Progress progress(info.name, steps);
    double milliseconds = 0.0;
    for (int i = 0; i < steps; ++i) {
        if (recorder && i % stride == 0) {
            recorder->add(canvas->draw());
        }
        simulation.step();
        milliseconds += static_cast<double>(simulation.world().profile().step);
        progress.update(i + 1);
    }
    progress.finish(steps, milliseconds);
    if (recorder) {
        recorder->finish();
    }
    if (!options.shot.empty()) {
        save_picture(canvas->draw(), options.shot);
    }
    write_files(simulation, options);
}

}  // namespace viewer
