#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A plough of a few grams clears tons of boxes away, and pebbles of a lower dominance group do not hold the
/// boxes up.
class Plough final : public Sample {
    enum Parameters : std::size_t { pace, box_density, plough_density };

    void create() override {
        add_ground(world(), 30.0f);
        plough_ =
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {-12.0f, 0.82f},
                      .gravity_scale = 0.0f,
                      .dominance_group = 1},
                     make_box(0.3f, 0.8f), painted(color::rust, {.density = parameter(plough_density)}));
        for (int row = 0; row < 5; ++row) {
            for (int i = row; i < 9; ++i) {
                const Vec2 at{-4.0f + static_cast<float>(i) - 0.5f * static_cast<float>(row),
                              0.5f + static_cast<float>(row)};
                add_dynamic(world(), at, make_box(0.5f, 0.5f),
                            painted(color::sand, {.density = parameter(box_density)}));
            }
        }
        for (int i = 0; i < 30; ++i) {
            const Vec2 at{-10.0f + 0.7f * static_cast<float>(i), 7.0f + 0.3f * static_cast<float>(i % 4)};
            add_body(world(), {.type = BodyType::Dynamic, .position = at, .dominance_group = -1},
                     Circle{{0.0f, 0.0f}, 0.2f}, painted(color::teal));
        }
    }
    void prepare(int step) override {
        if (step % 480 == 0) {
            speed_ = step % 960 == 0 ? parameter(pace) : -parameter(pace);
            world()[plough_].set_linear_velocity({speed_, 0.0f});
        }
    }
    void after_step() override {
        const Vec2 velocity = world()[plough_].linear_velocity();
        held_up_ += velocity != Vec2(speed_, 0.0f) || world()[plough_].angle() != 0.0f ? 1 : 0;
    }
    [[nodiscard]] int failures() const override { return held_up_; }
    [[nodiscard]] std::string status() const override { return count_text("steps held up", held_up_); }

    BodyId plough_;
    float speed_ = 0.0f;
    int held_up_ = 0;
};

}  // namespace

scenes::SceneInfo plough_sample() {
    return entry<Plough>(
        "Bodies", "plough", "Plough",
        "Dominance: a plough of a few grams is above tons of boxes, and those above the pebbles.",
        {{0.0f, 4.0f}, 13.0f}, {}, 600,
        {{"speed [m/s]", 3.0f, 0.0f, 10.0f, ParameterKind::Number, true},
         {"box density [kg/m2]", 100.0f, 0.1f, 1000.0f},
         {"plough density [kg/m2]", 0.001f, 0.001f, 10.0f}});
}

}  // namespace samples
