#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Thin planks that fall at 100 m/s on thin plates: too fast for the speculative margin, but sweeping stops
/// them. The origins of their bodies are far outside of them.
class SpeculativeFallback final : public Sample {
    enum Parameters : std::size_t { pace, thickness };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
        for (int i = 0; i < 3; ++i) {
            const float x = 7.0f * static_cast<float>(i - 1);
            world().create_shape(ground, make_polygon({{x - 2.0f, plate},
                                                       {x + 2.0f, plate},
                                                       {x + 2.0f, plate + 0.1f},
                                                       {x - 0.5f, plate + 0.2f},
                                                       {x - 2.0f, plate + 0.2f}}));
            const float offset = 8.0f * static_cast<float>(i - 1);
            const BodyId plank =
                add_body(world(),
                         {.type = BodyType::Dynamic,
                          .position = {x + offset, 12.0f},
                          .linear_velocity = {0.0f, -parameter(pace)}},
                         make_box(1.5f, 0.5f * parameter(thickness), Pose{{-offset, 0.0f}, {}}), painted(i));
            planks_.push_back(plank);
        }
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId plank : planks_) {
            through += world()[plank].center_of_mass().y < plate + 0.1f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override { return count_text("fell through", failures()); }

    static constexpr float plate = 4.0f;
    std::vector<BodyId> planks_;
};

}  // namespace

scenes::SceneInfo speculative_fallback_sample() {
    return entry<SpeculativeFallback>(
        "Continuous", "speculative_fallback", "Speculative fallback",
        "Planks of 10 cm at 100 m/s on plates of 20 cm: look for one below its plate.", {{0.0f, 6.0f}, 15.0f},
        {}, 600, {{"speed [m/s]", 100.0f, 1.0f, 300.0f}, {"thickness of planks [m]", 0.1f, 0.02f, 0.5f}});
}

}  // namespace samples
