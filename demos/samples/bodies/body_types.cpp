#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A platform that is dynamic, kinematic and static in turn, with boxes on it.
class BodyTypes final : public Sample {
    enum Parameters : std::size_t { pace, period };

    void create() override {
        ground_ = add_ground(world(), 30.0f);
        platform_ = add_body(world(), {.type = BodyType::Dynamic, .position = {-3.0f, 5.0f}},
                             make_box(3.0f, 0.3f), {.density = 2.0f});
        tie(world(), ground_, {-6.0f, 11.0f}, platform_, {-5.5f, 5.0f});
        tie(world(), ground_, {0.0f, 11.0f}, platform_, {-0.5f, 5.0f});
        for (int i = 0; i < 4; ++i) {
            add_dynamic(world(), {-4.5f + static_cast<float>(i), 5.8f}, make_box(0.4f, 0.4f),
                        painted(color::terracotta));
        }
    }
    void prepare(int step) override {
        constexpr BodyType types[] = {BodyType::Dynamic, BodyType::Kinematic, BodyType::Static};
        const int steps = count(period);
        if (step % steps == 0) {
            world()[platform_].set_type(types[(step / steps) % 3]);
            change_look();
        }
        if (world()[platform_].type() == BodyType::Kinematic) {
            world()[platform_].set_linear_velocity(
                {(step % steps < steps / 2 ? 1.0f : -1.0f) * parameter(pace), 0.0f});
        }
    }
    [[nodiscard]] std::string status() const override {
        constexpr const char* names[] = {"static", "kinematic", "dynamic"};
        return std::string("the platform is ") + names[static_cast<int>(world()[platform_].type())];
    }

    BodyId ground_;
    BodyId platform_;
};

}  // namespace

scenes::SceneInfo body_types_sample() {
    return entry<BodyTypes>("Bodies", "body_types", "Types",
                            "A platform turns dynamic, kinematic and static; what lies on it must follow.",
                            {{-3.0f, 5.5f}, 13.0f}, {}, 600,
                            {{"speed [m/s]", 1.2f, 0.0f, 4.0f, ParameterKind::Number, true},
                             {"steps per type", 150.0f, 30.0f, 600.0f, ParameterKind::Count, true}});
}

}  // namespace samples
