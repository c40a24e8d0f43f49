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
    void create() override {
        add_static(world(), {0.0f, 5.0f}, make_box(3.0f, 0.2f), {}, 0.3f);
        add_static(world(), {4.5f, 2.5f}, make_box(2.0f, 0.2f), {}, -0.3f);
        for (int i = 0; i < 10; ++i) {
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
                    waiting_[i] = 120;
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
                               {{1.0f, 5.0f}, 16.0f});
}

}  // namespace samples
