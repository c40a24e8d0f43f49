#include <games/slingshot/slingshot.h>
#include <games/view/show.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

namespace games {
namespace {

using namespace drystone;
using slingshot::Kind;
using slingshot::Phase;
using slingshot::Slingshot;
using slingshot::Thing;

/// Puff of dust where a target was.
struct Puff {
    Vec2 at{}, velocity{};
    float age = 0.0f;
};

class SlingshotShow final : public Show {
public:
    explicit SlingshotShow(const ShowSettings& settings) : game_(settings.threads) {}

    [[nodiscard]] Game& game() override { return game_; }

    void after_step() override {
        ++tick_;
        const std::uint32_t alive = game_.state().alive;
        if (game_.state().level == level_) {
            for (std::size_t i = 0; i < game_.targets().size(); ++i) {
                if (((alive_ & ~alive) >> i & 1u) != 0) {
                    add_puffs(game_.world()[game_.targets()[i]].position());
                }
            }
        }
        alive_ = alive;
        level_ = game_.state().level;
        for (Puff& puff : puffs_) {
            puff.age += time_step;
            puff.at += time_step * puff.velocity;
            puff.velocity *= 0.94f;
        }
        std::erase_if(puffs_, [](const Puff& puff) { return puff.age > 0.9f; });
        follow();
    }

    void draw(Canvas& canvas, float fraction) override {
        canvas.look_at(eye_, height_);
        draw_background(canvas);
        draw_fork(canvas, false);
        draw_preview(canvas);
        for (const Thing& thing : game_.things()) {
            draw_thing(canvas, thing, fraction);
        }
        if (game_.phase() == Phase::Aim && game_.state().shots > 0) {
            draw_ball(canvas, {slingshot::fork + game_.pull(), {}});
        }
        draw_fork(canvas, true);
        for (const Puff& puff : puffs_) {
            canvas.disc(puff.at, 0.16f + 0.5f * puff.age, rgb(0xf4fbe6, 0.75f * (1.0f - puff.age / 0.9f)));
        }
        draw_head_up(canvas);
    }

private:
    void add_puffs(const Vec2& at) {
        for (std::uint32_t i = 0; i < 14; ++i) {
            const Vec2 way = rotate(Rot::from_angle(0.449f * static_cast<float>(i)), {1.0f, 0.0f});
            puffs_.push_back({at, (1.5f + 2.0f * random_of(i + static_cast<std::uint32_t>(tick_))) * way});
        }
    }

    /// Shows the whole place while aiming, and the ball from nearer in a replay.
    void follow() {
        Vec2 target{1.0f, 5.2f};
        float height = 17.0f;
        if (game_.phase() == Phase::Replay && game_.world().is_valid(game_.ball())) {
            const Vec2 ball = game_.world()[game_.ball()].position();
            target = {std::clamp(ball.x, -8.0f, 9.0f), std::max(ball.y, 3.4f)};
            height = 9.5f;
        }
        eye_ += 0.07f * (target - eye_);
        height_ += 0.07f * (height - height_);
    }

    void draw_background(Canvas& canvas) const {
        canvas.sky(rgb(0x8ecdf0), rgb(0xfdf0d2));
        canvas.glow({8.0f + 0.8f * eye_.x, 11.0f}, 3.5f, rgb(0xfff4c2, 0.9f));
        const Aabb seen = canvas.visible();
        for (int layer = 0; layer < 3; ++layer) {
            const auto l = static_cast<float>(layer);
            const std::array<sf::Color, 3> colors{rgb(0xb7d7de), rgb(0x9cc7b4), rgb(0x86b585)};
            const auto top = [&](float x) {
                const float place = x - (0.7f - 0.25f * l) * eye_.x;
                return 4.6f - 1.3f * l + 1.1f * std::sin((0.21f + 0.09f * l) * place + 2.0f * l) +
                       0.4f * std::sin(0.6f * place + l);
            };
            for (float x = seen.lower.x; x < seen.upper.x; x += 0.3f) {
                const std::array<Vec2, 4> slice{
                    Vec2{x, -0.5f}, {x + 0.31f, -0.5f}, {x + 0.31f, top(x + 0.3f)}, {x, top(x)}};
                canvas.polygon(slice, colors[static_cast<std::size_t>(layer)]);
            }
        }
        canvas.box({seen.lower.x, seen.lower.y}, {seen.upper.x, 0.0f}, rgb(0x8a6a44), rgb(0x5f452c));
        canvas.box({seen.lower.x, -0.35f}, {seen.upper.x, 0.0f}, rgb(0x8fce6a), rgb(0x69a84f));
        for (float x = std::floor(seen.lower.x); x < seen.upper.x; x += 0.5f) {
            canvas.disc({x, -0.34f}, 0.2f, rgb(0x69a84f));
        }
    }

    void draw_preview(Canvas& canvas) const {
        if (game_.phase() != Phase::Aim) {
            return;
        }
        const auto& path = game_.preview();
        for (std::size_t i = 3; i < path.size(); i += 3) {
            const float part = static_cast<float>(i) / static_cast<float>(path.size());
            canvas.disc(path[i], 0.13f - 0.05f * part, rgb(0xffffff, 0.95f - 0.5f * part));
        }
        if (!path.empty()) {
            canvas.disc(path.back(), slingshot::ball_radius, rgb(0xffffff, 0.3f));
        }
    }

    static void draw_ball(Canvas& canvas, const Pose& pose) {
        canvas.shape(Circle{{}, slingshot::ball_radius}, pose, {.fill = rgb(0x4a5060), .rim = 0.07f});
        canvas.disc(transform(pose, {-0.14f, 0.14f}), 0.09f, rgb(0xaab2c4));
    }

    void draw_thing(Canvas& canvas, const Thing& thing, float fraction) const {
        const ConstBodyRef body = game_.world()[thing.body];
        if (!body.is_enabled()) {
            return;
        }
        const Pose pose = game_.pose(thing.body, fraction);
        if (thing.kind == Kind::Ball) {
            draw_ball(canvas, pose);
        } else if (thing.kind == Kind::Target) {
            canvas.body(body, pose, {.fill = rgb(0x7bc043), .rim = 0.06f});
            for (const float x : {-0.15f, 0.15f}) {
                canvas.disc(transform(pose, {x, 0.1f}), 0.12f, rgb(0xffffff));
                canvas.disc(transform(pose, {x - 0.04f, 0.1f}), 0.055f, rgb(0x223018));
            }
            canvas.line(transform(pose, {-0.12f, -0.17f}), transform(pose, {0.1f, -0.17f}), 0.05f,
                        rgb(0x35611a));
        } else {
            const bool is_wood = thing.kind == Kind::Wood;
            canvas.body(body, pose, {.fill = is_wood ? rgb(0xd9a35b) : rgb(0xa7adb8), .rim = 0.06f});
            const Aabb box = box_of(body);
            const float half = 0.5f * (box.upper.x - box.lower.x) - 0.12f,
                        high = 0.5f * (box.upper.y - box.lower.y) - 0.12f;
            const sf::Color grain = is_wood ? rgb(0xb9813c, 0.8f) : rgb(0x878e9c, 0.8f);
            if (half > high) {
                canvas.line(transform(pose, {-half, 0.0f}), transform(pose, {half, 0.0f}), 0.04f, grain);
            } else {
                canvas.line(transform(pose, {0.0f, -high}), transform(pose, {0.0f, high}), 0.04f, grain);
            }
        }
    }

    /// Returns the box around a block in its own frame.
    static Aabb box_of(const ConstBodyRef& body) {
        const ShapeGeometry geometry = body.shapes()[0].geometry();
        const auto* polygon = std::get_if<Polygon>(&geometry);
        return polygon != nullptr ? compute_aabb(make_core(*polygon), {}) : Aabb{};
    }

    void draw_fork(Canvas& canvas, bool is_front) const {
        const Vec2 at = slingshot::fork;
        const sf::Color wood = is_front ? rgb(0x8b5a33) : rgb(0x6d4426), band = rgb(0x3a2a22);
        const float x = is_front ? 0.22f : -0.22f;
        const bool aims = game_.phase() == Phase::Aim;
        const Vec2 ball = aims ? at + game_.pull() : at + Vec2{0.0f, -0.1f};
        canvas.line(at + Vec2{x, 0.1f}, ball + Vec2{-0.25f, 0.0f}, 0.13f, band);
        canvas.line(at + Vec2{x, 0.1f}, at + Vec2{0.0f, -1.1f}, 0.28f, wood);
        if (!is_front) {
            canvas.line(at + Vec2{0.0f, -1.1f}, {at.x, -0.1f}, 0.34f, rgb(0x7c4f2c));
        }
    }

    void draw_head_up(Canvas& canvas) const {
        const auto& state = game_.state();
        canvas.panel({16.0f, 14.0f}, {410.0f, 40.0f}, rgb(0x22313f, 0.72f));
        canvas.text({30.0f, 22.0f}, "Level " + std::to_string(state.level + 1), 19, rgb(0xffe58a), true);
        canvas.text({130.0f, 22.0f}, "Shots " + std::to_string(state.shots), 19, rgb(0xffffff), true);
        canvas.text({240.0f, 22.0f}, "Targets left " + std::to_string(std::popcount(state.alive)), 19,
                    rgb(0xc9f0a0), true);
        canvas.text({18.0f, canvas.size().y - 32.0f},
                    "Mouse: pull and let go   (or arrows, Space)   R: replay the last shot   Esc: menu", 16,
                    rgb(0xffffff));
        if (game_.phase() == Phase::Replay) {
            canvas.panel_bar({0.0f, 0.0f}, {canvas.size().x, 56.0f}, rgb(0x000000, 0.5f));
            canvas.panel_bar({0.0f, canvas.size().y - 56.0f}, {canvas.size().x, 56.0f}, rgb(0x000000, 0.5f));
            canvas.text({canvas.size().x - 240.0f, 12.0f}, "Replay, slow", 28, rgb(0xffffff), true);
        } else if (game_.phase() == Phase::Won) {
            canvas.centered_text(250.0f, "Level done", 60, rgb(0xffffff));
        }
    }

    Slingshot game_;
    Vec2 eye_{1.0f, 5.2f};
    float height_ = 17.0f;
    std::vector<Puff> puffs_;
    std::uint32_t alive_ = 0;
    int level_ = -1;
    int tick_ = 0;
};

}  // namespace

GameInfo slingshot_info() {
    return {"slingshot",
            "Slingshot: towers and replays",
            "Hit all green targets. Dots show the flight:\na clone of the world has tried it already.",
            {{"Mouse", "pull the ball and let go"},
             {"Up, down", "angle"},
             {"Left, right", "strength"},
             {"Space", "shoot"},
             {"R", "see the last shot again"},
             {"F5", "begin again"}},
            20000,
            [](const ShowSettings& settings) -> std::unique_ptr<Show> {
                return std::make_unique<SlingshotShow>(settings);
            }};
}

}  // namespace games
