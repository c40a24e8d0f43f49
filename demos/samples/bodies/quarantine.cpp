#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A heap in which a huge torque makes a box overflow at intervals; the box is quarantined, and enabled
/// later.
class QuarantineWard final : public Sample {
    enum Parameters : std::size_t { rows, box_friction };

    void create() override {
        add_ground(world(), 30.0f);
        for (int row = 0; row < count(rows); ++row) {
            for (int column = 0; column < 8; ++column) {
                boxes_.push_back(add_dynamic(
                    world(), {-4.0f + 1.05f * static_cast<float>(column), 0.5f + static_cast<float>(row)},
                    make_box(0.5f, 0.5f),
                    painted(color::sand, {.material = {.friction = parameter(box_friction)}})));
            }
        }
    }
    void prepare(int step) override {
        if (step % 90 == 60) {
            constexpr float largest = std::numeric_limits<float>::max();
            world()[boxes_[static_cast<std::size_t>(7 * (step / 90)) % boxes_.size()]].apply_torque(largest);
        }
        if (step % 90 == 30 && world().is_valid(patient_) && !world()[patient_].is_enabled()) {
            world()[patient_].set_enabled(true);
            change_look();
        }
    }
    void after_step() override {
        for (const BodyQuarantined& event : world().quarantined_bodies()) {
            patient_ = event.body;
            ++taken_out_;
            change_look();
        }
    }
    void draw(Picture& picture) const override {
        if (world().is_valid(patient_) && !world()[patient_].is_enabled()) {
            picture.circle(world()[patient_].position(), 0.8f, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("taken out", taken_out_); }

    std::vector<BodyId> boxes_;
    BodyId patient_;
    int taken_out_ = 0;
};

}  // namespace

scenes::SceneInfo quarantine_sample() {
    return entry<QuarantineWard>(
        "Bodies", "quarantine", "Quarantine",
        "A torque beyond all numbers: the body is taken out, the heap goes on.", {{0.0f, 4.0f}, 12.0f}, {},
        600, {{"rows", 6.0f, 1.0f, 12.0f, ParameterKind::Count}, {"friction", 0.6f, 0.0f, 1.5f}});
}

}  // namespace samples
