#include <samples/all_samples.h>
#include <samples/joints/held_loads.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// The separation of each joint's anchors when its load is hit.
class JointSeparation final : public HeldLoads {
    enum Parameters : std::size_t { strength };

    void create() override {
        hang_loads({});
        largest_.resize(loads_.size());
    }
    void prepare(int step) override {
        if (step % 150 == 60) {
            kick(parameter(strength) * Vec2{8000.0f, -12000.0f}, 3000.0f * parameter(strength));
        }
    }
    void after_step() override {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            const JointState state = world()[loads_[i].joint].state();
            largest_[i].first = std::max(largest_[i].first, state.linear_separation);
            largest_[i].second = std::max(largest_[i].second, state.angular_separation);
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            label(picture, i, 0.0f, loads_[i].name, color::charcoal);
            // The motor joint consists of springs only, and is meant to yield.
            if (i != 1) {
                label(picture, i, 1.0f, number_text(1000.0f * largest_[i].first) + " mm", color::rust);
                label(picture, i, 2.0f, number_text(1000.0f * largest_[i].second) + " mrad", color::rust);
            }
        }
    }

    std::vector<std::pair<float, float>> largest_;
};

}  // namespace

scenes::SceneInfo joint_separation_sample() {
    return entry<JointSeparation>(
        "Joints", "joint_separation", "Separation",
        "Loads of 4 t are hit; red: how far each joint ever came apart, to 10 micrometres.",
        {{0.0f, 5.5f}, 18.0f}, {}, 600, {{"kick x", 1.0f, 0.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
