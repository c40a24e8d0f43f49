#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Pucks on a table seen from above: the friction of each is larger than that of the one above it.
class FrictionJoints final : public JointShow {
    enum Parameters : std::size_t { more, strongest_torque, pace };

    static constexpr int pucks = 4;

    void create() override {
        const BodyId table = add_room(world(), {{-7.0f, 0.0f}, {7.0f, 6.0f}});
        for (int i = 0; i < pucks; ++i) {
            const BodyId puck =
                add_dynamic(world(), start(i), make_box(0.4f, 0.3f), painted(i, {.density = 2.0f}));
            pucks_.push_back(puck);
            add_place("friction", {-6.8f, start(i).y + 0.55f}, table, puck);
        }
        connect();
    }
    /// Throws the pucks again and again.
    void prepare(int step) override {
        if (step % 240 == 0) {
            for (int i = 0; i < pucks; ++i) {
                const BodyRef puck = world()[pucks_[static_cast<std::size_t>(i)]];
                puck.set_pose(start(i), 0.0f);
                puck.set_linear_velocity({parameter(pace), 0.0f});
                puck.set_angular_velocity(4.0f);
            }
        }
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        std::vector<JointDefinition> all;
        for (int i = 0; i < pucks; ++i) {
            all.emplace_back(FrictionJoint{.maximum_force = parameter(more) * static_cast<float>(i + 1),
                                           .maximum_torque = parameter(strongest_torque)});
        }
        return all;
    }
    [[nodiscard]] static Vec2 start(int i) { return {-3.5f, 5.2f - 1.4f * static_cast<float>(i)}; }

    std::vector<BodyId> pucks_;
};

}  // namespace

scenes::SceneInfo friction_joint_sample() {
    return entry<FrictionJoints>(
        "Joints", "friction_joint", "Friction joint",
        "From above: each puck has more friction than the one above it.", {{0.0f, 3.0f}, 8.0f},
        {.gravity = {0.0f, 0.0f}}, 600,
        {{"more friction per puck [N]", 1.0f, 0.0f, 10.0f, ParameterKind::Number, true},
         {"largest torque [N m]", 0.1f, 0.0f, 2.0f, ParameterKind::Number, true},
         {"speed [m/s]", 4.0f, 0.0f, 8.0f, ParameterKind::Number, true}});
}

}  // namespace samples
