#include "pictures.h"

#include "painter.h"
#include "panel.h"

#include <display.h>
#include <imgui_layer.h>
#include <recorder.h>
#include <user_error.h>

#include <SFML/Graphics/Image.hpp>
#include <SFML/Graphics/RenderTexture.hpp>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string>

namespace explorer {
namespace {

void print_words(const Session& session) {
    if (session.lesson >= 0) {
        std::printf("%s\n", session.shown_lesson.title.c_str());
        for (const std::string& paragraph : session.shown_lesson.text) {
            std::printf("  %s\n", paragraph.c_str());
        }
        return;
    }
    for (const Step& step : session.tutorial.steps) {
        std::printf("%s\n  asked: %s\n  found: %s\n  decided: %s\n\n", step.title.c_str(), step.asked.c_str(),
                    step.found.c_str(), step.decided.c_str());
    }
}

viewer::Options canvas_of(const Options& options) {
    viewer::Options canvas;
    canvas.width = options.width;
    canvas.height = options.height;
    return canvas;
}

int step_count(const Session& session) {
    return session.lesson >= 0 ? session.shown_lesson.steps : static_cast<int>(session.tutorial.steps.size());
}

void go_to(Session& session, int step) {
    if (session.lesson >= 0) {
        session.lesson_state.step = step;
        session.teach();
    } else {
        session.place = keep_place(session.tutorial, {step, session.place.stage});
    }
}

/// Draws a session into a texture.
class Screenshots {
public:
    Screenshots(const Options& options, Session& session) : session_(session) {
        viewer::create_canvas(texture_, canvas_of(options));
        painter_.lay_out(size(), panel_width(session.shown));
        painter_.set_zoom(options.zoom);
        if (session.shown.panel) {
            const bool dark = session.shown.dark;
            layer_.emplace();
            layer_->set_theme(dark ? viewer::dark_theme() : viewer::light_theme(), dark);
        }
    }

    const sf::Texture& draw() {
        painter_.fit(session_, 1.0f);
        painter_.draw(texture_, session_);
        if (layer_) {
            // ImGui learns the size of a window in its first frame and uses it from the second on.
            layer_->begin(size(), 1.0f / 60.0f);
            show_panel(session_, size());
            layer_->discard();
            layer_->begin(size(), 1.0f / 60.0f);
            show_panel(session_, size());
            layer_->draw(texture_);
        }
        texture_.display();
        return texture_.getTexture();
    }

    void write(const std::string& file) {
        viewer::save_picture(draw(), file);
        std::fprintf(stderr, "%s\n", file.c_str());
    }

private:
    [[nodiscard]] sf::Vector2f size() const { return sf::Vector2f(texture_.getSize()); }

    Session& session_;
    sf::RenderTexture texture_;
    std::optional<viewer::ImGuiLayer> layer_;  ///< Only with a panel.
    Painter painter_;
};

std::string numbered(const std::string& file, int number) {
    const std::filesystem::path path(file);
    char tail[16];
    std::snprintf(tail, sizeof tail, "-%02d", number);
    return (path.parent_path() / (path.stem().string() + tail + path.extension().string())).string();
}

/// Copies a picture at half of its size to a place in another one.
void copy_half(const sf::Image& picture, sf::Image& all, sf::Vector2u corner) {
    for (unsigned y = 0; y < picture.getSize().y / 2; ++y) {
        for (unsigned x = 0; x < picture.getSize().x / 2; ++x) {
            unsigned sum[3] = {};
            for (unsigned i = 0; i < 4; ++i) {
                const sf::Color pixel = picture.getPixel(2 * x + i % 2, 2 * y + i / 2);
                sum[0] += pixel.r;
                sum[1] += pixel.g;
                sum[2] += pixel.b;
            }
            const auto mean = [&sum](int channel) { return static_cast<sf::Uint8>((sum[channel] + 2) / 4); };
            all.setPixel(corner.x + x, corner.y + y, {mean(0), mean(1), mean(2)});
        }
    }
}

/// Writes all steps into one picture, at most four side by side, each at half the size. It is put together
/// without a second canvas, which would keep SFML from drawing into the first one afterwards.
void write_row(Session& session, Screenshots& pictures, const Options& options) {
    const auto count = static_cast<unsigned>(step_count(session));
    const unsigned columns = std::min(count, 4u);
    const unsigned rows = (count + columns - 1) / columns;
    const sf::Vector2u picture = viewer::picture_size(canvas_of(options));
    const sf::Vector2u cell(picture.x / 2, picture.y / 2);
    const viewer::Theme& theme = session.shown.dark ? viewer::dark_theme() : viewer::light_theme();
    sf::Image all;
    all.create(columns * cell.x, rows * cell.y, theme.sky_bottom);
    for (unsigned i = 0; i < count; ++i) {
        go_to(session, static_cast<int>(i));
        copy_half(pictures.draw().copyToImage(), all, {i % columns * cell.x, i / columns * cell.y});
    }
    viewer::save_picture(all, options.row);
    std::fprintf(stderr, "%s\n", options.row.c_str());
}

/// Writes a film that shows each step for a while.
void write_film(Session& session, Screenshots& pictures, const Options& options) {
    constexpr int frames_per_second = 10;
    constexpr int frames_per_step = 15;
    viewer::Recorder film(options.film, viewer::picture_size(canvas_of(options)), frames_per_second);
    for (int i = 0; i < step_count(session); ++i) {
        go_to(session, i);
        const sf::Texture& picture = pictures.draw();
        for (int frame = 0; frame < frames_per_step; ++frame) {
            film.add(picture);
        }
    }
    film.finish();
    std::fprintf(stderr, "%s\n", options.film.c_str());
}

/// Writes the pictures of all steps that the options name.
void write_all_steps(Session& session, Screenshots& pictures, const Options& options) {
    if (!options.row.empty()) {
        write_row(session, pictures, options);
    }
    if (!options.film.empty()) {
        write_film(session, pictures, options);
    }
}

}  // namespace

void export_steps(Session session, const Options& options) {
    session.shown.panel = false;
    Screenshots pictures(options, session);
    write_all_steps(session, pictures, options);
}

void run_headless(const Options& options) {
    Session session = make_session(options);
    if (options.text) {
        print_words(session);
    }
    if (options.shot.empty() && options.row.empty() && options.film.empty()) {
        return;
    }
    for (const std::string& file : {options.shot, options.row}) {
        if (!file.empty()) {
            viewer::check_picture_file(file);
        }
    }
    viewer::require_display("A picture");
    Screenshots pictures(options, session);
    if (!options.shot.empty() && !options.all) {
        pictures.write(options.shot);
    }
    write_all_steps(session, pictures, options);
    for (int i = 0; options.all && !options.shot.empty() && i < step_count(session); ++i) {
        go_to(session, i);
        pictures.write(numbered(options.shot, i));
    }
}

}  // namespace explorer
