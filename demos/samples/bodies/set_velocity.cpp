#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A box that is given a velocity into the ground in every step.
class SetVelocity final : public Sample {
    enum Parameters : std::size_t { pace, down };

    void create() override {
        add_ground(world(), 30.0f);
        box_ = add_dynamic(world(), {0.0f, 0.5f}, make_box(0.5f, 0.5f), painted(color::rust));
        world()[box_].set_can_sleep(false);
        for (int i = 0; i < 6; ++i) {
            add_dynamic(world(), {3.0f + 1.1f * static_cast<float>(i), 0.5f}, make_box(0.5f, 0.5f),
                        painted(color::sage));
        }
    }
    void prepare(int step) override {
        const float along = step % 400 < 200 ? 1.0f : -1.0f;
        world()[box_].set_linear_velocity({parameter(pace) * along, -parameter(down)});
    }
    [[nodiscard]] std::string status() const override {
        return "lowest corner at " +
               number_text(1000.0f * world()[world()[box_].shapes().front()].aabb().lower.y) + " mm";
    }

    BodyId box_;
};

}  // namespace

scenes::SceneInfo set_velocity_sample() {
    return entry<SetVelocity>("Bodies", "set_velocity", "Set velocity",
                              "A box is sent into the ground at 20 m/s in every step: it must not sink.",
                              {{1.0f, 3.0f}, 10.0f}, {}, 600,
                              {{"speed along [m/s]", 2.0f, 0.0f, 10.0f, ParameterKind::Number, true},
                               {"speed down [m/s]", 20.0f, 0.0f, 100.0f, ParameterKind::Number, true}});
}

}  // namespace samples
