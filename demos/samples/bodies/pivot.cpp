#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Rods thrown such that one end is at rest at first: they rotate about it, and fall.
class Pivot final : public Sample {
    enum Parameters : std::size_t { spin_step };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 4; ++i) {
            const BodyId rod = add_dynamic(world(), {-6.0f + 4.0f * static_cast<float>(i), 7.0f},
                                           make_box(1.5f, 0.1f), painted(i));
            const float spin = parameter(spin_step) * static_cast<float>(i + 1);
            world()[rod].set_angular_velocity(spin);
            // The end at (-1.5, 0) has the velocity v + w x r = 0.
            world()[rod].set_linear_velocity({0.0f, 1.5f * spin});
            rods_.push_back(rod);
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId rod : rods_) {
            const float spin = world()[rod].angular_velocity();
            if (std::abs(spin) > 0.5f) {
                // The instantaneous centre of rotation.
                const Vec2 velocity = world()[rod].linear_velocity();
                const Vec2 still =
                    world()[rod].center_of_mass() + Vec2{-velocity.y / spin, velocity.x / spin};
                picture.line(world()[rod].center_of_mass(), still, color::stone);
                picture.point(still, color::rust);
            }
        }
    }

    std::vector<BodyId> rods_;
};

}  // namespace

scenes::SceneInfo pivot_sample() {
    return entry<Pivot>("Bodies", "pivot", "Pivot",
                        "Rods whose left end stands still at first; red: what stands still now.",
                        {{0.0f, 5.5f}, 14.0f}, {}, 600, {{"more spin per rod [rad/s]", 2.0f, 0.0f, 8.0f}});
}

}  // namespace samples
