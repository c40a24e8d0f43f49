#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A swing door seen from above: a spring closes it, limits stop it, and a hard enough hit breaks its hinge.
class Door final : public Sample {
    void create() override {
        const BodyId walls = world().create_body({.type = BodyType::Static});
        world().create_shape(walls, make_box(0.25f, 5.0f, Pose{{0.0f, 7.25f}, {}}));
        world().create_shape(walls, make_box(0.25f, 5.0f, Pose{{0.0f, -7.25f}, {}}));
        door_ =
            add_bar(world(), {0.0f, 2.1f}, {0.0f, -1.9f}, 0.12f, painted(color::ochre, {.density = 2.0f}));
        hinge_ =
            pin(world(), walls, door_, {0.0f, 2.1f},
                {.limit = JointLimit{-1.9f, 1.9f},
                 .spring = JointSpring{.frequency = parameter(spring), .damping_ratio = parameter(damping)}},
                {.break_force = parameter(strength)});
        world()[door_].set_damping(0.1f, 0.1f);
    }
    void prepare(int step) override {
        if (step % 180 == 30) {
            const float side = throws_ % 2 == 0 ? -1.0f : 1.0f;
            const float speed = 6.0f + 5.0f * static_cast<float>(throws_);
            const BodyId ball =
                add_body(world(),
                         {.type = BodyType::Dynamic,
                          .position = {9.0f * side, hit},
                          .linear_velocity = {-side * speed, 0.0f},
                          .linear_damping = 0.4f},
                         Circle{{0.0f, 0.0f}, 0.4f}, painted(color::charcoal, {.density = 6.0f}));
            world()[ball].set_bullet(true);
            ++throws_;
        }
    }
    void after_step() override { broken_ |= !world().joint_breaks().empty(); }
    [[nodiscard]] std::string status() const override {
        if (broken_) {
            return "the hinge broke at throw " + std::to_string(throws_);
        }
        return "throw " + std::to_string(throws_) + ", open by " +
               number_text(world()[hinge_].state().angle) + " rad";
    }

    /// Near the hinge: a hit at two thirds of the door, its centre of percussion, would not load the hinge.
    static constexpr float hit = 1.2f;

    enum Parameters : std::size_t { spring, damping, strength };

    BodyId door_;
    JointId hinge_;
    int throws_ = 0;
    bool broken_ = false;
};

}  // namespace

scenes::SceneInfo door_sample() {
    return scenes::describe<Door>({.name = "door",
                                   .title = "Door",
                                   .group = "Joints",
                                   .description =
                                       "From above: balls push a swing door open, a spring closes it. They "
                                       "come faster and faster, until the hinge breaks.",
                                   .world = {.gravity = {0.0f, 0.0f}},
                                   .view = {{0.0f, 0.0f}, 14.0f},
                                   .steps = 1200,
                                   .parameters = {{"spring [Hz]", 0.8f, 0.0f, 5.0f},
                                                  {"damping ratio", 0.6f, 0.0f, 2.0f},
                                                  {"hinge breaks at [N]", 4000.0f, 100.0f, 20000.0f}},
                                   .create = {}});
}

}  // namespace samples
