#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// One joint of every kind, side by side over a floor.
class JointKinds final : public Sample {
    enum Parameters : std::size_t { push, spring, damping, motor };

    void create() override {
        ground_ = add_ground(world(), 40.0f);
        hang_distances();
        hang_hinges();
        hang_slides();
        hang_holders();
        hang_ropes();
    }
    void prepare(int step) override {
        if (step % 120 == 60) {  // Pushes everything that can swing.
            for (const BodyId body : swinging_) {
                world()[body].apply_impulse({parameter(push) * world()[body].mass().mass, 0.0f});
            }
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [at, words] : labels_) {
            picture.text(at, words, color::charcoal);
        }
    }

    [[nodiscard]] JointSpring spring_of(float frequency, float damping_ratio, float target = 0.0f) const {
        return {.frequency = frequency * parameter(spring),
                .damping_ratio = damping_ratio * parameter(damping),
                .target = target};
    }

    /// Adds a box under a hook that names its joint.
    BodyId add_load(float x, float y, const char* name, int paint) {
        const BodyId load = add_dynamic(world(), {x, y}, make_box(0.5f, 0.5f), painted(paint));
        labels_.emplace_back(Vec2{x - 1.1f, y > 9.0f ? 14.6f : 7.4f}, name);
        return load;
    }

    void hang_distances() {
        constexpr float y = 11.0f;
        const auto hang = [&](float x, const char* name, const DistanceJoint& joint) {
            const BodyId load = add_load(x, y, name, color::teal);
            tie(world(), ground_, {x, 14.0f}, load, {x, y + 0.5f}, joint);
            swinging_.push_back(load);
        };
        hang(-14.0f, "rod", {});
        hang(-10.5f, "spring", {.spring = spring_of(1.0f, 0.1f, 2.0f)});
        hang(-7.0f, "rope", {.limit = JointLimit{0.0f, 3.2f}});
    }

    void hang_hinges() {
        const auto hinge = [&](float x, const char* name, const RevoluteJoint& joint) {
            const BodyId bar = add_bar(world(), {x, 13.5f}, {x, 11.0f}, 0.2f, painted(color::ochre));
            pin(world(), ground_, bar, {x, 13.5f}, joint);
            labels_.emplace_back(Vec2{x - 1.1f, 14.6f}, name);
            swinging_.push_back(bar);
        };
        hinge(-3.5f, "hinge, limit", {.limit = JointLimit{-0.5f, 0.9f}});
        hinge(0.0f, "hinge, spring", {.spring = spring_of(1.5f, 0.2f)});
        hinge(3.5f, "hinge, motor", {.motor = JointMotor{1.5f * parameter(motor), 200.0f}});
        const BodyId wheel =
            add_dynamic(world(), {7.0f, 12.0f}, Circle{{0.0f, 0.0f}, 0.9f}, painted(color::slate));
        pin(world(), ground_, wheel, {7.0f, 12.0f});
        world().create_joint(ground_, wheel, RatchetJoint{.tooth = 0.5f});
        labels_.emplace_back(Vec2{5.9f, 14.6f}, "ratchet");
        swinging_.push_back(wheel);
    }

    void hang_slides() {
        const BodyId box = add_load(-14.0f, 4.5f, "slide", color::sage);
        slide(world(), ground_, box, {-14.0f, 4.5f},
              {.axis_a = {0.0f, 1.0f},
               .limit = JointLimit{-2.0f, 1.8f},
               .spring = spring_of(0.7f, 0.05f, 1.0f)});
        const BodyId wheel =
            add_dynamic(world(), {-10.5f, 5.0f}, Circle{{0.0f, 0.0f}, 0.7f}, painted(color::charcoal));
        suspend(world(), ground_, wheel, {-10.5f, 5.0f},
                {.limit = JointLimit{-1.0f, 1.0f},
                 .motor = JointMotor{4.0f * parameter(motor), 50.0f},
                 .suspension = spring_of(1.0f, 0.1f)});
        labels_.emplace_back(Vec2{-11.6f, 7.4f}, "wheel");
        const BodyId free = add_load(-7.0f, 4.5f, "generic", color::sage);
        world().create_joint(ground_, free,
                             GenericJoint{.anchor_a = {-7.0f, 4.5f},
                                          .along = {.limit = JointLimit{-0.8f, 0.8f}},
                                          .across = {.limit = JointLimit{-1.0f, 1.0f}},
                                          .angle = {.motor = JointMotor{1.0f * parameter(motor), 30.0f}}});
        swinging_.push_back(free);
    }

    void hang_holders() {
        const BodyId stiff = add_load(-3.5f, 4.5f, "weld", color::terracotta);
        weld(world(), ground_, stiff, {-3.5f, 5.0f},
             {.linear_spring = spring_of(2.0f, 0.1f), .angular_spring = spring_of(2.0f, 0.1f)});
        swinging_.push_back(stiff);
        const BodyId driven = add_load(0.0f, 4.5f, "motor joint", color::plum);
        world().create_joint(ground_, driven,
                             MotorJoint{.anchor_a = {0.0f, 5.0f},
                                        .linear_spring = spring_of(1.5f, 0.2f),
                                        .angular_spring = spring_of(1.0f, 0.2f)});
        swinging_.push_back(driven);
        const BodyId pulled = add_load(3.5f, 4.5f, "mouse", color::plum);
        world().create_joint(ground_, pulled, MouseJoint{.target = {3.5f, 6.0f}, .anchor_b = {0.5f, 0.5f}});
        swinging_.push_back(pulled);
        const BodyId braked = add_load(7.0f, 4.5f, "friction", color::plum);
        world().create_joint(
            ground_, braked,
            FrictionJoint{.anchor_a = {7.0f, 4.5f}, .maximum_force = 9.95f, .maximum_torque = 1.0f});
    }

    void hang_ropes() {
        const BodyId left = add_load(10.3f, 11.0f, "pulley", color::teal);
        const BodyId right = add_load(12.3f, 11.0f, "", color::teal);
        world().create_joint(left, right,
                             PulleyJoint{.ground_a = {10.3f, 14.0f},
                                         .ground_b = {12.3f, 14.0f},
                                         .anchor_a = {0.0f, 0.5f},
                                         .anchor_b = {0.0f, 0.5f},
                                         .length = 5.0f});
        world()[left].apply_impulse({0.0f, -2.0f});
        const BodyId held = add_load(11.3f, 4.0f, "rope", color::teal);
        world().create_joint(
            RopeJoint{.points = {{ground_, {9.8f, 6.8f}}, {held, {0.0f, 0.5f}}, {ground_, {12.8f, 6.8f}}},
                      .length = 5.6f});
        swinging_.push_back(held);
        JointId axles[2];
        for (const int i : {0, 1}) {
            const float radius = i == 0 ? 0.9f : 0.45f;
            const Vec2 at{i == 0 ? 15.2f : 16.55f, 12.0f};
            const BodyId gear = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, radius}, ghost(color::stone));
            axles[i] = pin(world(), ground_, gear, at,
                           i == 0 ? RevoluteJoint{.motor = JointMotor{1.0f * parameter(motor), 20.0f}}
                                  : RevoluteJoint{});
        }
        world().create_joint(GearJoint{.first = axles[0], .second = axles[1], .ratio = 0.5f});
        labels_.emplace_back(Vec2{14.8f, 14.6f}, "gears");
    }

    BodyId ground_;
    std::vector<BodyId> swinging_;
    std::vector<std::pair<Vec2, std::string>> labels_;
};

}  // namespace

scenes::SceneInfo joint_kinds_sample() {
    return scenes::describe<JointKinds>(
        {.name = "joint_kinds",
         .title = "All kinds of joints",
         .group = "Joints",
         .description = "Each kind once, and what its drawing looks like.",
         .view = {{1.0f, 7.5f}, 19.5f},
         .parameters = {{"push [m/s]", 1.2f, 0.0f, 5.0f, ParameterKind::Number, true},
                        {"springs x", 1.0f, 0.2f, 4.0f},
                        {"damping x", 1.0f, 0.0f, 10.0f},
                        {"motors x", 1.0f, -3.0f, 3.0f}},
         .create = {}});
}

}  // namespace samples
