#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Pyramids of light boxes that carry heavier ones.
class HighMassRatio1 final : public Sample {
    enum Parameters : std::size_t { base, more };

    void create() override {
        add_ground(world(), 50.0f);
        for (int pile = 0; pile < 3; ++pile) {
            const float x = -16.0f + 16.0f * static_cast<float>(pile);
            int width = count(base);
            float y = 0.5f;
            while (width > 0) {
                for (int i = 0; i < width; ++i) {
                    const float density = width == 1 ? parameter(more) * static_cast<float>(pile + 1) : 1.0f;
                    add_dynamic(world(),
                                {x + static_cast<float>(i) - 0.5f * static_cast<float>(width - 1), y},
                                make_box(0.5f, 0.5f),
                                painted(width == 1 ? color::charcoal : color::sage, {.density = density}));
                }
                --width;
                y += 1.0f;
            }
        }
    }
};

}  // namespace

scenes::SceneInfo high_mass_ratio_1_sample() {
    return entry<HighMassRatio1>("Robustness", "high_mass_ratio_1", "High mass ratio 1",
                                 "Pyramids with a box on top that is 50, 100 and 150 times as heavy.",
                                 {{0.0f, 5.0f}, 26.0f}, {}, 600,
                                 {{"boxes in a base", 10.0f, 2.0f, 14.0f, ParameterKind::Count},
                                  {"more mass per pyramid x", 50.0f, 1.0f, 200.0f}});
}

}  // namespace samples
