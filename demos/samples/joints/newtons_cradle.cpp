#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Balls on threads that transfer momentum.
class NewtonsCradle final : public Sample {
    void create() override {
        const BodyId frame = world().create_body({.type = BodyType::Static});
        world().create_shape(frame, make_box(4.0f, 0.15f, Pose{{0.0f, 8.15f}, {}}), ghost(color::stone));
        for (int i = 0; i < balls; ++i) {
            const Vec2 hook{(static_cast<float>(i) - 0.5f * (balls - 1)) * spacing, 8.0f};
            const Rot turn = Rot::from_angle(i < count(lifted) ? -parameter(angle) : 0.0f);
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

    enum Parameters : std::size_t { lifted, angle };

    static constexpr int balls = 5;
    static constexpr float thread = 5.0f;
    /// Leaves a gap, so that the balls hit one after another: in simultaneous impacts, they would share the
    /// momentum.
    static constexpr float spacing = 1.03f;
    std::vector<BodyId> balls_;
};

}  // namespace

scenes::SceneInfo newtons_cradle_sample() {
    return scenes::describe<NewtonsCradle>(
        {.name = "newtons_cradle",
         .title = "Newton's cradle",
         .group = "Joints",
         .description = "One ball strikes, one ball leaves; the others stay.",
         .world = {.time_step = 1.0f / 240.0f},
         .view = {{0.0f, 5.5f}, 9.0f},
         .steps = 2400,
         .parameters = {{"balls lifted", 1.0f, 0.0f, 4.0f, scenes::ParameterKind::Count},
                        {"angle [rad]", 0.9f, 0.0f, 1.5f}},
         .create = {}});
}

}  // namespace samples
