#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Ragdolls in a room without gravity whose walls bounce them back.
class BounceRagdolls final : public Sample {
    enum Parameters : std::size_t { figures, pace };

    void create() override {
        const BodyId house = world().create_body({.type = BodyType::Static});
        const Material bouncy{.friction = 0.0f, .restitution = 1.0f};
        // Clockwise: solid from inside.
        world().create_chain(house,
                             {.points = {{-10.0f, -10.0f}, {-10.0f, 10.0f}, {10.0f, 10.0f}, {10.0f, -10.0f}},
                              .is_loop = true,
                              .materials = {bouncy}});
        world().create_shape(house, Circle{{0.0f, 0.0f}, 2.0f}, {.material = bouncy});
        for (int i = 0; i < count(figures); ++i) {
            const float x = -8.0f + 4.0f * static_cast<float>(i);
            const scenes::Ragdoll doll = scenes::add_ragdoll(
                backend(), {.feet = {x, i % 2 == 0 ? 5.0f : -7.0f}, .group = -1 - i, .color = i});
            const Vec2 velocity =
                parameter(pace) * rotate(Rot::from_angle(1.3f * static_cast<float>(i)), {1.0f, 0.0f});
            for (const scenes::BodyNumber bone : doll.bones) {
                world()[backend().body_id(bone)].set_linear_velocity(velocity);
                bones_.push_back(backend().body_id(bone));
            }
        }
    }
    [[nodiscard]] int failures() const override {
        int outside = 0;
        for (const BodyId bone : bones_) {
            outside += max_coordinate(abs(world()[bone].position())) > 10.5f ? 1 : 0;
        }
        return outside;
    }
    [[nodiscard]] std::string status() const override { return count_text("got out", failures()); }

    std::vector<BodyId> bones_;
};

}  // namespace

scenes::SceneInfo bounce_ragdolls_sample() {
    return entry<BounceRagdolls>(
        "Continuous", "bounce_ragdolls", "Bounce ragdolls",
        "Ragdolls at 30 m/s between walls without thickness: none gets out.", {{0.0f, 0.0f}, 23.0f},
        {.gravity = {0.0f, 0.0f}}, 600,
        {{"figures", 5.0f, 1.0f, 5.0f, ParameterKind::Count}, {"speed [m/s]", 30.0f, 1.0f, 100.0f}});
}

}  // namespace samples
