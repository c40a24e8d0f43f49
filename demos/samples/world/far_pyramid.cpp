#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A pyramid far from the origin, where floats have few digits left.
class FarPyramid final : public Sample {
    enum Parameters : std::size_t { rows, away };

    void create() override {
        world().create_shape(world().create_body({.type = BodyType::Static, .position = far()}),
                             make_box(30.0f, 1.0f, Pose{{0.0f, -1.0f}, {}}));
        for (int row = 0; row < count(rows); ++row) {
            for (int column = 0; column < count(rows) - row; ++column) {
                const Vec2 at = far() + Vec2{static_cast<float>(column) -
                                                 0.5f * static_cast<float>(count(rows) - 1 - row),
                                             0.5f + static_cast<float>(row)};
                top_ = add_dynamic(world(), at, make_box(0.5f, 0.5f),
                                   painted(row % 2 == 0 ? color::sage : color::ochre));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(world()[top_].position().y - far().y) + " m of " +
               number_text(parameter(rows) - 0.5f) + ", " + number_text(0.001f * length(far())) +
               " km from the origin";
    }
    /// Follows the pyramid to where the view of the entry does not show it.
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return parameter(away) == 10.0f ? std::nullopt : std::optional<Vec2>(far() + Vec2{0.0f, 5.0f});
    }
    [[nodiscard]] Vec2 far() const { return {1000.0f * parameter(away), 1000.0f * parameter(away)}; }
    BodyId top_;
};

}  // namespace

scenes::SceneInfo far_pyramid_sample() {
    return entry<FarPyramid>(
        "World", "far_pyramid", "Far pyramid",
        "A pyramid 14 km from the origin, where positions have steps of 1 mm.", {{10000.0f, 10005.0f}, 15.0f},
        {}, 600, {{"rows", 10.0f, 1.0f, 20.0f, ParameterKind::Count}, {"x and y [km]", 10.0f, 0.0f, 100.0f}});
}

}  // namespace samples
