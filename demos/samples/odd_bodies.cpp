#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Dynamic bodies without mass: they stay where they are, and nothing pushes them.
class Massless final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 5; ++i) {
            const Vec2 at{-6.0f + 3.0f * static_cast<float>(i), 2.0f + static_cast<float>(i % 2)};
            hanging_.push_back(
                add_dynamic(world(), at, make_box(0.8f, 0.3f), painted(color::cream, {.density = 0.0f})));
            places_.push_back(at);
            add_dynamic(world(), at + Vec2{0.3f, 4.0f}, make_box(0.4f, 0.4f), painted(color::terracotta));
            add_dynamic(world(), at + Vec2{-0.2f, 6.0f}, Circle{{0.0f, 0.0f}, 0.4f}, painted(color::teal));
        }
    }
    [[nodiscard]] int failures() const override {
        int moved = 0;
        for (std::size_t i = 0; i < hanging_.size(); ++i) {
            moved += world()[hanging_[i]].position() != places_[i] ? 1 : 0;
        }
        return moved;
    }
    [[nodiscard]] std::string status() const override { return count_text("moved", failures()); }

    std::vector<BodyId> hanging_;
    std::vector<Vec2> places_;
};

/// Rods thrown such that one end is at rest at first: they rotate about it, and fall.
class Pivot final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int i = 0; i < 4; ++i) {
            const BodyId rod = add_dynamic(world(), {-6.0f + 4.0f * static_cast<float>(i), 7.0f},
                                           make_box(1.5f, 0.1f), painted(i));
            const float spin = 2.0f * static_cast<float>(i + 1);
            world()[rod].set_angular_velocity(spin);
            // The end at (-1.5, 0) has the velocity v + w x r = 0.
            world()[rod].set_linear_velocity({0.0f, 1.5f * spin});
            rods_.push_back(rod);
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId rod : rods_) {
            const float spin = world()[rod].angular_velocity();
            if (std::abs(spin) > 0.5f) {
                // The instantaneous centre of rotation.
                const Vec2 velocity = world()[rod].linear_velocity();
                const Vec2 still =
                    world()[rod].center_of_mass() + Vec2{-velocity.y / spin, velocity.x / spin};
                picture.line(world()[rod].center_of_mass(), still, color::stone);
                picture.point(still, color::rust);
            }
        }
    }

    std::vector<BodyId> rods_;
};

/// A heap in which a huge torque makes a box overflow at intervals; the box is quarantined, and enabled
/// later.
class QuarantineWard final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        for (int row = 0; row < 6; ++row) {
            for (int column = 0; column < 8; ++column) {
                boxes_.push_back(add_dynamic(
                    world(), {-4.0f + 1.05f * static_cast<float>(column), 0.5f + static_cast<float>(row)},
                    make_box(0.5f, 0.5f), painted(color::sand)));
            }
        }
    }
    void prepare(int step) override {
        if (step % 90 == 60) {
            constexpr float largest = std::numeric_limits<float>::max();
            world()[boxes_[static_cast<std::size_t>(7 * (step / 90)) % boxes_.size()]].apply_torque(largest);
        }
        if (step % 90 == 30 && world().is_valid(patient_) && !world()[patient_].is_enabled()) {
            world()[patient_].set_enabled(true);
            change_look();
        }
    }
    void after_step() override {
        for (const BodyQuarantined& event : world().quarantined_bodies()) {
            patient_ = event.body;
            ++taken_out_;
            change_look();
        }
    }
    void draw(Picture& picture) const override {
        if (world().is_valid(patient_) && !world()[patient_].is_enabled()) {
            picture.circle(world()[patient_].position(), 0.8f, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override { return count_text("taken out", taken_out_); }

    std::vector<BodyId> boxes_;
    BodyId patient_;
    int taken_out_ = 0;
};

/// Every body that falls past the line is disabled for two seconds, then starts from above.
class EnabledAgain final : public Sample {
    void create() override {
        add_static(world(), {0.0f, 5.0f}, make_box(3.0f, 0.2f), {}, 0.3f);
        add_static(world(), {4.5f, 2.5f}, make_box(2.0f, 0.2f), {}, -0.3f);
        for (int i = 0; i < 10; ++i) {
            balls_.push_back(add_dynamic(
                world(), {-1.5f + 0.3f * static_cast<float>(i), 8.0f + 1.2f * static_cast<float>(i)},
                Circle{{0.0f, 0.0f}, 0.35f}, painted(i, {.material = {.restitution = 0.3f}})));
        }
        waiting_.resize(balls_.size());
    }
    void prepare(int /*step*/) override {
        for (std::size_t i = 0; i < balls_.size(); ++i) {
            if (world()[balls_[i]].is_enabled()) {
                if (world()[balls_[i]].position().y < -2.0f) {
                    world()[balls_[i]].set_enabled(false);
                    waiting_[i] = 120;
                    change_look();
                }
            } else if (--waiting_[i] == 0) {
                world()[balls_[i]].set_pose({0.0f, 10.0f}, 0.0f);
                world()[balls_[i]].set_linear_velocity({0.0f, 0.0f});
                world()[balls_[i]].set_enabled(true);
                change_look();
            }
        }
    }

    std::vector<BodyId> balls_;
    std::vector<int> waiting_;
};

/// The ground under a pile is destroyed and recreated in every step; the pile must not be disturbed.
class RecreatedGround final : public Sample {
    void create() override {
        ground_ = world().create_body({.type = BodyType::Static});
        for (int row = 0; row < 5; ++row) {
            for (int i = row; i < 5; ++i) {
                top_ = add_dynamic(world(),
                                   {static_cast<float>(i) - 0.5f * static_cast<float>(row + 4),
                                    0.5f + static_cast<float>(row)},
                                   make_box(0.5f, 0.5f), painted(color::ochre));
            }
        }
    }
    void prepare(int /*step*/) override {
        if (world().is_valid(ground_)) {
            world().destroy_body(ground_);
        }
        ground_ = world().create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
        world().create_shape(ground_, make_box(10.0f, 0.5f));
        change_look();
    }
    [[nodiscard]] int failures() const override {
        return length(world()[top_].position() - Vec2{0.0f, 4.5f}) > 0.1f ? 1 : 0;
    }
    [[nodiscard]] std::string status() const override {
        return "the top is at " + number_text(world()[top_].position().y) + " m";
    }

    BodyId ground_;
    BodyId top_;
};

/// Two chains, the second of which continues where the first ends.
class LinkedChains final : public Sample {
    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        std::vector<Vec2> left;
        std::vector<Vec2> right;
        for (int i = 0; i <= 20; ++i) {
            const float x = -10.0f + static_cast<float>(i);
            const Vec2 point{x, 0.04f * x * x};
            if (i <= 10) {
                left.push_back(point);
            }
            if (i >= 10) {
                right.push_back(point);
            }
        }
        const std::vector<Material> ice{Material{.friction = 0.0f}};
        // Each has the vertex beyond its end as a ghost, so that the joint between them has no effect.
        world().create_chain(
            ground, {.points = {left.rbegin(), left.rend()}, .ghost_before = right[1], .materials = ice});
        world().create_chain(ground, {.points = {right.rbegin(), right.rend()},
                                      .ghost_after = left[left.size() - 2],
                                      .materials = ice});
        for (int i = 0; i < 3; ++i) {
            add_dynamic(
                world(), {-8.0f + 1.5f * static_cast<float>(i), 4.5f - static_cast<float>(i)},
                i == 1 ? ShapeGeometry(make_box(0.3f, 0.2f)) : ShapeGeometry(Circle{{0.0f, 0.0f}, 0.3f}),
                painted(i, {.material = {.friction = 0.0f}}));
        }
    }
    [[nodiscard]] std::string status() const override {
        return "energy " + number_text(static_cast<float>(world().energy())) + " J";
    }
};

}  // namespace

std::vector<scenes::SceneInfo> odd_body_samples() {
    return {
        entry<Massless>("Bodies", "massless", "Massless",
                        "Dynamic bodies without mass hang in the air; what falls on them rests.",
                        {{0.0f, 4.5f}, 13.0f}),
        entry<Pivot>("Bodies", "pivot", "Pivot",
                     "Rods whose left end stands still at first; red: what stands still now.",
                     {{0.0f, 5.5f}, 14.0f}),
        entry<QuarantineWard>("Bodies", "quarantine", "Quarantine",
                              "A torque beyond all numbers: the body is taken out, the heap goes on.",
                              {{0.0f, 4.0f}, 12.0f}),
        entry<EnabledAgain>("Bodies", "enable", "Disable and enable",
                            "Balls that fell are disabled for two seconds and start again.",
                            {{1.0f, 5.0f}, 16.0f}),
        entry<RecreatedGround>("Shapes", "recreate_static", "Recreate static",
                               "The ground is destroyed and made anew in every step.", {{0.0f, 2.5f}, 9.0f}),
        entry<LinkedChains>("Shapes", "chain_link", "Chain link",
                            "Two chains that meet in the middle; nothing is felt there.",
                            {{0.0f, 3.0f}, 12.0f}),
    };
}

}  // namespace samples
