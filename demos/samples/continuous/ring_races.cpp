#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Fast bodies inside rings of segments: following a wall is no impact and must not cost speed.
class RingRaces final : public Sample {
    enum Parameters : std::size_t { pieces, pace };

    static constexpr double time_step = 1.0 / 60.0;

    struct Racer {
        BodyId body;
        double gone = 0.0;      ///< [m]
        double promised = 0.0;  ///< Integral of its speed [m].
        Vec2 last{0.0f, 0.0f};

        [[nodiscard]] double part() const { return promised > 0.0 ? gone / promised : 1.0; }
    };

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 4; ++i) {
            const float radius = 10.0f + 10.0f * static_cast<float>(i);
            ChainDefinition ring{
                .is_loop = true, .sides = ChainSides::Both, .materials = {{.friction = 0.0f}}};
            const int segments = count(pieces) * (i + 1);
            for (int k = 0; k < segments; ++k) {
                const float angle =
                    -2.0f * drystone::pi * static_cast<float>(k) / static_cast<float>(segments);
                ring.points.push_back(rotate(Rot::from_angle(angle), {radius, 0.0f}));
            }
            world().create_chain(ground, ring);
            add_racer(radius, 0.0f, Circle{{0.0f, 0.0f}, 0.5f}, 2 * i);
            add_racer(radius, drystone::pi, make_box(0.5f, 0.5f), 2 * i + 1);
        }
    }
    void add_racer(float radius, float angle, const ShapeGeometry& geometry, int number) {
        const Rot turn = Rot::from_angle(angle);
        const float speed = parameter(pace) * radius;
        Racer racer;
        racer.last = rotate(turn, {radius - 0.53f, 0.0f});
        racer.body = add_body(world(),
                              {.type = BodyType::Dynamic,
                               .position = racer.last,
                               .angle = angle,
                               .linear_velocity = rotate(turn, {0.0f, speed})},
                              geometry, painted(number, {.material = {.friction = 0.0f}}));
        racers_.push_back(racer);
    }
    void after_step() override {
        for (Racer& racer : racers_) {
            const Vec2 now = world()[racer.body].position();
            racer.gone += length(now - racer.last);
            racer.promised += double{length(world()[racer.body].linear_velocity())} * time_step;
            racer.last = now;
        }
    }
    [[nodiscard]] double min_part() const {
        double minimum = 1.0;
        for (const Racer& racer : racers_) {
            minimum = std::min(minimum, racer.part());
        }
        return minimum;
    }
    [[nodiscard]] int failures() const override { return min_part() < 0.99 ? 1 : 0; }
    [[nodiscard]] std::string status() const override {
        return "the slowest went " + number_text(static_cast<float>(100.0 * min_part())) +
               " % of what its velocity said";
    }

    std::vector<Racer> racers_;
};

}  // namespace

scenes::SceneInfo ring_races_sample() {
    return entry<RingRaces>(
        "Continuous", "ring_races", "Ring races",
        "Bodies at 35 to 140 m/s along the inside of rings of segments: no wall holds them up.",
        {{0.0f, 0.0f}, 86.0f}, {.gravity = {0.0f, 0.0f}}, 600,
        {{"segments of the smallest ring", 90.0f, 12.0f, 360.0f, ParameterKind::Count},
         {"speed per radius [1/s]", 3.5f, 0.1f, 10.0f}});
}

}  // namespace samples
