#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/dynamic_mover.h>

#include <optional>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A dynamic body on a spring, which the arrow keys and G move over steps, a slope, a seesaw and crates.
class SpringWalker final : public Sample {
    enum Parameters : std::size_t { pace, jump, height };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        add_static(world(), {-16.0f, 2.0f}, make_box(0.5f, 2.0f));
        add_static(world(), {22.0f, 2.0f}, make_box(0.5f, 2.0f));
        for (int i = 0; i < 4; ++i) {
            const float half = 0.1f * static_cast<float>(i + 1);
            add_static(world(), {3.0f + static_cast<float>(i), half}, make_box(0.5f, half));
        }
        add_static(world(), {0.0f, 0.0f}, make_polygon({{6.5f, 0.0f}, {10.0f, 0.0f}, {6.5f, 0.8f}}));
        const BodyId beam = add_dynamic(world(), {14.0f, 0.5f}, make_box(2.5f, 0.1f),
                                        painted(color::ochre, {.density = 4.0f}));
        pin(world(), ground, beam, {14.0f, 0.5f});
        for (int i = 0; i < 3; ++i) {
            add_dynamic(world(), {-8.0f - static_cast<float>(i), 0.3f}, make_box(0.3f, 0.3f),
                        painted(color::rainbow[i]));
        }
        body_ = world().create_body({.position = {0.0f, 1.0f}, .locks = {.rotation = true}});
        world().create_shape(body_, Capsule{{0.0f, -0.1f}, {0.0f, 0.5f}, 0.3f},
                             painted(color::terracotta, {.material = {.friction = 0.0f}}));
        mover_.emplace(world(),
                       DynamicMoverDefinition{
                           .body = body_, .ride_height = parameter(height), .jump_speed = parameter(jump)});
    }
    void prepare(int step) override {
        DynamicMoverInput wanted{.speed = parameter(pace) * input().arrows.x,
                                 .jump = input().action || input().arrows.y > 0.0f};
        if (input().arrows == Vec2{0.0f, 0.0f} && !input().action) {
            wanted = {.speed = step / 240 % 2 == 0 ? 3.0f : -3.0f, .jump = step % 110 == 109};
        }
        mover_->update(world(), wanted, 1.0f / 60.0f);
    }
    void draw(Picture& picture) const override {
        const Vec2 at = world()[body_].position();
        picture.line(at, at - Vec2{0.0f, parameter(height)},
                     mover_->is_on_ground() ? color::teal : color::rust);
    }
    [[nodiscard]] std::string status() const override {
        return std::string(mover_->is_on_ground() ? "on ground" : "in the air") + ", speed " +
               number_text(length(world()[body_].linear_velocity()));
    }
    [[nodiscard]] std::optional<Vec2> followed() const override { return world()[body_].position(); }
    [[nodiscard]] bool takes_arrows() const override { return true; }

    BodyId body_;
    std::optional<DynamicMover> mover_;
};

}  // namespace

scenes::SceneInfo dynamic_mover_sample() {
    return entry<SpringWalker>(
        "World", "dynamic_mover", "Dynamic mover",
        "Arrow keys and G: a dynamic body on a spring over steps, a slope and a seesaw.",
        {{0.0f, 3.0f}, 9.0f}, {}, 600,
        {{"walking [m/s]", 4.0f, 1.0f, 10.0f, ParameterKind::Number, true},
         {"jump [m/s]", 5.0f, 0.0f, 12.0f},
         {"ride height [m]", 0.8f, 0.5f, 1.5f}});
}

}  // namespace samples
