#include <scenes/building.h>
#include <scenes/demo_scenes.h>
#include <scenes/ragdoll.h>
#include <scenes/small_scenes.h>

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace scenes {
namespace {

constexpr float pi = std::numbers::pi_v<float>;

/// A character walks through crates and jumps; crates fall onto each other and ragdolls onto platforms. The
/// character is a kinematic capsule, as in games that move it themselves.
class Platformer final : public Scene {
public:
    static constexpr int crates = 40;
    static constexpr int ragdolls = 3;
    static constexpr int dynamic_bodies = crates + ragdolls * Ragdoll::bone_count;

    explicit Platformer(int levels) : levels_(levels) {}

    void build(Backend& backend) override {
        for (int i = 0; i < levels_; ++i) {
            add_level(backend, start_of(i), i);
        }
    }
    void before_step(Backend& backend, int step) override {
        for (int i = 0; i < levels_; ++i) {
            const Point at = character_at(step + 1);
            backend.set_target_pose(characters_[static_cast<std::size_t>(i)], {start_of(i) + at.x, at.y},
                                    0.0f, time_step);
        }
    }

private:
    static constexpr int tiles = 40;
    static constexpr float time_step = 1.0f / 60.0f;
    static constexpr float width = static_cast<float>(tiles);

    static float start_of(int level) { return (width + 10.0f) * static_cast<float>(level); }

    /// Returns where the character stands at a step: it walks to and fro, 4 m/s, and jumps 2 m high every two
    /// seconds.
    static Point character_at(int step) {
        constexpr int way = 500;
        constexpr int jump = 120;
        constexpr float speed = 4.0f;
        const int along = step % (2 * way);
        const int steps = along < way ? along : 2 * way - along;
        const float in_air = static_cast<float>(step % jump) / 60.0f;
        const float height = in_air < 1.0f ? 8.0f * in_air * (1.0f - in_air) : 0.0f;
        return {3.0f + speed * time_step * static_cast<float>(steps), 0.9f + height};
    }

    void add_level(Backend& backend, float left, int level) {
        for (int i = 0; i < tiles; ++i) {
            add_static_box(backend, {left + 0.5f + static_cast<float>(i), -0.5f}, {1.0f, 1.0f});
        }
        for (const float side : {-0.5f, width + 0.5f}) {
            add_static_box(backend, {left + side, 4.0f}, {1.0f, 10.0f});
        }
        for (int i = 0; i < 3; ++i) {
            add_static_box(backend, {left + 8.0f + 12.0f * static_cast<float>(i), 3.0f}, {5.0f, 0.5f});
        }
        Random random(static_cast<std::uint64_t>(level + 1));
        for (int i = 0; i < crates; ++i) {
            const int column = i % 10;
            const float size = random.between(0.7f, 0.9f);
            add_box(backend,
                    {left + 4.0f + 3.5f * static_cast<float>(column), 0.5f + static_cast<float>(i / 10)},
                    {size, size}, {.shape = {}, .density = 0.5f, .color = random_color(random)});
        }
        for (int i = 0; i < ragdolls; ++i) {
            const Point feet{left + 8.0f + 12.0f * static_cast<float>(i), 4.5f};
            add_ragdoll(backend,
                        {.feet = feet, .group = -(ragdolls * level + i + 1), .friction_torque = 0.3f});
        }
        const Point at = character_at(0);
        characters_.push_back(add_body(backend,
                                       {.kind = BodyKind::Kinematic, .position = {left + at.x, at.y}},
                                       {.shape = CapsuleShape{{0.0f, -0.45f}, {0.0f, 0.45f}, 0.4f}}));
    }

    int levels_;
    std::vector<BodyNumber> characters_;
};

/// Three balls between bumpers and flippers, on a table of the size of a real one, inclined by 6.5 degrees.
class Pinball final : public Scene {
public:
    void build(Backend& backend) override {
        const BodyNumber table = backend.create_body({});
        constexpr std::array<Point, 8> border{Point{-0.26f, 0.0f}, {-0.26f, 0.95f}, {-0.18f, 1.05f},
                                              {0.0f, 1.08f},       {0.18f, 1.05f},  {0.26f, 0.95f},
                                              {0.26f, 0.0f},       {0.0f, -0.03f}};
        backend.create_loop(table, border, {.shape = {}, .friction = 0.2f, .restitution = 0.5f});
        for (int i = 0; i < 7; ++i) {
            const float x = 0.07f * static_cast<float>(i - 3);
            const float y = 0.55f + 0.12f * static_cast<float>(i % 3);
            backend.create_shape(table, {.shape = CircleShape{{x, y}, 0.025f}, .restitution = 0.9f});
        }
        for (const float side : {-1.0f, 1.0f}) {
            backend.create_shape(table, {.shape = SegmentShape{{side * 0.26f, 0.3f}, {side * 0.12f, 0.18f}},
                                         .friction = 0.2f});
            flippers_[side > 0.0f ? 1 : 0] =
                add_body(backend, {.kind = BodyKind::Kinematic, .position = {side * 0.11f, 0.16f}},
                         {.shape = CapsuleShape{{}, {side * -0.08f, -0.02f}, 0.01f}, .restitution = 0.3f});
        }
        for (int i = 0; i < 3; ++i) {
            balls_[static_cast<std::size_t>(i)] = add_ball(backend, i);
        }
    }
    void before_step(Backend& backend, int step) override {
        const int phase = step % 40;
        const float raised = phase < 5 ? 0.2f * static_cast<float>(phase) : (phase < 20 ? 1.0f : 0.0f);
        for (const int side : {0, 1}) {
            const float sign = side == 0 ? 1.0f : -1.0f;
            backend.set_target_pose(flippers_[side], {-sign * 0.11f, 0.16f}, sign * 0.9f * raised,
                                    1.0f / 240.0f);
        }
        // Balls come back into play one after the other.
        if (step % 300 == 299) {
            const std::size_t ball = static_cast<std::size_t>(step / 300) % balls_.size();
            backend.destroy_body(balls_[ball]);
            balls_[ball] = add_ball(backend, static_cast<int>(ball));
        }
    }

private:
    static BodyNumber add_ball(Backend& backend, int i) {
        return add_body(
            backend,
            {.kind = BodyKind::Dynamic,
             .position = {0.1f * static_cast<float>(i - 1), 0.95f},
             .velocity = {0.5f, -0.5f},
             .bullet = true},
            {.shape = CircleShape{{}, 0.0135f}, .density = 80.0f, .friction = 0.2f, .restitution = 0.5f});
    }

    BodyNumber flippers_[2] = {-1, -1};
    std::array<BodyNumber, 3> balls_{-1, -1, -1};
};

/// A tower of sixty blocks; a ball hits it after a second.
class SlingshotTower final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 40.0f);
        constexpr int floors = 12;
        for (int floor = 0; floor < floors; ++floor) {
            const float bottom = 1.3f * static_cast<float>(floor);
            for (const float x : {-1.5f, -0.5f, 0.5f, 1.5f}) {
                add_box(backend, {x, bottom + 0.5f}, {0.3f, 1.0f}, {.shape = {}, .density = 0.6f});
            }
            add_box(backend, {0.0f, bottom + 1.15f}, {3.6f, 0.3f}, {.shape = {}, .density = 0.6f});
        }
    }
    void before_step(Backend& backend, int step) override {
        if (step == 60) {
            add_body(backend,
                     {.kind = BodyKind::Dynamic, .position = {-20.0f, 4.0f}, .velocity = {24.0f, 6.0f}},
                     {.shape = CircleShape{{}, 0.5f}, .density = 3.0f});
        }
    }
};

/// A ball rolls down a ramp and tips over dominoes, of which the last loads a seesaw below a pendulum.
class Puzzle final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 12.0f);
        const BodyNumber frame = backend.create_body({});
        backend.create_shape(frame, {.shape = SegmentShape{{-10.0f, 4.0f}, {-5.0f, 1.6f}}});
        add_static_box(backend, {-1.0f, 1.5f}, {8.0f, 0.2f});
        add_body(backend, {.kind = BodyKind::Dynamic, .position = {-9.5f, 4.2f}, .can_sleep = false},
                 {.shape = CircleShape{{}, 0.3f}, .density = 2.0f});
        for (int i = 0; i < 7; ++i) {
            add_box(backend, {-3.5f + 0.9f * static_cast<float>(i), 2.2f}, {0.2f, 1.2f}, {.shape = {}});
        }
        const BodyNumber plank = add_box(backend, {5.5f, 0.8f}, {4.0f, 0.2f}, {.shape = {}});
        backend.create_joint({.body_a = frame,
                              .body_b = plank,
                              .anchor_a = {5.5f, 0.8f},
                              .joint = RevoluteJoint{.limit = JointLimit{-0.15f * pi, 0.15f * pi}}});
        add_box(backend, {7.0f, 1.2f}, {0.5f, 0.5f}, {.shape = {}, .density = 0.5f});
        const BodyNumber rod = add_box(backend, {3.0f, 4.0f}, {0.1f, 2.0f}, {.shape = {}});
        backend.create_joint({.body_a = frame,
                              .body_b = rod,
                              .anchor_a = {3.0f, 5.0f},
                              .anchor_b = {0.0f, 1.0f},
                              .joint = RevoluteJoint{}});
        const BodyNumber bob = add_body(backend, {.kind = BodyKind::Dynamic, .position = {3.0f, 2.8f}},
                                        {.shape = CircleShape{{}, 0.3f}});
        backend.create_joint({.body_a = rod,
                              .body_b = bob,
                              .anchor_a = {0.0f, -1.0f},
                              .anchor_b = {0.0f, 0.2f},
                              .joint = RevoluteJoint{}});
    }
};

SceneInfo pinball_scene() {
    return describe<Pinball>(
        {.name = "pinball",
         .title = "Pinball",
         .group = small_group,
         .description = "Three balls, flippers and bumpers at 240 Hz.",
         .world = {.gravity = {0.0f, -1.11f}, .sleeping = false, .time_step = 1.0f / 240.0f},
         .steps = 1200,
         .create = {}});
}

SceneInfo tower_scene() {
    return describe<SlingshotTower>({.name = "tower",
                                     .title = "Tower",
                                     .group = small_group,
                                     .description = "A ball is shot at a tower of sixty blocks.",
                                     .world = {.sleeping = false},
                                     .steps = 480,
                                     .create = {}});
}

SceneInfo puzzle_scene() {
    return describe<Puzzle>({.name = "puzzle",
                             .title = "Puzzle",
                             .group = small_group,
                             .description = "Twelve bodies: a ball, dominoes, a seesaw and a pendulum.",
                             .world = {.sleeping = false},
                             .steps = 480,
                             .create = {}});
}

}  // namespace

SceneInfo platformer_scene(int bodies) {
    const int levels = (bodies + Platformer::dynamic_bodies - 1) / Platformer::dynamic_bodies;
    return {.name = "platformer",
            .title = "Platformer",
            .group = small_group,
            .description = "A character, 40 crates and three ragdolls on tiles.",
            .world = {.sleeping = false},
            .steps = 480,
            .create = [levels] { return std::make_unique<Platformer>(levels); }};
}

std::vector<SceneInfo> small_scenes() {
    SceneInfo car = car_scene();
    car.world.sleeping = false;
    return {platformer_scene(1), pinball_scene(), std::move(car), tower_scene(), puzzle_scene()};
}

}  // namespace scenes
