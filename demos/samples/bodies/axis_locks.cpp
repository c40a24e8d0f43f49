#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes with locked axes, under a rain of balls.
class Locks final : public Sample {
    enum Parameters : std::size_t { ball_density, ball_radius };

    void create() override {
        add_ground(world(), 30.0f);
        const struct {
            AxisLocks locks;
            const char* name;
        } kinds[] = {{{}, "free"},
                     {{.linear_x = true}, "no x"},
                     {{.linear_y = true}, "no y"},
                     {{.rotation = true}, "no turn"},
                     {{.linear_x = true, .linear_y = true}, "turns only"},
                     {{.linear_x = true, .rotation = true}, "y only"},
                     {{.linear_y = true, .rotation = true}, "x only"},
                     {{true, true, true}, "nothing"}};
        float x = -12.25f;
        for (const auto& kind : kinds) {
            boxes_.push_back(add_body(world(),
                                      {.type = BodyType::Dynamic, .position = {x, 4.0f}, .locks = kind.locks},
                                      make_box(1.2f, 0.3f), painted(color::teal, {.density = 0.5f})));
            names_.emplace_back(kind.name);
            x += 3.5f;
        }
    }
    void prepare(int step) override {
        if (step % 30 == 0 && step < 900) {
            const auto column = static_cast<float>((step / 30) % 8);
            const float offset = (step / 240) % 2 == 0 ? 0.7f : -0.7f;
            add_dynamic(world(), {-12.25f + 3.5f * column + offset, 11.0f},
                        Circle{{0.0f, 0.0f}, parameter(ball_radius)},
                        painted(color::terracotta, {.density = parameter(ball_density)}));
        }
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < boxes_.size(); ++i) {
            picture.text(world()[boxes_[i]].position() + Vec2{-0.9f, 0.9f}, names_[i], color::charcoal);
        }
    }

    std::vector<BodyId> boxes_;
    std::vector<std::string> names_;
};

}  // namespace

scenes::SceneInfo axis_locks_sample() {
    return entry<Locks>("Bodies", "axis_locks", "Axis locks",
                        "Each box may move only as its name says, whatever falls on it.",
                        {{0.0f, 5.0f}, 16.0f}, {}, 600,
                        {{"ball density [kg/m2]", 1.0f, 0.1f, 20.0f, ParameterKind::Number, true},
                         {"ball radius [m]", 0.35f, 0.1f, 0.8f, ParameterKind::Number, true}});
}

}  // namespace samples
