#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Shapes pushed over the edge of a cliff come to rest below.
class Cliff final : public Sample {
    enum Parameters : std::size_t { speed };

    void create() override {
        add_ground(world(), 60.0f);
        add_static(world(), {-14.0f, 2.0f}, make_box(12.0f, 2.0f));
        for (int i = 0; i < 9; ++i) {
            const Vec2 at{-11.0f + static_cast<float>(i), 4.5f};
            const ShapeGeometry kinds[] = {make_box(0.45f, 0.45f), Circle{{0.0f, 0.0f}, 0.45f},
                                           Capsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.25f}};
            const BodyId body = add_dynamic(world(), at, kinds[i % 3],
                                            painted(i % 3 == 0   ? color::terracotta
                                                    : i % 3 == 1 ? color::teal
                                                                 : color::ochre));
            world()[body].set_linear_velocity({1.0f + parameter(speed) * static_cast<float>(i), 0.0f});
        }
    }
};

}  // namespace

scenes::SceneInfo cliff_sample() {
    return entry<Cliff>("Stacking", "cliff", "Cliff", "Pushed over an edge at different speeds.",
                        {{0.0f, 4.0f}, 16.0f}, {}, 600, {{"more speed per shape [m/s]", 0.8f, 0.0f, 3.0f}});
}

}  // namespace samples
