#include <games/pinball/pinball.h>

#include <algorithm>
#include <cmath>

namespace games::pinball {
namespace {

using namespace drystone;

constexpr float left_wall = -4.5f, lane_wall = 4.5f, right_wall = 5.3f, arc_height = 14.0f;
constexpr Vec2 pivot{2.05f, 2.75f};  ///< Axis of the right flipper; the left one mirrors it [m].
constexpr float rest_angle = -0.5f, hit_angle = 0.5f;  ///< Angles of the left flipper [rad].
constexpr Vec2 start{0.5f * (lane_wall + right_wall), 1.3f};
constexpr float kick_speed = 9.0f;
/// The table slopes towards the player.
constexpr Vec2 slope{0.0f, -11.0f};

int points_of(Part::Kind kind) {
    switch (kind) {
        case Part::Kind::Bumper: return 100;
        case Part::Kind::Kicker: return 20;
        case Part::Kind::Target: return 400;
        default: return 200;
    }
}

}  // namespace

Pinball::Pinball(int threads)
    : world_({.gravity = slope, .restitution_threshold = 0.5f, .sleeping = false, .threads = threads}) {
    table_ = world_.create_body({.type = BodyType::Static});
    build_walls();
    build_parts();
    add_flipper(0);
    add_flipper(1);
    add_ball(start, {0.0f, 0.0f});
}

void Pinball::add_wall(const std::vector<Vec2>& points) {
    const ShapeDefinition shape{.material = {.friction = 0.1f, .restitution = 0.4f}};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        world_.create_shape(table_, Capsule{points[i], points[i + 1], 0.1f}, shape);
    }
    walls_.push_back(points);
}

void Pinball::build_walls() {
    std::vector<Vec2> border{{right_wall, 0.6f}};
    const float middle = 0.5f * (left_wall + right_wall), radius = 0.5f * (right_wall - left_wall);
    for (int i = 0; i <= 24; ++i) {
        border.push_back(Vec2{middle, arc_height} +
                         radius * rotate(Rot::from_angle(pi * static_cast<float>(i) / 24.0f), {1.0f, 0.0f}));
    }
    border.emplace_back(left_wall, 4.6f);
    border.emplace_back(-pivot.x - 0.1f, pivot.y + 0.25f);
    add_wall(border);
    add_wall({{lane_wall, 0.6f}, {lane_wall, 12.6f}});
    add_wall({{lane_wall, 4.6f}, {pivot.x + 0.1f, pivot.y + 0.25f}});
    add_wall({{lane_wall, 0.9f}, {right_wall, 0.9f}});
    // Inner lanes beside the flippers.
    add_wall({{-3.65f, 6.4f}, {-3.65f, 5.05f}, {-2.85f, 4.5f}});
    add_wall({{3.65f, 6.4f}, {3.65f, 5.05f}, {2.85f, 4.5f}});
    // Gate of the lane: balls come out and not in again.
    const std::vector<Vec2> gate{{lane_wall, 12.6f}, {right_wall, 13.6f}};
    world_.create_shape(table_, Capsule{gate[0], gate[1], 0.05f},
                        {.material = {.friction = 0.0f, .restitution = 0.3f}, .one_way = Vec2{-0.8f, 0.6f}});
    walls_.push_back(gate);
}

void Pinball::add_part(Part::Kind kind, const Vec2& at, const ShapeGeometry& geometry) {
    Part part{.kind = kind, .at = at};
    ShapeDefinition shape{.material = {.friction = 0.1f, .restitution = 0.5f}};
    shape.sensor = kind == Part::Kind::Rollover;
    part.shape = world_.create_shape(table_, geometry, shape);
    parts_.push_back(part);
}

void Pinball::build_parts() {
    using Kind = Part::Kind;
    for (const Vec2& at : {Vec2{-1.7f, 12.4f}, Vec2{1.7f, 12.4f}, Vec2{0.0f, 10.2f}}) {
        add_part(Kind::Bumper, at, Circle{at, 0.62f});
    }
    for (const float side : {-1.0f, 1.0f}) {
        add_part(Kind::Kicker, {side * 2.5f, 5.8f},
                 make_polygon({{side * 2.8f, 6.6f}, {side * 2.8f, 5.5f}, {side * 1.95f, 4.95f}}, 0.1f));
        for (int i = 0; i < 3; ++i) {
            const Vec2 at{side * 4.3f, 7.9f + 0.95f * static_cast<float>(i)};
            add_part(Kind::Target, at, make_box(0.1f, 0.36f, {at, {}}, 0.04f));
        }
    }
    for (const float x : {-1.6f, 0.4f, 2.4f}) {
        add_part(Kind::Rollover, {x, 15.6f}, Circle{{x, 15.6f}, 0.3f});
    }
}

void Pinball::add_flipper(std::size_t side) {
    const float way = side == 0 ? 1.0f : -1.0f;
    const Vec2 at{-way * pivot.x, pivot.y};
    flippers_[side] = world_.create_body({.position = at, .angle = way * rest_angle});
    const Vec2 tip{way * 1.5f, 0.0f};
    world_.create_shape(
        flippers_[side],
        make_hull({{0.0f, 0.14f}, {0.0f, -0.14f}, tip + Vec2{0.0f, 0.03f}, tip - Vec2{0.0f, 0.03f}}, 0.1f),
        {.density = 20.0f, .material = {.friction = 0.3f, .restitution = 0.2f}, .filter = {.group = -1}});
    const float lower = side == 0 ? rest_angle : -hit_angle, upper = side == 0 ? hit_angle : -rest_angle;
    joints_[side] = world_.create_joint(
        table_, flippers_[side],
        RevoluteJoint{.anchor_a = at, .limit = JointLimit{lower, upper}, .motor = JointMotor{0.0f, 3000.0f}});
}

void Pinball::add_ball(const Vec2& at, const Vec2& velocity) {
    const BodyId ball = world_.create_body({.position = at, .linear_velocity = velocity, .bullet = true});
    world_.create_shape(ball, Circle{{}, ball_radius},
                        {.density = 4.0f, .material = {.friction = 0.2f, .restitution = 0.4f}});
    balls_.push_back(ball);
}

void Pinball::step(const Input& input) {
    ++frame_;
    for (Part& part : parts_) {
        part.lit = std::max(part.lit - 1, 0);
    }
    move_flippers(input.first);
    pull_plunger(input.first);
    nudge(input.first);
    // Two steps a frame: balls and flippers are fast.
    for (int i = 0; i < 2; ++i) {
        interpolation_.step(world_, 0.5f * time_step);
        read_events();
    }
    find_banks();
    drain();
}

void Pinball::move_flippers(const Keys& keys) {
    for (std::size_t side = 0; side < 2; ++side) {
        const bool pressed = keys.x == (side == 0 ? -1 : 1) || keys.y > 0;
        const float speed = (pressed ? 22.0f : -14.0f) * (side == 0 ? 1.0f : -1.0f);
        auto joint = std::get<RevoluteJoint>(world_[joints_[side]].definition());
        if (joint.motor->speed != speed) {
            joint.motor->speed = speed;
            world_[joints_[side]].set_definition(joint);
        }
    }
}

bool Pinball::is_in_lane(BodyId ball) const {
    const Vec2 at = world_[ball].position();
    return at.x > lane_wall && at.y < 2.0f;
}

/// Holding the key pulls the plunger; letting go shoots the balls on it.
void Pinball::pull_plunger(const Keys& keys) {
    if (keys.jump) {
        plunger_ = std::min(plunger_ + time_step / 0.8f, 1.0f);
        return;
    }
    for (const BodyId ball : balls_) {
        if (plunger_ > 0.0f && is_in_lane(ball)) {
            world_[ball].set_linear_velocity({0.0f, 8.0f + 14.0f * plunger_});
        }
    }
    plunger_ = 0.0f;
}

/// A knock against the table moves balls that lie still, at most once a second.
void Pinball::nudge(const Keys& keys) {
    if (keys.y >= 0 || frame_ < next_nudge_) {
        return;
    }
    next_nudge_ = frame_ + 60;
    for (const BodyId ball : balls_) {
        if (!is_in_lane(ball)) {
            const float side = 2.0f * random_of(static_cast<std::uint32_t>(frame_)) - 1.0f;
            world_[ball].set_linear_velocity(world_[ball].linear_velocity() + Vec2{2.0f * side, 3.0f});
        }
    }
}

void Pinball::read_events() {
    const auto find = [&](ShapeId shape) {
        return std::find_if(parts_.begin(), parts_.end(),
                            [&](const Part& part) { return part.shape == shape; });
    };
    for (const ContactBegin& begin : world_.contact_begins()) {
        for (const bool first : {true, false}) {
            const auto part = find(first ? begin.shape_a : begin.shape_b);
            if (part != parts_.end() && world_.is_valid(begin.contact)) {
                const Vec2 normal = world_.contact(begin.contact).normal;
                hit(*part, first ? begin.shape_b : begin.shape_a, first ? normal : -normal);
            }
        }
    }
    for (const SensorBegin& begin : world_.sensor_begins()) {
        if (const auto part = find(begin.sensor); part != parts_.end()) {
            score_ += part->down ? 0 : points_of(part->kind);
            part->down = true;
            part->lit = 20;
        }
    }
}

/// Gives points, and kicks the ball away from bumpers and kickers.
void Pinball::hit(Part& part, ShapeId ball, const Vec2& away) {
    // Kickers work on the side that faces the middle.
    const Vec2 inner{part.at.x > 0.0f ? -0.89f : 0.89f, 0.46f};
    if (part.kind == Part::Kind::Kicker && dot(away, inner) < 0.7f) {
        return;
    }
    const BodyRef body = world_[ball].body();
    score_ += points_of(part.kind) * (balls_.size() > 1 ? 2 : 1);
    part.lit = 14;
    if (part.kind == Part::Kind::Target) {
        part.down = true;
        world_[part.shape].set_enabled(false);
    } else {
        const float speed = dot(body.linear_velocity(), away);
        body.set_linear_velocity(body.linear_velocity() + std::max(kick_speed - speed, 0.0f) * away);
    }
}

/// Releases two more balls when a bank of targets is down, and raises the bank again.
void Pinball::find_banks() {
    for (const float side : {-1.0f, 1.0f}) {
        const auto is_up = [&](const Part& part) {
            return part.kind == Part::Kind::Target && part.at.x * side > 0.0f && !part.down;
        };
        if (std::any_of(parts_.begin(), parts_.end(), is_up)) {
            continue;
        }
        for (Part& part : parts_) {
            if (part.kind == Part::Kind::Target && part.at.x * side > 0.0f) {
                part.down = false;
                world_[part.shape].set_enabled(true);
            }
        }
        score_ += 1000;
        if (balls_.size() == 1) {
            ++multiballs_;
            add_ball({-0.6f, 16.6f}, {-2.4f, 0.0f});
            add_ball({0.6f, 16.6f}, {2.4f, 0.0f});
        }
    }
    const auto is_open = [](const Part& part) { return part.kind == Part::Kind::Rollover && !part.down; };
    if (std::none_of(parts_.begin(), parts_.end(), is_open)) {
        score_ += 1500;
        for (Part& part : parts_) {
            part.down = part.down && part.kind != Part::Kind::Rollover;
        }
    }
}

/// Takes balls that are lost off the table, and puts in the next one.
void Pinball::drain() {
    std::erase_if(balls_, [&](BodyId ball) {
        const bool lost = world_[ball].position().y < -0.5f;
        if (lost) {
            world_.destroy_body(ball);
        }
        return lost;
    });
    if (balls_.empty() && !is_finished()) {
        if (--balls_left_ == 0) {
            ++games_;
            balls_left_ = ball_count;
            score_ = 0;
        }
        add_ball(start, {0.0f, 0.0f});
    }
}

Pose Pinball::pose(BodyId body, float fraction) const { return interpolation_.pose(world_, body, fraction); }

/// Shoots each new ball, and flips when a ball is about to roll off a flipper.
Input Pinball::scripted() const {
    Input input;
    bool left = false, right = false, still = false;
    for (const BodyId ball : balls_) {
        const Vec2 at = world_[ball].position(), velocity = world_[ball].linear_velocity();
        if (is_in_lane(ball) && velocity.y < 3.0f) {
            input.first.jump = plunger_ < 0.75f + 0.2f * random_of(static_cast<std::uint32_t>(frame_ / 100));
        }
        still = still || (at.x < lane_wall && frame_ % 120 == 0 && length(velocity) < 0.5f);
        const float next = std::abs(at.x + 0.06f * velocity.x);
        const bool near = at.y < 3.1f && at.y > 1.6f && next < 1.75f && velocity.y < 3.0f;
        left = left || (near && at.x < 0.15f);
        right = right || (near && at.x > -0.15f);
    }
    input.first.x = left == right ? 0 : left ? -1 : 1;
    input.first.y = left && right ? 1 : still ? -1 : 0;
    return input;
}

std::uint64_t Pinball::hash() const {
    return mix_hash(mix_hash(mix_hash(world_.state_hash(), score_), frame_), balls_left_);
}

std::string Pinball::status() const {
    return "score " + std::to_string(score_) + " of " + std::to_string(goal_score) + ", ball " +
           std::to_string(ball_count + 1 - balls_left_) + " of " + std::to_string(ball_count) + ", game " +
           std::to_string(games_) + ", " + std::to_string(multiballs_) + " multiballs";
}

}  // namespace games::pinball
