#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A platform on a hinge and a slide, with a load, whose type and presence change while it works.
class ChangingPlatform final : public Sample {
    enum Parameters : std::size_t { pause };

    void create() override {
        const BodyId ground = add_ground(world(), 20.0f);
        const BodyId holder =
            add_dynamic(world(), {-2.0f, 3.0f}, make_box(0.5f, 2.0f), painted(color::slate));
        platform_ = add_dynamic(world(), {0.0f, 5.0f}, make_box(4.0f, 0.5f),
                                painted(color::ochre, {.density = 2.0f}));
        pin(world(), holder, platform_, {-2.0f, 5.0f}, {.motor = JointMotor{0.0f, 50.0f}});
        slide(
            world(), ground, platform_, {0.0f, 5.0f},
            {.axis_a = {1.0f, 0.0f}, .limit = JointLimit{-10.0f, 10.0f}, .motor = JointMotor{0.0f, 1000.0f}});
        add_dynamic(world(), {-3.0f, 8.0f}, make_box(0.75f, 0.75f), painted(color::teal, {.density = 2.0f}));
    }
    void prepare(int step) override {
        if (step % count(pause) != count(pause) - 1) {
            return;
        }
        ++changes_;
        world()[platform_].set_enabled(changes_ % 5 != 4);
        const BodyType types[] = {BodyType::Static, BodyType::Kinematic, BodyType::Dynamic};
        world()[platform_].set_type(types[changes_ % 3]);
        if (changes_ % 3 == 1) {
            world()[platform_].set_linear_velocity({changes_ % 2 == 0 ? 1.0f : -1.0f, 0.0f});
        }
        change_look();
    }
    [[nodiscard]] std::string status() const override { return count_text("changes", changes_); }

    BodyId platform_;
    int changes_ = 0;
};

}  // namespace

scenes::SceneInfo changing_platform_sample() {
    return entry<ChangingPlatform>("Robustness", "changing_platform", "Changing platform",
                                   "A body on two joints changes its type, and comes and goes.",
                                   {{0.0f, 5.0f}, 13.0f}, {}, 600,
                                   {{"steps between changes", 40.0f, 1.0f, 200.0f, ParameterKind::Count}});
}

}  // namespace samples
