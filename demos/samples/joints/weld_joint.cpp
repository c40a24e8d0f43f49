#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Shelves on a wall: held rigidly, by an angular spring, and by springs in all directions. Loads fall on
/// them.
class WeldJoints final : public JointShow {
    enum Parameters : std::size_t { frequency, damping, load_density };

    void create() override {
        add_ground(world(), 30.0f);
        const char* const names[] = {"rigid", "angular spring", "both springs"};
        for (int i = 0; i < 3; ++i) {
            const float x = corner(i).x;
            const BodyId post = add_static(world(), {x, 2.5f}, make_box(0.2f, 2.5f));
            const BodyId shelf =
                add_dynamic(world(), corner(i) + Vec2{1.4f, 0.0f}, make_box(1.2f, 0.12f), painted(i));
            add_dynamic(world(), corner(i) + Vec2{1.9f, 1.5f}, make_box(0.4f, 0.4f),
                        painted(color::charcoal, {.density = parameter(load_density)}));
            add_place(names[i], {x - 0.2f, 6.2f}, post, shelf);
        }
        connect();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        const JointSpring spring{.frequency = parameter(frequency), .damping_ratio = parameter(damping)};
        WeldJoint held{.anchor_a = {0.2f, 1.0f}, .anchor_b = {-1.2f, 0.0f}};
        WeldJoint bends = held;
        bends.angular_spring = spring;
        WeldJoint gives = bends;
        gives.linear_spring = spring;
        return {held, bends, gives};
    }
    [[nodiscard]] static Vec2 corner(int i) { return {-6.2f + 4.6f * static_cast<float>(i), 3.5f}; }
};

}  // namespace

scenes::SceneInfo weld_joint_sample() {
    return entry<WeldJoints>("Joints", "weld_joint", "Weld joint",
                             "Shelves held rigidly, by an angular spring, and by springs in all directions.",
                             {{0.0f, 3.4f}, 8.0f}, {}, 600,
                             {{"springs [Hz]", 2.5f, 0.5f, 15.0f, ParameterKind::Number, true},
                              {"damping ratio", 0.2f, 0.0f, 2.0f, ParameterKind::Number, true},
                              {"density of loads [kg/m2]", 1.0f, 0.1f, 10.0f}});
}

}  // namespace samples
