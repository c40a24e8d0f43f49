#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>

#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Bodies that are dropped so fast that they cross the ground several times in a step.
class Drop final : public Sample {
    enum Parameters : std::size_t { pace };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        for (int i = -20; i < 20; ++i) {
            const float x = 0.5f * static_cast<float>(i);
            world().create_shape(ground, Segment{{x, 0.05f * static_cast<float>(i % 2)},
                                                 {x + 0.5f, 0.05f * static_cast<float>((i + 1) % 2)}});
        }
    }
    void prepare(int step) override {
        if (step % 60 != 0 || step >= 900) {
            return;
        }
        const int i = step / 60;
        const float x = -8.0f + 4.0f * static_cast<float>(i % 5);
        if (i % 5 == 4) {
            const scenes::Ragdoll doll =
                scenes::add_ragdoll(backend(), {.feet = {x, 8.0f}, .group = -1 - i, .color = color::plum});
            for (const scenes::BodyNumber bone : doll.bones) {
                drop(backend().body_id(bone));
            }
            return;
        }
        const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.2f}, make_box(0.3f, 0.3f),
                                       Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.1f},
                                       make_regular_polygon(5, 0.4f)};
        drop(add_dynamic(world(), {x, 9.0f}, kinds[i % 5], painted(i % 5)));
    }
    void drop(BodyId body) {
        world()[body].set_linear_velocity({0.0f, -parameter(pace)});
        dropped_.push_back(body);
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId body : dropped_) {
            through +=
                world()[body].position().y < -1.0f && std::abs(world()[body].position().x) < 9.5f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override {
        return std::to_string(dropped_.size()) + " bodies, " + count_text("fell through", failures());
    }
    std::vector<BodyId> dropped_;
};

}  // namespace

scenes::SceneInfo drop_sample() {
    return entry<Drop>("Continuous", "drop", "Drop", "Bodies and ragdolls that come at 200 m/s, 3 m a step.",
                       {{0.0f, 4.5f}, 13.0f}, {}, 600,
                       {{"speed [m/s]", 200.0f, 1.0f, 500.0f, ParameterKind::Number, true}});
}

}  // namespace samples
