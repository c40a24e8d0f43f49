#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Stacks that fall asleep, and a ball that wakes the one that it hits.
class Sleep final : public Sample {
    enum Parameters : std::size_t { rows, ball_speed };

    void create() override {
        add_ground(world(), 40.0f);
        for (int column = 0; column < 6; ++column) {
            for (int row = 0; row < count(rows); ++row) {
                add_dynamic(world(),
                            {-10.0f + 4.0f * static_cast<float>(column), 0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(column % 2 == 0 ? color::ochre : color::sage));
            }
        }
        ball_ = add_dynamic(world(), {-16.0f, 0.7f}, Circle{{0.0f, 0.0f}, 0.7f},
                            painted(color::charcoal, {.density = 3.0f}));
    }
    void prepare(int step) override {
        if (step % 240 == 200) {
            world()[ball_].set_pose({-18.0f, 2.5f}, 0.0f);
            world()[ball_].set_linear_velocity({parameter(ball_speed), 2.0f});
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId body : world().bodies()) {
            if (world()[body].type() == BodyType::Dynamic && !world()[body].is_awake()) {
                picture.text(world()[body].position() - Vec2{0.4f, 0.0f}, "z", color::charcoal);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("awake", world().counters().awake_bodies);
    }

    BodyId ball_;
};

}  // namespace

scenes::SceneInfo sleep_sample() {
    return entry<Sleep>("Bodies", "sleep", "Sleep",
                        "Stacks fall asleep (z); the ball wakes only what it hits.", {{0.0f, 5.0f}, 19.0f},
                        {}, 600,
                        {{"boxes per stack", 6.0f, 1.0f, 12.0f, ParameterKind::Count},
                         {"ball speed [m/s]", 16.0f, 2.0f, 40.0f, ParameterKind::Number, true}});
}

}  // namespace samples
