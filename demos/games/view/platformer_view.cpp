#include <games/platformer/platformer.h>
#include <games/view/show.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace games {
namespace {

using namespace drystone;
using platformer::level_rows;
using platformer::Platformer;

constexpr float view_height = 11.5f;
const sf::Color player_color = rgb(0xe2574c), enemy_color = rgb(0x7a5aa6), dead_color = rgb(0x9c90ab);

/// Returns the letter of the level at a cell from below; empty outside.
char tile(int x, int y) {
    const auto rows = level_rows();
    const int row = static_cast<int>(rows.size()) - 1 - y;
    if (x < 0 || x >= static_cast<int>(rows[0].size()) || row < 0) {
        return '.';
    }
    return row >= static_cast<int>(rows.size())
               ? '#'
               : rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(x)];
}

bool is_solid(char c) { return c == '#' || c == '/' || c == '\\'; }

class PlatformerShow final : public Show {
public:
    explicit PlatformerShow(const ShowSettings& settings) : game_(settings.threads) {
        eye_ = game_.character().position() + Vec2{3.0f, 1.5f};
    }

    [[nodiscard]] Game& game() override { return game_; }

    void after_step() override {
        ++tick_;
        const Vec2 at = game_.character().position();
        const Vec2 target{at.x + 2.5f * static_cast<float>(game_.play().facing), std::max(at.y + 1.2f, 4.4f)};
        eye_ += coordinate_product(target - eye_, {0.06f, 0.08f});
        const auto width = static_cast<float>(level_rows()[0].size());
        eye_.x = std::clamp(eye_.x, 10.3f, width - 10.3f);
    }

    /// Writes the checkpoint to a file and reads it again.
    void press(sf::Keyboard::Key key) override {
        constexpr const char* file_name = "platformer.checkpoint";
        if (key == sf::Keyboard::F6) {
            const std::vector<std::byte> bytes = game_.saved_game();
            std::ofstream file(file_name, std::ios::binary);
            file.write(reinterpret_cast<const char*>(bytes.data()),
                       static_cast<std::streamsize>(bytes.size()));
            tell(file ? "Saved" : "Cannot write the file");
        } else if (key == sf::Keyboard::F9) {
            std::ifstream file(file_name, std::ios::binary);
            const std::string bytes((std::istreambuf_iterator<char>(file)), {});
            try {
                game_.load_game(std::as_bytes(std::span(bytes)));
                tell("Loaded");
            } catch (const Error&) {
                tell("No saved game in this folder");
            }
        }
    }

    void draw(Canvas& canvas, float fraction) override {
        canvas.look_at(eye_, view_height);
        draw_background(canvas);
        for (std::size_t i = 0; i < game_.checkpoints().size(); ++i) {
            draw_flag(canvas, game_.checkpoints()[i],
                      static_cast<int>(i) <= game_.play().checkpoint ? rgb(0x58b368) : rgb(0xb7bcc6));
        }
        draw_flag(canvas, game_.flag(), rgb(0xf2b134));
        draw_things(canvas, fraction);
        draw_tiles(canvas);
        draw_player(canvas, game_.player(fraction));
        draw_water(canvas);
        draw_head_up(canvas);
    }

private:
    void tell(const char* text) {
        message_ = text;
        message_end_ = tick_ + 120;
    }

    void draw_background(Canvas& canvas) const {
        canvas.sky(rgb(0x7cc6ee), rgb(0xe9f4dc));
        const Aabb seen = canvas.visible();
        canvas.glow({eye_.x + 6.0f, eye_.y + 3.6f}, 2.6f, rgb(0xfff6d0, 0.9f));
        draw_hills(canvas, 0.75f, 3.2f, 2.2f, rgb(0xa9cfd6));
        draw_hills(canvas, 0.5f, 1.2f, 1.7f, rgb(0x86b89b));
        for (int i = -2; i < 60; ++i) {
            const auto n = static_cast<std::uint32_t>(i + 10);
            const float x = static_cast<float>(i) * 7.0f + 4.0f * random_of(n) + 0.8f * eye_.x * 0.6f;
            const float y = 8.0f + 2.5f * random_of(n + 100u) + 0.4f * (eye_.y - 4.4f);
            if (x > seen.lower.x - 3.0f && x < seen.upper.x + 3.0f) {
                for (int k = 0; k < 4; ++k) {
                    const float dx = static_cast<float>(k) * 0.7f - 1.0f;
                    canvas.disc({x + dx, y + 0.2f * random_of(n * 7u + static_cast<std::uint32_t>(k))},
                                0.45f + 0.2f * random_of(n * 5u + static_cast<std::uint32_t>(k)),
                                rgb(0xffffff, 0.85f));
                }
            }
        }
    }

    /// Draws hills that move with a part of the camera's way, so that they look far.
    void draw_hills(Canvas& canvas, float part, float base, float height, sf::Color color) const {
        const Aabb seen = canvas.visible();
        const float shift = part * eye_.x;
        const auto top = [&](float x) {
            return base + part * (eye_.y - 4.4f) +
                   height * (0.6f + 0.3f * std::sin(0.31f * (x - shift)) +
                             0.2f * std::sin(0.83f * (x - shift) + 1.0f));
        };
        for (float x = seen.lower.x; x < seen.upper.x; x += 0.25f) {
            const std::array<Vec2, 4> slice{
                Vec2{x, seen.lower.y}, {x + 0.26f, seen.lower.y}, {x + 0.26f, top(x + 0.25f)}, {x, top(x)}};
            canvas.polygon(slice, color);
        }
    }

    static void draw_tiles(Canvas& canvas) {
        const Aabb seen = canvas.visible();
        for (int x = static_cast<int>(std::floor(seen.lower.x)); static_cast<float>(x) < seen.upper.x; ++x) {
            for (int y = static_cast<int>(std::floor(seen.lower.y)); static_cast<float>(y) < seen.upper.y;
                 ++y) {
                draw_tile(canvas, x, y);
            }
        }
    }

    static void draw_tile(Canvas& canvas, int x, int y) {
        const char c = y < 0 && tile(x, 0) != '#' ? '.' : tile(x, y);
        const Vec2 at{static_cast<float>(x), static_cast<float>(y)};
        const sf::Color earth =
            blend(rgb(0x9a6b43), rgb(0x6e4a30), std::clamp((3.0f - at.y) / 4.0f, 0.0f, 1.0f));
        const sf::Color grass = rgb(0x69a84f), light = rgb(0x8fce6a);
        if (c == '#') {
            canvas.box(at, at + Vec2{1.0f, 1.0f}, earth);
            const auto seed = static_cast<std::uint32_t>(x * 37 + y * 101 + 500);
            for (std::uint32_t i = 0; i < 2; ++i) {
                canvas.disc(
                    at + Vec2{0.15f + 0.7f * random_of(seed + i), 0.15f + 0.7f * random_of(seed + 50u + i)},
                    0.05f + 0.08f * random_of(seed + i + 9u), shade(earth, 0.86f));
            }
            if (!is_solid(tile(x, y + 1))) {
                canvas.box(at + Vec2{0.0f, 0.72f}, at + Vec2{1.0f, 1.0f}, light, grass);
                for (int i = 0; i < 4; ++i) {
                    canvas.disc(at + Vec2{0.125f + 0.25f * static_cast<float>(i), 0.74f}, 0.13f, grass);
                }
            }
        } else if (c == '/' || c == '\\') {
            const float left = c == '/' ? 0.0f : 1.0f;
            const std::array<Vec2, 3> wedge{at, at + Vec2{1.0f, 0.0f}, at + Vec2{1.0f - left, 1.0f}};
            canvas.polygon(wedge, earth);
            canvas.line(at + Vec2{0.0f, left - 0.08f}, at + Vec2{1.0f, 0.92f - left}, 0.16f, light);
        } else if (c == '-') {
            canvas.box(at + Vec2{0.0f, 0.75f}, at + Vec2{1.0f, 1.0f}, rgb(0xd9a866), rgb(0xa97b45));
            canvas.box(at + Vec2{0.47f, 0.75f}, at + Vec2{0.5f, 1.0f}, rgb(0x8a6338));
        }
    }

    static void draw_flag(Canvas& canvas, const Vec2& at, sf::Color color) {
        const Vec2 foot = at - Vec2{0.0f, 0.5f};
        canvas.line(foot, foot + Vec2{0.0f, 2.2f}, 0.1f, rgb(0x6b5a4a));
        const std::array<Vec2, 3> cloth{foot + Vec2{0.05f, 2.2f}, foot + Vec2{0.05f, 1.4f},
                                        foot + Vec2{1.0f, 1.8f}};
        canvas.polygon(cloth, color);
    }

    void draw_things(Canvas& canvas, float fraction) const {
        const World& world = game_.world();
        for (const BodyId plank : game_.planks()) {
            canvas.body(world[plank], game_.pose(plank, fraction), {.fill = rgb(0xc08a4f), .rim = 0.04f});
        }
        for (const Shuttle& platform : game_.platforms()) {
            canvas.line(platform.from, platform.to, 0.05f, rgb(0x4a5568, 0.35f));
            canvas.body(world[platform.body], game_.pose(platform.body, fraction),
                        {.fill = rgb(0x6f87a8), .rim = 0.06f});
        }
        for (const BodyId crate : game_.crates()) {
            const Pose pose = game_.pose(crate, fraction);
            canvas.body(world[crate], pose, {.fill = rgb(0xd3a064), .rim = 0.09f});
            canvas.line(transform(pose, {-0.27f, -0.27f}), transform(pose, {0.27f, 0.27f}), 0.09f,
                        rgb(0x94693a));
            canvas.line(transform(pose, {-0.27f, 0.27f}), transform(pose, {0.27f, -0.27f}), 0.09f,
                        rgb(0x94693a));
        }
        for (std::size_t i = 0; i < game_.coins().size(); ++i) {
            if ((game_.play().coins >> i & 1u) == 0) {
                const float turn = 0.08f * static_cast<float>(tick_) + static_cast<float>(i);
                const Vec2 at = game_.coins()[i] + Vec2{0.0f, 0.06f * std::sin(turn)};
                canvas.glow(at, 0.6f, rgb(0xffe58a, 0.5f));
                const float w = 0.1f + 0.16f * std::abs(std::cos(turn));
                canvas.shape(Capsule{{0.0f, -0.26f + w}, {0.0f, 0.26f - w}, w}, {at, {}},
                             {.fill = rgb(0xffd23f)});
            }
        }
        for (std::size_t i = 0; i < game_.enemies().size(); ++i) {
            draw_enemy(canvas, game_.enemies()[i], (game_.play().beaten >> i & 1u) != 0, fraction);
        }
    }

    void draw_enemy(Canvas& canvas, const Figure& enemy, bool is_beaten, float fraction) const {
        const World& world = game_.world();
        const sf::Color color = is_beaten ? dead_color : enemy_color;
        for (const std::size_t i : {1u, 3u, 4u}) {
            canvas.body(world[enemy.limbs[i]], game_.pose(enemy.limbs[i], fraction),
                        {.fill = shade(color, 0.85f)});
        }
        canvas.body(world[enemy.torso], game_.pose(enemy.torso, fraction), {.fill = color});
        const Pose head = game_.pose(enemy.limbs[0], fraction);
        canvas.body(world[enemy.limbs[0]], head, {.fill = blend(color, rgb(0xffffff), 0.25f)});
        for (const float x : {-0.08f, 0.08f}) {
            const Vec2 eye = transform(head, {x, -0.16f});
            if (is_beaten) {
                canvas.line(eye - Vec2{0.05f, 0.05f}, eye + Vec2{0.05f, 0.05f}, 0.03f, rgb(0x3b3348));
                canvas.line(eye - Vec2{0.05f, -0.05f}, eye + Vec2{0.05f, -0.05f}, 0.03f, rgb(0x3b3348));
            } else {
                canvas.disc(eye, 0.065f, rgb(0xffffff));
                canvas.disc(eye + Vec2{0.02f, 0.0f}, 0.03f, rgb(0x2a2233));
            }
        }
        canvas.body(world[enemy.limbs[2]], game_.pose(enemy.limbs[2], fraction),
                    {.fill = shade(color, 0.9f)});
    }

    void draw_player(Canvas& canvas, const Vec2& at) const {
        const auto way = static_cast<float>(game_.play().facing);
        const Vec2 velocity = game_.character().velocity();
        const bool runs = game_.character().is_on_ground() && std::abs(velocity.x) > 0.5f;
        const float phase = 2.2f * at.x;
        for (const float side : {-1.0f, 1.0f}) {
            const float swing = runs ? 0.24f * std::sin(phase + 1.57f * (1.0f + side)) : 0.1f * side;
            const float lift = runs ? 0.1f * std::max(std::cos(phase + 1.57f * (1.0f + side)), 0.0f) : 0.0f;
            canvas.shape(Capsule{{-0.05f, 0.0f}, {0.07f, 0.0f}, 0.1f}, {at + Vec2{swing, lift - 0.6f}, {}},
                         {.fill = rgb(0x4a3a35), .rim = 0.03f});
        }
        canvas.shape(Capsule{{0.0f, -0.25f}, {0.0f, 0.33f}, 0.33f}, {at, {}},
                     {.fill = player_color, .rim = 0.06f});
        canvas.shape(Capsule{{-0.12f * way, -0.02f}, {0.12f * way, -0.02f}, 0.13f},
                     {at + Vec2{0.14f * way, 0.36f}, {}}, {.fill = rgb(0xffe3c4), .rim = 0.02f});
        const bool blinks = tick_ % 150 < 6;
        for (const float x : {0.06f, 0.24f}) {
            const Vec2 eye = at + Vec2{x * way, 0.38f};
            canvas.line(eye - Vec2{0.0f, blinks ? 0.0f : 0.05f}, eye + Vec2{0.0f, blinks ? 0.0f : 0.05f},
                        0.06f, rgb(0x2b2430));
        }
        canvas.line(at + Vec2{-0.28f * way, 0.12f}, at + Vec2{-0.62f * way, 0.05f + 0.02f * velocity.y},
                    0.14f, rgb(0xf2b134));
    }

    void draw_water(Canvas& canvas) const {
        for (const Aabb& water : game_.waters()) {
            const float t = 0.05f * static_cast<float>(tick_);
            for (float x = water.lower.x; x < water.upper.x - 0.01f; x += 0.25f) {
                const auto top = [&](float place) {
                    return water.upper.y + 0.05f * std::sin(1.7f * place + t) +
                           0.03f * std::sin(3.1f * place - 1.3f * t);
                };
                const std::array<Vec2, 4> slice{Vec2{x, water.lower.y},
                                                {x + 0.25f, water.lower.y},
                                                {x + 0.25f, top(x + 0.25f)},
                                                {x, top(x)}};
                canvas.polygon(slice, rgb(0x2f86c9, 0.55f));
                canvas.line({x, top(x)}, {x + 0.25f, top(x + 0.25f)}, 0.07f, rgb(0xd8f1ff, 0.8f));
            }
        }
    }

    void draw_head_up(Canvas& canvas) const {
        const auto coins =
            std::to_string(std::popcount(game_.play().coins)) + " / " + std::to_string(game_.coins().size());
        canvas.panel({16.0f, 14.0f}, {312.0f, 40.0f}, rgb(0x22313f, 0.72f));
        canvas.text({30.0f, 22.0f}, "Coins " + coins, 19, rgb(0xffe58a), true);
        canvas.text({190.0f, 22.0f}, "Falls " + std::to_string(game_.falls()), 19, rgb(0xffffff), true);
        canvas.text({18.0f, canvas.size().y - 34.0f},
                    "Arrows: run, drop   Space: jump   R: rewind   Esc: menu", 16, rgb(0xffffff));
        if (tick_ < message_end_) {
            canvas.centered_text(110.0f, message_, 26, rgb(0xffffff));
        }
        if (game_.rewinds()) {
            canvas.panel_bar({0.0f, 0.0f}, canvas.size(), rgb(0x4a6fb0, 0.28f));
            canvas.centered_text(60.0f, "Rewind", 44, rgb(0xffffff));
        }
    }

    Platformer game_;
    Vec2 eye_{};
    int tick_ = 0;
    std::string message_;
    int message_end_ = 0;
};

}  // namespace

GameInfo platformer_info() {
    return {
        "platformer",
        "Platformer: run, jump, rewind",
        "Reach the golden flag. Jump on enemies, push crates,\nswim, ride. A fall returns to the last flag.",
        {{"Left, right", "run"},
         {"Space", "jump; swim up"},
         {"Down", "drop through planks"},
         {"R", "rewind up to ten seconds"},
         {"F5", "begin again"},
         {"F6, F9", "save the checkpoint, load it"}},
        6000,
        [](const ShowSettings& settings) -> std::unique_ptr<Show> {
            return std::make_unique<PlatformerShow>(settings);
        }};
}

}  // namespace games
