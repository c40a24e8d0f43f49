#pragma once

#include <viewer/model/history.h>
#include <viewer/model/timeline.h>

#include <drystone/recorder.h>
#include <drystone/recording_player.h>
#include <samples/sample.h>
#include <scenes/drystone_backend.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace viewer {

/// Settings that replace those of every scene.
struct RateOverrides {
    std::optional<float> hertz{};
    std::optional<int> sub_steps{};
    int threads = 1;
    drystone::SimdTarget simd = drystone::SimdTarget::Widest;
};

/// Running scene, file or recording: the world, the scene's own state, the number of steps done, and the
/// past.
///
/// The past is a timeline whose every step can be returned to. From there `step` follows it again, up to its
/// end, and continues from there; a change by the user in the past begins a branch. A recording is a timeline
/// that exists from the start; a change makes its world a simulation without a scene.
class Simulation {
public:
    /// `timeline_bytes`: memory for the past.
    Simulation(const scenes::SceneInfo& info, RateOverrides overrides,
               std::size_t timeline_bytes = std::size_t{512} << 20);

    void load(const scenes::SceneInfo& info);
    /// Continues from a world of a file, which `info` describes; it has no scene.
    void load(scenes::SceneInfo info, drystone::World&& world);
    /// Shows a recording.
    void load(scenes::SceneInfo info, drystone::RecordingPlayer&& player);
    void restart();

    /// Performs the next step, or shows it if it belongs to the past.
    void step();
    /// Goes to a step in [first_step, last_step].
    void go_to(int step);
    [[nodiscard]] int steps() const { return steps_; }
    [[nodiscard]] int first_step() const { return player_ ? 0 : timeline_.first(); }
    [[nodiscard]] int last_step() const;
    [[nodiscard]] bool is_live() const { return !player_ && steps_ == timeline_.last(); }
    [[nodiscard]] const Timeline& timeline() const { return timeline_; }
    /// Begins a branch at the present step; ends what the mouse tools were doing.
    void branch();
    void select_branch(int index);

    /// Returns the world and the tools, to be changed by the user. In the past, this begins a branch.
    scenes::DrystoneBackend& change();
    [[nodiscard]] Tools& tools() { return tools_; }
    [[nodiscard]] const Tools& tools() const { return tools_; }
    /// Passes the user's input to the sample, if the simulation is not in its past.
    void set_input(const samples::Input& input);

    [[nodiscard]] const scenes::SceneInfo& info() const { return *info_; }
    [[nodiscard]] const drystone::World& world() const;
    /// Returns the scene as a sample; null if it is none.
    [[nodiscard]] const samples::Sample* sample() const {
        return dynamic_cast<const samples::Sample*>(scene_.get());
    }
    /// Returns the recording that is shown; null if there is none.
    [[nodiscard]] const drystone::RecordingPlayer* player() const { return player_ ? &*player_ : nullptr; }
    [[nodiscard]] const History& history() const { return history_; }
    /// Changes with every load, restart and return to another step: all cached data about bodies is then
    /// invalid.
    [[nodiscard]] int run() const { return run_; }

    [[nodiscard]] const scenes::WorldSettings& settings() const { return settings_; }
    [[nodiscard]] float hertz() const { return 1.0f / settings_.time_step; }
    void set_hertz(float hertz);
    void set_sub_steps(int sub_steps);
    /// Returns the values of the scene's parameters; none in files.
    [[nodiscard]] const std::vector<float>& parameter_values() const;
    /// Sets a parameter. If it is not a live one, the scene starts again.
    void set_parameter(std::size_t index, float value);
    /// Starts again with the default values.
    void reset_parameters();
    [[nodiscard]] const RateOverrides& overrides() const { return overrides_; }
    void set_threads(int threads);
    /// Also forgets the past. A world whose callbacks or custom shapes cannot be taken along starts again.
    void set_simd(drystone::SimdTarget simd);

    /// Writes all that happens from now on to a file; throws `drystone::Error`.
    void start_recording(const std::string& path);
    void stop_recording() { recorder_.reset(); }
    [[nodiscard]] const drystone::Recorder* recorder() const { return recorder_ ? &*recorder_ : nullptr; }

private:
    void begin(const std::vector<float>* parameters = nullptr);
    void advance();
    void keep(bool always);
    void restore(const Moment& moment);
    void leave_recording();
    [[nodiscard]] samples::Sample* mutable_sample() { return dynamic_cast<samples::Sample*>(scene_.get()); }

    const scenes::SceneInfo* info_;
    scenes::SceneInfo own_info_{};            ///< Description of a file.
    std::optional<drystone::World> initial_;  ///< World of a file, for `restart`.
    RateOverrides overrides_;
    scenes::WorldSettings settings_{};
    std::unique_ptr<scenes::DrystoneBackend> backend_;
    std::unique_ptr<scenes::Scene> scene_;
    std::optional<drystone::RecordingPlayer> player_;
    std::optional<drystone::Recorder> recorder_;
    Tools tools_{};
    Timeline timeline_;
    History history_;
    int steps_ = 0;
    int run_ = 0;
    bool edited_ = false;  ///< The user changed something since the last step.
};

}  // namespace viewer
