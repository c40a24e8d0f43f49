#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Bodies with a low centre of mass that right themselves when pushed over.
class Weeble final : public Sample {
    enum Parameters : std::size_t { push, lowering };

    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 5; ++i) {
            const float drop = parameter(lowering) * static_cast<float>(i);
            const BodyId body = add_dynamic(world(), {-8.0f + 4.0f * static_cast<float>(i), 1.8f},
                                            Capsule{{0.0f, -0.8f}, {0.0f, 0.8f}, 1.0f},
                                            painted(i == 0 ? color::stone : color::plum));
            MassProperties mass = world()[body].mass();
            mass.center = {0.0f, -drop * 1.5f};
            world()[body].set_mass_properties(mass);
            world()[body].set_damping(0.0f, 0.3f);
            bodies_.push_back(body);
        }
    }
    void prepare(int step) override {
        if (step % 360 == 60 || input().action) {
            for (const BodyId body : bodies_) {
                const MassProperties mass = world()[body].mass();
                world()[body].apply_impulse({parameter(push) * mass.mass, 0.0f},
                                            world()[body].position() + Vec2{0.0f, 0.8f});
            }
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId body : bodies_) {
            picture.point(world()[body].center_of_mass(), color::charcoal);
        }
    }

    std::vector<BodyId> bodies_;
};

}  // namespace

scenes::SceneInfo weeble_sample() {
    return entry<Weeble>("Bodies", "weeble", "Weeble",
                         "The lower the centre of mass (dot), the surer they come up again. G pushes them.",
                         {{0.0f, 3.5f}, 12.0f}, {}, 600,
                         {{"push [m/s]", 2.0f, 0.0f, 8.0f, ParameterKind::Number, true},
                          {"lower centre per body [m]", 0.25f, 0.0f, 0.3f}});
}

}  // namespace samples
