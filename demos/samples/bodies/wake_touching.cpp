#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Sleeping boxes on a board: `wake` wakes one, and with it all that it touches, directly or through others.
class WakeTouching final : public Sample {
    enum Parameters : std::size_t { spacing };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 12; ++i) {
            const bool left = i < 6;
            const float x = (left ? -8.0f : 2.0f) + parameter(spacing) * static_cast<float>(i % 6);
            boxes_.push_back(add_body(world(), {.type = BodyType::Dynamic, .position = {x, 0.5f}},
                                      make_box(0.5f, 0.5f), painted(left ? color::teal : color::terracotta)));
        }
        for (int i = 0; i < 5; ++i) {
            add_dynamic(world(), {-7.5f + parameter(spacing) * static_cast<float>(i), 1.5f},
                        make_box(0.5f, 0.5f), painted(color::sand));
        }
    }
    void prepare(int step) override {
        if (step % 120 == 90) {
            world()[boxes_[(step / 120) % 2 == 0 ? 0 : 6]].wake();
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId body : world().bodies()) {
            if (world()[body].is_awake()) {
                picture.circle(world()[body].position(), 0.25f, color::rust);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("awake", world().counters().awake_bodies);
    }

    std::vector<BodyId> boxes_;
};

}  // namespace

scenes::SceneInfo wake_touching_sample() {
    return entry<WakeTouching>("Bodies", "wake_touching", "Wake touching",
                               "Waking one box wakes its row, and not the other row.", {{-1.0f, 3.0f}, 12.0f},
                               {}, 600, {{"spacing [m]", 1.01f, 1.0f, 1.1f}});
}

}  // namespace samples
