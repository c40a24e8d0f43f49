#pragma once

#include <drystone/profile.h>
#include <samples/sample.h>
#include <scenes/drystone_backend.h>

#include <array>
#include <memory>
#include <optional>

namespace viewer {

/// Rates that replace those of every scene.
struct RateOverrides {
    std::optional<float> hertz;
    std::optional<int> sub_steps;
};

/// Profiles of the last steps, oldest first.
class History {
public:
    static constexpr int capacity = 200;

    void add(const drystone::Profile& profile);
    void clear() { count_ = 0; }
    [[nodiscard]] int size() const { return count_; }
    [[nodiscard]] const drystone::Profile& operator[](int i) const;
    /// Returns the mean time of a step over the last `steps` [ms].
    [[nodiscard]] float mean_step(int steps) const;

private:
    std::array<drystone::Profile, capacity> profiles_{};
    int next_ = 0;
    int count_ = 0;
};

/// Running scene: the world, the scene's own state and the number of steps done.
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
    /// Returns the scene as a sample; null if it is none.
    [[nodiscard]] samples::Sample* sample() { return dynamic_cast<samples::Sample*>(scene_.get()); }
    [[nodiscard]] const samples::Sample* sample() const {
        return dynamic_cast<const samples::Sample*>(scene_.get());
    }
    [[nodiscard]] const History& history() const { return history_; }
    [[nodiscard]] int steps() const { return steps_; }
    /// Changes with every load and restart: all cached data about bodies is then invalid.
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
