#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A pyramid far from the origin, where floats have few digits left.
class FarPyramid final : public Sample {
    void create() override {
        world().create_shape(world().create_body({.type = BodyType::Static, .position = far}),
                             make_box(30.0f, 1.0f, Pose{{0.0f, -1.0f}, {}}));
        for (int row = 0; row < 10; ++row) {
            for (int column = 0; column < 10 - row; ++column) {
                const Vec2 at = far + Vec2{static_cast<float>(column) - 0.5f * static_cast<float>(9 - row),
                                           0.5f + static_cast<float>(row)};
                top_ = add_dynamic(world(), at, make_box(0.5f, 0.5f),
                                   painted(row % 2 == 0 ? color::sage : color::ochre));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(world()[top_].position().y - far.y) + " m of 9.50, " +
               number_text(0.001f * length(far)) + " km from the origin";
    }
    inline static const Vec2 far{10000.0f, 10000.0f};
    BodyId top_;
};

}  // namespace

scenes::SceneInfo far_pyramid_sample() {
    return entry<FarPyramid>("World", "far_pyramid", "Far pyramid",
                             "A pyramid 14 km from the origin, where positions have steps of 1 mm.",
                             {{10000.0f, 10005.0f}, 15.0f});
}

}  // namespace samples
