#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// A row of dominoes and a second one behind it that falls later.
class DoubleDomino final : public Sample {
    enum Parameters : std::size_t { push, tile_friction };

    void create() override {
        add_ground(world(), 60.0f);
        constexpr int count = 15;
        for (int row = 0; row < 2; ++row) {
            for (int i = 0; i < count; ++i) {
                const float x = -8.0f + static_cast<float>(i);
                const BodyId tile =
                    add_dynamic(world(), {x, 0.75f + 1.9f * static_cast<float>(row)}, make_box(0.125f, 0.75f),
                                painted(row == 0 ? color::terracotta : color::slate,
                                        {.material = {.friction = parameter(tile_friction)}}));
                if (i == 0) {
                    world()[tile].apply_impulse({parameter(push), 0.0f},
                                                {x, 1.4f + 1.9f * static_cast<float>(row)});
                }
            }
        }
        add_static(world(), {-1.0f, 1.7f}, make_box(8.0f, 0.2f), painted(color::stone));
    }
};

}  // namespace

scenes::SceneInfo double_domino_sample() {
    return entry<DoubleDomino>("Stacking", "double_domino", "Double domino",
                               "Two rows of dominoes, one over the other.", {{0.0f, 2.5f}, 11.0f}, {}, 600,
                               {{"push [N s]", 0.2f, 0.0f, 2.0f}, {"friction", 0.6f, 0.0f, 1.5f}});
}

}  // namespace samples
