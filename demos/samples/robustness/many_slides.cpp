#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Boxes that slide on each other, in chains of prismatic joints from the ceiling.
class Slides final : public Sample {
    enum Parameters : std::size_t { boxes, push };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        for (int tower = 0; tower < 3; ++tower) {
            const float x = -7.0f + 7.0f * static_cast<float>(tower);
            const float density = tower == 0 ? 1.0f : tower == 1 ? 10.0f : 0.1f;
            BodyId last = ground;
            for (int i = 0; i < count(boxes); ++i) {
                const Vec2 at{x, 0.5f + 1.1f * static_cast<float>(i)};
                const BodyId box = add_dynamic(world(), at, make_box(0.5f, 0.5f),
                                               painted(i % 2 == 0 ? color::teal : color::ochre,
                                                       {.density = i == count(boxes) - 1 ? density : 1.0f}));
                slide(world(), last, box, at, {.limit = JointLimit{-0.9f, 0.9f}},
                      {.collide_connected = true});
                last = box;
            }
            world()[last].apply_impulse({parameter(push) * world()[last].mass().mass, 0.0f});
        }
    }
};

}  // namespace

scenes::SceneInfo many_slides_sample() {
    return entry<Slides>(
        "Robustness", "many_slides", "Multiple prismatic",
        "Boxes that slide on each other, the top one of equal, ten and a tenth of the mass.",
        {{0.0f, 4.0f}, 13.0f}, {}, 600,
        {{"boxes", 6.0f, 2.0f, 12.0f, ParameterKind::Count}, {"push [m/s]", 3.0f, 0.0f, 10.0f}});
}

}  // namespace samples
