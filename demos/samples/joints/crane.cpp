#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A trolley on a jib, and a rope from the winch over the trolley to a magnet, which carries boxes from one
/// heap to another.
class Crane final : public Sample {
    enum Parameters : std::size_t { box_density, strength };

    void create() override {
        ground_ = add_ground(world(), 30.0f);
        add_static(world(), {-9.0f, 6.5f}, make_box(0.5f, 6.5f), ghost(color::stone));
        add_static(world(), {0.0f, jib + 0.35f}, make_box(10.5f, 0.15f), ghost(color::stone));
        trolley_ =
            add_dynamic(world(), {-4.0f, jib}, make_box(0.6f, 0.2f), ghost(color::rust, {.density = 8.0f}));
        rail_ = slide(world(), ground_, trolley_, {-4.0f, jib},
                      {.limit = JointLimit{-3.5f, 12.0f}, .motor = JointMotor{0.0f, 4000.0f}});
        magnet_ = add_dynamic(world(), {-4.0f, 8.0f}, make_box(0.6f, 0.25f),
                              painted(color::charcoal, {.density = 6.0f}));
        world()[magnet_].set_damping(0.2f, 2.0f);
        rope_ = world().create_joint(
            RopeJoint{.points = {{ground_, {-9.0f, jib}}, {trolley_, {0.0f, 0.0f}}, {magnet_, {0.0f, 0.25f}}},
                      .length = 20.0f});
        for (int i = 0; i < 5; ++i) {
            boxes_.push_back(add_dynamic(
                world(), {-5.6f + 1.6f * static_cast<float>(i % 3), 0.5f + static_cast<float>(i / 3)},
                make_box(0.5f, 0.5f),
                painted(i % 2 == 0 ? color::terracotta : color::teal, {.density = parameter(box_density)})));
        }
        pay_out();
    }
    void prepare(int step) override {
        if (length(input().arrows) > 0.0f || by_hand_) {
            by_hand_ = true;
            drive(1.8f * input().arrows.x, -1.8f * input().arrows.y);
            if (input().action) {
                toggle();
            }
        } else {
            run_program(step % 1140);
        }
    }
    [[nodiscard]] bool takes_arrows() const override { return true; }
    [[nodiscard]] std::string status() const override {
        return "hook " + number_text(hanging_) + " m below the jib" + (weld_ ? ", loaded" : "");
    }

    /// Lowers, takes, lifts, carries, lowers, releases, lifts and comes back.
    void run_program(int time) {
        const bool down = time < 200 || (time >= 540 && time < 730);
        const bool up = (time >= 210 && time < 370) || (time >= 740 && time < 900);
        const bool forth = time >= 330 && time < 550;
        const bool back = time >= 880 && time < 1100;
        drive(forth ? 2.4f : back ? -2.4f : 0.0f, down ? 2.2f : up ? -2.2f : 0.0f);
        if (time == 205 || time == 735) {
            toggle();
        }
    }

    /// Sets the speeds of the trolley (`along`) and of the rope (`out`) [m/s].
    void drive(float along, float out) {
        set_motor(world(), rail_, along, parameter(strength));
        const float lowest = jib - 0.5f;
        hanging_ = std::min(std::max(hanging_ + out / 60.0f, 1.5f), lowest);
        if (out > 0.0f && rests()) {
            hanging_ -= out / 60.0f;
        }
        pay_out();
    }

    /// Returns whether something is under the magnet, or under its load.
    [[nodiscard]] bool rests() const {
        const float below = jib - world()[magnet_].position().y;
        return hanging_ - 0.25f > below + 0.15f;
    }

    void pay_out() {
        const float over = world()[trolley_].position().x + 9.0f;
        JointDefinition definition = world()[rope_].definition();
        std::get<RopeJoint>(definition).length = over + hanging_;
        world()[rope_].set_definition(definition);
    }

    /// Releases the load, or takes the nearest box below.
    void toggle() {
        if (world().is_valid(weld_)) {
            world().destroy_joint(weld_);
            weld_ = {};
            return;
        }
        const Vec2 foot = world()[magnet_].world_point({0.0f, -0.25f});
        for (const BodyId box : boxes_) {
            if (length(world()[box].position() - foot) < 0.95f) {
                weld_ = weld(world(), magnet_, box, foot);
                return;
            }
        }
    }

    static constexpr float jib = 12.0f;

    BodyId ground_;
    BodyId trolley_;
    BodyId magnet_;
    JointId rail_;
    JointId rope_;
    JointId weld_{};
    std::vector<BodyId> boxes_;
    float hanging_ = 4.0f;
    bool by_hand_ = false;
};

}  // namespace

scenes::SceneInfo crane_sample() {
    return scenes::describe<Crane>(
        {.name = "crane",
         .title = "Crane",
         .group = "Joints",
         .description = "A rope runs from the tower over the trolley to a magnet. Arrows move "
                        "trolley and winch, G takes and lets go.",
         .view = {{-0.5f, 6.6f}, 15.5f},
         .steps = 1100,
         .parameters = {{"box density [kg/m2]", 2.0f, 0.2f, 10.0f},
                        {"force of the trolley [N]", 4000.0f, 100.0f, 10000.0f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace samples
