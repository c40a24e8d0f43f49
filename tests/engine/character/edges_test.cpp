// Characters beside the end of a platform: they stand on what is below their shape, not on what is beside it.
#include "course.h"

#include <cmath>
#include <vector>

using namespace drystone;
using test::walking;

namespace {

constexpr float gap = test::character_gap;

/// A shape, the height of its frame above its feet, and how far its middle may be beyond a corner [m].
struct Foot {
    ShapeGeometry geometry;
    float depth;
    float reach;
};

/// Returns shapes that stand up to their side, or on a round foot up to a slope of .9, the limit.
std::vector<Foot> feet() {
    const float round = (0.3f + gap) * std::sin(0.9f);
    return {{make_box(0.3f, 0.8f), 0.8f, 0.3f},
            {make_box(0.02f, 0.02f), 0.02f, 0.02f},
            {Circle{{0.0f, 0.0f}, 0.01f}, 0.01f, 0.01f},
            {Circle{{0.0f, 0.0f}, 0.3f}, 0.3f, round},
            {Capsule{{0.0f, -0.5f}, {0.0f, 0.5f}, 0.3f}, 0.8f, round}};
}

/// Adds a platform that ends at x = 0, of one box, of tiles, or of a chain.
void add_platform(World& world, int kind, float side) {
    const BodyId body = world.create_body({.type = BodyType::Static});
    if (kind == 2) {
        std::vector<Vec2> points{{0.0f, -1.0f}, {0.0f, 0.0f}, {-5.0f * side, 0.0f}, {-10.0f * side, 0.0f}};
        if (side < 0.0f) {
            points = {points[3], points[2], points[1], points[0]};
        }
        world.create_chain(body, {.points = points});
        return;
    }
    const int count = kind == 0 ? 1 : 10;
    const float half = 5.0f / static_cast<float>(count);
    for (int i = 0; i < count; ++i) {
        const float x = -side * half * static_cast<float>(2 * i + 1);
        world.create_shape(body, make_box(half, 0.5f, Pose{{x, -0.5f}, Rot{}}));
    }
}

/// Returns the height above a corner at which a shape has the gap to it, `x` beyond it.
float height_at(const Foot& foot, float x) {
    const float round = foot.depth == 0.8f && foot.reach < 0.3f ? 0.3f : foot.depth;
    const bool is_box = foot.reach == 0.3f || foot.reach == 0.02f;
    return is_box ? foot.depth + std::sqrt(gap * gap - std::pow(std::max(0.0f, x - foot.reach), 2.0f))
                  : foot.depth - round + std::sqrt((round + gap) * (round + gap) - x * x);
}

}  // namespace

// Costs 0.1 s.
TEST_CASE("character: stands beside a corner only as far as its shape is above it") {
    for (const Foot& foot : feet()) {
        for (const float side : {1.0f, -1.0f}) {
            for (int kind = 0; kind < 3; ++kind) {
                for (int millimetres = -9; millimetres <= 9; ++millimetres) {
                    if (millimetres == 0) {
                        continue;
                    }
                    CAPTURE(foot.reach);
                    CAPTURE(foot.depth);
                    CAPTURE(side);
                    CAPTURE(kind);
                    CAPTURE(millimetres);
                    World world;
                    add_platform(world, kind, side);
                    const float x = foot.reach + 0.001f * static_cast<float>(millimetres);
                    Character character(
                        {.geometry = foot.geometry, .position = {side * x, height_at(foot, x)}});
                    for (int i = 0; i < 90; ++i) {
                        world.step(test::dt);
                        character.update(world, {}, test::dt);
                    }
                    CHECK(character.is_on_ground() == (millimetres < 0));
                    CHECK((character.position().y > 0.0f) == (millimetres < 0));
                }
            }
        }
    }
}

// Costs 5 ms. Where it is first on ground, it walks at the speed of the input: along the slope.
TEST_CASE("character: walks downhill from where it was put on a slope") {
    for (const float slope : {0.3f, 0.6f}) {
        CAPTURE(slope);
        const Rot turn = Rot::from_angle(slope);
        World world;
        const BodyId ground = world.create_body({.type = BodyType::Static, .angle = slope});
        world.create_shape(ground, make_box(40.0f, 1.0f, Pose{{0.0f, -1.0f}, Rot{}}));
        const Vec2 start = rotate(turn, {0.0f, 0.3f + gap});
        Character character({.geometry = Circle{{0.0f, 0.0f}, 0.3f}, .position = start});
        for (int i = 1; i <= 60; ++i) {
            world.step(test::dt);
            character.update(world, walking(-4.0f), test::dt);
            CHECK(character.is_on_ground());
            const Vec2 way = inverse_rotate(turn, character.position() - start);
            CHECK(std::abs(way.x + 4.0f * static_cast<float>(i) * test::dt) < 1e-3f);
            CHECK(std::abs(way.y) < 1e-3f);
        }
    }
}
