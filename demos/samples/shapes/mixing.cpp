#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes on a slope that mix friction by different rules.
class Mixing final : public Sample {
    enum Parameters : std::size_t { slope, slope_friction, box_friction };

    void create() override {
        add_static(world(), {0.0f, 4.0f}, make_box(12.0f, 0.25f),
                   {.material = {.friction = parameter(slope_friction)}}, -parameter(slope));
        add_ground(world(), 40.0f);
        // Boxes that hold are above those that slide.
        constexpr drystone::Mixing rules[] = {drystone::Mixing::Maximum, drystone::Mixing::Average,
                                              drystone::Mixing::GeometricMean, drystone::Mixing::Minimum,
                                              drystone::Mixing::Multiply};
        constexpr const char* names[] = {"maximum", "average", "mean", "minimum", "product"};
        for (int i = 0; i < 5; ++i) {
            const Rot tilt = Rot::from_angle(-parameter(slope));
            const Vec2 at = Vec2{0.0f, 4.0f} + rotate(tilt, {-9.0f + 3.0f * static_cast<float>(i), 0.76f});
            const BodyId box = add_dynamic(
                world(), at, make_box(0.5f, 0.5f),
                painted(i, {.material = {.friction = parameter(box_friction), .friction_mixing = rules[i]}}),
                -parameter(slope));
            boxes_.emplace_back(box, names[i]);
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [box, name] : boxes_) {
            picture.text(world()[box].position() + Vec2{-0.6f, 1.1f}, name, color::charcoal);
        }
    }
    std::vector<std::pair<BodyId, std::string>> boxes_;
};

}  // namespace

scenes::SceneInfo mixing_sample() {
    return entry<Mixing>("Shapes", "mixing", "Mixing",
                         "One slope of friction 0.8, boxes of 0.2, five rules that mix the two.",
                         {{1.0f, 3.5f}, 14.0f}, {}, 600,
                         {{"slope [rad]", 0.4f, 0.0f, 0.8f},
                          {"friction of the slope", 0.8f, 0.0f, 2.0f},
                          {"friction of the boxes", 0.2f, 0.0f, 2.0f}});
}

}  // namespace samples
