#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <optional>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A car with springs on a long track: hills, a seesaw, a bridge of planks and a wall of boxes.
class Driving final : public Sample {
    enum Parameters : std::size_t { turning, strength, frequency, damping, grip };

    void create() override {
        add_way();
        add_seesaw({70.0f, 0.6f});
        add_bridge();
        for (int i = 0; i < 15; ++i) {
            add_dynamic(world(), {160.0f + static_cast<float>(i / 5), 0.5f + static_cast<float>(i % 5)},
                        make_box(0.5f, 0.5f),
                        painted(i % 2 == 0 ? color::terracotta : color::sand, {.density = 0.3f}));
        }
        add_car({0.0f, 1.2f});
    }
    void prepare(int /*step*/) override {
        const float wish = by_hand_ || input().arrows.x != 0.0f ? input().arrows.x : 1.0f;
        by_hand_ |= input().arrows.x != 0.0f;
        if (wish == wish_) {
            return;
        }
        wish_ = wish;
        for (const JointId axle : axles_) {
            set_motor(world(), axle, -parameter(turning) * wish, wish == 0.0f ? 3.0f : parameter(strength));
        }
    }
    void change_parameters() override { wish_ = unknown; }
    [[nodiscard]] bool takes_arrows() const override { return true; }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return world()[chassis_].position() + Vec2{4.0f, 1.5f};
    }
    [[nodiscard]] std::string status() const override {
        return number_text(3.6f * length(world()[chassis_].linear_velocity())) + " km/h";
    }

    /// Returns the height of the ground: hills between 10 m and 60 m, flat elsewhere.
    static float height(float x) {
        if (x < 10.0f || x > 60.0f) {
            return 0.0f;
        }
        const float part = (x - 10.0f) / 50.0f;
        const Rot wave = Rot::from_angle(0.55f * (x - 10.0f));
        return 6.0f * part * (1.0f - part) * (0.6f + 0.5f * wave.s);
    }

    void add_way() {
        ground_ = world().create_body({.type = BodyType::Static});
        const ShapeDefinition road{.material = {.friction = 0.9f}};
        Vec2 last{-15.0f, 8.0f};
        const auto go_to = [&](const Vec2& next) {
            world().create_shape(ground_, Segment{last, next}, road);
            last = next;
        };
        for (int i = 0; i <= 250; ++i) {
            const float x = -15.0f + 0.5f * static_cast<float>(i);
            go_to({x, height(x)});
        }
        go_to({gap_start, 0.0f});
        go_to({gap_start, -6.0f});
        go_to({gap_end, -6.0f});
        go_to({gap_end, 0.0f});
        go_to({240.0f, 0.0f});
        go_to({240.0f, 10.0f});
    }

    void add_seesaw(const Vec2& at) {
        const BodyId board =
            add_dynamic(world(), at, make_box(6.0f, 0.15f), painted(color::ochre, {.density = 1.0f}));
        pin(world(), ground_, board, at,
            {.limit = JointLimit{-0.14f, 0.14f},
             .spring = JointSpring{.frequency = 0.3f, .damping_ratio = 1.0f, .target = 0.12f}});
    }

    void add_bridge() {
        constexpr int planks = 20;
        constexpr float width = (gap_end - gap_start) / planks;
        BodyId last = ground_;
        for (int i = 0; i <= planks; ++i) {
            const float x = gap_start + width * static_cast<float>(i);
            const BodyId plank = i == planks ? ground_
                                             : add_dynamic(world(), {x + 0.5f * width, -0.125f},
                                                           make_box(0.5f * width, 0.125f),
                                                           painted(color::sand, {.density = 1.5f}));
            pin(world(), last, plank, {x, -0.125f});
            last = plank;
        }
    }

    void add_car(const Vec2& at) {
        const Polygon body = make_hull({{-1.6f, -0.35f},
                                        {1.6f, -0.35f},
                                        {1.7f, 0.0f},
                                        {0.8f, 0.15f},
                                        {0.1f, 0.65f},
                                        {-1.2f, 0.65f},
                                        {-1.7f, 0.15f}});
        chassis_ = add_dynamic(world(), at, body, painted(color::rust));
        for (const float x : {-1.1f, 1.1f}) {
            const Vec2 axle = at + Vec2{x, -0.6f};
            const BodyId wheel = add_dynamic(
                world(), axle, Circle{{0.0f, 0.0f}, 0.45f},
                painted(color::charcoal, {.density = 1.2f, .material = {.friction = parameter(grip)}}));
            axles_.push_back(suspend(world(), chassis_, wheel, axle,
                                     {.limit = JointLimit{-0.25f, 0.25f},
                                      .motor = JointMotor{0.0f, 3.0f},
                                      .suspension = JointSpring{.frequency = parameter(frequency),
                                                                .damping_ratio = parameter(damping)}}));
        }
    }

    static constexpr float unknown = 2.0f;  ///< No wish, so that the next step sets the motors.
    static constexpr float gap_start = 112.0f;
    static constexpr float gap_end = 136.0f;

    BodyId ground_;
    BodyId chassis_;
    std::vector<JointId> axles_;
    float wish_ = 0.0f;
    bool by_hand_ = false;
};

}  // namespace

scenes::SceneInfo driving_sample() {
    return scenes::describe<Driving>(
        {.name = "driving",
         .title = "Driving",
         .group = "Joints",
         .description = "A car with sprung wheels goes over hills, a seesaw and a bridge, "
                        "into a wall of boxes. Arrows drive it.",
         .view = {{4.0f, 3.0f}, 15.0f},
         .steps = 1200,
         .parameters = {{"wheels [rad/s]", 16.0f, 1.0f, 60.0f, ParameterKind::Number, true},
                        {"torque [N m]", 8.0f, 0.0f, 40.0f, ParameterKind::Number, true},
                        {"suspension [Hz]", 4.0f, 0.5f, 10.0f},
                        {"damping ratio", 0.7f, 0.0f, 2.0f},
                        {"friction of wheels", 1.4f, 0.0f, 3.0f}},
         .create = {}});
}

}  // namespace samples
