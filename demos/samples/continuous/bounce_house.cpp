#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Fast bodies in a room of thin walls: none may escape.
class BounceHouse final : public Sample {
    enum Parameters : std::size_t { pace, spin, bounce };

    void create() override {
        const BodyId house = world().create_body({.type = BodyType::Static});
        const Vec2 corners[] = {{-10.0f, -10.0f}, {10.0f, -10.0f}, {10.0f, 10.0f}, {-10.0f, 10.0f}};
        for (int i = 0; i < 4; ++i) {
            world().create_shape(house, Segment{corners[i], corners[(i + 1) % 4]},
                                 {.material = {.restitution = parameter(bounce)}});
        }
        for (int i = 0; i < 6; ++i) {
            const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.5f}, make_box(0.6f, 0.05f),
                                           Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.1f}};
            const BodyId body =
                add_dynamic(world(), {-5.0f + 2.0f * static_cast<float>(i), 0.0f}, kinds[i % 3],
                            painted(i, {.material = {.friction = 0.3f, .restitution = parameter(bounce)}}));
            world()[body].set_linear_velocity(
                parameter(pace) * rotate(Rot::from_angle(1.1f * static_cast<float>(i)), {1.0f, 0.0f}));
            world()[body].set_angular_velocity(parameter(spin));
            bodies_.push_back(body);
        }
    }
    [[nodiscard]] int failures() const override {
        int outside = 0;
        for (const BodyId body : bodies_) {
            outside += max_coordinate(abs(world()[body].position())) > 10.5f ? 1 : 0;
        }
        return outside;
    }
    [[nodiscard]] std::string status() const override { return count_text("got out", failures()); }
    std::vector<BodyId> bodies_;
};

}  // namespace

scenes::SceneInfo bounce_house_sample() {
    return entry<BounceHouse>("Continuous", "bounce_house", "Bounce house",
                              "Bodies at 60 m/s between walls without thickness: none gets out.",
                              {{0.0f, 0.0f}, 23.0f}, {.gravity = {0.0f, 0.0f}}, 600,
                              {{"speed [m/s]", 60.0f, 1.0f, 300.0f},
                               {"spin [rad/s]", 3.0f, -30.0f, 30.0f},
                               {"restitution", 1.0f, 0.0f, 1.0f}});
}

}  // namespace samples
