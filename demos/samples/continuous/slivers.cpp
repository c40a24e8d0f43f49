#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <cmath>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Sliver triangles under fast balls.
class Slivers final : public Sample {
    enum Parameters : std::size_t { slivers, pace };

    void create() override {
        add_ground(world(), 30.0f);
        scenes::Random random{3};
        for (int i = 0; i < count(slivers); ++i) {
            const Vec2 at{random.between(-6.0f, 6.0f), 1.0f + 0.3f * static_cast<float>(i)};
            add_dynamic(world(), at,
                        make_polygon({{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.9f, 0.02f}, {-0.2f, 0.06f}}),
                        painted(scenes::random_color(random)), random.between(-3.0f, 3.0f));
        }
    }
    void prepare(int step) override {
        if (step % 120 == 119) {
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {0.0f, 25.0f},
                      .linear_velocity = {0.0f, -parameter(pace)},
                      .bullet = true},
                     Circle{{0.0f, 0.0f}, 0.3f}, painted(color::charcoal, {.density = 2.0f}));
        }
    }
    [[nodiscard]] int failures() const override {
        int lost = 0;
        for (const BodyId body : world().bodies()) {
            // Bodies that slide off the ends of the ground do not count.
            const Vec2 at = world()[body].position();
            lost += at.y < -1.0f && std::abs(at.x) < 30.0f ? 1 : 0;
        }
        return lost;
    }
    [[nodiscard]] std::string status() const override { return count_text("lost", failures()); }
};

}  // namespace

scenes::SceneInfo slivers_sample() {
    return entry<Slivers>("Continuous", "slivers", "Slivers", "Very thin polygons under bullets of 120 m/s.",
                          {{0.0f, 4.0f}, 13.0f}, {}, 600,
                          {{"slivers", 40.0f, 1.0f, 100.0f, ParameterKind::Count},
                           {"ball speed [m/s]", 120.0f, 1.0f, 300.0f, ParameterKind::Number, true}});
}

}  // namespace samples
