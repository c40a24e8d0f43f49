#pragma once

#include <samples/picture.h>

#include <drystone/world.h>
#include <scenes/drystone_backend.h>
#include <scenes/scene.h>

#include <memory>
#include <optional>
#include <string>

/// Scenes that use all of Drystone, whereas those of `scenes` only use features common to all engines. They
/// react to keys, read events, and draw on top of the picture.
namespace samples {

using drystone::Vec2;

/// Input of the user; empty if there is no window.
struct Input {
    Vec2 arrows{0.0f, 0.0f};       ///< Arrow keys: -1, 0 or 1 along each axis.
    bool action = false;           ///< The key G was pressed since the last step.
    std::optional<Vec2> cursor{};  ///< In the world [m].
};

/// Instance of a sample that is being run.
class Sample : public scenes::Scene {
public:
    /// Builds the sample. `backend` must be a `DrystoneBackend`, which outlives the sample; throws
    /// `std::bad_cast` otherwise.
    void build(scenes::Backend& backend) final;
    void before_step(scenes::Backend& backend, int step) final;
    void parameters_changed(scenes::Backend& /*backend*/) final { change_parameters(); }

    /// Called after every step, with the events of the step available.
    virtual void after_step() {}
    virtual void draw(Picture& /*picture*/) const {}
    /// Returns one line about the state of the sample; empty: none.
    [[nodiscard]] virtual std::string status() const { return {}; }
    /// Counts violations of what the description promises.
    [[nodiscard]] virtual int failures() const { return 0; }
    /// Returns the centre of the view; none if the view should stay where it is.
    [[nodiscard]] virtual std::optional<Vec2> followed() const { return std::nullopt; }
    /// Returns true if the arrow keys control the sample, not the view.
    [[nodiscard]] virtual bool takes_arrows() const { return false; }

    /// Sets the input. An action stays pending until the next step.
    void set_input(const Input& input) {
        const bool pending = input_.action;
        input_ = input;
        input_.action |= pending;
    }
    /// Returns the input that the next step will see.
    [[nodiscard]] const Input& input() const { return input_; }
    /// Changes when an existing body looks different: another type, another shape.
    [[nodiscard]] int look() const { return look_; }

protected:
    virtual void create() = 0;
    /// Called after live parameters were changed while the sample runs.
    virtual void change_parameters() {}
    /// Called before step number `step`, from 0.
    virtual void prepare(int /*step*/) {}

    [[nodiscard]] drystone::World& world() const { return backend_->world(); }
    [[nodiscard]] scenes::DrystoneBackend& backend() const { return *backend_; }
    void change_look() { ++look_; }

private:
    scenes::DrystoneBackend* backend_ = nullptr;
    Input input_{};
    int look_ = 0;
};

}  // namespace samples
