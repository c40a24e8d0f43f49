#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>
#include <scenes/random.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Floors of many pieces, over which a box, a disc and a capsule slide without friction: none may be
/// disturbed.
class GhostBumps final : public Sample {
    static constexpr float speed = 8.0f;

    void create() override {
        const Material ice{.friction = 0.0f};
        const BodyId ground = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 60; ++i) {
            const float x = -30.0f + static_cast<float>(i);
            world().create_shape(ground, make_box(0.5f, 0.5f, {{x + 0.5f, 8.5f}, {}}), {.material = ice});
        }
        std::vector<Vec2> points;
        for (int i = 60; i >= 0; --i) {
            points.emplace_back(-30.0f + static_cast<float>(i), 6.0f);
        }
        world().create_chain(ground, {.points = points, .materials = {ice}});
        // A comb, whose pieces meet along its back.
        std::vector<Vec2> comb{{30.0f, 3.0f}, {-30.0f, 3.0f}};
        for (int i = -15; i < 15; ++i) {
            const float x = 2.0f * static_cast<float>(i);
            comb.insert(comb.end(), {{x, 1.5f}, {x + 0.6f, 1.5f}, {x + 0.8f, 2.5f}, {x + 1.8f, 2.5f}});
        }
        comb.emplace_back(30.0f, 1.5f);
        world().create_outline(ground, comb, {}, {.material = ice});
        const ShapeGeometry kinds[] = {make_box(0.4f, 0.4f), Circle{{0.0f, 0.0f}, 0.4f},
                                       Capsule{{-0.3f, 0.0f}, {0.3f, 0.0f}, 0.4f}};
        for (int row = 0; row < 3; ++row) {
            for (int i = 0; i < 3; ++i) {
                const float height = 3.4f + 3.0f * static_cast<float>(row);
                const BodyId body = add_dynamic(world(), {-28.0f + 2.0f * static_cast<float>(i), height},
                                                kinds[i], painted(i, {.material = ice}));
                world()[body].set_linear_velocity({speed, 0.0f});
                bodies_.push_back(body);
                heights_.push_back(height);
            }
        }
    }
    [[nodiscard]] int failures() const override {
        int felt = 0;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Vec2 at = world()[bodies_[i]].position();
            const bool on_floor = at.x < 29.0f;
            felt += on_floor && (std::abs(at.y - heights_[i]) > 0.01f ||
                                 std::abs(world()[bodies_[i]].linear_velocity().x - speed) > 0.01f)
                        ? 1
                        : 0;
        }
        return felt;
    }
    [[nodiscard]] std::optional<Vec2> followed() const override {
        return Vec2{std::min(world()[bodies_[0]].position().x, 30.0f), 6.0f};
    }
    [[nodiscard]] std::string status() const override { return count_text("felt a bump", failures()); }

    std::vector<BodyId> bodies_;
    std::vector<float> heights_;
};

/// Ragdolls in a room without gravity whose walls bounce them back.
class BounceRagdolls final : public Sample {
    void create() override {
        const BodyId house = world().create_body({.type = BodyType::Static});
        const Material bouncy{.friction = 0.0f, .restitution = 1.0f};
        // Clockwise: solid from inside.
        world().create_chain(house,
                             {.points = {{-10.0f, -10.0f}, {-10.0f, 10.0f}, {10.0f, 10.0f}, {10.0f, -10.0f}},
                              .is_loop = true,
                              .materials = {bouncy}});
        world().create_shape(house, Circle{{0.0f, 0.0f}, 2.0f}, {.material = bouncy});
        for (int i = 0; i < 5; ++i) {
            const float x = -8.0f + 4.0f * static_cast<float>(i);
            const scenes::Ragdoll doll = scenes::add_ragdoll(
                backend(), {.feet = {x, i % 2 == 0 ? 5.0f : -7.0f}, .group = -1 - i, .color = i});
            const Vec2 velocity = 30.0f * rotate(Rot::from_angle(1.3f * static_cast<float>(i)), {1.0f, 0.0f});
            for (const scenes::BodyNumber bone : doll.bones) {
                world()[backend().body_id(bone)].set_linear_velocity(velocity);
                bones_.push_back(backend().body_id(bone));
            }
        }
    }
    [[nodiscard]] int failures() const override {
        int outside = 0;
        for (const BodyId bone : bones_) {
            outside += max_coordinate(abs(world()[bone].position())) > 10.5f ? 1 : 0;
        }
        return outside;
    }
    [[nodiscard]] std::string status() const override { return count_text("got out", failures()); }

    std::vector<BodyId> bones_;
};

/// Bodies that hit a thin chain at 42 m/s, as after a fall from 90 m.
class ChainDrop final : public Sample {
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
                                          .linear_velocity = {0.0f, -42.0f},
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

std::vector<scenes::SceneInfo> bump_samples() {
    return {
        entry<GhostBumps>("Continuous", "ghost_bumps", "Ghost bumps",
                          "Boxes in a row, a chain, and the pieces of a comb: nobody feels where they meet.",
                          {{-25.0f, 6.0f}, 14.0f}),
        entry<BounceRagdolls>("Continuous", "bounce_ragdolls", "Bounce ragdolls",
                              "Ragdolls at 30 m/s between walls without thickness: none gets out.",
                              {{0.0f, 0.0f}, 23.0f}, {.gravity = {0.0f, 0.0f}}),
        entry<ChainDrop>("Continuous", "chain_drop", "Chain drop",
                         "Small and thin bodies that fall onto a chain at 42 m/s.", {{0.0f, 4.0f}, 13.0f}),
    };
}

}  // namespace samples
