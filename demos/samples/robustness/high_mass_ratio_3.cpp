#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// A wedge of balls under increasingly heavy ones.
class HighMassRatio3 final : public Sample {
    enum Parameters : std::size_t { balls, factor };

    void create() override {
        add_room(world(), {{-1.6f, 0.0f}, {1.6f, 20.0f}});
        float density = 1.0f;
        float y = 0.7f;
        for (int i = 0; i < count(balls); ++i) {
            const float radius = 0.5f + 0.15f * static_cast<float>(i);
            add_dynamic(world(), {i % 2 == 0 ? -0.1f : 0.1f, y + radius}, Circle{{0.0f, 0.0f}, radius},
                        painted(i < 4 ? color::ochre : color::charcoal, {.density = density}));
            y += 2.0f * radius + 0.1f;
            density *= parameter(factor);
        }
    }
};

}  // namespace

scenes::SceneInfo high_mass_ratio_3_sample() {
    return entry<HighMassRatio3>(
        "Robustness", "high_mass_ratio_3", "High mass ratio 3",
        "Balls that grow heavier and heavier upwards, in a shaft.", {{0.0f, 6.5f}, 16.0f}, {}, 600,
        {{"balls", 7.0f, 2.0f, 8.0f, ParameterKind::Count}, {"mass x per ball", 2.0f, 0.5f, 3.0f}});
}

}  // namespace samples
