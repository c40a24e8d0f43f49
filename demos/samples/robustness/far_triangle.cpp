#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A triangle of a few centimetres, eighty metres from its body's origin: the parallel axis theorem takes
/// nearly all digits of its inertia.
class FarTriangle final : public Sample {
    enum Parameters : std::size_t { away };

    void create() override {
        add_ground(world(), 100.0f);
        const Vec2 far{parameter(away), -1.25f * parameter(away)};
        const auto corner = [&](float x, float y) { return far + Vec2{x, y}; };
        body_ = world().create_body({.position = Vec2{0.0f, 1.5f} - far});
        world().create_shape(
            body_, make_polygon({corner(0.06f, -0.02f), corner(0.04f, 0.02f), corner(-0.02f, 0.0f)}),
            painted(color::rust));
        lost_ += world()[body_].mass().inertia > 0.0f ? 0 : 1;
    }
    [[nodiscard]] std::string status() const override {
        return "speed " + number_text(length(world()[body_].linear_velocity())) + " m/s";
    }
    [[nodiscard]] int failures() const override { return lost_; }

    BodyId body_;
    int lost_ = 0;
};

}  // namespace

scenes::SceneInfo far_triangle_sample() {
    return entry<FarTriangle>("Robustness", "far_triangle", "Far triangle",
                              "A tiny triangle far from its body's origin falls and comes to rest.",
                              {{0.0f, 0.7f}, 2.5f}, {}, 300, {{"distance [m]", 48.0f, 0.0f, 200.0f}});
}

}  // namespace samples
