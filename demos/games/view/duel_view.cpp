#include <games/duel/duel.h>
#include <games/view/show.h>
#include <games/view/udp_carrier.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

namespace games {
namespace {

using namespace drystone;
using duel::Arena;
using duel::PeerReport;

const std::array<sf::Color, 2> team{rgb(0xf0764f), rgb(0x55aef0)};

std::string text_of(const char* format, double value) {
    std::array<char, 96> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

class DuelShow final : public Show {
public:
    explicit DuelShow(const ShowSettings& settings)
        : duel_({.threads = settings.threads,
                 .frames = static_cast<int>(60.0f * settings.seconds),
                 .line = {settings.delay, settings.jitter, settings.loss},
                 .carrier = std::make_shared<UdpCarrier>()}) {}

    [[nodiscard]] Game& game() override { return duel_; }

    void after_step() override {
        for (std::size_t side = 0; side < 2; ++side) {
            std::rotate(depths_[side].begin(), depths_[side].begin() + 1, depths_[side].end());
            depths_[side].back() = duel_.peer(static_cast<int>(side)).report().last_depth;
            const auto& match = duel_.peer(static_cast<int>(side)).game().match();
            for (std::size_t i = 0; i < 2; ++i) {
                jets_[side][i] = match.fuel[i] < fuel_[side][i];
                fuel_[side][i] = match.fuel[i];
            }
        }
    }

    void press(sf::Keyboard::Key key) override {
        duel::LineSettings& line = duel_.faults();
        const float sign = key == sf::Keyboard::PageUp || key == sf::Keyboard::Home ? 1.0f : -1.0f;
        if (key == sf::Keyboard::PageUp || key == sf::Keyboard::PageDown) {
            line.delay = std::clamp(line.delay + 0.025f * sign, 0.0f, 0.4f);
            line.jitter = line.delay / 3.0f;
        } else if (key == sf::Keyboard::Home || key == sf::Keyboard::End) {
            line.loss = std::clamp(line.loss + 0.05f * sign, 0.0f, 0.5f);
        }
    }

    void draw(Canvas& canvas, float) override {
        canvas.sky(rgb(0x10131a), rgb(0x10131a));
        for (int side = 0; side < 2; ++side) {
            canvas.use_part(0.0f, 0.5f * static_cast<float>(side), 0.72f, 0.5f);
            canvas.look_at({0.0f, 0.5f * duel::height - 0.1f}, 14.6f);
            draw_arena(canvas, side);
        }
        canvas.use_all();
        draw_panel(canvas);
    }

    /// Times the rollback of 8 frames on side 0.
    [[nodiscard]] std::string measures() override {
        using Clock = std::chrono::steady_clock;
        std::array<double, 101> times{};
        for (double& time : times) {
            const Clock::time_point begin = Clock::now();
            duel_.peer(0).repeat(8);
            time = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
        }
        std::sort(times.begin(), times.end());
        return text_of("rollback of 8 frames: median %.3f ms", times[50]) +
               text_of(", maximum of 101 %.3f ms\n", times[100]);
    }

private:
    void draw_arena(Canvas& canvas, int side) const {
        const Arena& arena = duel_.peer(side).game();
        canvas.sky(rgb(0x27344f), rgb(0x3d4a63));
        for (float x = -15.0f; x < 16.0f; x += 3.0f) {
            canvas.line({x, 0.0f}, {x, duel::height}, 0.03f, rgb(0xffffff, 0.05f));
        }
        canvas.line({0.0f, 0.0f}, {0.0f, duel::height}, 0.06f, rgb(0xffffff, 0.18f));
        canvas.disc({0.0f, 6.0f}, 2.06f, rgb(0xffffff, 0.16f));
        canvas.disc({0.0f, 6.0f}, 2.0f, rgb(0x323f58));
        for (std::size_t i = 0; i < 2; ++i) {
            draw_goal(canvas, i == 0 ? -1.0f : 1.0f, team[i]);
        }
        for (const Aabb& wall : arena.walls()) {
            canvas.box(wall.lower, wall.upper, rgb(0x1b2230), rgb(0x141a25));
            canvas.box({wall.lower.x, wall.upper.y - 0.08f}, wall.upper, rgb(0x8fa3c4, 0.5f));
        }
        draw_things(canvas, arena);
        for (std::size_t i = 0; i < 2; ++i) {
            draw_player(canvas, side, i);
        }
        const auto& match = arena.match();
        canvas.centered_text(64.0f, std::to_string(match.score[0]) + " : " + std::to_string(match.score[1]),
                             44, rgb(0xffffff));
        if (match.pause > 0 && match.scorer >= 0 && match.clock > 0) {
            canvas.centered_text(130.0f, "Goal!", 76, team[static_cast<std::size_t>(match.scorer)]);
        }
        canvas.text({100.0f, 14.0f}, side == 0 ? "What player 1 sees" : "What player 2 sees", 26,
                    team[static_cast<std::size_t>(side)], true);
    }

    static void draw_goal(Canvas& canvas, float side, sf::Color color) {
        const float inner = side * duel::half_width, outer = side * (duel::half_width + duel::goal_depth);
        color.a = 70;
        canvas.box({std::min(inner, outer), 0.0f}, {std::max(inner, outer), duel::goal_height}, color);
        for (int i = 1; i < 6; ++i) {
            const float x = inner + (outer - inner) * static_cast<float>(i) / 6.0f;
            const float y = duel::goal_height * static_cast<float>(i) / 6.0f;
            canvas.line({x, 0.0f}, {x, duel::goal_height}, 0.03f, rgb(0xffffff, 0.25f));
            canvas.line({inner, y}, {outer, y}, 0.03f, rgb(0xffffff, 0.25f));
        }
        color.a = 255;
        canvas.line({inner, 0.0f}, {inner, duel::goal_height}, 0.12f, color);
    }

    static void draw_things(Canvas& canvas, const Arena& arena) {
        const World& world = arena.world();
        for (std::size_t i = 0; i < arena.lamps().size(); ++i) {
            const ConstBodyRef body = world[arena.lamps()[i]];
            if (i % 4 == 3) {
                canvas.glow(body.position(), 2.4f, rgb(0xffd97a, 0.35f));
            }
            canvas.body(body, body.pose(), {.fill = i % 4 == 3 ? rgb(0xffd97a) : rgb(0x8a93a6)});
        }
        for (const BodyId crate : arena.crates()) {
            const ConstBodyRef body = world[crate];
            canvas.body(body, body.pose(), {.fill = rgb(0xc99a63), .rim = 0.09f});
            canvas.line(body.world_point({-0.28f, -0.28f}), body.world_point({0.28f, 0.28f}), 0.08f,
                        rgb(0x8a6338));
        }
        const ConstBodyRef ball = world[arena.ball()];
        canvas.disc(ball.position() + Vec2{0.08f, -0.1f}, 0.68f, rgb(0x000000, 0.25f));
        canvas.body(ball, ball.pose(), {.fill = rgb(0xf7f3ea), .rim = 0.07f, .darkness = 0.45f});
        for (int i = 0; i < 3; ++i) {
            const Rot turn = Rot::from_angle(2.0f * pi * static_cast<float>(i) / 3.0f);
            canvas.disc(ball.world_point(rotate(turn, {0.32f, 0.0f})), 0.15f, rgb(0x39414e));
        }
    }

    void draw_player(Canvas& canvas, int side, std::size_t number) const {
        const Arena& arena = duel_.peer(side).game();
        const ConstBodyRef body = arena.world()[arena.player(static_cast<int>(number))];
        const Vec2 at = body.position();
        const Capsule suit{{0.0f, -0.35f}, {0.0f, 0.35f}, 0.45f};
        if (static_cast<int>(number) != side) {
            // Where that player really is, on his own side.
            const Arena& own = duel_.peer(1 - side).game();
            sf::Color ghost = team[number];
            ghost.a = 70;
            canvas.shape(suit, own.world()[own.player(static_cast<int>(number))].pose(), {.fill = ghost});
        }
        if (jets_[static_cast<std::size_t>(side)][number]) {
            canvas.glow(at - Vec2{0.0f, 1.0f}, 0.8f, rgb(0xffc14d, 0.9f));
            canvas.disc(at - Vec2{0.0f, 0.9f}, 0.22f, rgb(0xfff1c0));
        }
        if (arena.match().cooldown[number] > 18) {
            canvas.glow(at, 2.1f, rgb(0xffffff, 0.5f));
        }
        canvas.shape(suit, body.pose(), {.fill = team[number], .rim = 0.08f});
        const float way = number == 0 ? 1.0f : -1.0f;
        canvas.shape(Capsule{{0.0f, 0.0f}, {0.22f * way, 0.0f}, 0.17f}, {at + Vec2{0.06f * way, 0.36f}, {}},
                     {.fill = rgb(0xe9f4ff), .rim = 0.03f});
        const float fuel = arena.match().fuel[number];
        canvas.box(at + Vec2{-0.5f, 1.0f}, at + Vec2{0.5f, 1.12f}, rgb(0x000000, 0.4f));
        canvas.box(at + Vec2{-0.5f, 1.0f}, at + Vec2{-0.5f + fuel, 1.12f}, rgb(0xffd97a));
    }

    void draw_panel(Canvas& canvas) const {
        const float left = 0.72f * canvas.size().x + 18.0f;
        const sf::Color soft = rgb(0xb9c1cf);
        const duel::LineSettings& line = duel_.faults();
        canvas.text({left, 18.0f}, "Rollback over UDP", 24, rgb(0xffffff), true);
        canvas.text({left, 56.0f},
                    text_of("delay %.0f ms", static_cast<double>(1000.0f * line.delay)) +
                        text_of(" ± %.0f", static_cast<double>(1000.0f * line.jitter)) +
                        text_of("   loss %.0f %%", static_cast<double>(100.0f * line.loss)),
                    16, soft);
        canvas.text({left, 80.0f}, "Page up, down: delay   Home, end: loss", 13, soft);
        for (int side = 0; side < 2; ++side) {
            draw_report(canvas, side, left, 128.0f + 290.0f * static_cast<float>(side));
        }
    }

    void draw_report(Canvas& canvas, int side, float left, float y) const {
        const auto s = static_cast<std::size_t>(side);
        const PeerReport& report = duel_.peer(side).report();
        const duel::Line& line = duel_.line(side);
        canvas.text({left, y}, side == 0 ? "Player 1" : "Player 2", 19, team[s], true);
        const std::array<std::string, 6> lines{
            "frame " + std::to_string(report.frame) + ", " +
                std::to_string(duel_.peer(side).predicted_frames()) + " predicted",
            std::to_string(report.rollbacks) + " rollbacks, " + std::to_string(report.repeated) +
                " frames again",
            "deepest " + std::to_string(report.deepest) + ", waits " + std::to_string(report.waits),
            std::to_string(line.sent()) + " datagrams, " + std::to_string(line.lost()) + " lost",
            std::to_string(report.compared) + " states compared,",
            std::to_string(report.desyncs) + " differ"};
        for (std::size_t i = 0; i < lines.size(); ++i) {
            canvas.text({left, y + 32.0f + 22.0f * static_cast<float>(i)}, lines[i], 16, rgb(0xe6eaf1));
        }
        const float base = y + 252.0f;
        canvas.text({left, y + 168.0f}, "frames of each rollback", 13, rgb(0xb9c1cf));
        for (std::size_t i = 0; i < depths_[s].size(); ++i) {
            const float h = 3.0f * static_cast<float>(depths_[s][i]) + 1.0f;
            canvas.panel_bar({left + 3.2f * static_cast<float>(i), base - h}, {2.4f, h}, team[s]);
        }
    }

    duel::Duel duel_;
    std::array<std::array<int, 100>, 2> depths_{};
    std::array<std::array<bool, 2>, 2> jets_{};
    std::array<std::array<float, 2>, 2> fuel_{};
};

}  // namespace

GameInfo duel_info() {
    return {"duel",
            "Duel: two players, one network",
            "Kick the ball into the other's goal. Each player\nsees a simulation of his own, which predicts\n"
            "the other and rolls back.",
            {{"Left, right", "player 1 runs"},
             {"Up, Space", "flies"},
             {"Enter", "kicks"},
             {"A, D, W, E", "player 2"},
             {"PgUp, PgDn", "delay of the network"},
             {"Home, End", "lost datagrams"}},
            1000000,
            [](const ShowSettings& settings) -> std::unique_ptr<Show> {
                return std::make_unique<DuelShow>(settings);
            }};
}

}  // namespace games
