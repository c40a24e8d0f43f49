#include <games/duel/arena.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace games::duel {
namespace {

using namespace drystone;

constexpr float run_speed = 9.0f, run_acceleration = 60.0f, jet_acceleration = 34.0f, jet_speed = 8.0f;
constexpr float kick_reach = 2.1f, kick_speed = 13.0f;
constexpr int kick_cooldown = 25;

/// Returns 1 for the player that plays to the right, -1 for the other.
float side_of(int player) { return player == 0 ? 1.0f : -1.0f; }

}  // namespace

Arena::Arena(int threads) : world_({.gravity = {0.0f, -15.0f}, .threads = threads}) {
    build();
    kick_off();
}

void Arena::add_wall(const Vec2& lower, const Vec2& upper, bool one_way) {
    const Vec2 half = 0.5f * (upper - lower);
    ShapeDefinition shape{.material = {.friction = 0.4f, .restitution = 0.5f}};
    if (one_way) {
        shape.one_way = Vec2{0.0f, 1.0f};
    }
    world_.create_shape(ground_, make_box(half.x, half.y, {lower + half, {}}), shape);
    walls_.push_back({lower, upper});
}

void Arena::build() {
    const float w = half_width, d = goal_depth;
    ground_ = world_.create_body({.type = BodyType::Static});
    add_wall({-w - d - 1.0f, -1.0f}, {w + d + 1.0f, 0.0f});
    add_wall({-w - d - 1.0f, height}, {w + d + 1.0f, height + 1.0f});
    for (const float side : {-1.0f, 1.0f}) {
        const float inner = side * w, outer = side * (w + d), end = side * (w + d + 1.0f);
        add_wall({std::min(inner, end), goal_height}, {std::max(inner, end), height});
        add_wall({std::min(outer, end), 0.0f}, {std::max(outer, end), goal_height});
        add_wall({side * 7.0f - 2.0f, 3.6f}, {side * 7.0f + 2.0f, 3.9f}, true);
        add_lamp(side * 3.5f);
    }
    for (int i = 0; i < 6; ++i) {
        crates_.push_back(world_.create_body());
        world_.create_shape(crates_.back(), make_rounded_box(0.4f, 0.4f, 0.05f),
                            {.density = 0.5f, .material = {.friction = 0.5f}});
    }
    for (BodyId& player : players_) {
        player = world_.create_body({.can_sleep = false, .locks = {.rotation = true}});
        world_.create_shape(player, Capsule{{0.0f, -0.35f}, {0.0f, 0.35f}, 0.45f},
                            {.density = 3.0f, .material = {.friction = 0.1f}});
    }
    ball_ = world_.create_body({.linear_damping = 0.15f, .angular_damping = 0.5f, .bullet = true});
    world_.create_shape(ball_, Circle{{}, 0.65f},
                        {.density = 0.6f, .material = {.friction = 0.4f, .restitution = 0.75f}});
}

/// Adds a heavy lamp that hangs on a chain of three links: joints have to survive rollbacks too.
void Arena::add_lamp(float x) {
    BodyId above = ground_;
    for (int i = 0; i < 4; ++i) {
        const bool is_lamp = i == 3;
        const float y = height - 0.5f - static_cast<float>(i) - (is_lamp ? 0.1f : 0.0f);
        const BodyId link = world_.create_body({.position = {x, y}, .angular_damping = 0.4f});
        if (is_lamp) {
            world_.create_shape(link, Circle{{}, 0.6f}, {.density = 2.0f, .material = {.restitution = 0.6f}});
        } else {
            world_.create_shape(link, make_box(0.06f, 0.5f), {.density = 2.0f, .filter = {.mask = 0}});
        }
        const Vec2 pin{x, height - static_cast<float>(i)};
        world_.create_joint(above, link,
                            RevoluteJoint{.anchor_a = world_[above].local_point(pin),
                                          .anchor_b = world_[link].local_point(pin)});
        lamps_.push_back(link);
        above = link;
    }
}

void Arena::place(BodyId body, const Vec2& position) {
    world_[body].set_pose(position, 0.0f);
    world_[body].set_linear_velocity({0.0f, 0.0f});
    if (!world_[body].locks().rotation) {
        world_[body].set_angular_velocity(0.0f);
    }
}

void Arena::kick_off() {
    place(ball_, {0.0f, 6.0f});
    place(players_[0], {-9.0f, 0.85f});
    place(players_[1], {9.0f, 0.85f});
    for (std::size_t i = 0; i < crates_.size(); ++i) {
        const float side = i < 3 ? -1.0f : 1.0f;
        place(crates_[i], {side * 7.0f, 0.46f + 0.92f * static_cast<float>(i % 3)});
    }
    match_.fuel = {1.0f, 1.0f};
    match_.cooldown = {};
}

bool Arena::is_on_ground(BodyId player) const {
    bool grounded = false;
    world_[player].visit_contacts([&](const ContactView& contact) {
        const bool first = world_[contact.shape_a].body().id() == player;
        grounded = grounded || (contact.count > 0 && (first ? -contact.normal.y : contact.normal.y) > 0.5f);
    });
    return grounded;
}

void Arena::move_player(int number, Buttons buttons) {
    const auto n = static_cast<std::size_t>(number);
    const BodyRef body = world_[players_[n]];
    const bool grounded = is_on_ground(players_[n]);
    const int way = ((buttons & right) != 0 ? 1 : 0) - ((buttons & left) != 0 ? 1 : 0);
    Vec2 velocity = body.linear_velocity();
    const float limit = (grounded ? 1.0f : way != 0 ? 0.7f : 0.15f) * run_acceleration * time_step;
    velocity.x += std::clamp(run_speed * static_cast<float>(way) - velocity.x, -limit, limit);
    if ((buttons & up) != 0 && match_.fuel[n] > 0.0f) {
        velocity.y += std::clamp(jet_speed - velocity.y, 0.0f, jet_acceleration * time_step);
        match_.fuel[n] = std::max(match_.fuel[n] - 0.8f * time_step, 0.0f);
    } else if (grounded) {
        match_.fuel[n] = std::min(match_.fuel[n] + 1.5f * time_step, 1.0f);
    }
    body.set_linear_velocity(velocity);
    match_.cooldown[n] = std::max(match_.cooldown[n] - 1, 0);
    if ((buttons & kick) != 0 && match_.cooldown[n] == 0) {
        kick_from(number);
        match_.cooldown[n] = kick_cooldown;
    }
}

/// Kicks everything that is near, the ball upwards and forwards.
void Arena::kick_from(int number) {
    const BodyId self = players_[static_cast<std::size_t>(number)];
    const Vec2 from = world_[self].position();
    const auto push = [&](BodyId body, float speed) {
        const Vec2 way = world_[body].position() - from;
        const float distance = length(way);
        if (distance < kick_reach && distance > 0.01f) {
            const Vec2 direction = normalized(way / distance + Vec2{0.35f * side_of(number), 0.35f});
            world_[body].apply_impulse(world_[body].mass().mass * speed * direction);
        }
    };
    push(ball_, kick_speed);
    push(players_[static_cast<std::size_t>(1 - number)], 0.6f * kick_speed);
    for (const BodyId crate : crates_) {
        push(crate, 0.6f * kick_speed);
    }
}

void Arena::find_goal() {
    const float x = world_[ball_].position().x;
    if (std::abs(x) > half_width + 0.3f) {
        match_.scorer = x > 0.0f ? 0 : 1;
        ++match_.score[static_cast<std::size_t>(match_.scorer)];
        match_.pause = 90;
    }
}

void Arena::step(const std::array<Buttons, 2>& buttons) {
    const bool ends_pause = match_.pause == 1;
    match_.pause = std::max(match_.pause - 1, 0);
    if (ends_pause) {
        if (std::max(match_.score[0], match_.score[1]) >= goals_to_win || match_.clock >= match_frames) {
            match_.wins[0] += match_.score[0] > match_.score[1] ? 1 : 0;
            match_.wins[1] += match_.score[1] > match_.score[0] ? 1 : 0;
            match_.score = {};
            match_.clock = 0;
        }
        kick_off();
    }
    for (int i = 0; i < 2; ++i) {
        move_player(i, buttons[static_cast<std::size_t>(i)]);
    }
    world_.step(time_step);
    if (match_.pause == 0) {
        ++match_.clock;
        find_goal();
        match_.pause = match_.pause == 0 && match_.clock >= match_frames ? 90 : match_.pause;
    }
}

std::uint64_t Arena::hash() const {
    std::uint64_t hash = world_.state_hash();
    for (std::size_t i = 0; i < 2; ++i) {
        hash = mix_hash(hash, match_.score[i] + 1000 * match_.wins[i]);
        hash = mix_hash(hash, std::uint64_t{std::bit_cast<std::uint32_t>(match_.fuel[i])});
        hash = mix_hash(hash, match_.cooldown[i]);
    }
    return mix_hash(hash, match_.clock * 1000 + match_.pause);
}

Buttons Arena::think(int player, std::uint32_t frame) const {
    const float side = side_of(player);
    const Vec2 self = world_[players_[static_cast<std::size_t>(player)]].position();
    const Vec2 ball = world_[ball_].predict_free_flight(0.2f).position;
    const float mood = random_of(frame / 20 * 2 + static_cast<std::uint32_t>(player));
    const bool behind = side * (ball.x - self.x) > 0.3f;
    const float target = ball.x - side * (behind ? 0.6f : 2.2f) + 2.0f * (mood - 0.5f);
    Buttons buttons = target > self.x + 0.2f ? right : target < self.x - 0.2f ? left : Buttons{0};
    const bool blocked =
        std::abs(world_[players_[static_cast<std::size_t>(player)]].linear_velocity().x) < 1.0f;
    const bool wants_up =
        (ball.y > self.y + 1.2f && std::abs(ball.x - self.x) < 4.0f) || (!behind && mood > 0.3f);
    if (wants_up || (blocked && buttons != 0 && mood > 0.4f)) {
        buttons |= up;
    }
    if (behind && length(ball - self) < kick_reach && mood < 0.8f) {
        buttons |= kick;
    }
    return buttons;
}

}  // namespace games::duel
