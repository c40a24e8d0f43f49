#pragma once

#include <samples/picture.h>

#include <drystone/world.h>
#include <scenes/drystone_backend.h>
#include <scenes/scene.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

/// Scenes that use all of Drystone, where those of `scenes` keep to what every engine has. They react to
/// keys, listen to events, and draw on top of the picture.
namespace samples {

using drystone::Vec2;

/// What the user holds and points at; nothing of it where there is no window.
struct Input {
    Vec2 arrows{0.0f, 0.0f};       ///< Of the arrow keys: -1, 0 or 1 along each axis.
    bool action = false;           ///< The key G was pressed since the last step.
    std::optional<Vec2> cursor{};  ///< In the world [m].
};

/// A sample in the course of being run.
class Sample : public scenes::Scene {
public:
    /// `backend` must be a `DrystoneBackend`, which outlives the sample; throws `std::bad_cast` otherwise.
    void build(scenes::Backend& backend) final;
    void before_step(scenes::Backend& backend, int step) final;

    /// Called after every step: events of the step are there.
    virtual void after_step() {}
    virtual void draw(Picture& /*picture*/) const {}
    /// One line about how it goes; empty: nothing.
    [[nodiscard]] virtual std::string status() const { return {}; }
    /// How often happened what the description rules out.
    [[nodiscard]] virtual int failures() const { return 0; }
    /// Where the view should be centred; it stays where it is if there is nothing to follow.
    [[nodiscard]] virtual std::optional<Vec2> followed() const { return std::nullopt; }
    /// Whether the arrow keys are the sample's and not the view's.
    [[nodiscard]] virtual bool takes_arrows() const { return false; }

    /// An action stays pending until the next step.
    void set_input(const Input& input) {
        const bool pending = input_.action;
        input_ = input;
        input_.action |= pending;
    }
    /// Changes when a body that is there already looks different: another type, another shape.
    [[nodiscard]] int look() const { return look_; }

protected:
    virtual void create() = 0;
    /// Before step number `step`, from 0.
    virtual void prepare(int /*step*/) {}

    [[nodiscard]] drystone::World& world() const { return backend_->world(); }
    [[nodiscard]] scenes::DrystoneBackend& backend() const { return *backend_; }
    [[nodiscard]] const Input& input() const { return input_; }
    void change_look() { ++look_; }

private:
    scenes::DrystoneBackend* backend_ = nullptr;
    Input input_{};
    int look_ = 0;
};

/// The samples of one group each, in the order of the menu.
std::vector<scenes::SceneInfo> body_samples();
std::vector<scenes::SceneInfo> collision_samples();
std::vector<scenes::SceneInfo> continuous_samples();
std::vector<scenes::SceneInfo> event_samples();
std::vector<scenes::SceneInfo> joint_samples();
std::vector<scenes::SceneInfo> robustness_samples();
std::vector<scenes::SceneInfo> shape_samples();
std::vector<scenes::SceneInfo> stacking_samples();
std::vector<scenes::SceneInfo> world_samples();
/// More of several groups.
std::vector<scenes::SceneInfo> odd_body_samples();
std::vector<scenes::SceneInfo> reaction_samples();
std::vector<scenes::SceneInfo> bump_samples();
std::vector<scenes::SceneInfo> near_miss_samples();
std::vector<scenes::SceneInfo> ring_samples();
std::vector<scenes::SceneInfo> user_made_samples();
std::vector<scenes::SceneInfo> pushing_samples();
std::vector<scenes::SceneInfo> held_load_samples();
std::vector<scenes::SceneInfo> effort_samples();

}  // namespace samples
