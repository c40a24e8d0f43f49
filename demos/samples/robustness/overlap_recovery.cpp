#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Boxes created inside each other separate without flying off.
class OverlapRecovery final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int row = 0; row < 6; ++row) {
            for (int column = 0; column < 6 - row; ++column) {
                const float spacing = 0.65f;
                const Vec2 at{spacing * (static_cast<float>(column) - 0.5f * static_cast<float>(5 - row)),
                              0.35f + spacing * static_cast<float>(row)};
                add_dynamic(world(), at, make_box(0.5f, 0.5f),
                            painted(row % 2 == 0 ? color::plum : color::sand));
            }
        }
    }
    void after_step() override {
        for (const BodyId body : world().bodies()) {
            fastest_ = std::max(fastest_, length(world()[body].linear_velocity()));
        }
    }
    [[nodiscard]] std::string status() const override {
        return "fastest so far " + number_text(fastest_) + " m/s";
    }

    float fastest_ = 0.0f;
};

}  // namespace

scenes::SceneInfo overlap_recovery_sample() {
    return entry<OverlapRecovery>("Robustness", "overlap_recovery", "Overlap recovery",
                                  "Boxes made inside each other part at no more than 3 m/s for each overlap.",
                                  {{0.0f, 3.0f}, 9.0f});
}

}  // namespace samples
