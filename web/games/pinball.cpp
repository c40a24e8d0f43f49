// Pinball for a page: the rules of demos/games/pinball, and lists of numbers that web/playground/pinball.js
// draws.

#include <games/pinball/pinball.h>

#include <drystone/drystone.h>

#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

using namespace drystone;
using games::pinball::Part;
using games::pinball::Pinball;

namespace {

/// Kinds of things that are drawn; the first four are those of `Part`.
enum class Thing : std::uint8_t { Bumper, Kicker, Target, Rollover, Flipper, Ball };

/// What is drawn of a thing; its points follow in the list, two numbers each, in the frame of the pose.
struct Picture {
    float thing, lit, down, x, y, c, s, radius, points;
};

std::unique_ptr<Pinball> game;
std::vector<float> list;

void append(Thing thing, const Pose& pose, float radius, float lit = 0.0f, bool down = false,
            std::span<const Vec2> points = {}) {
    const Picture picture{static_cast<float>(thing),
                          lit,
                          down ? 1.0f : 0.0f,
                          pose.position.x,
                          pose.position.y,
                          pose.rotation.c,
                          pose.rotation.s,
                          radius,
                          static_cast<float>(points.size())};
    list.insert(list.end(), {picture.thing, picture.lit, picture.down, picture.x, picture.y, picture.c,
                             picture.s, picture.radius, picture.points});
    for (const Vec2& point : points) {
        list.insert(list.end(), {point.x, point.y});
    }
}

void append_polygon(Thing thing, const Pose& pose, ConstShapeRef shape, float lit = 0.0f) {
    const ShapeGeometry geometry = shape.geometry();
    const auto& polygon = std::get<Polygon>(geometry);
    append(thing, pose, polygon.radius(), lit, false, polygon.vertices());
}

}  // namespace

#define EXPORTED(name) extern "C" __attribute__((export_name(#name)))

/// Begins a game.
EXPORTED(start) void start() { game = std::make_unique<Pinball>(); }

/// Advances the game by 1/60 s with the keys that are held; -1 and 1 are left and right, down and up.
EXPORTED(step) void step(int x, int y, bool jump) {
    games::Input input;
    input.first = {.x = x, .y = y, .jump = jump};
    game->step(input);
}

/// Advances the game by 1/60 s with what a scripted player does.
EXPORTED(play) void play() { game->step(game->scripted()); }

/// Returns the lines of the walls: their number, then of each the number of its points and these.
EXPORTED(walls) const float* walls() {
    list.assign(1, static_cast<float>(game->walls().size()));
    for (const std::vector<Vec2>& wall : game->walls()) {
        list.push_back(static_cast<float>(wall.size()));
        for (const Vec2& point : wall) {
            list.insert(list.end(), {point.x, point.y});
        }
    }
    return list.data();
}

/// Returns what is drawn at a fraction of the last step: the number of things, then a `Picture` of each.
EXPORTED(picture) const float* picture(float fraction) {
    list.assign(1, static_cast<float>(game->parts().size() + 2 + game->balls().size()));
    const World& world = game->world();
    for (const Part& part : game->parts()) {
        const float lit = static_cast<float>(part.lit) / 14.0f;
        if (part.kind == Part::Kind::Kicker) {
            append_polygon(Thing::Kicker, {}, world[part.shape], lit);
        } else {
            append(static_cast<Thing>(part.kind), {part.at, {}}, 0.0f, lit, part.down);
        }
    }
    for (const BodyId flipper : game->flippers()) {
        append_polygon(Thing::Flipper, game->pose(flipper, fraction), world[flipper].shapes().front());
    }
    for (const BodyId ball : game->balls()) {
        append(Thing::Ball, game->pose(ball, fraction), games::pinball::ball_radius);
    }
    return list.data();
}

EXPORTED(score) int score() { return game->score(); }
EXPORTED(goal) int goal() { return games::pinball::goal_score; }
EXPORTED(balls_left) int balls_left() { return game->balls_left(); }
EXPORTED(multiballs) int multiballs() { return game->multiballs(); }
EXPORTED(plunger) float plunger() { return game->plunger(); }
EXPORTED(finished) bool finished() { return game->is_finished(); }
/// Return the lower and the upper half of the hash of the whole state.
EXPORTED(hash_low) std::uint32_t hash_low() { return static_cast<std::uint32_t>(game->hash()); }
EXPORTED(hash_high) std::uint32_t hash_high() { return static_cast<std::uint32_t>(game->hash() >> 32); }
