#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A rope from a hook through a load and over a second hook to a weight: the load moves half as far.
class RopeJoints final : public JointShow {
    enum Parameters : std::size_t { rope_length, weight_density };

    void create() override {
        ground_ = add_ground(world(), 30.0f);
        load_ = add_dynamic(world(), {-1.0f, 2.0f}, make_box(0.7f, 0.5f), painted(color::teal));
        weight_ = add_dynamic(world(), {2.5f, 4.0f}, Circle{{0.0f, 0.0f}, 0.4f},
                              painted(color::charcoal, {.density = parameter(weight_density)}));
        add_place("rope", {-0.6f, 6.6f});
        connect();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        return {RopeJoint{.points = {{ground_, {-2.5f, 5.8f}},
                                     {load_, {0.0f, 0.5f}},
                                     {ground_, {0.5f, 5.8f}},
                                     {ground_, {2.5f, 5.8f}},
                                     {weight_, {0.0f, 0.4f}}},
                          .length = parameter(rope_length)}};
    }

    BodyId ground_;
    BodyId load_;
    BodyId weight_;
};

}  // namespace

scenes::SceneInfo rope_joint_sample() {
    return entry<RopeJoints>(
        "Joints", "rope_joint", "Rope joint",
        "One rope through five points: the weight lifts the load, which moves half as far.",
        {{0.0f, 3.8f}, 8.8f}, {}, 600,
        {{"length [m]", 11.0f, 8.0f, 14.0f, ParameterKind::Number, true},
         {"density of the weight [kg/m2]", 2.0f, 0.2f, 20.0f}});
}

}  // namespace samples
