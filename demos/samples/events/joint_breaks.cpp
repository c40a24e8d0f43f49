#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Six kinds of joints under a growing load; each breaks with an event that reports how.
class JointBreaks final : public Sample {
    enum Parameters : std::size_t { strongest_force, strongest_torque, growth };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        for (int i = 0; i < 6; ++i) {
            const Vec2 at{-8.75f + 3.5f * static_cast<float>(i), 9.0f};
            const BodyId load = add_dynamic(world(), at, make_box(0.6f, 0.6f), painted(i));
            const Vec2 hook = at + Vec2{0.0f, 0.6f};
            const JointSettings weak{.break_force = parameter(strongest_force),
                                     .break_torque = parameter(strongest_torque),
                                     .user_data = static_cast<std::uint64_t>(i)};
            switch (i) {
                case 0: tie(world(), ground, at + Vec2{0.0f, 3.0f}, load, hook, {}, weak); break;
                case 1: pin(world(), ground, load, hook + Vec2{0.5f, 1.0f}, {}, weak); break;
                case 2: weld(world(), ground, load, at + Vec2{-1.2f, 0.0f}, {}, weak); break;
                case 3:
                    slide(world(), ground, load, at,
                          {.axis_a = {1.0f, 0.0f}, .limit = JointLimit{-0.8f, 0.8f}}, weak);
                    break;
                case 4:
                    suspend(world(), ground, load, at,
                            {.limit = JointLimit{-1.0f, 1.0f}, .suspension = JointSpring{1.0f, 0.2f}}, weak);
                    break;
                default:
                    tie(world(), ground, at + Vec2{0.0f, 3.0f}, load, hook, {.limit = JointLimit{0.0f, 3.0f}},
                        weak);
            }
            loads_.push_back(load);
        }
    }
    void prepare(int step) override {
        pull_ = parameter(growth) * static_cast<float>(step);
        for (const BodyId load : loads_) {
            world()[load].apply_force({0.0f, -pull_});
            world()[load].wake();
        }
    }
    void after_step() override {
        for (const JointBreak& broken : world().joint_breaks()) {
            constexpr const char* names[] = {"rod", "hinge", "weld", "slide", "wheel", "rope"};
            const Vec2 at{-8.75f + 3.5f * static_cast<float>(broken.user_data), 12.5f};
            const bool by_force = broken.force >= parameter(strongest_force);
            words_.emplace_back(
                at, std::string(names[broken.user_data]) + " broke: " +
                        (by_force ? number_text(broken.force) + " N" : number_text(broken.torque) + " N m"));
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [at, words] : words_) {
            picture.text(at - Vec2{1.2f, 0.0f}, words, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override { return "pull " + number_text(pull_) + " N"; }

    std::vector<BodyId> loads_;
    std::vector<std::pair<Vec2, std::string>> words_;
    float pull_ = 0.0f;
};

}  // namespace

scenes::SceneInfo joint_breaks_sample() {
    return entry<JointBreaks>("Events", "joint_breaks", "Joint breaks",
                              "A growing pull: each joint breaks beyond 60 N or 40 N m and says so.",
                              {{0.0f, 7.0f}, 16.0f}, {}, 600,
                              {{"breaks at [N]", 60.0f, 5.0f, 500.0f},
                               {"breaks at [N m]", 40.0f, 5.0f, 500.0f},
                               {"more pull per step [N]", 0.08f, 0.01f, 1.0f}});
}

}  // namespace samples
