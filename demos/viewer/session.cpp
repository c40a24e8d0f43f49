#include "session.h"

#include "listing.h"

#include <viewer/model/files.h>

#include <samples/catalogue.h>

#include <algorithm>
#include <exception>

namespace viewer {

namespace {

bool is_file(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

}  // namespace

Session::Session(const std::string& scene_or_file, RateOverrides overrides)
    : simulation(is_file(scene_or_file) ? samples::catalogue().front() : require_scene(scene_or_file),
                 overrides) {
    if (is_file(scene_or_file)) {
        open_file(simulation, scene_or_file);
    }
    prepare_view();
}

/// Shows the whole scene, and marks of joints only where the scene is about joints.
void Session::prepare_view() {
    view = framed_view(simulation.info().view, simulation.world());
    reset_view();
    painter.overlays.joints = simulation.info().group == "Joints";
    selection = {};
}

void Session::load(const scenes::SceneInfo& info) {
    simulation.load(info);
    prepare_view();
}

void Session::open(const std::filesystem::path& path) {
    attempt([&] {
        open_file(simulation, path);
        paused = simulation.player() != nullptr;
        prepare_view();
        tell("Opened " + path.string());
    });
}

void Session::load_neighbour(int offset) {
    const auto all = samples::catalogue();
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const scenes::SceneInfo* here = samples::find(simulation.info().name);
    const std::ptrdiff_t place = here != nullptr ? here - all.data() : 0;
    load(all[static_cast<std::size_t>(((place + offset) % count + count) % count)]);
}

void Session::load_neighbour_group(int offset) { load(samples::neighbour_group(simulation.info(), offset)); }

void Session::restart() {
    attempt([&] { simulation.restart(); });
}

void Session::step_by(int steps) {
    paused = true;
    attempt([&] {
        if (steps < 0) {
            simulation.go_to(simulation.steps() + steps);
        }
        for (int i = 0; i < steps; ++i) {
            simulation.step();
            trace();
        }
    });
}

void Session::go_to(int step) {
    paused = true;
    attempt([&] { simulation.go_to(step); });
}

void Session::set_dark(bool value) {
    dark = value;
    painter.theme = dark ? &dark_theme() : &light_theme();
}

void Session::reset_view() { painter.camera.show(view); }

void Session::follow() {
    const samples::Sample* sample = simulation.sample();
    const auto center = sample != nullptr ? sample->followed() : std::nullopt;
    if (center) {
        painter.camera.look_at(*center);
    }
}

void Session::select(const Selection& object) {
    selection = object;
    show_selection = !std::holds_alternative<std::monostate>(object);
    traces.clear();
    const std::vector<Value> values = inspect(simulation.world(), selection);
    const auto has_plotted = [&](const Value& value) { return value.label == plotted; };
    if (std::none_of(values.begin(), values.end(), has_plotted)) {
        plotted = values.empty() ? std::string() : values.front().label;
    }
    trace();
}

void Session::trace() {
    if (is_valid(simulation.world(), selection)) {
        traces.add(simulation.steps(), inspect(simulation.world(), selection));
    }
}

void Session::update_peer() {
    const scenes::SceneInfo& info = simulation.info();
    if (!wants_peer || !Peer::can_show(info)) {
        peer.reset();
        return;
    }
    const std::vector<float>& parameters = simulation.parameter_values();
    if (!peer || !peer->runs(info, simulation.settings(), parameters)) {
        peer = std::make_unique<Peer>(info, simulation.settings(), parameters);
    }
    peer->follow(simulation.steps());
}

bool Session::close_window() {
    for (bool* window : {&windows.help, &windows.scenes, &windows.files}) {
        if (*window) {
            *window = false;
            return true;
        }
    }
    return false;
}

void Session::tell(const std::string& text) {
    constexpr float seconds = 6.0f;
    notice = text;
    notice_seconds = seconds;
}

void Session::attempt(const std::function<void()>& action) {
    try {
        action();
    } catch (const std::exception& error) {
        tell(error.what());
    }
}

}  // namespace viewer
