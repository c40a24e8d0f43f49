#include <viewer/model/simulation.h>

#include <drystone/error.h>

#include <algorithm>
#include <utility>

namespace viewer {
namespace {

/// Returns the number of steps from one kept moment to the next, so that heavy worlds do not spend more time
/// on it than on their steps.
int stride_of(std::size_t bytes) {
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    return bytes < 4 * megabyte ? 1 : bytes < 16 * megabyte ? 8 : 32;
}

/// Gives all custom shapes of a world names, so that it can be saved for this program.
std::vector<drystone::Named<drystone::CustomShape>> name_custom_shapes(const drystone::World& world) {
    std::vector<drystone::Named<drystone::CustomShape>> named;
    for (const drystone::ShapeId shape : world.shapes()) {
        if (auto custom = world[shape].custom_shape()) {
            named.push_back({"shape " + std::to_string(named.size()), std::move(*custom)});
        }
    }
    return named;
}

}  // namespace

Simulation::Simulation(const scenes::SceneInfo& info, RateOverrides overrides, std::size_t timeline_bytes)
    : info_(&info), overrides_(overrides), timeline_(timeline_bytes) {
    restart();
}

void Simulation::load(const scenes::SceneInfo& info) {
    info_ = &info;
    initial_.reset();
    scene_.reset();
    restart();
}

void Simulation::load(scenes::SceneInfo info, drystone::World&& world) {
    own_info_ = std::move(info);
    info_ = &own_info_;
    initial_.emplace(std::move(world));
    restart();
}

void Simulation::load(scenes::SceneInfo info, drystone::RecordingPlayer&& player) {
    own_info_ = std::move(info);
    info_ = &own_info_;
    recorder_.reset();
    initial_.emplace(player.world().clone());
    begin();
    player_.emplace(std::move(player));
    steps_ = static_cast<int>(player_->step());
}

void Simulation::restart() {
    recorder_.reset();
    if (player_ && info_ == &own_info_ && initial_) {
        player_->seek(0);
        steps_ = 0;
        ++run_;
        return;
    }
    const std::vector<float> values = parameter_values();
    begin(values.size() == info_->parameters.size() ? &values : nullptr);
}

/// Builds the scene, with these values of its parameters or their defaults.
void Simulation::begin(const std::vector<float>* parameters) {
    player_.reset();
    settings_ = info_->world;
    settings_.time_step = overrides_.hertz ? 1.0f / *overrides_.hertz : settings_.time_step;
    settings_.sub_steps = overrides_.sub_steps.value_or(settings_.sub_steps);
    scene_.reset();
    if (initial_) {
        backend_ = scenes::DrystoneBackend::own(initial_->clone(overrides_.threads));
    } else {
        backend_ = std::make_unique<scenes::DrystoneBackend>(
            settings_, drystone::WorldDefinition{.threads = overrides_.threads, .simd = overrides_.simd});
        scene_ = info_->create();
        if (parameters != nullptr) {
            scene_->set_parameters(*parameters);
        }
        scene_->build(*backend_);
    }
    tools_ = {};
    history_.clear();
    timeline_.start(0);
    steps_ = 0;
    edited_ = false;
    ++run_;
}

const drystone::World& Simulation::world() const { return player_ ? player_->world() : backend_->world(); }

int Simulation::last_step() const { return player_ ? static_cast<int>(player_->steps()) : timeline_.last(); }

void Simulation::step() {
    if (player_) {
        if (player_->play_step()) {
            history_.add(player_->world().profile());
        }
        steps_ = static_cast<int>(player_->step());
    } else if (steps_ < timeline_.last()) {
        go_to(steps_ + 1);
    } else {
        keep(false);
        timeline_.add_step(steps_, sample() != nullptr ? sample()->input() : samples::Input{});
        advance();
        history_.add(backend_->world().profile());
    }
}

void Simulation::advance() {
    if (scene_) {
        scene_->before_step(*backend_, steps_);
    }
    backend_->step(settings_);
    if (samples::Sample* running = mutable_sample()) {
        running->after_step();
    }
    ++steps_;
}

/// Keeps the present moment if it cannot be had by repeating steps, or if the last one is long ago.
void Simulation::keep(bool always) {
    const Moment* last = timeline_.before(steps_);
    if (last != nullptr && !always && !edited_ && steps_ - last->step < stride_of(last->world.bytes())) {
        return;
    }
    Moment moment{.step = steps_, .settings = settings_, .tools = tools_, .edited = edited_};
    if (last != nullptr) {
        backend_->world().snapshot(moment.world, last->world);
    } else {
        backend_->world().snapshot(moment.world);
    }
    const bool same_numbers = last != nullptr && *last->numbers == backend_->numbers();
    moment.numbers = same_numbers
                         ? last->numbers
                         : std::make_shared<const scenes::DrystoneBackend::Numbers>(backend_->numbers());
    if (scene_) {
        moment.scene = info_->copy(*scene_);
    }
    if (last != nullptr && last->step == steps_) {
        moment.edited |= last->edited;
    }
    timeline_.add(std::move(moment));
    edited_ = false;
}

void Simulation::go_to(int step) {
    step = std::clamp(step, first_step(), last_step());
    if (player_) {
        player_->seek(step);
        steps_ = step;
        ++run_;
        return;
    }
    if (step == steps_) {
        return;
    }
    if (is_live()) {
        keep(true);
    }
    const Moment& moment = *timeline_.before(step);
    // A single step is repeated, unless the user changed something after it.
    const bool follows = moment.step <= steps_ || (step == steps_ + 1 && !moment.edited);
    if (step < steps_ || !follows) {
        restore(moment);
    }
    while (steps_ < step) {
        if (samples::Sample* running = mutable_sample()) {
            running->set_input(timeline_.input(steps_));
        }
        advance();
    }
}

void Simulation::restore(const Moment& moment) {
    backend_->world().restore(moment.world);
    backend_->set_numbers(*moment.numbers);
    if (scene_) {
        info_->assign(*scene_, *moment.scene);
    }
    settings_ = moment.settings;
    tools_ = moment.tools;
    steps_ = moment.step;
    edited_ = false;
    ++run_;
}

void Simulation::branch() {
    if (player_) {
        leave_recording();
    } else if (!is_live()) {
        timeline_.part(steps_);
    }
    if (tools_.grab.is_holding(backend_->world())) {
        tools_.grab.release(backend_->world());
        edited_ = true;
    }
}

void Simulation::leave_recording() {
    const int step = steps_;
    drystone::World world = player_->world().clone(overrides_.threads);
    player_.reset();
    begin();
    backend_ = scenes::DrystoneBackend::own(std::move(world));
    steps_ = step;
    timeline_.start(step);
}

void Simulation::select_branch(int index) {
    if (player_ || index == timeline_.current()) {
        return;
    }
    if (is_live()) {
        keep(true);
    }
    timeline_.select(index);
    const int target = std::clamp(steps_, timeline_.first(), timeline_.last());
    restore(*timeline_.before(target));
    go_to(target);
}

scenes::DrystoneBackend& Simulation::change() {
    if (!is_live()) {
        branch();
    }
    edited_ = true;
    return *backend_;
}

void Simulation::set_input(const samples::Input& input) {
    if (samples::Sample* running = is_live() ? mutable_sample() : nullptr) {
        running->set_input(input);
    }
}

void Simulation::set_hertz(float hertz) {
    change();
    overrides_.hertz = hertz;
    settings_.time_step = 1.0f / hertz;
}

void Simulation::set_sub_steps(int sub_steps) {
    change();
    overrides_.sub_steps = sub_steps;
    settings_.sub_steps = sub_steps;
}

const std::vector<float>& Simulation::parameter_values() const {
    static const std::vector<float> none;
    return scene_ ? scene_->parameters() : none;
}

void Simulation::set_parameter(std::size_t index, float value) {
    std::vector<float> values = parameter_values();
    values.at(index) = value;
    if (info_->parameters.at(index).live) {
        change();
        scene_->set_parameters(std::move(values));
        scene_->parameters_changed(*backend_);
    } else {
        recorder_.reset();
        begin(&values);
    }
}

void Simulation::reset_parameters() {
    recorder_.reset();
    begin();
}

void Simulation::set_threads(int threads) {
    overrides_.threads = threads;
    if (!player_) {
        drystone::World& world = backend_->world();
        world = world.clone(threads);
    }
}

void Simulation::set_simd(drystone::SimdTarget simd) {
    overrides_.simd = simd;
    if (player_) {
        return;
    }
    drystone::World& world = backend_->world();
    const auto custom_shapes = name_custom_shapes(world);
    try {
        const auto saved = world.save({.custom_shapes = custom_shapes});
        world = drystone::World::load(
            saved, {.threads = overrides_.threads, .simd = simd, .custom_shapes = custom_shapes});
        timeline_.start(steps_);
    } catch (const drystone::Error&) {
        restart();
    }
}

void Simulation::start_recording(const std::string& path) {
    recorder_.reset();
    recorder_.emplace(change().world(), path,
                      drystone::RecorderOptions{.custom_shapes = name_custom_shapes(backend_->world())});
}

}  // namespace viewer
