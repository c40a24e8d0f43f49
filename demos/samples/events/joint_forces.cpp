#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A bridge that tells which of its hinges carry more than they should; none breaks.
class JointForces final : public Sample {
    enum Parameters : std::size_t { threshold, load };

    static constexpr int planks = 14;

    void create() override {
        const BodyId ground = add_ground(world(), 20.0f);
        BodyId last = ground;
        for (int i = 0; i <= planks; ++i) {
            const float x = static_cast<float>(i) - 0.5f * static_cast<float>(planks);
            const BodyId plank = i < planks ? add_dynamic(world(), {x + 0.5f, 4.0f}, make_box(0.5f, 0.1f),
                                                          painted(color::ochre))
                                            : ground;
            hinges_.push_back(pin(world(), last, plank, {x, 4.0f}, {},
                                  {.force_events = true, .force_threshold = parameter(threshold)}));
            last = plank;
        }
    }
    void change_parameters() override {
        for (const JointId hinge : hinges_) {
            JointSettings settings = world()[hinge].settings();
            settings.force_threshold = parameter(threshold);
            world()[hinge].set_settings(settings);
        }
    }
    void prepare(int step) override {
        if (step % 60 == 30 && step < 500) {
            add_dynamic(world(), {static_cast<float>(step / 60 * 5 % 11) - 5.0f, 9.0f}, make_box(0.4f, 0.4f),
                        painted(color::teal, {.density = parameter(load)}));
        }
    }
    void after_step() override {
        loaded_.clear();
        largest_ = 0.0f;
        for (const JointForce& force : world().joint_forces()) {
            loaded_.push_back(force.joint);
            largest_ = std::max(largest_, force.force);
            below_ += force.force > parameter(threshold) ? 0 : 1;
        }
    }
    void draw(Picture& picture) const override {
        for (const JointId hinge : loaded_) {
            picture.circle(world()[hinge].state().anchor_a, 0.25f, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("loaded hinges", static_cast<int>(loaded_.size())) + ", " + number_text(largest_) +
               " N";
    }
    [[nodiscard]] int failures() const override { return below_; }

    std::vector<JointId> hinges_;
    std::vector<JointId> loaded_;
    float largest_ = 0.0f;
    int below_ = 0;
};

}  // namespace

scenes::SceneInfo joint_forces_sample() {
    return entry<JointForces>("Events", "joint_forces", "Joint forces",
                              "Rings: hinges of a bridge that carry more than a threshold in this step.",
                              {{0.0f, 4.5f}, 12.0f}, {}, 600,
                              {{"threshold [N]", 120.0f, 0.0f, 600.0f, ParameterKind::Number, true},
                               {"density of the loads", 4.0f, 0.5f, 20.0f, ParameterKind::Number, true}});
}

}  // namespace samples
