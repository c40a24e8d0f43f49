#include <samples/all_samples.h>
#include <samples/joints/held_loads.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Loads with locked rotation: joints and kicks move them, and none rotates except by rounding.
class LockedLoads final : public HeldLoads {
    enum Parameters : std::size_t { strength };

    void create() override { hang_loads({.rotation = true}); }
    void prepare(int step) override {
        if (step % 150 == 60) {
            kick(parameter(strength) * Vec2{8000.0f, 4000.0f}, 3000.0f * parameter(strength));
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < loads_.size(); ++i) {
            label(picture, i, 0.0f, loads_[i].name, color::charcoal);
        }
    }
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(loads_.begin(), loads_.end(), [&](const Load& load) {
            return std::abs(world()[load.body].angle()) > 1e-5f;
        }));
    }
    [[nodiscard]] std::string status() const override { return count_text("turned", failures()); }
};

}  // namespace

scenes::SceneInfo motion_locks_sample() {
    return entry<LockedLoads>("Joints", "motion_locks", "Motion locks",
                              "Loads that may not turn, on joints of every kind: none turns.",
                              {{0.0f, 5.5f}, 18.0f}, {}, 600,
                              {{"kick x", 1.0f, 0.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
