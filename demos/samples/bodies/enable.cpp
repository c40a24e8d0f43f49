#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Every body that falls past the line is disabled for two seconds, then starts from above.
class EnabledAgain final : public Sample {
    enum Parameters : std::size_t { balls, pause, slope };

    void create() override {
        add_static(world(), {0.0f, 5.0f}, make_box(3.0f, 0.2f), {}, parameter(slope));
        add_static(world(), {4.5f, 2.5f}, make_box(2.0f, 0.2f), {}, -parameter(slope));
        for (int i = 0; i < count(balls); ++i) {
            balls_.push_back(add_dynamic(
                world(), {-1.5f + 0.3f * static_cast<float>(i), 8.0f + 1.2f * static_cast<float>(i)},
                Circle{{0.0f, 0.0f}, 0.35f}, painted(i, {.material = {.restitution = 0.3f}})));
        }
        waiting_.resize(balls_.size());
    }
    void prepare(int /*step*/) override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            if (world()[balls_[i]].is_enabled()) {
                if (world()[balls_[i]].position().y < -2.0f) {
                    world()[balls_[i]].set_enabled(false);
                    waiting_[i] = static_cast<int>(60.0f * parameter(pause));
                    change_look();
                }
            } else if (--waiting_[i] == 0) {
                world()[balls_[i]].set_pose({0.0f, 10.0f}, 0.0f);
                world()[balls_[i]].set_linear_velocity({0.0f, 0.0f});
                world()[balls_[i]].set_enabled(true);
                change_look();
            }
        }
    }

    std::vector<BodyId> balls_;
    std::vector<int> waiting_;
};

}  // namespace

scenes::SceneInfo enable_sample() {
    return entry<EnabledAgain>("Bodies", "enable", "Disable and enable",
                               "Balls that fell are disabled for two seconds and start again.",
                               {{1.0f, 5.0f}, 16.0f}, {}, 600,
                               {{"balls", 10.0f, 1.0f, 40.0f, ParameterKind::Count},
                                {"pause [s]", 2.0f, 0.1f, 10.0f, ParameterKind::Number, true},
                                {"slope [rad]", 0.3f, 0.0f, 0.8f}});
}

}  // namespace samples
