#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Rings of capsules with springy welds.
class Donut final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), {-3.0f, 3.0f}, Circle{{0.0f, 0.0f}, 0.7f});
        add_static(world(), {3.5f, 2.0f}, make_box(2.0f, 0.2f), {}, 0.3f);
        add_ring({0.0f, 9.0f}, 2.0f, color::plum, 10.0f);
        add_ring({-1.5f, 15.0f}, 1.6f, color::terracotta, 7.0f);
        add_ring({1.5f, 20.0f}, 1.2f, color::teal, 14.0f);
    }

    enum Parameters : std::size_t { stiffness, damping };

    void add_ring(const Vec2& center, float radius, int paint, float frequency) {
        constexpr int pieces = 20;
        const float half = radius * pi / pieces;
        std::vector<BodyId> ring;
        for (int i = 0; i < pieces; ++i) {
            const Rot turn = Rot::from_angle(2.0f * pi * static_cast<float>(i) / pieces);
            const float angle = turn.angle() + 0.5f * pi;
            ring.push_back(add_dynamic(world(), center + rotate(turn, {radius, 0.0f}),
                                       Capsule{{-half, 0.0f}, {half, 0.0f}, 0.14f * radius},
                                       painted(paint, {.material = {.friction = 0.5f}}), angle));
        }
        for (int i = 0; i < pieces; ++i) {
            const Rot turn = Rot::from_angle(2.0f * pi * (static_cast<float>(i) + 0.5f) / pieces);
            weld(world(), ring[static_cast<std::size_t>(i)], ring[static_cast<std::size_t>((i + 1) % pieces)],
                 center + rotate(turn, {radius, 0.0f}),
                 {.angular_spring = JointSpring{.frequency = parameter(stiffness) * frequency,
                                                .damping_ratio = parameter(damping)}});
        }
    }
};

}  // namespace

scenes::SceneInfo soft_donuts_sample() {
    return scenes::describe<Donut>(
        {.name = "soft_donuts",
         .title = "Soft donuts",
         .group = "Joints",
         .description = "Rings of twenty capsules, welded by angular springs: they give "
                        "way and come back.",
         .view = {{0.0f, 6.0f}, 16.0f},
         .parameters = {{"stiffness x", 1.0f, 0.1f, 4.0f}, {"damping ratio", 0.3f, 0.0f, 2.0f}},
         .create = {}});
}

}  // namespace samples
