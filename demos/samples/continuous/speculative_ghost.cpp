#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Boxes that fly past the corner of a table, by centimetres. A speculative contact must not stop bodies that
/// would miss.
class SpeculativeGhost final : public Sample {
    enum Parameters : std::size_t { speed };

    static constexpr float half = 0.25f;
    inline static const Vec2 corner{1.0f, 1.0f};

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-12.0f, 0.0f}, {12.0f, 0.0f}});
        world().create_shape(ground, make_box(1.0f, 0.1f, Pose{{0.0f, 0.9f}, {}}));
    }
    /// Launches one after another, such that a step begins at a different point of each path.
    void prepare(int step) override {
        if (step % 30 == 0 && launched_.size() < 16) {
            const int i = step / 30;
            const float gap = i % 4 == 3 ? -0.02f : 0.05f / static_cast<float>(1 << (2 * (i % 4)));
            const float back = 1.25f + 0.025f * static_cast<float>(i / 4);
            const Vec2 meeting = corner + Vec2{gap + half, half};
            const BodyId box = add_body(world(),
                                        {.type = BodyType::Dynamic,
                                         .position = meeting + back * Vec2{-1.0f, 1.0f},
                                         .linear_velocity = {parameter(speed), -parameter(speed)},
                                         .gravity_scale = 0.0f},
                                        make_box(half, half),
                                        painted(gap > 0.0f ? color::teal : color::rust,
                                                {.material = {.friction = 0.0f}, .filter = {.group = -1}}));
            launched_.push_back({box, gap > 0.0f, false});
        }
    }
    void after_step() override {
        for (Flight& flight : launched_) {
            // The corner is behind them, the ground still below.
            const bool between = world()[flight.box].position().y > 2.0f * half;
            const Vec2 change =
                world()[flight.box].linear_velocity() - Vec2{parameter(speed), -parameter(speed)};
            flight.felt = flight.felt || (between && length(change) > 1e-3f);
        }
    }
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(launched_.begin(), launched_.end(),
                                              [](const Flight& f) { return f.misses && f.felt; }));
    }
    [[nodiscard]] std::string status() const override {
        const auto hits = std::count_if(launched_.begin(), launched_.end(),
                                        [](const Flight& f) { return !f.misses && f.felt; });
        return count_text("hit the table", static_cast<int>(hits)) + ", " +
               count_text("felt it though they miss", failures());
    }

    struct Flight {
        BodyId box;
        bool misses;
        bool felt;
    };
    std::vector<Flight> launched_;
};

}  // namespace

scenes::SceneInfo speculative_ghost_sample() {
    return entry<SpeculativeGhost>(
        "Continuous", "speculative_ghost", "Speculative ghost",
        "Green boxes miss the corner by 5 cm, 12 mm and 3 mm and must not notice; red "
        "ones hit it.",
        {{1.5f, 1.5f}, 5.0f}, {}, 600, {{"speed along each axis [m/s]", 7.5f, 1.0f, 30.0f}});
}

}  // namespace samples
