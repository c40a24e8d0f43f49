#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Half of the falling bodies land on the shelf; the other half fall through it, and the shelf counts both.
class Curtain final : public Sample {
    enum Parameters : std::size_t { pause, passing };

    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), {0.0f, 5.0f}, make_box(6.0f, 0.4f), painted(color::stone));
    }
    void prepare(int step) override {
        if (step % count(pause) == 0 && step < 720) {
            const int i = step / count(pause);
            const bool passes = i % 2 == 0 && parameter(passing) != 0.0f;
            ShapeDefinition shape = painted(i % 2 == 0 ? color::teal : color::cream);
            if (passes) {
                shape.solver_filter = {.category = 2, .mask = 2};
            }
            const float x = -5.0f + 10.0f * std::fmod(0.618f * static_cast<float>(i), 1.0f);
            const BodyId body = add_dynamic(world(), {x, 11.0f}, make_box(0.3f, 0.3f), shape);
            if (passes) {
                passing_.push_back(body);
            }
        }
    }
    void after_step() override {
        touches_ += static_cast<int>(world().contact_begins().size());
        for (const BodyId body : passing_) {
            // These end below the ground: nothing stops them.
            stopped_ +=
                world()[body].linear_velocity().y == 0.0f && world()[body].position().y < 10.0f ? 1 : 0;
        }
        std::erase_if(passing_, [&](const BodyId& body) {
            const bool gone = world()[body].position().y < -15.0f;
            if (gone) {
                world().destroy_body(body);
            }
            return gone;
        });
    }
    [[nodiscard]] int failures() const override { return stopped_; }
    [[nodiscard]] std::string status() const override { return count_text("touches", touches_); }

    std::vector<BodyId> passing_;
    int touches_ = 0;
    int stopped_ = 0;
};

}  // namespace

scenes::SceneInfo curtain_sample() {
    return entry<Curtain>(
        "Collision", "curtain", "Curtain",
        "Solver filters: every second box is noticed by the shelf and the ground, but not held.",
        {{0.0f, 4.0f}, 16.0f}, {}, 600,
        {{"steps between boxes", 12.0f, 4.0f, 60.0f, ParameterKind::Count, true},
         {"every second one passes", 1.0f, 0.0f, 1.0f, ParameterKind::Switch, true}});
}

}  // namespace samples
