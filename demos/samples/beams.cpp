#include <samples/joint_samples.h>
#include <samples/parts.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Beams of welded pieces that stick out of a wall: stiff, with soft corners, and soft in all directions.
class Cantilever final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const BodyId wall = add_static(world(), {-9.0f, 7.0f}, make_box(1.0f, 7.0f));
        const JointSpring corner{.frequency = 12.0f, .damping_ratio = 0.3f};
        const JointSpring soft{.frequency = 8.0f, .damping_ratio = 0.3f};
        add_beam(wall, 11.5f, color::slate, {});
        add_beam(wall, 8.0f, color::teal, {.angular_spring = corner});
        add_beam(wall, 4.5f, color::plum, {.linear_spring = soft, .angular_spring = corner});
    }
    void draw(Picture& picture) const override {
        for (const BodyId tip : tips_) {
            const Vec2 at = world()[tip].position();
            picture.text(at + Vec2{0.8f, 0.0f}, number_text(at.y) + " m", color::charcoal);
        }
    }

    void add_beam(BodyId wall, float y, int paint, const WeldJoint& joint) {
        constexpr int pieces = 8;
        BodyId last = wall;
        for (int i = 0; i < pieces; ++i) {
            const float x = -8.0f + static_cast<float>(i);
            const BodyId piece = add_dynamic(world(), {x + 0.5f, y},
                                             Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.125f}, painted(paint));
            weld(world(), last, piece, {x, y}, joint);
            last = piece;
        }
        tips_.push_back(last);
        add_dynamic(world(), {-3.5f, y + 1.5f}, make_box(0.35f, 0.35f),
                    painted(color::terracotta, {.density = 0.7f}));
    }

    std::vector<BodyId> tips_;
};

/// A bridge with breakable hinges; increasingly heavy balls fall on it.
class BreakableBridge final : public Sample {
    void create() override {
        constexpr int planks = 24;
        constexpr float half = 0.5f * planks;
        constexpr float sag = 1.5f;
        add_ground(world(), 40.0f);
        const BodyId left = add_static(world(), {-half - 4.0f, 3.0f}, make_box(4.0f, 3.0f));
        const BodyId right = add_static(world(), {half + 4.0f, 3.0f}, make_box(4.0f, 3.0f));
        // Along a parabola: a bridge that does not sag would need an infinite tension.
        const auto hinge = [&](int i) {
            const float x = static_cast<float>(i) - half;
            return Vec2{x, 5.8f - sag * (1.0f - x * x / (half * half))};
        };
        BodyId last = left;
        for (int i = 0; i <= planks; ++i) {
            const BodyId plank =
                i == planks ? right
                            : add_bar(world(), hinge(i), hinge(i + 1), 0.12f,
                                      painted(i % 2 == 0 ? color::ochre : color::sand, {.density = 20.0f}));
            pin(world(), last, plank, hinge(i), {}, {.break_force = 60000.0f});
            last = plank;
        }
    }
    void prepare(int step) override {
        if (step % 150 == 60 && balls_ < 6) {
            const float radius = 0.4f + 0.15f * static_cast<float>(balls_);
            const float x = -3.0f + 6.0f * static_cast<float>(balls_ % 2);
            add_dynamic(world(), {x, 13.0f}, Circle{{0.0f, 0.0f}, radius},
                        painted(color::charcoal, {.density = 12.0f}));
            ++balls_;
        }
    }
    void after_step() override {
        for (const JointBreak& broken : world().joint_breaks()) {
            ++broken_;
            last_ = "; the last one at " + number_text(0.001f * broken.force) + " kN";
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("broken", broken_) + last_; }

    int balls_ = 0;
    int broken_ = 0;
    std::string last_;
};

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
                 {.angular_spring = JointSpring{.frequency = frequency, .damping_ratio = 0.3f}});
        }
    }
};

}  // namespace

scenes::SceneInfo cantilever_sample() {
    return scenes::describe<Cantilever>(
        {.name = "cantilever",
         .title = "Cantilever",
         .group = "Joints",
         .description =
             "Beams of eight welded pieces: stiff, with springs in the corners, with springs in all. The "
             "stiff one stays straight under its load.",
         .view = {{-2.0f, 7.0f}, 16.0f},
         .create = {}});
}

scenes::SceneInfo breakable_bridge_sample() {
    return scenes::describe<BreakableBridge>(
        {.name = "breakable_bridge",
         .title = "Breakable bridge",
         .group = "Joints",
         .description = "Hinges redden as their load nears 60 kN, and break beyond it.",
         .view = {{0.0f, 6.0f}, 18.0f},
         .steps = 900,
         .create = {}});
}

scenes::SceneInfo donut_sample() {
    return scenes::describe<Donut>({.name = "soft_donuts",
                                    .title = "Soft donuts",
                                    .group = "Joints",
                                    .description =
                                        "Rings of twenty capsules, welded by angular springs: they give "
                                        "way and come back.",
                                    .view = {{0.0f, 6.0f}, 16.0f},
                                    .create = {}});
}

}  // namespace samples
