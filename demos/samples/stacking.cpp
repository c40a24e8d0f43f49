#include <samples/joint_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>

#include <cstdint>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// Shapes pushed over the edge of a cliff come to rest below.
class Cliff final : public Sample {
    void create() override {
        add_ground(world(), 60.0f);
        add_static(world(), {-14.0f, 2.0f}, make_box(12.0f, 2.0f));
        for (int i = 0; i < 9; ++i) {
            const Vec2 at{-11.0f + static_cast<float>(i), 4.5f};
            const ShapeGeometry kinds[] = {make_box(0.45f, 0.45f), Circle{{0.0f, 0.0f}, 0.45f},
                                           Capsule{{-0.2f, 0.0f}, {0.2f, 0.0f}, 0.25f}};
            const BodyId body = add_dynamic(world(), at, kinds[i % 3],
                                            painted(i % 3 == 0   ? color::terracotta
                                                    : i % 3 == 1 ? color::teal
                                                                 : color::ochre));
            world()[body].set_linear_velocity({1.0f + 0.8f * static_cast<float>(i), 0.0f});
        }
    }
};

/// Circles, or lying capsules, one on top of another.
template <bool capsules>
class RoundStack final : public Sample {
    void create() override {
        add_ground(world(), 20.0f);
        for (int stack = 0; stack < 5; ++stack) {
            for (int row = 0; row < (capsules ? 16 : 8); ++row) {
                const Vec2 at{-8.0f + 4.0f * static_cast<float>(stack),
                              (capsules ? 0.25f : 0.5f) * static_cast<float>(2 * row + 1)};
                ShapeGeometry geometry = Circle{{0.0f, 0.0f}, 0.5f};
                if (capsules) {
                    geometry = Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.25f};
                }
                const float density = 0.5f * static_cast<float>(stack + 1);
                top_ = add_dynamic(world(), at, geometry,
                                   painted(row % 2 == 0 ? color::slate : color::sand, {.density = density}));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(world()[top_].position().y) + " m";
    }
    BodyId top_;
};

/// Circles without gravity in a room that is slightly too small.
class Confined final : public Sample {
    void create() override {
        add_room(world(), {{-8.75f, -8.75f}, {8.75f, 8.75f}});
        for (int i = 0; i < 625; ++i) {
            const Vec2 at{-8.4f + 0.7f * static_cast<float>(i % 25),
                          -8.4f + 0.7f * static_cast<float>(i / 25)};
            add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 0.36f},
                        painted(i % 2 == 0 ? color::teal : color::sand));
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("awake", world().counters().awake_bodies);
    }
};

/// One box that slides, tips on its edge, and comes to rest.
class SingleBox final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        const BodyId box = add_dynamic(world(), {-8.0f, 1.0f}, make_box(1.0f, 1.0f), painted(color::rust));
        world()[box].set_linear_velocity({5.0f, 0.0f});
        const BodyId tipping =
            add_dynamic(world(), {5.0f, 1.6f}, make_box(1.0f, 1.0f), painted(color::teal), 0.7f);
        world()[tipping].set_angular_velocity(-0.3f);
        add_dynamic(world(), {0.0f, 4.0f}, make_box(1.0f, 1.0f), painted(color::ochre));
    }
};

/// Towers whose boxes are shifted increasingly.
class TiltedStack final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        for (int column = 0; column < 5; ++column) {
            const float shift = 0.02f * static_cast<float>(column);
            for (int row = 0; row < 10; ++row) {
                add_dynamic(world(),
                            {-10.0f + 5.0f * static_cast<float>(column) + shift * static_cast<float>(row),
                             0.5f + static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(row % 2 == 0 ? color::plum : color::cream));
            }
        }
    }
};

/// A row of dominoes and a second one behind it that falls later.
class DoubleDomino final : public Sample {
    void create() override {
        add_ground(world(), 60.0f);
        constexpr int count = 15;
        for (int row = 0; row < 2; ++row) {
            for (int i = 0; i < count; ++i) {
                const float x = -8.0f + static_cast<float>(i);
                const BodyId tile = add_dynamic(
                    world(), {x, 0.75f + 1.9f * static_cast<float>(row)}, make_box(0.125f, 0.75f),
                    painted(row == 0 ? color::terracotta : color::slate, {.material = {.friction = 0.6f}}));
                if (i == 0) {
                    world()[tile].apply_impulse({0.2f, 0.0f}, {x, 1.4f + 1.9f * static_cast<float>(row)});
                }
            }
        }
        add_static(world(), {-1.0f, 1.7f}, make_box(8.0f, 0.2f), painted(color::stone));
    }
};

/// A pyramid far from the origin, where floats have few digits left.
class FarPyramid final : public Sample {
    void create() override {
        world().create_shape(world().create_body({.type = BodyType::Static, .position = far}),
                             make_box(30.0f, 1.0f, Pose{{0.0f, -1.0f}, {}}));
        for (int row = 0; row < 10; ++row) {
            for (int column = 0; column < 10 - row; ++column) {
                const Vec2 at = far + Vec2{static_cast<float>(column) - 0.5f * static_cast<float>(9 - row),
                                           0.5f + static_cast<float>(row)};
                top_ = add_dynamic(world(), at, make_box(0.5f, 0.5f),
                                   painted(row % 2 == 0 ? color::sage : color::ochre));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(world()[top_].position().y - far.y) + " m of 9.50, " +
               number_text(0.001f * far.x) + " km from the origin";
    }
    inline static const Vec2 far{10000.0f, 10000.0f};
    BodyId top_;
};

/// Ragdolls in a hollow, far from the origin.
class FarRagdolls final : public Sample {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static, .position = far});
        for (const float side : {-1.0f, 1.0f}) {
            world().create_shape(
                ground, make_box(6.0f, 0.5f, Pose{{5.0f * side, 1.0f}, Rot::from_angle(0.4f * side)}));
        }
        for (int i = 0; i < 8; ++i) {
            scenes::add_ragdoll(backend(), {.feet = {far.x - 5.0f + 1.4f * static_cast<float>(i),
                                                     far.y + 6.0f + 0.5f * static_cast<float>(i % 3)},
                                            .group = -1 - i,
                                            .color = i % 2 == 0 ? color::teal : color::terracotta});
        }
    }
    inline static const Vec2 far{-8000.0f, 3000.0f};
};

/// A world that is created ahead of a moving view and destroyed behind it.
class Stream final : public Sample {
    void create() override {
        for (int tile = -ahead; tile <= ahead; ++tile) {
            add_tile(tile);
        }
    }
    void prepare(int step) override {
        center_ = 0.1f * static_cast<float>(step + 1);
        const int middle = static_cast<int>(center_ / width);
        if (middle != middle_) {
            middle_ = middle;
            remove_tile(middle - ahead - 1);
            add_tile(middle + ahead);
        }
    }
    [[nodiscard]] std::optional<Vec2> followed() const override { return Vec2{center_, 5.0f}; }
    [[nodiscard]] std::string status() const override {
        return "at " + number_text(center_) + " m, " + std::to_string(tiles_.size()) + " tiles of 10 m";
    }

    void add_tile(int tile) {
        std::vector<BodyId> bodies;
        scenes::Random random{static_cast<std::uint32_t>(tile + 1000)};
        const float x = width * static_cast<float>(tile);
        const BodyId ground = world().create_body({.type = BodyType::Static, .position = {x, 0.0f}});
        const float from = height(tile);
        const float to = height(tile + 1);
        world().create_shape(
            ground,
            make_polygon(
                {{-0.5f * width, -4.0f}, {0.5f * width, -4.0f}, {0.5f * width, to}, {-0.5f * width, from}}));
        bodies.push_back(ground);
        for (int i = 0; i < 8; ++i) {
            const Vec2 at{x + random.between(-4.5f, 4.5f), 3.0f + 1.3f * static_cast<float>(i)};
            bodies.push_back(add_dynamic(world(), at, make_box(random.between(0.25f, 0.6f), 0.4f),
                                         painted(scenes::random_color(random)), random.between(-1.0f, 1.0f)));
        }
        tiles_.push_back({tile, std::move(bodies)});
    }

    void remove_tile(int tile) {
        for (std::size_t i = 0; i < tiles_.size(); ++i) {
            if (tiles_[i].number == tile) {
                for (const BodyId body : tiles_[i].bodies) {
                    world().destroy_body(body);
                }
                tiles_.erase(tiles_.begin() + static_cast<std::ptrdiff_t>(i));
                return;
            }
        }
    }

    static float height(int tile) { return 0.8f * Rot::from_angle(1.3f * static_cast<float>(tile)).s; }

    struct Tile {
        int number = 0;
        std::vector<BodyId> bodies;
    };
    static constexpr float width = 10.0f;
    static constexpr int ahead = 4;
    std::vector<Tile> tiles_;
    float center_ = 0.0f;
    int middle_ = 0;
};

}  // namespace

std::vector<scenes::SceneInfo> stacking_samples() {
    return {
        entry<SingleBox>("Stacking", "single_box", "Single box",
                         "One slides, one tips, one falls; all come to rest.", {{0.0f, 3.0f}, 12.0f}),
        entry<TiltedStack>("Stacking", "tilted_stack", "Tilted stacks",
                           "Each row is shifted by 0 to 8 cm: the nearer to the limit of statics, 10 cm, the "
                           "more they lean.",
                           {{1.0f, 5.0f}, 14.0f}),
        entry<RoundStack<false>>("Stacking", "circle_stack", "Circle stacks",
                                 "Eight circles on top of each other: an unstable balance, kept.",
                                 {{0.0f, 4.5f}, 12.0f}),
        entry<RoundStack<true>>("Stacking", "capsule_stack", "Capsule stacks",
                                "Sixteen lying capsules on top of each other.", {{0.0f, 4.5f}, 12.0f}),
        entry<Cliff>("Stacking", "cliff", "Cliff", "Pushed over an edge at different speeds.",
                     {{0.0f, 4.0f}, 16.0f}),
        entry<Confined>("Stacking", "confined", "Confined",
                        "625 circles that are a little too large for their room, without gravity.",
                        {{0.0f, 0.0f}, 20.0f}, {.gravity = {0.0f, 0.0f}}),
        entry<DoubleDomino>("Stacking", "double_domino", "Double domino",
                            "Two rows of dominoes, one over the other.", {{0.0f, 2.5f}, 11.0f}),
    };
}

std::vector<scenes::SceneInfo> world_samples() {
    return {
        entry<FarPyramid>("World", "far_pyramid", "Far pyramid",
                          "A pyramid 14 km from the origin, where positions have steps of 1 mm.",
                          {{10000.0f, 10005.0f}, 15.0f}),
        entry<FarRagdolls>("World", "far_ragdolls", "Far ragdolls", "Ragdolls 8.5 km from the origin.",
                           {{-8000.0f, 3004.0f}, 14.0f}),
        far_gate_sample(),
        entry<Stream>("World", "tile_stream", "Stream of tiles",
                      "Ground and bodies are made ahead of the view and destroyed behind it.",
                      {{0.0f, 5.0f}, 20.0f}),
    };
}

}  // namespace samples
