#include "session.h"

#include <samples/catalogue.h>

namespace viewer {

Session::Session(const scenes::SceneInfo& info, RateOverrides overrides) : simulation(info, overrides) {
    reset_view();
}

void Session::load(const scenes::SceneInfo& info) {
    grab.release(simulation.backend().world());
    shooter.forget();
    simulation.load(info);
    reset_view();
}

void Session::load_neighbour(int offset) {
    const auto all = samples::catalogue();
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const std::ptrdiff_t here = &simulation.info() - all.data();
    load(all[static_cast<std::size_t>(((here + offset) % count + count) % count)]);
}

void Session::load_neighbour_group(int offset) { load(samples::neighbour_group(simulation.info(), offset)); }

void Session::restart() {
    grab.release(simulation.backend().world());
    shooter.forget();
    simulation.restart();
}

void Session::step_once() {
    paused = true;
    ++single_steps;
}

void Session::set_dark(bool value) {
    dark = value;
    painter.theme = dark ? &dark_theme() : &light_theme();
}

void Session::reset_view() { painter.camera.show(simulation.info().view); }

void Session::follow() {
    const samples::Sample* sample = simulation.sample();
    const auto center = sample != nullptr ? sample->followed() : std::nullopt;
    if (center) {
        painter.camera.look_at(*center);
    }
}

}  // namespace viewer
