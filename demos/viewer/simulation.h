#pragma once

#include <drystone/profile.h>
#include <samples/sample.h>
#include <scenes/drystone_backend.h>

#include <array>
#include <memory>
#include <optional>

namespace viewer {

/// Rates that hold for whatever scene is shown, instead of the scene's own.
struct RateOverrides {
    std::optional<float> hertz;
    std::optional<int> sub_steps;
};

/// The profiles of the last steps, oldest first.
class History {
public:
    static constexpr int capacity = 200;

    void add(const drystone::Profile& profile);
    void clear() { count_ = 0; }
    [[nodiscard]] int size() const { return count_; }
    [[nodiscard]] const drystone::Profile& operator[](int i) const;
    /// Mean time of a step over the last `steps` [ms].
    [[nodiscard]] float mean_step(int steps) const;

private:
    std::array<drystone::Profile, capacity> profiles_{};
    int next_ = 0;
    int count_ = 0;
};

/// A scene that is being run: the world, the scene's own state and the number of steps made.
class Simulation {
public:
    Simulation(const scenes::SceneInfo& info, RateOverrides overrides);

    void load(const scenes::SceneInfo& info);
    void restart();
    void step();

    [[nodiscard]] const scenes::SceneInfo& info() const { return *info_; }
    [[nodiscard]] scenes::DrystoneBackend& backend() { return *backend_; }
    [[nodiscard]] const drystone::World& world() const { return backend_->world(); }
    [[nodiscard]] const scenes::Scene& scene() const { return *scene_; }
    /// The scene as a sample, or null where it is none.
    [[nodiscard]] samples::Sample* sample() { return dynamic_cast<samples::Sample*>(scene_.get()); }
    [[nodiscard]] const samples::Sample* sample() const {
        return dynamic_cast<const samples::Sample*>(scene_.get());
    }
    [[nodiscard]] const History& history() const { return history_; }
    [[nodiscard]] int steps() const { return steps_; }
    /// Changes with every load and restart: everything known about the bodies is out of date.
    [[nodiscard]] int run() const { return run_; }

    [[nodiscard]] const scenes::WorldSettings& settings() const { return settings_; }
    [[nodiscard]] float hertz() const { return 1.0f / settings_.time_step; }
    void set_hertz(float hertz);
    void set_sub_steps(int sub_steps);

private:
    const scenes::SceneInfo* info_;
    RateOverrides overrides_;
    scenes::WorldSettings settings_;
    std::unique_ptr<scenes::DrystoneBackend> backend_;
    std::unique_ptr<scenes::Scene> scene_;
    History history_;
    int steps_ = 0;
    int run_ = 0;
};

}  // namespace viewer
