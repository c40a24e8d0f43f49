#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/character.h>
#include <drystone/dynamic_mover.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

constexpr float time_step = 1.0f / 60.0f;

/// A course for a character, which the arrow keys and G move, and a dynamic mover that follows it. Without
/// keys, the character walks to and fro and jumps now and then.
class CharacterCourse final : public Sample {
    enum Parameters : std::size_t { pace, jump, max_slope, max_step, push };

    void create() override {
        add_level();
        lift_ = add_moving({22.0f, 0.0f}, make_box(1.2f, 0.15f));
        raft_ = add_moving({13.0f, 3.2f}, make_box(1.2f, 0.15f), {.one_way = Vec2{0.0f, 1.0f}});
        for (int i = 0; i < 4; ++i) {
            add_dynamic(world(), {-14.0f - static_cast<float>(i), 0.35f}, make_box(0.35f, 0.35f),
                        painted(i, {.density = i % 2 == 0 ? 20.0f : 60.0f}));
        }
        character_.emplace(CharacterDefinition{.position = {0.0f, 0.82f},
                                               .max_slope = parameter(max_slope),
                                               .max_step = parameter(max_step),
                                               .push_force = parameter(push),
                                               .jump_speed = parameter(jump),
                                               .coyote_time = 0.1f,
                                               .jump_buffer = 0.1f});
        follower_ = world().create_body({.position = {-3.0f, 0.9f}, .locks = {.rotation = true}});
        world().create_shape(follower_, Capsule{{0.0f, -0.1f}, {0.0f, 0.4f}, 0.25f},
                             painted(color::plum, {.material = {.friction = 0.0f}}));
        mover_.emplace(world(), DynamicMoverDefinition{.body = follower_, .ride_height = 0.8f});
    }
    void prepare(int step) override {
        const float phase = static_cast<float>(step % 480) / 480.0f;
        const float way = phase < 0.5f ? 1.0f : -1.0f;
        world()[lift_].set_linear_velocity({0.0f, 1.2f * way});
        world()[raft_].set_linear_velocity({1.5f * way, 0.0f});
        const float distance = character_->position().x - world()[follower_].position().x;
        mover_->update(world(), {.speed = std::clamp(2.0f * (distance - 2.0f * facing_), -4.0f, 4.0f)},
                       time_step);
        if (input().arrows == Vec2{0.0f, 0.0f} && !input().action) {
            scripted_.velocity.x = step / 300 % 2 == 0 ? 3.5f : -3.5f;
            scripted_.jump = step % 95 == 94;
            scripted_.drop = step % 400 == 399;
        } else {
            scripted_ = {.velocity = {parameter(pace) * input().arrows.x, 0.0f},
                         .jump = input().action || input().arrows.y > 0.0f,
                         .drop = input().arrows.y < 0.0f};
        }
    }
    void after_step() override {
        character_->update(world(), scripted_, time_step);
        facing_ = scripted_.velocity.x > 0.0f ? 1.0f : scripted_.velocity.x < 0.0f ? -1.0f : facing_;
        world().contacts_of(character_->definition().geometry, character_->pose(), contacts_);
        for (const ShapeContact& contact : contacts_) {
            deep_ += !contact.one_way && contact.separation < -1e-3f && !character_->state().crushed ? 1 : 0;
        }
    }
    void draw(Picture& picture) const override {
        const Pose pose = character_->pose();
        picture.shape(character_->definition().geometry, pose, color::terracotta);
        picture.line(pose.position, pose.position + Vec2{0.3f * facing_, 0.0f}, color::terracotta);
        const CharacterGround& ground = character_->ground();
        if (ground.support != CharacterSupport::None) {
            picture.arrow(ground.point, ground.point + 0.5f * ground.normal, color::teal);
        }
        for (const CharacterTouch& touch : character_->touches()) {
            picture.point(touch.point, color::rust);
        }
    }
    [[nodiscard]] std::string status() const override {
        return std::string(character_->is_on_ground() ? "on ground" : "in the air") + ", speed " +
               number_text(length(character_->velocity()));
    }
    [[nodiscard]] int failures() const override { return deep_; }
    [[nodiscard]] std::optional<Vec2> followed() const override { return character_->position(); }
    [[nodiscard]] bool takes_arrows() const override { return true; }

    void add_level() {
        add_ground(world(), 30.0f);
        add_static(world(), {-20.0f, 3.0f}, make_box(0.5f, 3.0f));
        add_static(world(), {28.0f, 3.0f}, make_box(0.5f, 3.0f));
        for (int i = 0; i < 4; ++i) {
            const float height = 0.125f * static_cast<float>(i + 1);
            add_static(world(), {5.5f + 0.5f * static_cast<float>(i), height}, make_box(0.25f, height));
        }
        add_static(world(), {0.0f, 0.0f}, make_polygon({{7.25f, 0.0f}, {10.5f, 0.0f}, {7.25f, 1.0f}}));
        add_static(world(), {-8.0f, 1.6f}, make_box(2.0f, 0.1f), {.one_way = Vec2{0.0f, 1.0f}});
        add_static(world(), {17.5f, 0.1f}, make_box(1.5f, 0.1f), {.material = {.tangent_speed = 2.0f}});
    }
    BodyId add_moving(const Vec2& at, const ShapeGeometry& geometry, const ShapeDefinition& shape = {}) {
        return add_body(world(), {.type = BodyType::Kinematic, .position = at}, geometry, shape);
    }

    std::optional<Character> character_;
    std::optional<DynamicMover> mover_;
    CharacterInput scripted_{};
    std::vector<ShapeContact> contacts_;
    BodyId lift_{}, raft_{}, follower_{};
    float facing_ = 1.0f;
    int deep_ = 0;
};

}  // namespace

scenes::SceneInfo character_sample() {
    return entry<CharacterCourse>("World", "character", "Character",
                                  "Arrow keys walk and drop, G jumps: steps, a slope, a lift, a raft, a "
                                  "conveyor, crates, and a dynamic mover that follows.",
                                  {{0.0f, 3.0f}, 9.0f}, {}, 600,
                                  {{"walking [m/s]", 5.0f, 1.0f, 12.0f, ParameterKind::Number, true},
                                   {"jump [m/s]", 6.0f, 0.0f, 15.0f},
                                   {"steepest ground [rad]", 0.9f, 0.1f, 1.5f},
                                   {"highest step [m]", 0.3f, 0.0f, 1.0f},
                                   {"push [N]", 300.0f, 0.0f, 2000.0f}});
}

}  // namespace samples
