#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A ball that rolls down an endless road. Whenever it is far from the origin, the origin is moved to it:
/// no contact ends, and the way that was rolled is unlimited.
class MovingOrigin final : public Sample {
    enum Parameters : std::size_t { distance, speed };

    static constexpr float plank = 4.0f;

    void create() override {
        for (int i = -6; i <= 6; ++i) {
            append_plank(plank * static_cast<float>(i));
        }
        ball_ = add_dynamic(world(), {0.0f, 0.5f}, Circle{{0.0f, 0.0f}, 0.5f}, painted(color::rust));
        for (int i = 0; i < 3; ++i) {
            add_dynamic(world(), {0.0f, 1.3f + 0.6f * static_cast<float>(i)}, make_box(0.25f, 0.25f),
                        painted(color::teal));
        }
    }
    void append_plank(float x) {
        road_.push_back(add_static(world(), {x, -0.5f}, make_box(0.5f * plank, 0.5f),
                                   painted(laid_++ % 2 == 0 ? color::slate : color::sand)));
    }
    void prepare(int /*step*/) override {
        world()[ball_].set_angular_velocity(-parameter(speed));
        const float x = world()[ball_].position().x;
        if (world()[road_.front()].position().x < x - 6.5f * plank) {
            const float end = world()[road_.back()].position().x;
            world().destroy_body(road_.front());
            road_.pop_front();
            append_plank(end + plank);
        }
        if (x > parameter(distance)) {
            const int touching = world().counters().contacts;
            // Whole planks, so that no place of the road is rounded.
            const Vec2 shift{plank * static_cast<float>(static_cast<int>(x / plank)), 0.0f};
            world().shift_origin(shift);
            gone_ += static_cast<double>(shift.x);
            ++shifts_;
            lost_ += std::max(0, touching - world().counters().contacts);
        }
    }
    [[nodiscard]] std::string status() const override {
        const auto way = static_cast<long>(gone_ + static_cast<double>(world()[ball_].position().x));
        return std::to_string(way) + " m, " + count_text("shifts", shifts_);
    }
    [[nodiscard]] int failures() const override { return lost_; }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{world()[ball_].position().x, 3.0f};
    }

    std::deque<BodyId> road_;
    BodyId ball_;
    double gone_ = 0.0;
    int laid_ = 0;
    int shifts_ = 0;
    int lost_ = 0;
};

}  // namespace

scenes::SceneInfo moving_origin_sample() {
    return entry<MovingOrigin>("World", "moving_origin", "Moving origin",
                               "The origin follows the ball on an endless road; no contact ends by it.",
                               {{0.0f, 3.0f}, 12.0f}, {}, 600,
                               {{"shift beyond [m]", 8.0f, 4.0f, 100.0f, ParameterKind::Number, true},
                                {"ball [rad/s]", 16.0f, 0.0f, 40.0f, ParameterKind::Number, true}});
}

}  // namespace samples
