#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Balls with gravities of their own: towards a planet, upwards, none, and a fraction of the world's.
class OwnGravity final : public Sample {
    enum Parameters : std::size_t { moons, strength };

    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), planet, Circle{{0.0f, 0.0f}, 1.5f});
        for (int i = 0; i < count(moons); ++i) {
            const Rot turn = Rot::from_angle(0.157f * static_cast<float>(i));
            const float radius = 2.6f + 0.7f * static_cast<float>(i % 4);
            const BodyId moon = add_dynamic(world(), planet + rotate(turn, {radius, 0.0f}),
                                            make_box(0.2f, 0.2f), painted(color::teal));
            world()[moon].set_linear_velocity(0.6f * left_perp(rotate(turn, {radius, 0.0f})));
            moons_.push_back(moon);
        }
        for (int i = 0; i < 8; ++i) {
            const BodyId ball = add_dynamic(
                world(), {-13.0f + static_cast<float>(i), 1.0f + static_cast<float>(i)},
                Circle{{0.0f, 0.0f}, 0.4f}, painted(color::ochre, {.material = {.restitution = 0.7f}}));
            world()[ball].set_gravity_scale(0.125f * static_cast<float>(i + 1));
        }
    }
    void prepare(int /*step*/) override {
        for (const BodyId moon : moons_) {
            const Vec2 way = planet - world()[moon].position();
            const float distance = std::max(length(way), 1.0f);
            world()[moon].set_own_gravity(parameter(strength) / (distance * distance * distance) * way);
        }
    }

    inline static const Vec2 planet{5.0f, 8.0f};
    std::vector<BodyId> moons_;
};

}  // namespace

scenes::SceneInfo own_gravity_sample() {
    return entry<OwnGravity>(
        "Bodies", "own_gravity", "Own gravity",
        "A gravity for each body: moons of a planet, and balls of less and less weight.",
        {{-2.0f, 6.5f}, 16.0f}, {}, 600,
        {{"moons", 40.0f, 1.0f, 100.0f, ParameterKind::Count},
         {"planet's strength [m2/s2]", 30.0f, 0.0f, 100.0f, ParameterKind::Number, true}});
}

}  // namespace samples
