#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Two boxes that pass through each other, and through nothing else: their pair is excluded.
class ExcludedPair final : public Sample {
    enum Parameters : std::size_t { excluded, stiffness };

    void create() override {
        add_ground(world(), 20.0f);
        for (std::size_t i = 0; i < 4; ++i) {
            boxes_.push_back(add_dynamic(
                world(), {-6.0f + 4.0f * static_cast<float>(i), 1.0f}, make_box(1.0f, 1.0f),
                painted(i % 2 == 0 ? color::teal : color::terracotta, {.material = {.friction = 0.1f}})));
        }
        change_parameters();
    }
    /// Applies springs that pull the boxes of each pair to each other's initial position, and back.
    void prepare(int step) override {
        const float way = 2.0f * (1.0f - Rot::from_angle(0.02f * static_cast<float>(step)).c);
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            const float target = place(i) + (i % 2 == 0 ? way : -way);
            const float stretch = target - world()[boxes_[i]].position().x;
            const float pull = parameter(stiffness) * stretch - 6.0f * world()[boxes_[i]].linear_velocity().x;
            world()[boxes_[i]].apply_force({pull * world()[boxes_[i]].mass().mass, 0.0f});
        }
    }
    void change_parameters() override {
        world().set_collision(boxes_[0], boxes_[1], parameter(excluded) == 0.0f);
    }
    [[nodiscard]] std::string status() const override {
        const float left = world()[boxes_[1]].position().x - world()[boxes_[0]].position().x;
        const float right = world()[boxes_[3]].position().x - world()[boxes_[2]].position().x;
        return "apart by " + number_text(left) + " m and " + number_text(right) + " m";
    }

    static float place(std::size_t i) { return -7.5f + 4.0f * static_cast<float>(i) + (i < 2 ? 0.0f : 3.0f); }

    std::vector<BodyId> boxes_;
};

}  // namespace

scenes::SceneInfo excluded_pair_sample() {
    return entry<ExcludedPair>("Joints", "excluded_pair", "Excluded pair",
                               "The left two boxes pass through each other, the right two meet: look for the "
                               "difference.",
                               {{0.0f, 2.5f}, 11.0f}, {}, 600,
                               {{"left pair is excluded", 1.0f, 0.0f, 1.0f, ParameterKind::Switch, true},
                                {"spring [1/s2]", 20.0f, 1.0f, 100.0f, ParameterKind::Number, true}});
}

}  // namespace samples
