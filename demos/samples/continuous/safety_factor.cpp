#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes dropped from increasing heights, and the depth of each on landing: whether contacts are found by
/// margins, speculatively or by sweeping, no height stands out.
class SafetyFactor final : public Sample {
    enum Parameters : std::size_t { lowest, box_density };

    static constexpr int count = 9;

    void create() override {
        add_ground(world(), 20.0f);
        for (int i = 0; i < count; ++i) {
            const float height = parameter(lowest) * static_cast<float>(1 << i);
            boxes_.push_back(add_dynamic(world(), {place(i), 0.5f + height}, make_box(0.5f, 0.5f),
                                         painted(i, {.density = parameter(box_density)})));
        }
    }
    void after_step() override {
        for (int i = 0; i < count; ++i) {
            const float overlap = 0.5f - world()[boxes_[static_cast<std::size_t>(i)]].position().y;
            deepest_[i] = std::max(deepest_[i], overlap);
        }
    }
    void draw(Picture& picture) const override {
        for (int i = 0; i < count; ++i) {
            const float x = place(i);
            picture.line({x - 0.5f, -deepest_[i]}, {x + 0.5f, -deepest_[i]}, color::rust);
            picture.text({x - 0.45f, -0.6f}, number_text(1000.0f * deepest_[i]) + " mm", color::charcoal);
        }
    }
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(std::begin(deepest_), std::end(deepest_),
                                              [](float depth) { return depth > 0.025f; }));
    }
    [[nodiscard]] std::string status() const override {
        return "deepest " +
               number_text(1000.0f * *std::max_element(std::begin(deepest_), std::end(deepest_))) + " mm, " +
               count_text("deeper than 25 mm", failures());
    }

    static float place(int i) { return 1.8f * static_cast<float>(i - count / 2); }

    std::vector<BodyId> boxes_;
    float deepest_[count] = {};
};

}  // namespace

scenes::SceneInfo safety_factor_sample() {
    return entry<SafetyFactor>(
        "Continuous", "safety_factor", "Safety factor",
        "From 5 cm to 12.8 m: red lines show how deep each box went into the ground.", {{0.0f, 5.5f}, 16.0f},
        {}, 600, {{"lowest height [m]", 0.05f, 0.01f, 0.2f}, {"density [kg/m2]", 1.0f, 0.1f, 100.0f}});
}

}  // namespace samples
