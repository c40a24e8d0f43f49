#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Two pairs of boxes, one above the other: the left pair has a filter joint, and falls into one.
class FilterJoints final : public JointShow {
    enum Parameters : std::size_t { height, both };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 2; ++i) {
            const float x = -2.5f + 5.0f * static_cast<float>(i);
            const BodyId lower = add_dynamic(world(), {x, 0.6f}, make_box(0.9f, 0.6f), painted(color::teal));
            const BodyId upper = add_dynamic(world(), {x, parameter(height)}, make_box(0.5f, 0.5f),
                                             painted(color::terracotta));
            if (i == 0 || parameter(both) != 0.0f) {
                add_place("filter", {x - 0.6f, 4.6f}, lower, upper);
            }
        }
        connect();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        return {FilterJoint{}, FilterJoint{}};
    }
};

}  // namespace

scenes::SceneInfo filter_joint_sample() {
    return entry<FilterJoints>(
        "Joints", "filter_joint", "Filter joint",
        "The boxes of the left pair do not collide with each other.", {{0.0f, 2.6f}, 6.5f}, {}, 300,
        {{"height [m]", 3.0f, 1.8f, 4.5f}, {"the right pair, too", 0.0f, 0.0f, 1.0f, ParameterKind::Switch}});
}

}  // namespace samples
