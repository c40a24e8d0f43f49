#include "simulation.h"

#include <algorithm>

namespace viewer {

void History::add(const drystone::Profile& profile) {
    profiles_[static_cast<std::size_t>(next_)] = profile;
    next_ = (next_ + 1) % capacity;
    count_ = std::min(count_ + 1, capacity);
}

const drystone::Profile& History::operator[](int i) const {
    return profiles_[static_cast<std::size_t>((next_ - count_ + i + capacity) % capacity)];
}

float History::mean_step(int steps) const {
    const int used = std::min(steps, count_);
    float sum = 0.0f;
    for (int i = count_ - used; i < count_; ++i) {
        sum += (*this)[i].step;
    }
    return used > 0 ? sum / static_cast<float>(used) : 0.0f;
}

Simulation::Simulation(const scenes::SceneInfo& info, RateOverrides overrides)
    : info_(&info), overrides_(overrides) {
    restart();
}

void Simulation::load(const scenes::SceneInfo& info) {
    info_ = &info;
    restart();
}

void Simulation::restart() {
    settings_ = info_->world;
    if (overrides_.hertz) {
        settings_.time_step = 1.0f / *overrides_.hertz;
    }
    if (overrides_.sub_steps) {
        settings_.sub_steps = *overrides_.sub_steps;
    }
    backend_ = std::make_unique<scenes::DrystoneBackend>(settings_);
    scene_ = info_->create();
    scene_->build(*backend_);
    history_.clear();
    steps_ = 0;
    ++run_;
}

void Simulation::step() {
    scene_->before_step(*backend_, steps_);
    backend_->step(settings_);
    if (samples::Sample* running = sample()) {
        running->after_step();
    }
    history_.add(backend_->world().profile());
    ++steps_;
}

void Simulation::set_hertz(float hertz) {
    overrides_.hertz = hertz;
    settings_.time_step = 1.0f / hertz;
}

void Simulation::set_sub_steps(int sub_steps) {
    overrides_.sub_steps = sub_steps;
    settings_.sub_steps = sub_steps;
}

}  // namespace viewer
