#include <samples/parts.h>
#include <samples/sample.h>

#include <cmath>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A plough of a few grams clears tons of boxes away, and pebbles of a lower dominance group do not hold the
/// boxes up.
class Plough final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        plough_ = add_body(world(),
                           {.type = BodyType::Dynamic,
                            .position = {-12.0f, 0.82f},
                            .gravity_scale = 0.0f,
                            .dominance_group = 1},
                           make_box(0.3f, 0.8f), painted(color::rust, {.density = 0.001f}));
        for (int row = 0; row < 5; ++row) {
            for (int i = row; i < 9; ++i) {
                const Vec2 at{-4.0f + static_cast<float>(i) - 0.5f * static_cast<float>(row),
                              0.5f + static_cast<float>(row)};
                add_dynamic(world(), at, make_box(0.5f, 0.5f), painted(color::sand, {.density = 100.0f}));
            }
        }
        for (int i = 0; i < 30; ++i) {
            const Vec2 at{-10.0f + 0.7f * static_cast<float>(i), 7.0f + 0.3f * static_cast<float>(i % 4)};
            add_body(world(), {.type = BodyType::Dynamic, .position = at, .dominance_group = -1},
                     Circle{{0.0f, 0.0f}, 0.2f}, painted(color::teal));
        }
    }
    void prepare(int step) override {
        if (step % 480 == 0) {
            speed_ = step % 960 == 0 ? 3.0f : -3.0f;
            world()[plough_].set_linear_velocity({speed_, 0.0f});
        }
    }
    void after_step() override {
        const Vec2 velocity = world()[plough_].linear_velocity();
        held_up_ += velocity != Vec2(speed_, 0.0f) || world()[plough_].angle() != 0.0f ? 1 : 0;
    }
    [[nodiscard]] int failures() const override { return held_up_; }
    [[nodiscard]] std::string status() const override { return count_text("steps held up", held_up_); }

    BodyId plough_;
    float speed_ = 0.0f;
    int held_up_ = 0;
};

/// Half of the falling bodies land on the shelf; the other half fall through it, and the shelf counts both.
class Curtain final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), {0.0f, 5.0f}, make_box(6.0f, 0.4f), painted(color::stone));
    }
    void prepare(int step) override {
        if (step % 12 == 0 && step < 720) {
            const int i = step / 12;
            ShapeDefinition shape = painted(i % 2 == 0 ? color::teal : color::cream);
            if (i % 2 == 0) {
                shape.solver_filter = {.category = 2, .mask = 2};
            }
            const float x = -5.0f + 10.0f * std::fmod(0.618f * static_cast<float>(i), 1.0f);
            const BodyId body = add_dynamic(world(), {x, 11.0f}, make_box(0.3f, 0.3f), shape);
            if (i % 2 == 0) {
                passing_.push_back(body);
            }
        }
    }
    void after_step() override {
        touches_ += static_cast<int>(world().contact_begins().size());
        for (const BodyId body : passing_) {
            // These end below the ground: nothing stops them.
            stopped_ +=
                world()[body].linear_velocity().y == 0.0f && world()[body].position().y < 10.0f ? 1 : 0;
        }
        std::erase_if(passing_, [&](const BodyId& body) {
            const bool gone = world()[body].position().y < -15.0f;
            if (gone) {
                world().destroy_body(body);
            }
            return gone;
        });
    }
    [[nodiscard]] int failures() const override { return stopped_; }
    [[nodiscard]] std::string status() const override { return count_text("touches", touches_); }

    std::vector<BodyId> passing_;
    int touches_ = 0;
    int stopped_ = 0;
};

/// A flat floor with normals that lean inwards: a callback tilts them, and bodies slide and roll to the
/// middle.
class BentNormals final : public Sample {
    static Vec2 normal_at(float x) { return normalized(Vec2{-0.03f * x, 1.0f}); }

    void create() override {
        add_static(world(), {0.0f, -1.0f}, make_box(16.0f, 1.0f),
                   painted(color::stone, {.material = {.friction = 0.1f}, .pre_solve = true}));
        for (int i = 0; i < 16; ++i) {
            const float x = -13.5f + 1.8f * static_cast<float>(i);
            const ShapeDefinition shape = painted(i, {.material = {.friction = 0.1f}});
            if (i % 2 == 0) {
                add_dynamic(world(), {x, 1.0f}, Circle{{0.0f, 0.0f}, 0.4f}, shape);
            } else {
                add_dynamic(world(), {x, 1.0f}, make_box(0.4f, 0.4f), shape);
            }
        }
        world().set_pre_solve_callback([](PreSolveContact& contact) {
            const float sign = contact.normal.y > 0.0f ? 1.0f : -1.0f;
            contact.normal = sign * normal_at(contact.points[0].point.x);
            return true;
        });
    }
    void draw(Picture& picture) const override {
        for (int i = -7; i <= 7; ++i) {
            const Vec2 at{2.0f * static_cast<float>(i), 0.0f};
            picture.arrow(at, at + normal_at(at.x), color::rust);
        }
    }
};

}  // namespace

std::vector<scenes::SceneInfo> pushing_samples() {
    return {
        entry<Plough>(
            "Bodies", "plough", "Plough",
            "Dominance: a plough of a few grams is above tons of boxes, and those above the pebbles.",
            {{0.0f, 4.0f}, 13.0f}),
        entry<Curtain>(
            "Collision", "curtain", "Curtain",
            "Solver filters: every second box is noticed by the shelf and the ground, but not held.",
            {{0.0f, 4.0f}, 16.0f}),
        entry<BentNormals>("Collision", "bent_normals", "Bent normals",
                           "A callback bends the normals of a flat floor: bodies gather in its middle.",
                           {{0.0f, 3.0f}, 14.0f}),
    };
}

}  // namespace samples
