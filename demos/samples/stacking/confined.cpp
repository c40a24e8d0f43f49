#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Circles without gravity in a room that is slightly too small.
class Confined final : public Sample {
    enum Parameters : std::size_t { radius };

    void create() override {
        add_room(world(), {{-8.75f, -8.75f}, {8.75f, 8.75f}});
        for (int i = 0; i < 625; ++i) {
            const Vec2 at{-8.4f + 0.7f * static_cast<float>(i % 25),
                          -8.4f + 0.7f * static_cast<float>(i / 25)};
            add_dynamic(world(), at, Circle{{0.0f, 0.0f}, parameter(radius)},
                        painted(i % 2 == 0 ? color::teal : color::sand));
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("awake", world().counters().awake_bodies);
    }
};

}  // namespace

scenes::SceneInfo confined_sample() {
    return entry<Confined>("Stacking", "confined", "Confined",
                           "625 circles that are a little too large for their room, without gravity.",
                           {{0.0f, 0.0f}, 20.0f}, {.gravity = {0.0f, 0.0f}}, 600,
                           {{"radius [m]", 0.36f, 0.2f, 0.42f}});
}

}  // namespace samples
