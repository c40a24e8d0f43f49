#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A box as thin as paper that rotates while it falls fast on thin ground.
class SkinnyBox final : public Sample {
    enum Parameters : std::size_t { thickness, pace };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
        world().create_shape(ground, make_box(0.1f, 1.0f, Pose{{0.0f, 1.0f}, {}}));
        launch();
    }
    void launch() {
        scenes::Random random{static_cast<std::uint64_t>(launches_++)};
        for (int i = 0; i < 5; ++i) {
            const BodyId box = add_dynamic(world(), {-6.0f + 3.0f * static_cast<float>(i), 8.0f},
                                           make_box(2.0f * 0.4f, 0.5f * parameter(thickness)), painted(i),
                                           random.between(-3.0f, 3.0f));
            world()[box].set_linear_velocity({0.0f, -parameter(pace)});
            world()[box].set_angular_velocity(random.between(-50.0f, 50.0f));
            boxes_.push_back(box);
        }
    }
    void prepare(int step) override {
        if (step % 90 == 89 && launches_ < 10) {
            launch();
        }
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId box : boxes_) {
            const Vec2 at = world()[box].position();
            through += at.y < -0.5f && std::abs(at.x) < 9.0f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override {
        return std::to_string(boxes_.size()) + " thrown, " + count_text("fell through", failures());
    }
    std::vector<BodyId> boxes_;
    int launches_ = 0;
};

}  // namespace

scenes::SceneInfo skinny_box_sample() {
    return entry<SkinnyBox>("Continuous", "skinny_box", "Skinny box",
                            "Spinning boxes of 4 cm, thrown down at 100 m/s on a line.",
                            {{0.0f, 4.0f}, 12.0f}, {}, 600,
                            {{"thickness [m]", 0.04f, 0.02f, 0.4f, ParameterKind::Number, true},
                             {"speed [m/s]", 100.0f, 1.0f, 300.0f, ParameterKind::Number, true}});
}

}  // namespace samples
