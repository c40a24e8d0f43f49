#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A box, a disc and a capsule that move fast along segment floors into a wall: the corner between the two
/// stops them, though they cover more than their length in a step.
class SegmentSlide final : public Sample {
    static constexpr float wall = 30.0f;
    static constexpr float storey = 4.0f;

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.5f}, make_box(0.5f, 0.5f),
                                       Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.4f}};
        for (int i = 0; i < 3; ++i) {
            const float floor = storey * static_cast<float>(i);
            world().create_shape(ground, Segment{{-wall, floor}, {wall, floor}});
            world().create_shape(ground, Segment{{wall, floor}, {wall, floor + 3.0f}});
            const BodyId body = add_dynamic(world(), {-20.0f, floor + 0.7f}, kinds[i], painted(i));
            world()[body].set_linear_velocity({100.0f, 0.0f});
            bodies_.push_back(body);
        }
    }
    [[nodiscard]] int failures() const override {
        int out = 0;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Vec2 at = world()[bodies_[i]].position();
            const float above = at.y - storey * static_cast<float>(i);
            out += at.x > wall || (above < 0.3f && at.x > -wall) ? 1 : 0;
        }
        return out;
    }
    [[nodiscard]] std::string status() const override { return count_text("got out", failures()); }

    std::vector<BodyId> bodies_;
};

/// Boxes that fly past the corner of a table, by centimetres. A speculative contact must not stop bodies that
/// would miss.
class SpeculativeGhost final : public Sample {
    static constexpr float speed = 7.5f;
    static constexpr float half = 0.25f;
    inline static const Vec2 corner{1.0f, 1.0f};

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-12.0f, 0.0f}, {12.0f, 0.0f}});
        world().create_shape(ground, make_box(1.0f, 0.1f, Pose{{0.0f, 0.9f}, {}}));
    }
    /// Launches one after another, such that a step begins at a different point of each path.
    void prepare(int step) override {
        if (step % 30 == 0 && launched_.size() < 16) {
            const int i = step / 30;
            const float gap = i % 4 == 3 ? -0.02f : 0.05f / static_cast<float>(1 << (2 * (i % 4)));
            const float back = 1.25f + 0.025f * static_cast<float>(i / 4);
            const Vec2 meeting = corner + Vec2{gap + half, half};
            const BodyId box = add_body(world(),
                                        {.type = BodyType::Dynamic,
                                         .position = meeting + back * Vec2{-1.0f, 1.0f},
                                         .linear_velocity = {speed, -speed},
                                         .gravity_scale = 0.0f},
                                        make_box(half, half),
                                        painted(gap > 0.0f ? color::teal : color::rust,
                                                {.material = {.friction = 0.0f}, .filter = {.group = -1}}));
            launched_.push_back({box, gap > 0.0f, false});
        }
    }
    void after_step() override {
        for (Flight& flight : launched_) {
            // The corner is behind them, the ground still below.
            const bool between = world()[flight.box].position().y > 2.0f * half;
            const Vec2 change = world()[flight.box].linear_velocity() - Vec2{speed, -speed};
            flight.felt = flight.felt || (between && length(change) > 1e-3f);
        }
    }
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(launched_.begin(), launched_.end(),
                                              [](const Flight& f) { return f.misses && f.felt; }));
    }
    [[nodiscard]] std::string status() const override {
        const auto hits = std::count_if(launched_.begin(), launched_.end(),
                                        [](const Flight& f) { return !f.misses && f.felt; });
        return count_text("hit the table", static_cast<int>(hits)) + ", " +
               count_text("felt it though they miss", failures());
    }

    struct Flight {
        BodyId box;
        bool misses;
        bool felt;
    };
    std::vector<Flight> launched_;
};

/// Thin planks that fall at 100 m/s on thin plates: too fast for the speculative margin, but sweeping stops
/// them. The origins of their bodies are far outside of them.
class SpeculativeFallback final : public Sample {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-20.0f, 0.0f}, {20.0f, 0.0f}});
        for (int i = 0; i < 3; ++i) {
            const float x = 7.0f * static_cast<float>(i - 1);
            world().create_shape(ground, make_polygon({{x - 2.0f, plate},
                                                       {x + 2.0f, plate},
                                                       {x + 2.0f, plate + 0.1f},
                                                       {x - 0.5f, plate + 0.2f},
                                                       {x - 2.0f, plate + 0.2f}}));
            const float offset = 8.0f * static_cast<float>(i - 1);
            const BodyId plank = add_body(world(),
                                          {.type = BodyType::Dynamic,
                                           .position = {x + offset, 12.0f},
                                           .linear_velocity = {0.0f, -100.0f}},
                                          make_box(1.5f, 0.05f, Pose{{-offset, 0.0f}, {}}), painted(i));
            planks_.push_back(plank);
        }
    }
    [[nodiscard]] int failures() const override {
        int through = 0;
        for (const BodyId plank : planks_) {
            through += world()[plank].center_of_mass().y < plate + 0.1f ? 1 : 0;
        }
        return through;
    }
    [[nodiscard]] std::string status() const override { return count_text("fell through", failures()); }

    static constexpr float plate = 4.0f;
    std::vector<BodyId> planks_;
};

/// Blocks and balls as a game lays them out by pixels, thirty to the metre. A ball that misses a block by a
/// tenth or a hundredth of a pixel falls straight past it, and none sticks. The balls of the last two blocks
/// are next to a corner when a step begins: the speculative contact there lets them pass, but pushes them
/// aside.
class PixelImperfect final : public Sample {
    static constexpr float pixel = 1.0f / 30.0f;
    static constexpr float fall_speed = 5.0f;

    void create() override {
        const BodyId blocks = world().create_body({.type = BodyType::Static});
        for (int i = 0; i < 6; ++i) {
            const float x = pixel * (75.0f + 100.0f * static_cast<float>(i));
            world().create_shape(blocks,
                                 make_box(20.0f * pixel, 10.0f * pixel, Pose{{x, 150.0f * pixel}, {}}),
                                 {.material = {.friction = 0.0f}});
            // Half the width of block and ball, and a tenth or a hundredth of a pixel.
            const float gap = i % 2 == 0 ? 0.1f : 0.01f;
            const float beside = x + pixel * (20.0f + 4.9f + gap);
            const BodyId ball = add_body(
                world(),
                {.type = BodyType::Dynamic,
                 .position = {beside, pixel * (275.0f + 0.7f * static_cast<float>(2 - i / 2))},
                 .linear_velocity = {0.0f, -fall_speed},
                 .gravity_scale = 0.0f,
                 .locks = {.rotation = true}},
                make_rounded_box(4.0f * pixel, 4.0f * pixel, 0.9f * pixel),
                painted(i % 2 == 0 ? color::ochre : color::terracotta, {.material = {.friction = 0.0f}}));
            balls_.emplace_back(ball, beside);
        }
    }
    /// Counts the balls that lost speed permanently, because they stuck.
    [[nodiscard]] int failures() const override {
        return count(
            [&](BodyId ball, float) { return world()[ball].linear_velocity().y > -0.3f * fall_speed; });
    }
    [[nodiscard]] std::string status() const override {
        const int swerved =
            count([&](BodyId ball, float x) { return std::abs(world()[ball].position().x - x) > 1e-4f; });
        return count_text("left their lines", swerved) + ", " + count_text("stuck", failures());
    }

    template <class Condition>
    [[nodiscard]] int count(const Condition& holds) const {
        return static_cast<int>(std::count_if(
            balls_.begin(), balls_.end(), [&](const auto& ball) { return holds(ball.first, ball.second); }));
    }
    std::vector<std::pair<BodyId, float>> balls_;
};

/// Boxes dropped from increasing heights, and the depth of each on landing: whether contacts are found by
/// margins, speculatively or by sweeping, no height stands out.
class SafetyFactor final : public Sample {
    static constexpr int count = 9;

    void create() override {
        add_ground(world(), 20.0f);
        for (int i = 0; i < count; ++i) {
            const float height = 0.05f * static_cast<float>(1 << i);
            boxes_.push_back(
                add_dynamic(world(), {place(i), 0.5f + height}, make_box(0.5f, 0.5f), painted(i)));
        }
    }
    void after_step() override {
        for (int i = 0; i < count; ++i) {
            const float overlap = 0.5f - world()[boxes_[static_cast<std::size_t>(i)]].position().y;
            deepest_[i] = std::max(deepest_[i], overlap);
        }
    }
    void draw(Picture& picture) const override {
        for (int i = 0; i < count; ++i) {
            const float x = place(i);
            picture.line({x - 0.5f, -deepest_[i]}, {x + 0.5f, -deepest_[i]}, color::rust);
            picture.text({x - 0.45f, -0.6f}, number_text(1000.0f * deepest_[i]) + " mm", color::charcoal);
        }
    }
    [[nodiscard]] int failures() const override {
        return static_cast<int>(std::count_if(std::begin(deepest_), std::end(deepest_),
                                              [](float depth) { return depth > 0.025f; }));
    }
    [[nodiscard]] std::string status() const override {
        return "deepest " +
               number_text(1000.0f * *std::max_element(std::begin(deepest_), std::end(deepest_))) + " mm, " +
               count_text("deeper than 25 mm", failures());
    }

    static float place(int i) { return 1.8f * static_cast<float>(i - count / 2); }

    std::vector<BodyId> boxes_;
    float deepest_[count] = {};
};

/// Balls of 1 kg that land at 25 m/s: the reported contact forces add up to the momentum that each received.
class CircleImpulse final : public Sample {
    static constexpr int count = 4;
    static constexpr float speed = 25.0f;

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        world().create_shape(ground, Segment{{-10.0f, 0.0f}, {10.0f, 0.0f}});
        for (int i = 0; i < count; ++i) {
            const BodyId ball =
                add_body(world(),
                         {.type = BodyType::Dynamic,
                          .position = {place(i), 5.5f},
                          .linear_velocity = {0.0f, -speed},
                          .gravity_scale = i % 2 == 0 ? 0.0f : 1.0f},
                         Circle{{0.0f, 0.0f}, 0.25f},
                         painted(i, {.material = {.friction = 0.0f, .restitution = i < 2 ? 0.0f : 0.25f},
                                     .hit_events = true,
                                     .force_events = true}));
            world()[ball].set_mass_properties({1.0f, {0.0f, 0.0f}, 0.03f});
            balls_.push_back(ball);
            last_[i] = -speed;
        }
    }
    void after_step() override {
        for (const ContactHit& hit : world().contact_hits()) {
            const int i = ball_of(hit.shape_a, hit.shape_b);
            hit_speed_[i] = hit_speed_[i] > 0.0f ? hit_speed_[i] : hit.approach_speed;
        }
        constexpr float dt = 1.0f / 60.0f;
        for (const ContactForce& force : world().contact_forces()) {
            const int i = ball_of(force.shape_a, force.shape_b);
            const float impulse = dt * force.magnitude;
            // For a mass of 1 kg: the change of velocity without that by gravity.
            const float weight = i % 2 == 0 ? 0.0f : 10.0f * dt;
            const float change =
                world()[balls_[static_cast<std::size_t>(i)]].linear_velocity().y - last_[i] + weight;
            wrong_ += std::abs(impulse - change) > 1e-3f * (1.0f + change) ? 1 : 0;
            impulse_[i] = impulse_[i] > 0.0f ? impulse_[i] : impulse;
        }
        for (int i = 0; i < count; ++i) {
            last_[i] = world()[balls_[static_cast<std::size_t>(i)]].linear_velocity().y;
        }
    }
    void draw(Picture& picture) const override {
        for (int i = 0; i < count; ++i) {
            const Vec2 at{place(i) - 1.2f, -0.5f};
            picture.text(at,
                         std::string(i % 2 == 0 ? "no gravity" : "gravity") + ", restitution " +
                             (i < 2 ? "0" : "0.25"),
                         color::charcoal);
            if (impulse_[i] > 0.0f) {
                picture.text(at - Vec2{0.0f, 0.4f}, "hit at " + number_text(hit_speed_[i]) + " m/s",
                             color::charcoal);
                picture.text(at - Vec2{0.0f, 0.8f}, "given " + number_text(impulse_[i]) + " N s",
                             color::rust);
            }
        }
    }
    [[nodiscard]] int failures() const override { return wrong_; }
    [[nodiscard]] std::string status() const override {
        return count_text("impulses that are not the change of momentum", failures());
    }

    static float place(int i) { return 3.2f * (static_cast<float>(i) - 1.5f); }
    [[nodiscard]] int ball_of(ShapeId a, ShapeId b) const {
        const auto is_it = [&](BodyId ball) {
            return world()[a].body() == ball || world()[b].body() == ball;
        };
        return static_cast<int>(std::find_if(balls_.begin(), balls_.end(), is_it) - balls_.begin());
    }

    std::vector<BodyId> balls_;
    float last_[count] = {};
    float hit_speed_[count] = {};
    float impulse_[count] = {};
    int wrong_ = 0;
};

}  // namespace

std::vector<scenes::SceneInfo> near_miss_samples() {
    return {
        entry<SegmentSlide>(
            "Continuous", "segment_slide", "Segment slide",
            "At 100 m/s along a line into a wall: the corner holds a disc, a box and a capsule.",
            {{6.5f, 5.0f}, 27.0f}),
        entry<SpeculativeGhost>(
            "Continuous", "speculative_ghost", "Speculative ghost",
            "Green boxes miss the corner by 5 cm, 12 mm and 3 mm and must not notice; red "
            "ones hit it.",
            {{1.5f, 1.5f}, 5.0f}),
        entry<SpeculativeFallback>(
            "Continuous", "speculative_fallback", "Speculative fallback",
            "Planks of 10 cm at 100 m/s on plates of 20 cm: look for one below its plate.",
            {{0.0f, 6.0f}, 15.0f}),
        entry<PixelImperfect>(
            "Continuous", "pixel_imperfect", "Pixel imperfect",
            "Balls pass blocks at a tenth and a hundredth of a pixel: none sticks. The last two, at a "
            "corner as a step begins, are pushed aside.",
            {{11.0f, 5.0f}, 13.0f}, {}, 120),
        entry<SafetyFactor>("Continuous", "safety_factor", "Safety factor",
                            "From 5 cm to 12.8 m: red lines show how deep each box went into the ground.",
                            {{0.0f, 5.5f}, 16.0f}),
        entry<CircleImpulse>("Events", "circle_impulse", "Circle impulse",
                             "1 kg at 25 m/s: the force of the contact times the step is 25 N s, and 31 N s "
                             "with restitution.",
                             {{0.0f, 2.3f}, 8.0f}),
    };
}

}  // namespace samples
