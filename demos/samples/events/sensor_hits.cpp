#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Sensors 1 cm thin, crossed by bodies that are on either side of them after any step.
class ThinSensors final : public Sample {
    enum Parameters : std::size_t { thickness, more };

    void create() override {
        for (int i = 0; i < 5; ++i) {
            const BodyId post = world().create_body(
                {.type = BodyType::Static, .position = {-6.0f + 3.0f * static_cast<float>(i), 4.0f}});
            posts_.push_back(
                world().create_shape(post, make_box(0.5f * parameter(thickness), 4.0f), {.sensor = true}));
        }
        crossings_.resize(posts_.size());
    }
    void prepare(int step) override {
        if (step % 20 == 0) {
            const auto number = static_cast<float>((step / 20) % 8);
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {-12.0f, 0.5f + number},
                      .linear_velocity = {10.0f + parameter(more) * number, 0.0f},
                      .gravity_scale = 0.0f},
                     Circle{{0.0f, 0.0f}, 0.15f}, painted(step / 20));
            ++shot_;
        }
        for (const BodyId body : world().bodies()) {
            if (world()[body].position().x > 14.0f) {
                world().destroy_body(body);
            }
        }
    }
    void after_step() override {
        for (const SensorBegin& begin : world().sensor_begins()) {
            ++crossings_[index_of(begin.sensor)];
        }
    }
    [[nodiscard]] std::size_t index_of(ShapeId sensor) const {
        return static_cast<std::size_t>(std::find(posts_.begin(), posts_.end(), sensor) - posts_.begin());
    }
    /// Checks the counts: a sensor that counts more crossings than the one before it has missed some, or
    /// reported false ones.
    [[nodiscard]] int failures() const override {
        return std::is_sorted(crossings_.rbegin(), crossings_.rend()) ? 0 : 1;
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < posts_.size(); ++i) {
            picture.text({-6.2f + 3.0f * static_cast<float>(i), 8.4f}, std::to_string(crossings_[i]),
                         color::charcoal);
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("shot", shot_); }

    std::vector<ShapeId> posts_;
    std::vector<int> crossings_;
    int shot_ = 0;
};

}  // namespace

scenes::SceneInfo sensor_hits_sample() {
    return entry<ThinSensors>(
        "Events", "sensor_hits", "Sensor hits",
        "Sensors of a centimetre: each counts all that cross it, however fast.", {{0.0f, 4.2f}, 12.0f}, {},
        600,
        {{"thickness [m]", 0.01f, 0.002f, 0.5f},
         {"more speed per lane [m/s]", 4.0f, 0.0f, 40.0f, ParameterKind::Number, true}});
}

}  // namespace samples
