#include <games/pinball/pinball.h>
#include <games/view/show.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>

namespace games {
namespace {

using namespace drystone;
using pinball::Part;
using pinball::Pinball;

class PinballShow final : public Show {
public:
    explicit PinballShow(const ShowSettings& settings) : game_(settings.threads) {}

    [[nodiscard]] Game& game() override { return game_; }

    void after_step() override {
        ++tick_;
        std::vector<Vec2> places;
        for (const BodyId ball : game_.balls()) {
            places.push_back(game_.world()[ball].position());
        }
        trail_.push_back(places);
        if (trail_.size() > 14) {
            trail_.pop_front();
        }
        multiball_ = game_.multiballs() != multiballs_ ? 120 : std::max(multiball_ - 1, 0);
        multiballs_ = game_.multiballs();
    }

    void draw(Canvas& canvas, float fraction) override {
        canvas.look_at({0.4f, 9.4f}, 20.6f);
        draw_table(canvas);
        for (const Part& part : game_.parts()) {
            draw_part(canvas, part);
        }
        for (const auto& wall : game_.walls()) {
            for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
                canvas.line(wall[i], wall[i + 1], 0.2f, rgb(0xc7d0e6));
            }
        }
        for (const auto& wall : game_.walls()) {
            for (std::size_t i = 0; i + 1 < wall.size(); ++i) {
                canvas.line(wall[i] + Vec2{-0.02f, 0.03f}, wall[i + 1] + Vec2{-0.02f, 0.03f}, 0.07f,
                            rgb(0xffffff));
            }
        }
        draw_moving(canvas, fraction);
        draw_head_up(canvas);
    }

private:
    void draw_table(Canvas& canvas) const {
        canvas.sky(rgb(0x120f24), rgb(0x1d1838));
        const Aabb seen = canvas.visible();
        for (std::uint32_t i = 0; i < 90; ++i) {
            const Vec2 at{seen.lower.x + random_of(i) * (seen.upper.x - seen.lower.x),
                          seen.lower.y + random_of(i + 200u) * (seen.upper.y - seen.lower.y)};
            const float shine =
                0.35f + 0.25f * std::sin(0.05f * static_cast<float>(tick_) + static_cast<float>(i));
            canvas.disc(at, 0.02f + 0.03f * random_of(i + 400u), rgb(0xffffff, shine));
        }
        const auto& border = game_.walls()[0];
        std::vector<Vec2> felt(border);
        felt.emplace_back(-4.5f, 0.0f);
        felt.emplace_back(5.3f, 0.0f);
        canvas.polygon(felt, rgb(0x251f4d));
        const std::array<Vec2, 4> apron{Vec2{-4.6f, 4.35f}, {-2.3f, 2.85f}, {-2.3f, -0.6f}, {-4.6f, -0.6f}};
        canvas.polygon(apron, rgb(0x17132e));
        const std::array<Vec2, 4> other{Vec2{4.6f, 4.35f}, {2.3f, 2.85f}, {2.3f, -0.6f}, {4.6f, -0.6f}};
        canvas.polygon(other, rgb(0x17132e));
        canvas.glow({0.0f, 11.6f}, 4.2f, rgb(0x7d5cff, 0.5f));
        canvas.label({0.0f, 7.6f}, "DRYSTONE", 0.85f, rgb(0xff8fd0, 0.55f));
        for (int i = 0; i < 5; ++i) {
            const float y = 3.0f + 1.6f * static_cast<float>(i);
            const bool shines = (tick_ / 10 + i) % 5 == 0;
            const std::array<Vec2, 3> arrow{Vec2{4.65f, y}, {5.15f, y}, {4.9f, y + 0.5f}};
            canvas.polygon(arrow, rgb(0xffd23f, shines ? 0.95f : 0.3f));
        }
    }

    void draw_part(Canvas& canvas, const Part& part) const {
        const float lit = std::min(static_cast<float>(part.lit) / 14.0f, 1.0f);
        switch (part.kind) {
            case Part::Kind::Bumper:
                canvas.glow(part.at, 1.2f + 0.7f * lit, rgb(0xff5d8f, 0.4f + 0.6f * lit));
                canvas.disc(part.at, 0.62f, rgb(0xffffff));
                canvas.disc(part.at, 0.54f, blend(rgb(0xe0336e), rgb(0xfff0a8), lit));
                canvas.disc(part.at, 0.34f, rgb(0xffffff));
                canvas.label(part.at, "100", 0.27f, rgb(0xb01850));
                break;
            case Part::Kind::Kicker: draw_kicker(canvas, part, lit); break;
            case Part::Kind::Target:
                if (part.down) {
                    canvas.box(part.at - Vec2{0.06f, 0.34f}, part.at + Vec2{0.06f, 0.34f}, rgb(0x4b4280));
                } else {
                    canvas.glow(part.at, 0.7f, rgb(0x4de1c1, 0.5f));
                    canvas.box(part.at - Vec2{0.14f, 0.4f}, part.at + Vec2{0.14f, 0.4f}, rgb(0x7ff5da),
                               rgb(0x2fbf9e));
                }
                break;
            case Part::Kind::Rollover:
                canvas.glow(part.at, 0.6f + 0.5f * lit, rgb(0xffd23f, part.down ? 0.8f : 0.15f));
                canvas.disc(part.at, 0.24f, part.down ? rgb(0xffe58a) : rgb(0x5b4f97));
                canvas.disc(part.at, 0.17f, part.down ? rgb(0xfff6d0) : rgb(0x3a326b));
                break;
        }
    }

    void draw_kicker(Canvas& canvas, const Part& part, float lit) const {
        if (lit > 0.0f) {
            canvas.glow(part.at, 1.3f, rgb(0x6fb7ff, lit));
        }
        canvas.shape(game_.world()[part.shape].geometry(), {},
                     {.fill = blend(rgb(0x3d6fe0), rgb(0xdff0ff), lit), .rim = 0.1f, .darkness = 0.6f});
    }

    void draw_moving(Canvas& canvas, float fraction) const {
        const World& world = game_.world();
        for (const BodyId flipper : game_.flippers()) {
            const Pose pose = game_.pose(flipper, fraction);
            canvas.body(world[flipper], pose, {.fill = rgb(0xffb13d), .rim = 0.07f});
            canvas.disc(pose.position, 0.12f, rgb(0xfff3d6));
        }
        for (std::size_t age = 0; age < trail_.size(); ++age) {
            const float part = static_cast<float>(age) / static_cast<float>(trail_.size());
            for (const Vec2& at : trail_[age]) {
                canvas.disc(at, pinball::ball_radius * (0.3f + 0.6f * part), rgb(0x9fd0ff, 0.16f * part));
            }
        }
        for (const BodyId ball : game_.balls()) {
            const Vec2 at = game_.pose(ball, fraction).position;
            canvas.disc(at, pinball::ball_radius, rgb(0x6d7688));
            canvas.disc(at + Vec2{-0.02f, 0.02f}, 0.85f * pinball::ball_radius, rgb(0xc6cfdd));
            canvas.disc(at + Vec2{-0.08f, 0.09f}, 0.3f * pinball::ball_radius, rgb(0xffffff));
        }
        const float pulled = game_.plunger();
        canvas.box({4.72f, -0.6f - 0.5f * pulled}, {5.08f, 0.75f - 0.5f * pulled}, rgb(0xd5dbe8),
                   rgb(0x7a8296));
    }

    void draw_head_up(Canvas& canvas) const {
        const float left = 60.0f, width = canvas.size().x;
        canvas.text({left, 60.0f}, "Pinball", 40, rgb(0xff8fd0), true);
        canvas.text({left, 130.0f}, "Score", 18, rgb(0xb9b2e0));
        canvas.text({left, 152.0f}, std::to_string(game_.score()), 44, rgb(0xffffff), true);
        canvas.text({left, 206.0f}, "of " + std::to_string(pinball::goal_score), 18, rgb(0xb9b2e0));
        canvas.panel({left, 240.0f}, {300.0f, 14.0f}, rgb(0x3a326b));
        const float part = std::clamp(
            static_cast<float>(game_.score()) / static_cast<float>(pinball::goal_score), 0.0f, 1.0f);
        canvas.panel_bar({left + 3.0f, 244.0f}, {294.0f * part, 6.0f}, rgb(0xffd23f));
        canvas.text({left, 280.0f}, "Balls " + std::to_string(game_.balls_left()), 24, rgb(0xffffff), true);
        canvas.text({left, 314.0f}, std::to_string(game_.balls().size()) + " in play", 18, rgb(0xb9b2e0));
        const std::array<const char*, 4> keys{"Left, right: flippers", "Up: both flippers   Down: nudge",
                                              "Space: hold and let go to shoot", "Esc: menu"};
        for (std::size_t i = 0; i < keys.size(); ++i) {
            canvas.text({left, 560.0f + 26.0f * static_cast<float>(i)}, keys[i], 17, rgb(0xdad5f5));
        }
        canvas.text({width - 330.0f, 200.0f}, "Three green targets: two more balls,", 16, rgb(0x7ff5da));
        canvas.text({width - 330.0f, 224.0f}, "and double points while they last.", 16, rgb(0x7ff5da));
        canvas.text({width - 330.0f, 268.0f}, "All three yellow lamps: 1500.", 16, rgb(0xffe58a));
        if (multiball_ > 0) {
            canvas.text({width - 330.0f, 120.0f}, "Multiball!", 44,
                        tick_ % 20 < 10 ? rgb(0xffd23f) : rgb(0xff8fd0), true);
        }
    }

    Pinball game_;
    std::deque<std::vector<Vec2>> trail_;
    int tick_ = 0;
    int multiball_ = 0;
    int multiballs_ = 0;
};

}  // namespace

GameInfo pinball_info() {
    return {"pinball",
            "Pinball: bumpers and multiball",
            "20,000 points win. Three targets of a side release\ntwo more balls.",
            {{"Left, right", "flippers"},
             {"Up", "both flippers"},
             {"Down", "nudge the table"},
             {"Space", "hold and let go: shoot"},
             {"F5", "begin again"}},
            12000,
            [](const ShowSettings& settings) -> std::unique_ptr<Show> {
                return std::make_unique<PinballShow>(settings);
            }};
}

}  // namespace games
