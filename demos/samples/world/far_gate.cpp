#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>
#include <samples/toothed_lift.h>

#include <scenes/random.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// The toothed half far from the origin, where it lets gravel out of a bin. Positions have a resolution of
/// half a millimetre there; teeth and stones measure a few hundred times that.
class FarGate final : public ToothedLift {
    enum Parameters : std::size_t { away, pace };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static, .position = far()});
        // The gate closes the bin: it stands on the floor, a tooth's height off the second gear.
        const Vec2 first{-3.36f, 2.03f};
        const ShapeDefinition rock = painted(color::stone);
        world().create_shape(ground, make_box(14.0f, 0.5f, Pose{{0.0f, -2.5f}, {}}), rock);
        world().create_shape(ground, make_box(2.5f, 0.5f, Pose{{2.0f, -0.5f}, {}}), rock);
        world().create_shape(ground, make_box(0.3f, 3.0f, Pose{{4.2f, 3.0f}, {}}), rock);
        world().create_shape(ground, make_polygon({{0.4f, 0.0f}, {3.9f, 0.0f}, {3.9f, 2.1f}}), rock);
        lift_ = add_lift(ground, far() + first);
        start_ = world()[lift_.gate].position().y;
        scenes::Random random{5};
        for (int row = 0; row < 14; ++row) {
            for (int column = 0; column < 14; ++column) {
                const float x = 0.45f + 0.25f * static_cast<float>(column);
                const Vec2 at{x, 0.25f + 0.6f * (x - 0.4f) + 0.25f * static_cast<float>(row)};
                stones_.push_back(
                    add_dynamic(world(), far() + at,
                                make_regular_polygon(4 + random.below(4), random.between(0.08f, 0.12f)),
                                painted(scenes::random_color(random), {.material = {.friction = 0.15f}}),
                                random.between(-3.0f, 3.0f)));
            }
        }
    }
    /// Drives the gate up by 1.2 m in four seconds, and holds it there.
    void prepare(int step) override {
        set_motor(world(), lift_.drive, step >= 60 && step < 300 ? -parameter(pace) : 0.0f, 300.0f);
    }
    /// Counts stones that got into the ground or through the wall of the bin.
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(stones_.begin(), stones_.end(), [&](BodyId stone) {
            const Vec2 at = world()[stone].position() - far();
            return at.y < -2.0f || at.x > 3.9f;
        }));
    }
    [[nodiscard]] std::string status() const override {
        const auto out = std::count_if(stones_.begin(), stones_.end(), [&](BodyId stone) {
            return world()[stone].position().x - far().x < 0.0f;
        });
        return "gate up by " + number_text(world()[lift_.gate].position().y - start_) + " m, " +
               count_text("stones let out", static_cast<int>(out)) + ", " + count_text("lost", failures());
    }

    /// Follows the gate to where the view of the entry does not show it.
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return parameter(away) == 8.0f ? std::nullopt : std::optional<Vec2>(far() + Vec2{0.0f, 1.5f});
    }
    [[nodiscard]] Vec2 far() const { return {1000.0f * parameter(away), 0.0f}; }
    Lift lift_;
    float start_ = 0.0f;
    std::vector<BodyId> stones_;
};

}  // namespace

scenes::SceneInfo far_gate_sample() {
    return entry<FarGate>("World", "far_gate", "Far gate",
                          "8 km from the origin, teeth lift a gate and gravel runs out: as well as at home?",
                          {{8000.0f, 1.5f}, 11.0f}, {}, 900,
                          {{"x [km]", 8.0f, 0.0f, 100.0f}, {"speed [rad/s]", 0.3f, 0.05f, 1.0f}});
}

}  // namespace samples
