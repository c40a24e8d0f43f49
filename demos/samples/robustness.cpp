#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Pyramids of light boxes that carry heavier ones.
class HighMassRatio1 final : public Sample {
    void create() override {
        add_ground(world(), 50.0f);
        for (int pile = 0; pile < 3; ++pile) {
            const float x = -16.0f + 16.0f * static_cast<float>(pile);
            int count = 10;
            float y = 0.5f;
            while (count > 0) {
                for (int i = 0; i < count; ++i) {
                    const float density = count == 1 ? 50.0f * static_cast<float>(pile + 1) : 1.0f;
                    add_dynamic(world(),
                                {x + static_cast<float>(i) - 0.5f * static_cast<float>(count - 1), y},
                                make_box(0.5f, 0.5f),
                                painted(count == 1 ? color::charcoal : color::sage, {.density = density}));
                }
                --count;
                y += 1.0f;
            }
        }
    }
};

/// A block four hundred times as heavy as the two small boxes that carry it.
class HighMassRatio2 final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (const float side : {-1.0f, 1.0f}) {
            add_dynamic(world(), {4.0f * side, 0.5f}, make_box(0.5f, 0.5f), painted(color::terracotta));
        }
        block_ = add_dynamic(world(), {0.0f, 6.0f}, make_box(5.0f, 5.0f),
                             painted(color::slate, {.density = 4.0f}));
    }
    [[nodiscard]] std::string status() const override {
        return "the block stands " + number_text(100.0f * (6.0f - world()[block_].position().y)) +
               " cm too low";
    }

    BodyId block_;
};

/// A wedge of balls under increasingly heavy ones.
class HighMassRatio3 final : public Sample {
    void create() override {
        add_room(world(), {{-1.6f, 0.0f}, {1.6f, 20.0f}});
        float density = 1.0f;
        float y = 0.7f;
        for (int i = 0; i < 7; ++i) {
            const float radius = 0.5f + 0.15f * static_cast<float>(i);
            add_dynamic(world(), {i % 2 == 0 ? -0.1f : 0.1f, y + radius}, Circle{{0.0f, 0.0f}, radius},
                        painted(i < 4 ? color::ochre : color::charcoal, {.density = density}));
            y += 2.0f * radius + 0.1f;
            density *= 2.0f;
        }
    }
};

/// A cart with a heavy load on light wheels with stiff springs.
class Cart final : public Sample {
    void create() override {
        const BodyId ground = add_ground(world(), 60.0f);
        for (int i = 0; i < 20; ++i) {
            world().create_shape(
                ground, make_box(0.35f, 0.1f, Pose{{-6.0f + 2.5f * static_cast<float>(i), 0.05f}, {}}));
        }
        const Vec2 at{-14.0f, 1.6f};
        cart_ = add_dynamic(world(), at, make_box(1.8f, 0.3f), painted(color::rust, {.density = 1.0f}));
        for (const float side : {-1.0f, 1.0f}) {
            world().create_shape(cart_, make_box(0.1f, 0.6f, Pose{{1.7f * side, 0.8f}, {}}),
                                 painted(color::rust));
            const Vec2 axle = at + Vec2{1.2f * side, -0.8f};
            const BodyId wheel =
                add_dynamic(world(), axle, Circle{{0.0f, 0.0f}, 0.5f},
                            painted(color::charcoal, {.density = 0.5f, .material = {.friction = 1.0f}}));
            suspend(world(), cart_, wheel, axle,
                    {.limit = JointLimit{-0.2f, 0.2f},
                     .motor = JointMotor{-6.0f, 120.0f},
                     .suspension = JointSpring{8.0f, 0.8f}});
        }
        for (int i = 0; i < 6; ++i) {
            add_dynamic(world(),
                        at + Vec2{-1.0f + static_cast<float>(i % 3), 0.8f + 1.0f * static_cast<float>(i / 3)},
                        make_box(0.48f, 0.48f), painted(color::slate, {.density = 20.0f}));
        }
    }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{world()[cart_].position().x, 3.0f};
    }

    BodyId cart_;
};

/// Boxes that slide on each other, in chains of prismatic joints from the ceiling.
class Slides final : public Sample {
    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        for (int tower = 0; tower < 3; ++tower) {
            const float x = -7.0f + 7.0f * static_cast<float>(tower);
            const float density = tower == 0 ? 1.0f : tower == 1 ? 10.0f : 0.1f;
            BodyId last = ground;
            for (int i = 0; i < 6; ++i) {
                const Vec2 at{x, 0.5f + 1.1f * static_cast<float>(i)};
                const BodyId box = add_dynamic(
                    world(), at, make_box(0.5f, 0.5f),
                    painted(i % 2 == 0 ? color::teal : color::ochre, {.density = i == 5 ? density : 1.0f}));
                slide(world(), last, box, at, {.limit = JointLimit{-0.9f, 0.9f}},
                      {.collide_connected = true});
                last = box;
            }
            world()[last].apply_impulse({3.0f * world()[last].mass().mass, 0.0f});
        }
    }
};

/// Boxes created inside each other separate without flying off.
class OverlapRecovery final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int row = 0; row < 6; ++row) {
            for (int column = 0; column < 6 - row; ++column) {
                const float spacing = 0.65f;
                const Vec2 at{spacing * (static_cast<float>(column) - 0.5f * static_cast<float>(5 - row)),
                              0.35f + spacing * static_cast<float>(row)};
                add_dynamic(world(), at, make_box(0.5f, 0.5f),
                            painted(row % 2 == 0 ? color::plum : color::sand));
            }
        }
    }
    void after_step() override {
        for (const BodyId body : world().bodies()) {
            fastest_ = std::max(fastest_, length(world()[body].linear_velocity()));
        }
    }
    [[nodiscard]] std::string status() const override {
        return "fastest so far " + number_text(fastest_) + " m/s";
    }

    float fastest_ = 0.0f;
};

/// A pyramid of boxes of 5 cm.
class TinyPyramid final : public Sample {
    void create() override {
        add_ground(world(), 5.0f);
        constexpr float half = 0.025f;
        constexpr int base = 20;
        for (int row = 0; row < base; ++row) {
            for (int column = 0; column < base - row; ++column) {
                const Vec2 at{
                    2.0f * half * (static_cast<float>(column) - 0.5f * static_cast<float>(base - 1 - row)),
                    half + 2.0f * half * static_cast<float>(row)};
                top_ = add_dynamic(world(), at, make_box(half, half),
                                   painted(row % 2 == 0 ? color::ochre : color::terracotta));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(100.0f * world()[top_].position().y) + " cm of 97.50";
    }

    BodyId top_;
};

}  // namespace

std::vector<scenes::SceneInfo> robustness_samples() {
    return {
        entry<HighMassRatio1>("Robustness", "high_mass_ratio_1", "High mass ratio 1",
                              "Pyramids with a box on top that is 50, 100 and 150 times as heavy.",
                              {{0.0f, 5.0f}, 26.0f}),
        entry<HighMassRatio2>("Robustness", "high_mass_ratio_2", "High mass ratio 2",
                              "A block of 400 t on two boxes of 1 t: they must not sink into each other.",
                              {{0.0f, 5.5f}, 15.0f}),
        entry<HighMassRatio3>("Robustness", "high_mass_ratio_3", "High mass ratio 3",
                              "Balls that grow heavier and heavier upwards, in a shaft.",
                              {{0.0f, 6.5f}, 16.0f}),
        entry<Cart>("Robustness", "cart", "Cart",
                    "A heavy load on light wheels with stiff springs, over bumps.", {{-10.0f, 3.0f}, 11.0f}),
        entry<Slides>("Robustness", "many_slides", "Multiple prismatic",
                      "Boxes that slide on each other, the top one of equal, ten and a tenth of the mass.",
                      {{0.0f, 4.0f}, 13.0f}),
        entry<OverlapRecovery>("Robustness", "overlap_recovery", "Overlap recovery",
                               "Boxes made inside each other part at no more than 3 m/s for each overlap.",
                               {{0.0f, 3.0f}, 9.0f}),
        entry<TinyPyramid>("Robustness", "tiny_pyramid", "Tiny pyramid",
                           "Boxes of 5 cm, the size of a few slops, stand all the same.",
                           {{0.0f, 0.5f}, 1.5f}),
    };
}

}  // namespace samples
