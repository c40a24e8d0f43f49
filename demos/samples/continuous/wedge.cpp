#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A ball shot into a narrow wedge must neither pass through nor be squeezed out.
class Wedge final : public Sample {
    enum Parameters : std::size_t { pace, radius };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-4.0f, 8.0f}, {0.0f, 0.0f}});
        world().create_shape(ground, Segment{{0.0f, 0.0f}, {0.0f, 8.0f}});
        ball_ = add_dynamic(world(), {-0.45f, 10.75f}, Circle{{0.0f, 0.0f}, parameter(radius)},
                            painted(color::rust, {.material = {.friction = 0.2f}}));
        world()[ball_].set_linear_velocity({0.0f, -parameter(pace)});
        box_ = add_dynamic(world(), {-1.2f, 10.0f}, make_box(0.3f, 0.3f), painted(color::teal), 0.4f);
    }
    [[nodiscard]] std::string status() const override {
        return "the ball is at " + number_text(world()[ball_].position().y) + " m";
    }
    BodyId ball_;
    BodyId box_;
};

}  // namespace

scenes::SceneInfo wedge_sample() {
    return entry<Wedge>("Continuous", "wedge", "Wedge",
                        "Shot into a narrow gap between two lines at 200 m/s.", {{-1.5f, 4.5f}, 12.0f}, {},
                        600,
                        {{"ball speed [m/s]", 200.0f, 1.0f, 500.0f}, {"ball radius [m]", 0.3f, 0.1f, 0.4f}});
}

}  // namespace samples
