#include "pictures.h"

#include "painter.h"
#include "panel.h"

#include <display.h>
#include <imgui_layer.h>

#include <SFML/Graphics/RenderTexture.hpp>

#include <cstdio>
#include <filesystem>
#include <string>

namespace explorer {
namespace {

void print_words(const Tutorial& tutorial) {
    for (const Step& step : tutorial.steps) {
        std::printf("%s\n  asked: %s\n  found: %s\n  decided: %s\n\n", step.title.c_str(), step.asked.c_str(),
                    step.found.c_str(), step.decided.c_str());
    }
}

/// Draws a session into a texture and writes it to files.
class Screenshots {
public:
    Screenshots(const Options& options, Session& session) : session_(session) {
        viewer::Options canvas;
        canvas.width = options.width;
        canvas.height = options.height;
        viewer::create_canvas(texture_, canvas);
        painter_.lay_out(size(), panel_width(session.shown));
        painter_.set_zoom(options.zoom);
        const bool dark = session.shown.dark;
        layer_.set_theme(dark ? viewer::dark_theme() : viewer::light_theme(), dark);
    }

    void write(const std::string& file) {
        painter_.fit(session_, 1.0f);
        painter_.draw(texture_, session_);
        if (session_.shown.panel) {
            // ImGui learns the size of a window in its first frame and uses it from the second on.
            layer_.begin(size(), 1.0f / 60.0f);
            show_panel(session_, size());
            layer_.discard();
            layer_.begin(size(), 1.0f / 60.0f);
            show_panel(session_, size());
            layer_.draw(texture_);
        }
        texture_.display();
        viewer::save_picture(texture_.getTexture(), file);
        std::fprintf(stderr, "%s\n", file.c_str());
    }

private:
    [[nodiscard]] sf::Vector2f size() const { return sf::Vector2f(texture_.getSize()); }

    Session& session_;
    sf::RenderTexture texture_;
    viewer::ImGuiLayer layer_;
    Painter painter_;
};

std::string numbered(const std::string& file, int number) {
    const std::filesystem::path path(file);
    char tail[16];
    std::snprintf(tail, sizeof tail, "-%02d", number);
    return (path.parent_path() / (path.stem().string() + tail + path.extension().string())).string();
}

}  // namespace

void run_headless(const Options& options) {
    Session session = make_session(options);
    if (options.text) {
        print_words(session.tutorial);
    }
    if (options.shot.empty()) {
        return;
    }
    viewer::check_picture_file(options.shot);
    viewer::require_display("A picture");
    Screenshots pictures(options, session);
    if (!options.all) {
        pictures.write(options.shot);
        return;
    }
    for (int i = 0; i < static_cast<int>(session.tutorial.steps.size()); ++i) {
        session.place = keep_place(session.tutorial, {i, session.place.stage});
        pictures.write(numbered(options.shot, i));
    }
}

}  // namespace explorer
