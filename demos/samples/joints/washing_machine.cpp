#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A drum that hangs on springs in its housing and is driven by a motor: slowly, then fast.
class WashingMachine final : public Sample {
    enum Parameters : std::size_t { pace, frequency };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        add_room(world(), {{-6.0f, 0.6f}, {6.0f, 12.0f}},
                 painted(color::cream, {.filter = {.category = 2, .mask = 4}}));
        // The tub hangs on springs; the drum turns in it.
        const BodyId tub =
            add_dynamic(world(), hub, Circle{{0.0f, 0.0f}, 0.4f}, ghost(color::slate, {.density = 30.0f}));
        for (const float side : {-1.0f, 1.0f}) {
            hang(ground, {6.0f * side, 11.5f}, tub, {0.3f * side, 0.0f});
            hang(ground, {6.0f * side, 1.0f}, tub, {0.3f * side, 0.0f});
        }
        world()[tub].set_locks({.rotation = true});
        drum_ = add_drum();
        motor_ = pin(world(), tub, drum_, hub, {.motor = JointMotor{1.0f, 3000.0f}});
        for (int i = 0; i < 90; ++i) {
            const Vec2 at = hub + Vec2{-2.0f + 0.45f * static_cast<float>(i % 10),
                                       -1.8f + 0.45f * static_cast<float>(i / 10)};
            const ShapeDefinition cloth =
                painted(scenes_color(i), {.density = 0.3f, .material = {.friction = 0.8f}});
            add_dynamic(world(), at, make_rounded_box(0.12f, 0.08f, 0.08f), cloth);
        }
    }
    void prepare(int step) override {
        constexpr struct {
            int step;
            float speed;
        } program[] = {{0, 1.2f}, {500, -1.2f}, {900, 3.5f}, {1300, 4.5f}};
        for (const auto& entry : program) {
            if (step == entry.step) {
                speed_ = entry.speed;
                turn();
            }
        }
    }
    void change_parameters() override { turn(); }
    void turn() { set_motor(world(), motor_, parameter(pace) * speed_, 3000.0f); }
    [[nodiscard]] std::string status() const override {
        return "drum " + number_text(world()[drum_].angular_velocity()) + " rad/s";
    }

    static int scenes_color(int i) {
        constexpr int clothes[] = {color::plum, color::teal, color::ochre, color::terracotta};
        return clothes[i % 4];
    }

    void hang(BodyId ground, const Vec2& hook, BodyId tub, const Vec2& offset) {
        const float length = drystone::length(hub + offset - hook);
        tie(world(), ground, hook, tub, hub + offset,
            {.spring = JointSpring{
                 .frequency = parameter(frequency), .damping_ratio = 0.15f, .target = 0.95f * length}});
    }

    BodyId add_drum() {
        constexpr int staves = 32;
        const BodyId drum = world().create_body({.type = BodyType::Dynamic, .position = hub});
        for (int i = 0; i < staves; ++i) {
            const float step = 2.0f * pi / staves;
            const Rot turn = Rot::from_angle(step * static_cast<float>(i));
            const ShapeDefinition steel = painted(color::stone, {.density = 2.0f, .update_mass = false});
            world().create_shape(drum, make_box(0.12f, 0.42f, Pose{rotate(turn, {3.9f, 0.0f}), turn}), steel);
            if (i % 8 == 0) {
                world().create_shape(drum, make_box(0.4f, 0.1f, Pose{rotate(turn, {3.5f, 0.0f}), turn}),
                                     painted(color::slate, {.update_mass = false}));
            }
        }
        world()[drum].update_mass();
        return drum;
    }

    inline static const Vec2 hub{0.0f, 6.2f};
    BodyId drum_;
    JointId motor_;
    float speed_ = 0.0f;  ///< Speed of the drum by the program [rad/s].
};

}  // namespace

scenes::SceneInfo washing_machine_sample() {
    return scenes::describe<WashingMachine>(
        {.name = "washing_machine",
         .title = "Washing machine",
         .group = "Joints",
         .description = "A motor turns a drum that hangs on springs: to wash, and from step 1300 on to spin.",
         .view = {{0.0f, 6.0f}, 14.5f},
         .steps = 1700,
         .parameters = {{"speed x", 1.0f, -2.0f, 2.0f, ParameterKind::Number, true},
                        {"springs [Hz]", 1.6f, 0.5f, 5.0f}},
         .create = {}});
}

}  // namespace samples
