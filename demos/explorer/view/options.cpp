#include "options.h"

#include "../model/shape_menu.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace explorer {
namespace {

struct Raw {
    std::string a = "box";
    std::string b = "polygon";
    std::vector<float> pose_a{-0.8f, -0.2f, 15.0f};
    std::vector<float> pose_b{0.6f, 0.3f, -10.0f};
    bool no_regions = false;
    bool no_panel = false;
};

void add_options(CLI::App& app, Options& options, Raw& raw) {
    std::vector<std::string> keys;
    for (const ShapeChoice& choice : shape_menu()) {
        keys.emplace_back(choice.key);
    }
    app.add_option("a", raw.a, "Shape A")->check(CLI::IsMember(keys))->capture_default_str();
    app.add_option("b", raw.b, "Shape B")->check(CLI::IsMember(keys))->capture_default_str();
    app.add_option("--pose-a", raw.pose_a, "x y angle of A [m, m, degrees]")->expected(3);
    app.add_option("--pose-b", raw.pose_b, "x y angle of B [m, m, degrees]")->expected(3);
    app.add_option("--step", options.step, "Step to begin with; -1 is the last one")->capture_default_str();
    app.add_option("--moment", options.stage, "How much of the step to show")
        ->check(CLI::IsMember({"asked", "found", "decided"}))
        ->capture_default_str();
    CLI::Option* headless = app.add_flag("--headless", options.headless,
                                         "Run without a window; pictures still need an X display");
    app.add_option("--shot", options.shot, "Headless: write a picture of the step")->needs(headless);
    app.add_flag("--all", options.all,
                 "Headless: a picture of every step; NAME.png becomes NAME-00.png and so on")
        ->needs(headless);
    std::vector<std::string> lesson_keys;
    for (const LessonEntry& entry : lessons()) {
        lesson_keys.emplace_back(entry.key);
    }
    app.add_option("--lesson", options.lesson, "A lesson in place of two shapes")
        ->check(CLI::IsMember(lesson_keys));
    app.add_option("--row", options.row, "Headless: write all steps side by side into one picture")
        ->needs(headless);
    app.add_option("--film", options.film, "Headless: write a film (.mp4) of all steps, with ffmpeg")
        ->needs(headless);
    app.add_flag("--text", options.text, "Headless: print the words to every step; needs no display")
        ->needs(headless);
    CLI::Option* width = app.add_option("--width", options.width,
                                        "Of the picture (1280 x 720) or window (the screen's) [pixels]")
                             ->check(CLI::Range(640, 7680));
    CLI::Option* height =
        app.add_option("--height", options.height, "Likewise")->check(CLI::Range(480, 4320))->needs(width);
    width->needs(height);
    app.add_option("--zoom", options.zoom, "How much closer the difference is shown than the shapes")
        ->check(CLI::Range(1.0, 1000.0))
        ->capture_default_str();
    app.add_flag("--no-regions", raw.no_regions, "Do not show the simplex's Voronoi regions");
    app.add_flag("--no-panel", raw.no_panel, "Show no control panel");
    app.add_flag("--dark", options.shown.dark, "Dark colours");
}

PlacedShape placed(const std::string& key, const std::vector<float>& pose) {
    return {find_shape(key).value_or(0), {pose[0], pose[1]}, pose[2] * drystone::pi / 180.0f};
}

}  // namespace

std::optional<Options> read_options(int argc, char** argv, int& exit_status) {
    Options options;
    Raw raw;
    CLI::App app("GJK and EPA, one iteration at a time.", "drystone-explorer");
    add_options(app, options, raw);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        exit_status = app.exit(error);
        return std::nullopt;
    }
    options.question = {placed(raw.a, raw.pose_a), placed(raw.b, raw.pose_b)};
    options.shown.regions = !raw.no_regions;
    options.shown.panel = !raw.no_panel;
    return options;
}

Session make_session(const Options& options) {
    Session session;
    session.question = options.question;
    session.shown = options.shown;
    session.ask_again();
    const int count = static_cast<int>(session.tutorial.steps.size());
    session.place.step = std::max(0, options.step < 0 ? count + options.step : options.step);
    session.place.stage = options.stage == "asked"   ? TutorialStage::Asked
                          : options.stage == "found" ? TutorialStage::Found
                                                     : TutorialStage::Decided;
    session.place = keep_place(session.tutorial, session.place);
    if (!options.lesson.empty()) {
        session.choose_lesson(find_lesson(options.lesson).value_or(-1));
        const int steps = session.shown_lesson.steps;
        session.lesson_state.step = options.step < 0 ? steps + options.step : options.step;
        session.teach();
    }
    return session;
}

}  // namespace explorer
