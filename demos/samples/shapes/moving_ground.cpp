#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Ground whose points move up and down in waves, with bodies on it: contacts persist, though all of it
/// moves.
class MovingGround final : public Sample {
    enum Parameters : std::size_t { height, pace };

    static constexpr int segments = 80;
    static constexpr float width = 24.0f;

    void create() override {
        chain_ =
            world().create_chain(world().create_body({.type = BodyType::Static}), {.points = points(0.0f)});
        for (int i = 0; i < 14; ++i) {
            const Vec2 at{-9.1f + 1.4f * static_cast<float>(i), 3.0f};
            const ShapeGeometry kinds[] = {make_box(0.4f, 0.3f), Circle{{0.0f, 0.0f}, 0.35f},
                                           Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.25f}};
            bodies_.push_back(add_dynamic(world(), at, kinds[i % 3], painted(i)));
        }
    }
    void prepare(int step) override { world()[chain_].set_points(points(static_cast<float>(step) / 60.0f)); }
    /// Counts the bodies that got under it.
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(bodies_.begin(), bodies_.end(), [&](BodyId body) {
            const Vec2 at = world()[body].position();
            return std::abs(at.x) < 0.5f * width && at.y < -1.5f;
        }));
    }
    [[nodiscard]] std::string status() const override { return count_text("fell through", failures()); }

    /// Returns a trough between two banks, with standing waves.
    [[nodiscard]] std::vector<Vec2> points(float time) const {
        std::vector<Vec2> result;
        for (int i = segments; i >= 0; --i) {
            const float x = width * (static_cast<float>(i) / segments - 0.5f);
            const float bank = 4.0f * std::max(0.0f, std::abs(x) - 9.0f) / 3.0f;
            result.emplace_back(x, bank + parameter(height) * Rot::from_angle(0.7f * x).s *
                                              Rot::from_angle(parameter(pace) * time).s);
        }
        return result;
    }

    ChainId chain_;
    std::vector<BodyId> bodies_;
};

}  // namespace

scenes::SceneInfo moving_ground_sample() {
    return entry<MovingGround>(
        "Shapes", "moving_ground", "Moving ground",
        "The points of a chain go up and down in every step; what lies there rides on it.",
        {{0.0f, 2.5f}, 13.0f}, {}, 600,
        {{"height of waves [m]", 0.6f, 0.0f, 1.5f, ParameterKind::Number, true},
         {"speed of waves [rad/s]", 1.5f, 0.0f, 6.0f, ParameterKind::Number, true}});
}

}  // namespace samples
