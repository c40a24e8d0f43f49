#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Bullets through a wall of thin moving plates: sweeps against moving bodies.
class Bullets final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        const BodyId ceiling = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 8; ++i) {
            const Vec2 hook{-4.0f + 2.0f * static_cast<float>(i), 9.0f};
            const BodyId plate = add_dynamic(world(), hook - Vec2{0.0f, 2.5f}, make_box(0.03f, 2.5f),
                                             painted(color::sand, {.density = 40.0f}));
            pin(world(), ceiling, plate, hook);
        }
    }
    enum Parameters : std::size_t { speed, swept };

    void prepare(int step) override {
        if (step % 40 == 20 && step < 800) {
            const bool bullet = (step / 40) % 2 == 0;
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {-15.0f, bullet ? 5.5f : 7.5f},
                      .linear_velocity = {bullet ? parameter(speed) : 20.0f, 1.0f},
                      .bullet = bullet && parameter(swept) != 0.0f},
                     Circle{{0.0f, 0.0f}, 0.12f},
                     painted(bullet ? color::charcoal : color::teal, {.density = 10.0f}));
        }
    }
};

}  // namespace

scenes::SceneInfo bullets_sample() {
    return entry<Bullets>("Continuous", "bullets", "Bullets",
                          "Dark balls are bullets of 150 m/s: they stop at moving plates of 6 cm.",
                          {{0.0f, 5.0f}, 16.0f}, {}, 600,
                          {{"speed [m/s]", 150.0f, 10.0f, 400.0f, scenes::ParameterKind::Number, true},
                           {"are bullets", 1.0f, 0.0f, 1.0f, scenes::ParameterKind::Switch, true}});
}

}  // namespace samples
