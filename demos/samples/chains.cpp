#include <samples/joint_samples.h>
#include <samples/parts.h>

#include <algorithm>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Two chains of light links with balls a hundred and a thousand times as heavy as a link.
class BallAndChain final : public Sample {
    void create() override {
        const BodyId ground = add_ground(world(), 40.0f);
        add_chain(ground, {-12.0f, 20.0f}, 100.0f, color::slate);
        add_chain(ground, {8.0f, 20.0f}, 1000.0f, color::charcoal);
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

/// Balls on threads that transfer momentum.
class NewtonsCradle final : public Sample {
    void create() override {
        const BodyId frame = world().create_body({.type = BodyType::Static});
        world().create_shape(frame, make_box(4.0f, 0.15f, Pose{{0.0f, 8.15f}, {}}), ghost(color::stone));
        for (int i = 0; i < count; ++i) {
            const Vec2 hook{(static_cast<float>(i) - 0.5f * (count - 1)) * spacing, 8.0f};
            const Rot turn = Rot::from_angle(i == 0 ? -0.9f : 0.0f);
            const Vec2 at = hook + rotate(turn, {0.0f, -thread});
            const BodyId ball =
                add_body(world(), {.type = BodyType::Dynamic, .position = at, .can_sleep = false},
                         Circle{{0.0f, 0.0f}, 0.5f},
                         painted(color::slate, {.material = {.friction = 0.0f, .restitution = 1.0f}}));
            tie(world(), frame, hook, ball, at);
            balls_.push_back(ball);
        }
    }
    [[nodiscard]] std::string status() const override {
        double sum = 0.0;
        for (const BodyId ball : balls_) {
            sum += world()[ball].kinetic_energy() +
                   10.0 * static_cast<double>(world()[ball].mass().mass *
                                              (world()[ball].position().y - (8.0f - thread)));
        }
        return "energy " + number_text(static_cast<float>(sum)) + " J";
    }

    static constexpr int count = 5;
    static constexpr float thread = 5.0f;
    /// Leaves a gap, so that the balls hit one after another: in simultaneous impacts, they would share the
    /// momentum.
    static constexpr float spacing = 1.03f;
    std::vector<BodyId> balls_;
};

}  // namespace

scenes::SceneInfo ball_and_chain_sample() {
    return scenes::describe<BallAndChain>(
        {.name = "ball_and_chain",
         .title = "Ball and chain",
         .group = "Joints",
         .description = "Balls 100 and 1,000 times as heavy as a link. The chains must not stretch.",
         .view = {{0.0f, 12.0f}, 26.0f},
         .create = {}});
}

scenes::SceneInfo newtons_cradle_sample() {
    return scenes::describe<NewtonsCradle>(
        {.name = "newtons_cradle",
         .title = "Newton's cradle",
         .group = "Joints",
         .description = "One ball strikes, one ball leaves; the others stay.",
         .world = {.time_step = 1.0f / 240.0f},
         .view = {{0.0f, 5.5f}, 9.0f},
         .steps = 2400,
         .create = {}});
}

}  // namespace samples
