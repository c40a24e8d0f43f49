#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Two chains of light links with balls a hundred and a thousand times as heavy as a link.
class BallAndChain final : public Sample {
    enum Parameters : std::size_t { left_ratio, right_ratio };

    void create() override {
        const BodyId ground = add_ground(world(), 40.0f);
        add_chain(ground, {-12.0f, 20.0f}, parameter(left_ratio), color::slate);
        add_chain(ground, {8.0f, 20.0f}, parameter(right_ratio), color::charcoal);
    }
    void after_step() override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            const float length = drystone::length(world()[balls_[i]].position() - hooks_[i]);
            longest_[i] = std::max(longest_[i], length - full_length);
        }
    }
    [[nodiscard]] std::string status() const override {
        return "stretched by " + number_text(100.0f * longest_[0]) + " and " +
               number_text(100.0f * longest_[1]) + " cm at most, of " + number_text(full_length) + " m";
    }

    void add_chain(BodyId ground, const Vec2& hook, float ratio, int paint) {
        constexpr float radius = 0.1f;
        const float link_mass = 0.6f * 2.0f * radius + pi * radius * radius;  // Density 1.
        BodyId last = ground;
        Vec2 at = hook;
        for (int i = 0; i < links; ++i) {
            const Vec2 next = at + Vec2{link_length, 0.0f};
            const BodyId link = add_bar(world(), at + Vec2{radius, 0.0f}, next - Vec2{radius, 0.0f}, radius,
                                        ghost(color::stone));
            pin(world(), last, link, at);
            last = link;
            at = next;
        }
        constexpr float ball_radius = 1.2f;
        const float density = ratio * link_mass / (pi * ball_radius * ball_radius);
        const BodyId ball =
            add_dynamic(world(), at + Vec2{ball_radius, 0.0f}, Circle{{0.0f, 0.0f}, ball_radius},
                        painted(paint, {.density = density}));
        pin(world(), last, ball, at);
        balls_.push_back(ball);
        hooks_.push_back(hook);
        longest_.push_back(0.0f);
    }

    static constexpr int links = 12;
    static constexpr float link_length = 0.8f;
    static constexpr float full_length = links * link_length + 1.2f;
    std::vector<BodyId> balls_;
    std::vector<Vec2> hooks_;
    std::vector<float> longest_;
};

}  // namespace

scenes::SceneInfo ball_and_chain_sample() {
    return scenes::describe<BallAndChain>(
        {.name = "ball_and_chain",
         .title = "Ball and chain",
         .group = "Joints",
         .description = "Balls 100 and 1,000 times as heavy as a link. The chains must not stretch.",
         .view = {{0.0f, 12.0f}, 26.0f},
         .parameters = {{"left ball, links", 100.0f, 1.0f, 1000.0f},
                        {"right ball, links", 1000.0f, 1.0f, 10000.0f}},
         .create = {}});
}

}  // namespace samples
