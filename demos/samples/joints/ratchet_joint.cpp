#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Two cranks that are pushed to and fro: only the one with a ratchet gets anywhere.
class RatchetJoints final : public JointShow {
    enum Parameters : std::size_t { tooth, push };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        for (int i = 0; i < 2; ++i) {
            const Vec2 at{-3.0f + 6.0f * static_cast<float>(i), 3.0f};
            const BodyId wheel = add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 1.2f},
                                             ghost(i == 0 ? color::teal : color::stone));
            world().create_shape(wheel, make_box(0.6f, 0.1f, Pose{{1.5f, 0.0f}, {}}), ghost(color::rust));
            world()[wheel].set_mass_properties({4.0f, {0.0f, 0.0f}, 3.0f});
            pin(world(), ground, wheel, at);
            wheels_.push_back(wheel);
            if (i == 0) {
                add_place("ratchet", at + Vec2{-1.0f, 2.4f}, ground, wheel);
            }
        }
        connect();
    }
    void prepare(int step) override {
        const float way = step % 90 < 60 ? 1.0f : -2.0f;
        for (const BodyId wheel : wheels_) {
            world()[wheel].apply_torque(way * parameter(push) - 4.0f * world()[wheel].angular_velocity());
        }
    }
    [[nodiscard]] std::string status() const override {
        return "turned by " + number_text(world()[joint(0)].state().angle) + " rad with a ratchet";
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        return {RatchetJoint{.tooth = parameter(tooth)}};
    }

    std::vector<BodyId> wheels_;
};

}  // namespace

scenes::SceneInfo ratchet_joint_sample() {
    return entry<RatchetJoints>("Joints", "ratchet_joint", "Ratchet joint",
                                "Both cranks are pushed to and fro alike: the left one has a ratchet.",
                                {{0.0f, 3.0f}, 7.0f}, {}, 600,
                                {{"tooth [rad]", 0.5f, 0.02f, 1.5f, ParameterKind::Number, true},
                                 {"push [N m]", 8.0f, 0.0f, 40.0f, ParameterKind::Number, true}});
}

}  // namespace samples
