#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/ragdoll.h>
#include <scenes/random.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

namespace samples {
namespace {

using namespace drystone;

/// Fast bodies in a room of thin walls: none may escape.
class BounceHouse final : public Sample {
    void create() override {
        const BodyId house = world().create_body({.type = BodyType::Static});
        const Vec2 corners[] = {{-10.0f, -10.0f}, {10.0f, -10.0f}, {10.0f, 10.0f}, {-10.0f, 10.0f}};
        for (int i = 0; i < 4; ++i) {
            world().create_shape(house, Segment{corners[i], corners[(i + 1) % 4]},
                                 {.material = {.restitution = 1.0f}});
        }
        for (int i = 0; i < 6; ++i) {
            const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.5f}, make_box(0.6f, 0.05f),
                                           Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.1f}};
            const BodyId body =
                add_dynamic(world(), {-5.0f + 2.0f * static_cast<float>(i), 0.0f}, kinds[i % 3],
                            painted(i, {.material = {.friction = 0.3f, .restitution = 1.0f}}));
            world()[body].set_linear_velocity(
                60.0f * rotate(Rot::from_angle(1.1f * static_cast<float>(i)), {1.0f, 0.0f}));
            world()[body].set_angular_velocity(3.0f);
            bodies_.push_back(body);
        }
    }
    [[nodiscard]] int failures() const override {
        int outside = 0;
        for (const BodyId body : bodies_) {
            outside += max_coordinate(abs(world()[body].position())) > 10.5f ? 1 : 0;
        }
        return outside;
    }
    [[nodiscard]] std::string status() const override { return count_text("got out", failures()); }
    std::vector<BodyId> bodies_;
};

/// A pinball table with two flippers, which kick by themselves when the ball comes.
class Pinball final : public Sample {
    void create() override {
        ground_ = world().create_body({.type = BodyType::Static});
        const Vec2 border[] = {{-7.0f, 20.0f}, {-7.0f, 5.0f}, {-2.6f, 2.2f}, {-2.6f, -2.0f}, {2.6f, -2.0f},
                               {2.6f, 2.2f},   {7.0f, 5.0f},  {7.0f, 20.0f}, {4.0f, 23.0f},  {-4.0f, 23.0f}};
        for (std::size_t i = 0; i < std::size(border); ++i) {
            world().create_shape(ground_, Segment{border[i], border[(i + 1) % std::size(border)]},
                                 {.material = {.friction = 0.1f}});
        }
        for (const Vec2& at : {Vec2{-3.2f, 13.0f}, Vec2{3.2f, 13.0f}, Vec2{0.0f, 17.0f}, Vec2{0.0f, 10.0f}}) {
            world().create_shape(
                ground_, Circle{at, 0.8f},
                painted(color::ochre, {.material = {.restitution = 1.0f}, .hit_events = true}));
        }
        for (const float side : {-1.0f, 1.0f}) {
            flippers_.push_back(add_flipper(side));
        }
        add_spinner({-4.8f, 17.5f});
        add_spinner({4.8f, 17.5f});
        ball_ = add_body(
            world(),
            {.type = BodyType::Dynamic, .position = {0.7f, 15.0f}, .can_sleep = false, .bullet = true},
            Circle{{0.0f, 0.0f}, 0.3f},
            painted(
                color::charcoal,
                {.density = 2.0f, .material = {.friction = 0.1f, .restitution = 0.2f}, .hit_events = true}));
    }
    void prepare(int /*step*/) override {
        const Vec2 at = world()[ball_].position();
        const bool beat_all = input().arrows.y > 0.0f;
        for (const int i : {0, 1}) {
            const float side = i == 0 ? -1.0f : 1.0f;
            // Far enough from the axle that the ball is thrown and not only lifted.
            const float inward = at.x * side;
            const bool near = at.y < 3.0f && at.y > 0.6f && inward > -0.1f && inward < 1.7f &&
                              world()[ball_].linear_velocity().y < 2.0f;
            const bool asked = side * input().arrows.x > 0.0f;
            set_motor(world(), flippers_[static_cast<std::size_t>(i)],
                      (near || asked || beat_all ? -25.0f : 12.0f) * side, 3000.0f);
        }
        if (at.y < -0.5f) {
            world()[ball_].set_pose({launches_ % 2 == 0 ? -0.9f : 0.7f, 15.0f}, 0.0f);
            world()[ball_].set_linear_velocity({launches_ % 2 == 0 ? 2.0f : -1.0f, 6.0f});
            ++launches_;
        }
    }
    void after_step() override {
        for (const ContactHit& hit : world().contact_hits()) {
            points_ += static_cast<int>(hit.approach_speed);
        }
    }
    [[nodiscard]] bool takes_arrows() const override { return true; }
    [[nodiscard]] std::string status() const override {
        return count_text("points", points_) + ", " + count_text("lost", launches_);
    }

    JointId add_flipper(float side) {
        const Vec2 axle{2.45f * side, 1.8f};
        const BodyId flipper = add_body(
            world(), {.type = BodyType::Dynamic, .position = axle, .can_sleep = false},
            Capsule{{0.0f, 0.0f}, {-1.8f * side, 0.0f}, 0.25f}, painted(color::rust, {.density = 4.0f}));
        return pin(world(), ground_, flipper, axle,
                   {.limit = JointLimit{-0.5f, 0.5f}, .motor = JointMotor{0.0f, 3000.0f}});
    }

    void add_spinner(const Vec2& at) {
        const BodyId cross = add_dynamic(world(), at, make_box(1.1f, 0.1f), painted(color::teal));
        world().create_shape(cross, make_box(0.1f, 1.1f), painted(color::teal));
        pin(world(), ground_, cross, at, {.motor = JointMotor{0.0f, 0.3f}});
    }

    BodyId ground_;
    BodyId ball_;
    std::vector<JointId> flippers_;
    int points_ = 0;
    int launches_ = 0;
};

/// A box as thin as paper that rotates while it falls fast on thin ground.
class SkinnyBox final : public Sample {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
        world().create_shape(ground, make_box(0.1f, 1.0f, Pose{{0.0f, 1.0f}, {}}));
        launch();
    }
    void launch() {
        scenes::Random random{static_cast<std::uint64_t>(launches_++)};
        for (int i = 0; i < 5; ++i) {
            const BodyId box =
                add_dynamic(world(), {-6.0f + 3.0f * static_cast<float>(i), 8.0f},
                            make_box(2.0f * 0.4f, 0.02f), painted(i), random.between(-3.0f, 3.0f));
            world()[box].set_linear_velocity({0.0f, -100.0f});
            world()[box].set_angular_velocity(random.between(-50.0f, 50.0f));
            boxes_.push_back(box);
        }
    }
    void prepare(int step) override {
        if (step % 90 == 89 && launches_ < 10) {
            launch();
        }
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId box : boxes_) {
            const Vec2 at = world()[box].position();
            through += at.y < -0.5f && std::abs(at.x) < 9.0f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override {
        return std::to_string(boxes_.size()) + " thrown, " + count_text("fell through", failures());
    }
    std::vector<BodyId> boxes_;
    int launches_ = 0;
};

/// Bodies that are dropped so fast that they cross the ground several times in a step.
class Drop final : public Sample {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        for (int i = -20; i < 20; ++i) {
            const float x = 0.5f * static_cast<float>(i);
            world().create_shape(ground, Segment{{x, 0.05f * static_cast<float>(i % 2)},
                                                 {x + 0.5f, 0.05f * static_cast<float>((i + 1) % 2)}});
        }
    }
    void prepare(int step) override {
        if (step % 60 != 0 || step >= 900) {
            return;
        }
        const int i = step / 60;
        const float x = -8.0f + 4.0f * static_cast<float>(i % 5);
        if (i % 5 == 4) {
            const scenes::Ragdoll doll =
                scenes::add_ragdoll(backend(), {.feet = {x, 8.0f}, .group = -1 - i, .color = color::plum});
            for (const scenes::BodyNumber bone : doll.bones) {
                drop(backend().body_id(bone));
            }
            return;
        }
        const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.2f}, make_box(0.3f, 0.3f),
                                       Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.1f},
                                       make_regular_polygon(5, 0.4f)};
        drop(add_dynamic(world(), {x, 9.0f}, kinds[i % 5], painted(i % 5)));
    }
    void drop(BodyId body) {
        world()[body].set_linear_velocity({0.0f, -200.0f});
        dropped_.push_back(body);
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId body : dropped_) {
            through +=
                world()[body].position().y < -1.0f && std::abs(world()[body].position().x) < 9.5f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override {
        return std::to_string(dropped_.size()) + " bodies, " + count_text("fell through", failures());
    }
    std::vector<BodyId> dropped_;
};

/// A ball shot into a narrow wedge must neither pass through nor be squeezed out.
class Wedge final : public Sample {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-4.0f, 8.0f}, {0.0f, 0.0f}});
        world().create_shape(ground, Segment{{0.0f, 0.0f}, {0.0f, 8.0f}});
        ball_ = add_dynamic(world(), {-0.45f, 10.75f}, Circle{{0.0f, 0.0f}, 0.3f},
                            painted(color::rust, {.material = {.friction = 0.2f}}));
        world()[ball_].set_linear_velocity({0.0f, -200.0f});
        box_ = add_dynamic(world(), {-1.2f, 10.0f}, make_box(0.3f, 0.3f), painted(color::teal), 0.4f);
    }
    [[nodiscard]] std::string status() const override {
        return "the ball is at " + number_text(world()[ball_].position().y) + " m";
    }
    BodyId ball_;
    BodyId box_;
};

/// Balls that fall from slightly below and slightly above the height from which they bounce.
class RestitutionThreshold final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 12; ++i) {
            const float speed = 0.5f + 0.1f * static_cast<float>(i);
            const float height = speed * speed / 20.0f;
            const float x = -8.25f + 1.5f * static_cast<float>(i);
            add_dynamic(world(), {x, 0.5f + height}, Circle{{0.0f, 0.0f}, 0.5f},
                        painted(speed < 1.0f ? color::slate : color::terracotta,
                                {.material = {.restitution = 1.0f}}));
            speeds_.emplace_back(Vec2{x - 0.6f, -0.4f}, number_text(speed));
        }
    }
    void draw(Picture& picture) const override {
        for (const auto& [at, speed] : speeds_) {
            picture.text(at, speed, color::charcoal);
        }
    }
    std::vector<std::pair<Vec2, std::string>> speeds_;
};

/// Sliver triangles under fast balls.
class Slivers final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        scenes::Random random{3};
        for (int i = 0; i < 40; ++i) {
            const Vec2 at{random.between(-6.0f, 6.0f), 1.0f + 0.3f * static_cast<float>(i)};
            add_dynamic(world(), at,
                        make_polygon({{-1.0f, 0.0f}, {1.0f, 0.0f}, {0.9f, 0.02f}, {-0.2f, 0.06f}}),
                        painted(scenes::random_color(random)), random.between(-3.0f, 3.0f));
        }
    }
    void prepare(int step) override {
        if (step % 120 == 119) {
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {0.0f, 25.0f},
                      .linear_velocity = {0.0f, -120.0f},
                      .bullet = true},
                     Circle{{0.0f, 0.0f}, 0.3f}, painted(color::charcoal, {.density = 2.0f}));
        }
    }
    [[nodiscard]] int failures() const override {
        int lost = 0;
        for (const BodyId body : world().bodies()) {
            // Bodies that slide off the ends of the ground do not count.
            const Vec2 at = world()[body].position();
            lost += at.y < -1.0f && std::abs(at.x) < 30.0f ? 1 : 0;
        }
        return lost;
    }
    [[nodiscard]] std::string status() const override { return count_text("lost", failures()); }
};

/// Bullets through a wall of thin moving plates: sweeps against moving bodies.
class Bullets final : public Sample {
    void create() override {
        add_ground(world(), 40.0f);
        const BodyId ceiling = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 8; ++i) {
            const Vec2 hook{-4.0f + 2.0f * static_cast<float>(i), 9.0f};
            const BodyId plate = add_dynamic(world(), hook - Vec2{0.0f, 2.5f}, make_box(0.03f, 2.5f),
                                             painted(color::sand, {.density = 40.0f}));
            pin(world(), ceiling, plate, hook);
        }
    }
    void prepare(int step) override {
        if (step % 40 == 20 && step < 800) {
            const bool bullet = (step / 40) % 2 == 0;
            add_body(world(),
                     {.type = BodyType::Dynamic,
                      .position = {-15.0f, bullet ? 5.5f : 7.5f},
                      .linear_velocity = {bullet ? 150.0f : 20.0f, 1.0f},
                      .bullet = bullet},
                     Circle{{0.0f, 0.0f}, 0.12f},
                     painted(bullet ? color::charcoal : color::teal, {.density = 10.0f}));
        }
    }
};

}  // namespace

std::vector<scenes::SceneInfo> continuous_samples() {
    return {
        entry<BounceHouse>("Continuous", "bounce_house", "Bounce house",
                           "Bodies at 60 m/s between walls without thickness: none gets out.",
                           {{0.0f, 0.0f}, 23.0f}, {.gravity = {0.0f, 0.0f}}),
        entry<Pinball>("Continuous", "pinball", "Pinball",
                       "A bullet, bumpers of restitution 1, flippers with motors and limits. They play "
                       "alone; left and right arrows beat them.",
                       {{0.0f, 10.5f}, 27.0f}, {}, 1800),
        entry<SkinnyBox>("Continuous", "skinny_box", "Skinny box",
                         "Spinning boxes of 4 cm, thrown down at 100 m/s on a line.", {{0.0f, 4.0f}, 12.0f}),
        entry<Drop>("Continuous", "drop", "Drop", "Bodies and ragdolls that come at 200 m/s, 3 m a step.",
                    {{0.0f, 4.5f}, 13.0f}),
        entry<Wedge>("Continuous", "wedge", "Wedge", "Shot into a narrow gap between two lines at 200 m/s.",
                     {{-1.5f, 4.5f}, 12.0f}),
        entry<RestitutionThreshold>("Continuous", "restitution_threshold", "Restitution threshold",
                                    "Impacts slower than 1 m/s do not bounce: those in red should.",
                                    {{0.0f, 2.5f}, 10.5f}),
        entry<Slivers>("Continuous", "slivers", "Slivers", "Very thin polygons under bullets of 120 m/s.",
                       {{0.0f, 4.0f}, 13.0f}),
        entry<Bullets>("Continuous", "bullets", "Bullets",
                       "Dark balls are bullets of 150 m/s: they stop at moving plates of 6 cm.",
                       {{0.0f, 5.0f}, 16.0f}),
    };
}

}  // namespace samples
