#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <variant>

namespace samples {
namespace {

using namespace drystone;

/// Three pairs of crossed bars carry a platform; a drive on the ground pushes the lowest pair together. The
/// closed loops of hinges make it the hardest test for joints.
class ScissorLift final : public Sample {
    enum Parameters : std::size_t { pace, strength };

    void create() override {
        ground_ = add_ground(world(), 30.0f);
        foot_ = {ground_, {-reach(), base}};
        slider_ = {ground_, {reach(), base}};
        for (int level = 0; level < levels; ++level) {
            add_level(level);
        }
        const float top = base + static_cast<float>(levels) * rise() + 0.35f;
        platform_ =
            add_dynamic(world(), {0.0f, top}, make_box(3.2f, 0.2f), painted(color::slate, {.density = 1.0f}));
        pin(world(), platform_, foot_.body, foot_.at);
        world().create_joint(platform_, slider_.body, free_rail(platform_, slider_, {}));
        for (const float x : {-2.0f, 0.0f, 2.0f}) {
            add_dynamic(world(), {x, top + 0.75f}, make_box(0.5f, 0.5f), painted(color::terracotta));
        }
    }
    void prepare(int step) override {
        JointDefinition definition = world()[drive_].definition();
        const float phase = static_cast<float>(step % 900);
        // Gentle start: while all bars are nearly flat, an impact could fold a level downwards.
        const float start = std::min(static_cast<float>(step) / 60.0f, 1.0f);
        const float speed = takes_over() ? -input().arrows.y : (phase < 450.0f ? -1.0f : 1.0f);
        std::get<GenericJoint>(definition).along.motor =
            JointMotor{parameter(pace) * start * speed, parameter(strength)};
        world()[drive_].set_definition(definition);
    }
    [[nodiscard]] bool takes_arrows() const override { return true; }
    [[nodiscard]] std::string status() const override {
        return "platform at " + number_text(world()[platform_].position().y) + " m";
    }

    [[nodiscard]] bool takes_over() const { return input().arrows.y != 0.0f; }

    struct End {
        BodyId body;
        Vec2 at;
    };

    static float reach() { return half_length * std::cos(tilt); }
    static float rise() { return 2.0f * half_length * std::sin(tilt); }

    /// Pins the two lower ends to the level below, and pins the bars together in the middle.
    void add_level(int level) {
        const float low = base + static_cast<float>(level) * rise();
        const float high = low + rise();
        const int paint = level % 2 == 0 ? color::ochre : color::sand;
        const BodyId up = add_bar(world(), {-reach(), low}, {reach(), high}, 0.12f, ghost(paint));
        const BodyId down = add_bar(world(), {-reach(), high}, {reach(), low}, 0.12f, ghost(paint));
        pin(world(), foot_.body, up, foot_.at);
        if (level == 0) {
            drive_ = world().create_joint(
                ground_, down,
                free_rail(ground_, {down, slider_.at}, DegreeOfFreedom{.limit = JointLimit{-1.1f, 0.05f}}));
        } else {
            pin(world(), slider_.body, down, slider_.at);
        }
        pin(world(), up, down, {0.0f, 0.5f * (low + high)});
        foot_ = {down, {-reach(), high}};
        slider_ = {up, {reach(), high}};
    }

    /// Returns a joint that slides along the x axis of `rail` and rotates freely.
    [[nodiscard]] GenericJoint free_rail(BodyId rail, const End& end, const DegreeOfFreedom& along) const {
        return {.anchor_a = world()[rail].local_point(end.at),
                .anchor_b = world()[end.body].local_point(end.at),
                .along = along,
                .across = {.locked = true}};
    }

    static constexpr int levels = 3;
    static constexpr float half_length = 2.7f;
    static constexpr float tilt = 0.3f;
    static constexpr float base = 0.3f;

    BodyId ground_;
    BodyId platform_;
    JointId drive_;
    End foot_;    ///< Left start of the next level,
    End slider_;  ///< and its right start.
};

}  // namespace

scenes::SceneInfo scissor_lift_sample() {
    return scenes::describe<ScissorLift>(
        {.name = "scissor_lift",
         .title = "Scissor lift",
         .group = "Joints",
         .description =
             "Crossed bars in closed loops lift three boxes: the platform must stay level, the hinges "
             "together. Up and down arrows drive it.",
         .world = {.sub_steps = 8},
         .view = {{0.0f, 6.5f}, 15.5f},
         .steps = 900,
         .parameters = {{"speed [m/s]", 0.2f, 0.02f, 0.4f, ParameterKind::Number, true},
                        {"force [N]", 8000.0f, 500.0f, 20000.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace samples
