#include <samples/all_samples.h>
#include <samples/joints/joint_show.h>
#include <samples/parts.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Loads on a rope over two wheels: with equal arms, and as a block and tackle.
class PulleyJoints final : public JointShow {
    enum Parameters : std::size_t { rope_length, tackle, left_density };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 2; ++i) {
            const BodyId left = add_dynamic(world(), wheel(i, -1.0f) - Vec2{0.0f, 3.0f}, make_box(0.5f, 0.5f),
                                            painted(color::terracotta, {.density = parameter(left_density)}));
            const BodyId right = add_dynamic(world(), wheel(i, 1.0f) - Vec2{0.0f, 3.0f}, make_box(0.5f, 0.5f),
                                             painted(color::teal));
            add_place(i == 0 ? "ratio 1" : "block and tackle", wheel(i, -1.0f) + Vec2{0.0f, 1.0f}, left,
                      right);
        }
        connect();
    }
    [[nodiscard]] std::vector<JointDefinition> definitions() const override {
        std::vector<JointDefinition> all;
        for (int i = 0; i < 2; ++i) {
            const float ratio = i == 0 ? 1.0f : parameter(tackle);
            all.emplace_back(PulleyJoint{.ground_a = wheel(i, -1.0f),
                                         .ground_b = wheel(i, 1.0f),
                                         .anchor_a = {0.0f, 0.5f},
                                         .anchor_b = {0.0f, 0.5f},
                                         .length = parameter(rope_length) * (1.0f + ratio) / 2.0f,
                                         .ratio = ratio});
        }
        return all;
    }
    /// Returns the wheel on a side of a pulley.
    [[nodiscard]] static Vec2 wheel(int i, float side) {
        return {-3.5f + 7.0f * static_cast<float>(i) + 1.5f * side, 5.2f};
    }
};

}  // namespace

scenes::SceneInfo pulley_joint_sample() {
    return entry<PulleyJoints>(
        "Joints", "pulley_joint", "Pulley joint",
        "The heavier load falls; on the right its rope runs twice for the other's once.",
        {{0.0f, 3.4f}, 8.0f}, {}, 600,
        {{"length [m]", 5.0f, 2.0f, 8.0f, ParameterKind::Number, true},
         {"ratio on the right", 2.0f, 0.5f, 4.0f},
         {"left loads x", 1.2f, 0.2f, 5.0f}});
}

}  // namespace samples
