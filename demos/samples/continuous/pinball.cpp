#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A pinball table with two flippers, which kick by themselves when the ball comes.
class Pinball final : public Sample {
    enum Parameters : std::size_t { bounce, flick, ball_density };

    void create() override {
        ground_ = world().create_body({.type = BodyType::Static});
        const Vec2 border[] = {{-7.0f, 20.0f}, {-7.0f, 5.0f}, {-2.6f, 2.2f}, {-2.6f, -2.0f}, {2.6f, -2.0f},
                               {2.6f, 2.2f},   {7.0f, 5.0f},  {7.0f, 20.0f}, {4.0f, 23.0f},  {-4.0f, 23.0f}};
        for (std::size_t i = 0; i < std::size(border); ++i) {
            world().create_shape(ground_, Segment{border[i], border[(i + 1) % std::size(border)]},
                                 {.material = {.friction = 0.1f}});
        }
        for (const Vec2& at : {Vec2{-3.2f, 13.0f}, Vec2{3.2f, 13.0f}, Vec2{0.0f, 17.0f}, Vec2{0.0f, 10.0f}}) {
            world().create_shape(
                ground_, Circle{at, 0.8f},
                painted(color::ochre, {.material = {.restitution = parameter(bounce)}, .hit_events = true}));
        }
        for (const float side : {-1.0f, 1.0f}) {
            flippers_.push_back(add_flipper(side));
        }
        add_spinner({-4.8f, 17.5f});
        add_spinner({4.8f, 17.5f});
        ball_ = add_body(
            world(),
            {.type = BodyType::Dynamic, .position = {0.7f, 15.0f}, .can_sleep = false, .bullet = true},
            Circle{{0.0f, 0.0f}, 0.3f},
            painted(color::charcoal, {.density = parameter(ball_density),
                                      .material = {.friction = 0.1f, .restitution = 0.2f},
                                      .hit_events = true}));
    }
    void prepare(int /*step*/) override {
        const Vec2 at = world()[ball_].position();
        const bool beat_all = input().arrows.y > 0.0f;
        for (const int i : {0, 1}) {
            const float side = i == 0 ? -1.0f : 1.0f;
            // Far enough from the axle that the ball is thrown and not only lifted.
            const float inward = at.x * side;
            const bool near = at.y < 3.0f && at.y > 0.6f && inward > -0.1f && inward < 1.7f &&
                              world()[ball_].linear_velocity().y < 2.0f;
            const bool asked = side * input().arrows.x > 0.0f;
            set_motor(world(), flippers_[static_cast<std::size_t>(i)],
                      (near || asked || beat_all ? -parameter(flick) : 12.0f) * side, 3000.0f);
        }
        if (at.y < -0.5f) {
            world()[ball_].set_pose({launches_ % 2 == 0 ? -0.9f : 0.7f, 15.0f}, 0.0f);
            world()[ball_].set_linear_velocity({launches_ % 2 == 0 ? 2.0f : -1.0f, 6.0f});
            ++launches_;
        }
    }
    void after_step() override {
        for (const ContactHit& hit : world().contact_hits()) {
            points_ += static_cast<int>(hit.approach_speed);
        }
    }
    [[nodiscard]] bool takes_arrows() const override { return true; }
    [[nodiscard]] std::string status() const override {
        return count_text("points", points_) + ", " + count_text("lost", launches_);
    }

    JointId add_flipper(float side) {
        const Vec2 axle{2.45f * side, 1.8f};
        const BodyId flipper = add_body(
            world(), {.type = BodyType::Dynamic, .position = axle, .can_sleep = false},
            Capsule{{0.0f, 0.0f}, {-1.8f * side, 0.0f}, 0.25f}, painted(color::rust, {.density = 4.0f}));
        return pin(world(), ground_, flipper, axle,
                   {.limit = JointLimit{-0.5f, 0.5f}, .motor = JointMotor{0.0f, 3000.0f}});
    }

    void add_spinner(const Vec2& at) {
        const BodyId cross = add_dynamic(world(), at, make_box(1.1f, 0.1f), painted(color::teal));
        world().create_shape(cross, make_box(0.1f, 1.1f), painted(color::teal));
        pin(world(), ground_, cross, at, {.motor = JointMotor{0.0f, 0.3f}});
    }

    BodyId ground_;
    BodyId ball_;
    std::vector<JointId> flippers_;
    int points_ = 0;
    int launches_ = 0;
};

}  // namespace

scenes::SceneInfo pinball_sample() {
    return entry<Pinball>("Continuous", "pinball", "Pinball",
                          "A bullet, bumpers of restitution 1, flippers with motors and limits. They play "
                          "alone; left and right arrows beat them.",
                          {{0.0f, 10.5f}, 27.0f}, {}, 1800,
                          {{"restitution of bumpers", 1.0f, 0.0f, 1.0f},
                           {"flipper speed [rad/s]", 25.0f, 2.0f, 40.0f, ParameterKind::Number, true},
                           {"ball density [kg/m2]", 2.0f, 0.5f, 20.0f}});
}

}  // namespace samples
