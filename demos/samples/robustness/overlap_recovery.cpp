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
    enum Parameters : std::size_t { rows, spacing };

    void create() override {
        add_ground(world(), 30.0f);
        const int rows_in_all = count(rows);
        for (int row = 0; row < rows_in_all; ++row) {
            for (int column = 0; column < rows_in_all - row; ++column) {
                const float apart = parameter(spacing);
                const Vec2 at{
                    apart * (static_cast<float>(column) - 0.5f * static_cast<float>(rows_in_all - 1 - row)),
                    0.35f + apart * static_cast<float>(row)};
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
    return entry<OverlapRecovery>(
        "Robustness", "overlap_recovery", "Overlap recovery",
        "Boxes made inside each other part at no more than 3 m/s for each overlap.", {{0.0f, 3.0f}, 9.0f}, {},
        600, {{"rows", 6.0f, 2.0f, 12.0f, ParameterKind::Count}, {"spacing [m]", 0.65f, 0.2f, 1.0f}});
}

}  // namespace samples
