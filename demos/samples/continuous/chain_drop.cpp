#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Bodies that hit a thin chain at 42 m/s, as after a fall from 90 m.
class ChainDrop final : public Sample {
    enum Parameters : std::size_t { pace };

    void create() override {
        std::vector<Vec2> points;
        for (int i = 40; i >= -40; --i) {
            const float x = 0.25f * static_cast<float>(i);
            points.emplace_back(x, 0.02f * x * x + 0.1f * Rot::from_angle(2.0f * x).s);
        }
        world().create_chain(world().create_body({.type = BodyType::Static}), {.points = points});
    }
    void prepare(int step) override {
        if (step % 30 == 0 && step < 900) {
            const int i = step / 30;
            const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.1f}, make_box(0.1f, 0.1f),
                                           make_box(0.3f, 0.02f)};
            const BodyId body = add_body(world(),
                                         {.type = BodyType::Dynamic,
                                          .position = {-4.0f + static_cast<float>(i % 9), 9.0f},
                                          .angle = 0.7f * static_cast<float>(i),
                                          .linear_velocity = {0.0f, -parameter(pace)},
                                          .angular_velocity = static_cast<float>(i % 7)},
                                         kinds[i % 3], painted(i));
            dropped_.push_back(body);
        }
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId body : dropped_) {
            const Vec2 at = world()[body].position();
            through += at.y < -0.5f && std::abs(at.x) < 9.5f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override { return count_text("fell through", failures()); }

    std::vector<BodyId> dropped_;
};

}  // namespace

scenes::SceneInfo chain_drop_sample() {
    return entry<ChainDrop>("Continuous", "chain_drop", "Chain drop",
                            "Small and thin bodies that fall onto a chain at 42 m/s.", {{0.0f, 4.0f}, 13.0f},
                            {}, 600, {{"speed [m/s]", 42.0f, 1.0f, 200.0f, ParameterKind::Number, true}});
}

}  // namespace samples
