#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Balls of 1 kg that land at 25 m/s: the reported contact forces add up to the momentum that each received.
class CircleImpulse final : public Sample {
    enum Parameters : std::size_t { speed, bounce };

    static constexpr int count = 4;

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
        for (int i = 0; i < count; ++i) {
            const BodyId ball = add_body(
                world(),
                {.type = BodyType::Dynamic,
                 .position = {place(i), 5.5f},
                 .linear_velocity = {0.0f, -parameter(speed)},
                 .gravity_scale = i % 2 == 0 ? 0.0f : 1.0f},
                Circle{{0.0f, 0.0f}, 0.25f},
                painted(i, {.material = {.friction = 0.0f, .restitution = i < 2 ? 0.0f : parameter(bounce)},
                            .hit_events = true,
                            .force_events = true}));
            world()[ball].set_mass_properties({1.0f, {0.0f, 0.0f}, 0.03f});
            balls_.push_back(ball);
            last_[i] = -parameter(speed);
        }
    }
    void after_step() override {
        for (const ContactHit& hit : world().contact_hits()) {
            const int i = ball_of(hit.shape_a, hit.shape_b);
            hit_speed_[i] = hit_speed_[i] > 0.0f ? hit_speed_[i] : hit.approach_speed;
        }
        constexpr float dt = 1.0f / 60.0f;
        for (const ContactForce& force : world().contact_forces()) {
            const int i = ball_of(force.shape_a, force.shape_b);
            const float impulse = dt * force.magnitude;
            // For a mass of 1 kg: the change of velocity without that by gravity.
            const float weight = i % 2 == 0 ? 0.0f : 10.0f * dt;
            const float change =
                world()[balls_[static_cast<std::size_t>(i)]].linear_velocity().y - last_[i] + weight;
            wrong_ += std::abs(impulse - change) > 1e-3f * (1.0f + change) ? 1 : 0;
            impulse_[i] = impulse_[i] > 0.0f ? impulse_[i] : impulse;
        }
        for (int i = 0; i < count; ++i) {
            last_[i] = world()[balls_[static_cast<std::size_t>(i)]].linear_velocity().y;
        }
    }
    void draw(Picture& picture) const override {
        for (int i = 0; i < count; ++i) {
            const Vec2 at{place(i) - 1.2f, -0.5f};
            picture.text(at,
                         std::string(i % 2 == 0 ? "no gravity" : "gravity") + ", restitution " +
                             (i < 2 ? "0" : number_text(parameter(bounce))),
                         color::charcoal);
            if (impulse_[i] > 0.0f) {
                picture.text(at - Vec2{0.0f, 0.4f}, "hit at " + number_text(hit_speed_[i]) + " m/s",
                             color::charcoal);
                picture.text(at - Vec2{0.0f, 0.8f}, "given " + number_text(impulse_[i]) + " N s",
                             color::rust);
            }
        }
    }
    [[nodiscard]] int failures() const override { return wrong_; }
    [[nodiscard]] std::string status() const override {
        return count_text("impulses that are not the change of momentum", failures());
    }

    static float place(int i) { return 3.2f * (static_cast<float>(i) - 1.5f); }
    [[nodiscard]] int ball_of(ShapeId a, ShapeId b) const {
        const auto is_it = [&](BodyId ball) {
            return world()[a].body() == ball || world()[b].body() == ball;
        };
        return static_cast<int>(std::find_if(balls_.begin(), balls_.end(), is_it) - balls_.begin());
    }

    std::vector<BodyId> balls_;
    float last_[count] = {};
    float hit_speed_[count] = {};
    float impulse_[count] = {};
    int wrong_ = 0;
};

}  // namespace

scenes::SceneInfo circle_impulse_sample() {
    return entry<CircleImpulse>(
        "Events", "circle_impulse", "Circle impulse",
        "1 kg at 25 m/s: the force of the contact times the step is 25 N s, and 31 N s "
        "with restitution.",
        {{0.0f, 2.3f}, 8.0f}, {}, 600,
        {{"speed [m/s]", 25.0f, 1.0f, 100.0f}, {"restitution of two balls", 0.25f, 0.0f, 1.0f}});
}

}  // namespace samples
