#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// A shape that changes while bodies lie on it.
class ModifyGeometry final : public Sample {
    enum Parameters : std::size_t { growth, pace };

    void create() override {
        add_ground(world(), 30.0f);
        body_ = add_body(world(), {.type = BodyType::Kinematic, .position = {0.0f, 1.0f}},
                         Circle{{0.0f, 0.0f}, 1.0f});
        for (int i = 0; i < 14; ++i) {
            add_dynamic(world(),
                        {-3.0f + 0.45f * static_cast<float>(i), 5.0f + 0.3f * static_cast<float>(i % 3)},
                        make_box(0.35f, 0.35f), painted(i % 2 == 0 ? color::sand : color::terracotta));
        }
    }
    void prepare(int step) override {
        if (step % 2 != 0) {
            return;
        }
        const float size =
            1.3f + parameter(growth) * Rot::from_angle(parameter(pace) * static_cast<float>(step)).s;
        const int kind = (step / 210) % 4;
        const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, size}, Capsule{{-size, 0.0f}, {size, 0.0f}, 0.6f},
                                       make_box(2.0f * size, 0.6f),
                                       make_regular_polygon(5, 1.3f * size, 0.1f)};
        world()[world()[body_].shapes().front()].set_geometry(kinds[kind]);
        change_look();
    }
    BodyId body_;
};

}  // namespace

scenes::SceneInfo modify_geometry_sample() {
    return entry<ModifyGeometry>("Shapes", "modify_geometry", "Modify geometry",
                                 "A shape grows, shrinks and changes its kind under a load.",
                                 {{0.0f, 4.0f}, 12.0f}, {}, 600,
                                 {{"growth [m]", 0.7f, 0.0f, 1.2f, ParameterKind::Number, true},
                                  {"speed [rad/step]", 0.03f, 0.0f, 0.2f, ParameterKind::Number, true}});
}

}  // namespace samples
