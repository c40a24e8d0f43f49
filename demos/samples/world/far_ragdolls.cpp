#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>

namespace samples {
namespace {

using namespace drystone;

/// Ragdolls in a hollow, far from the origin.
class FarRagdolls final : public Sample {
    enum Parameters : std::size_t { figures, away };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static, .position = far()});
        for (const float side : {-1.0f, 1.0f}) {
            world().create_shape(
                ground, make_box(6.0f, 0.5f, Pose{{5.0f * side, 1.0f}, Rot::from_angle(0.4f * side)}));
        }
        for (int i = 0; i < count(figures); ++i) {
            scenes::add_ragdoll(backend(), {.feet = {far().x - 5.0f + 1.4f * static_cast<float>(i),
                                                     far().y + 6.0f + 0.5f * static_cast<float>(i % 3)},
                                            .group = -1 - i,
                                            .color = i % 2 == 0 ? color::teal : color::terracotta});
        }
    }
    /// Follows the figures to where the view of the entry does not show them.
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return parameter(away) == 8.0f ? std::nullopt : std::optional<Vec2>(far() + Vec2{0.0f, 4.0f});
    }
    [[nodiscard]] Vec2 far() const { return {-1000.0f * parameter(away), 3000.0f}; }
};

}  // namespace

scenes::SceneInfo far_ragdolls_sample() {
    return entry<FarRagdolls>(
        "World", "far_ragdolls", "Far ragdolls", "Ragdolls 8.5 km from the origin.",
        {{-8000.0f, 3004.0f}, 14.0f}, {}, 600,
        {{"figures", 8.0f, 1.0f, 8.0f, ParameterKind::Count}, {"x [km]", 8.0f, 0.0f, 100.0f}});
}

}  // namespace samples
