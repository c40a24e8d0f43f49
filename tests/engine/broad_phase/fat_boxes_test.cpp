// Fat boxes after a step, compared with their definition by the tight ones.
#include <drystone/collision/curved_shapes.h>
#include <drystone/drystone.h>

#include <doctest/doctest.h>

#include "broad_phase/fat_boxes.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace drystone;

namespace {

constexpr float time_step = 1.0f / 60.0f;
constexpr float rounding = 5e-5f;

/// Adds a shape; `kind` covers the lists of all kinds of shapes.
void add_shape(World& world, BodyId body, int kind) {
    switch (kind) {
        case 0:
            world.create_shape(body, make_box(0.3f, 0.1f, Pose{{0.1f, 0.2f}, Rot::from_angle(0.5f)}));
            break;
        case 1: world.create_shape(body, Circle{{0.1f, 0.0f}, 0.2f}); break;
        case 2: world.create_shape(body, Capsule{{-0.2f, 0.0f}, {0.3f, 0.1f}, 0.05f}); break;
        case 3: world.create_shape(body, make_regular_polygon(7, 0.3f)); break;
        default: world.create_shape(body, CustomShape(Ellipse{0.4f, 0.2f})); break;
    }
}

/// Returns the distances of the box's sides from those of the tight one: left, below, right, above.
std::array<float, 4> sides_beyond(const Aabb& box, const Aabb& tight) {
    return {tight.lower.x - box.lower.x, tight.lower.y - box.lower.y, box.upper.x - tight.upper.x,
            box.upper.y - tight.upper.y};
}

}  // namespace

TEST_CASE("fat boxes hold their shapes, and reach ahead of the fast ones as far as they may") {
    ::test::Random random(3);
    int ahead = 0;
    int slow = 0;
    for (const SimdTarget target : simd_targets()) {
        World world({.gravity = {0.0f, 0.0f}, .simd = target});
        for (int i = 0; i < 200; ++i) {
            const float speed = i % 2 == 0 ? 1.0f : 12.0f;
            const BodyId body = world.create_body(
                {.type = BodyType::Dynamic,
                 .position = {8.0f * static_cast<float>(i % 20), 8.0f * static_cast<float>(i / 20)},
                 .angle = random.between(-3.0f, 3.0f),
                 .linear_velocity = {random.between(-speed, speed), random.between(-speed, speed)},
                 .angular_velocity = random.between(-2.0f, 2.0f) * speed});
            add_shape(world, body, i % 5);
        }
        for (int step = 0; step < 5; ++step) {
            world.step(time_step);
            const WorldState& state = ::test::state_of(world);
            const float border = 0.5f * state.settings.speculative_distance;
            for (std::uint32_t shape = 0; shape < 200; ++shape) {
                const std::uint32_t body = state.stores.shapes.cores[shape].body;
                const FatBox& fat = state.stores.shapes.fat_boxes[shape];
                const Aabb tight = tight_box(state.stores.bodies, state.stores.shapes, shape, border);
                const std::array<float, 4> beyond =
                    sides_beyond({{fat.lower_x, fat.lower_y}, {fat.upper_x, fat.upper_y}}, tight);
                const BodyVelocity& v = state.stores.bodies.velocities[body];
                const std::array<float, 4> towards{-v.x, -v.y, v.x, v.y};
                const float way = time_step * std::hypot(v.x, v.y);
                const Vec2 half = 0.5f * (tight.upper - tight.lower);
                const Vec2 center{state.stores.bodies.poses[body].x, state.stores.bodies.poses[body].y};
                const Vec2 middle = abs(0.5f * (tight.lower + tight.upper) - center);
                const bool is_disc = state.stores.shapes.cores[shape].count == 1;
                const float arm = length(is_disc ? middle : middle + half);
                const float turn = time_step * std::abs(v.w) * arm;
                // No point leaves its circle around the centre of mass.
                const std::array<float, 4> room =
                    sides_beyond({center - Vec2{arm, arm}, center + Vec2{arm, arm}}, tight);
                const float margin =
                    std::min(fat_box_max_margin, fat_box_margin_share * std::max(half.x, half.y));
                const bool may_pass = way + turn > state.stores.shapes.thickness(shape);
                const bool reaches = way + turn > min_borders_ahead * border;
                const bool renewed = (way > margin || may_pass) && way + turn > min_borders_renewed * border;
                const float limit = may_pass ? fat_box_max_ahead : max_borders_ahead * border;
                for (std::size_t side = 0; side < 4; ++side) {
                    const float straight = std::clamp(time_step * towards[side], 0.0f, limit);
                    const float around = std::min({turn, limit, std::max(room[side], 0.0f)});
                    const float wanted = reaches ? straight + around : 0.0f;
                    CHECK(beyond[side] > wanted - rounding);
                    CHECK((!renewed || beyond[side] < wanted + rounding));
                }
                (reaches ? ahead : slow) += 1;
            }
        }
    }
    CHECK(ahead > 200);
    CHECK(slow > 200);
}
