#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Towers whose boxes are shifted increasingly.
class TiltedStack final : public Sample {
    enum Parameters : std::size_t { step };

    void create() override {
        add_ground(world(), 40.0f);
        for (int column = 0; column < 5; ++column) {
            const float shift = parameter(step) * static_cast<float>(column);
            for (int row = 0; row < 10; ++row) {
                add_dynamic(world(),
                            {-10.0f + 5.0f * static_cast<float>(column) + shift * static_cast<float>(row),
                             0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(row % 2 == 0 ? color::plum : color::cream));
            }
        }
    }
};

}  // namespace

scenes::SceneInfo tilted_stack_sample() {
    return entry<TiltedStack>(
        "Stacking", "tilted_stack", "Tilted stacks",
        "Each row is shifted by 0 to 8 cm: the nearer to the limit of statics, 10 cm, the "
        "more they lean.",
        {{1.0f, 5.0f}, 14.0f}, {}, 600, {{"more shift per tower [m]", 0.02f, 0.0f, 0.05f}});
}

}  // namespace samples
