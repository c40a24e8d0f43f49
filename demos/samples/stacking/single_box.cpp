#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// One box that slides, tips on its edge, and comes to rest.
class SingleBox final : public Sample {
    enum Parameters : std::size_t { pace, box_friction };

    void create() override {
        add_ground(world(), 40.0f);
        const BodyId box =
            add_dynamic(world(), {-8.0f, 1.0f}, make_box(1.0f, 1.0f),
                        painted(color::rust, {.material = {.friction = parameter(box_friction)}}));
        world()[box].set_linear_velocity({parameter(pace), 0.0f});
        const BodyId tipping =
            add_dynamic(world(), {5.0f, 1.6f}, make_box(1.0f, 1.0f), painted(color::teal), 0.7f);
        world()[tipping].set_angular_velocity(-0.3f);
        add_dynamic(world(), {0.0f, 4.0f}, make_box(1.0f, 1.0f), painted(color::ochre));
    }
};

}  // namespace

scenes::SceneInfo single_box_sample() {
    return entry<SingleBox>("Stacking", "single_box", "Single box",
                            "One slides, one tips, one falls; all come to rest.", {{0.0f, 3.0f}, 12.0f}, {},
                            600, {{"speed [m/s]", 5.0f, 0.0f, 20.0f}, {"friction", 0.6f, 0.0f, 1.5f}});
}

}  // namespace samples
