#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Blocks and balls as a game lays them out by pixels, thirty to the metre. A ball that misses a block by a
/// tenth or a hundredth of a pixel falls straight past it, and none sticks. The balls of the last two blocks
/// are next to a corner when a step begins: the speculative contact there lets them pass, but pushes them
/// aside.
class PixelImperfect final : public Sample {
    enum Parameters : std::size_t { fall_speed, gaps };

    static constexpr float pixel = 1.0f / 30.0f;

    void create() override {
        const BodyId blocks = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 6; ++i) {
            const float x = pixel * (75.0f + 100.0f * static_cast<float>(i));
            world().create_shape(blocks,
                                 make_box(20.0f * pixel, 10.0f * pixel, Pose{{x, 150.0f * pixel}, {}}),
                                 {.material = {.friction = 0.0f}});
            // Half the width of block and ball, and a tenth or a hundredth of a pixel.
            const float gap = i % 2 == 0 ? 0.1f : 0.01f;
            const float beside = x + pixel * (20.0f + 4.9f + parameter(gaps) * gap);
            const BodyId ball = add_body(
                world(),
                {.type = BodyType::Dynamic,
                 .position = {beside, pixel * (275.0f + 0.7f * static_cast<float>(2 - i / 2))},
                 .linear_velocity = {0.0f, -parameter(fall_speed)},
                 .gravity_scale = 0.0f,
                 .locks = {.rotation = true}},
                make_rounded_box(4.0f * pixel, 4.0f * pixel, 0.9f * pixel),
                painted(i % 2 == 0 ? color::ochre : color::terracotta, {.material = {.friction = 0.0f}}));
            balls_.emplace_back(ball, beside);
        }
    }
    /// Counts the balls that lost speed permanently, because they stuck.
    [[nodiscard]] int failures() const override {
        return count([&](BodyId ball, float) {
            return world()[ball].linear_velocity().y > -0.3f * parameter(fall_speed);
        });
    }
    [[nodiscard]] std::string status() const override {
        const int swerved =
            count([&](BodyId ball, float x) { return std::abs(world()[ball].position().x - x) > 1e-4f; });
        return count_text("left their lines", swerved) + ", " + count_text("stuck", failures());
    }

    template <class Condition>
    [[nodiscard]] int count(const Condition& holds) const {
        return static_cast<int>(std::count_if(
            balls_.begin(), balls_.end(), [&](const auto& ball) { return holds(ball.first, ball.second); }));
    }
    std::vector<std::pair<BodyId, float>> balls_;
};

}  // namespace

scenes::SceneInfo pixel_imperfect_sample() {
    return entry<PixelImperfect>(
        "Continuous", "pixel_imperfect", "Pixel imperfect",
        "Balls pass blocks at a tenth and a hundredth of a pixel: none sticks. The last two, at a "
        "corner as a step begins, are pushed aside.",
        {{11.0f, 5.0f}, 13.0f}, {}, 120, {{"speed [m/s]", 5.0f, 0.5f, 20.0f}, {"gaps x", 1.0f, 0.0f, 10.0f}});
}

}  // namespace samples
