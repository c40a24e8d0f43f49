#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes of different friction on ramps.
class FrictionRamp final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        add_static(world(), {-4.0f, 22.0f}, make_box(13.0f, 0.25f), {}, -parameter(slope));
        add_static(world(), {10.5f, 19.0f}, make_box(0.25f, 1.0f));
        add_static(world(), {4.0f, 14.0f}, make_box(13.0f, 0.25f), {}, parameter(slope));
        add_static(world(), {-10.5f, 11.0f}, make_box(0.25f, 1.0f));
        add_static(world(), {-4.0f, 6.0f}, make_box(13.0f, 0.25f), {}, -parameter(slope));
        constexpr float frictions[] = {0.75f, 0.5f, 0.35f, 0.1f, 0.0f};
        for (int i = 0; i < 5; ++i) {
            const BodyId box =
                add_dynamic(world(), {-15.0f + 4.0f * static_cast<float>(i), 28.0f}, make_box(0.5f, 0.5f),
                            painted(i, {.density = 25.0f, .material = {.friction = frictions[i]}}));
            boxes_.emplace_back(box, number_text(frictions[i]));
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [box, friction] : boxes_) {
            picture.text(world()[box].position() + Vec2{-0.6f, 1.3f}, friction, color::charcoal);
        }
    }
    enum Parameters : std::size_t { slope };

    std::vector<std::pair<BodyId, std::string>> boxes_;
};

}  // namespace

scenes::SceneInfo friction_ramp_sample() {
    return entry<FrictionRamp>("Shapes", "friction_ramp", "Friction",
                               "The smaller a box's friction, the farther it slides.",
                               {{-1.0f, 14.0f}, 33.0f}, {}, 600, {{"slope [rad]", 0.25f, 0.0f, 0.5f}});
}

}  // namespace samples
