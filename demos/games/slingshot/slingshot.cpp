#include <games/slingshot/slingshot.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace games::slingshot {
namespace {

using namespace drystone;

constexpr float speed_of_pull = 8.6f;  ///< Speed of the shot for each metre of pull [1/s].
constexpr float deadly_speed = 3.0f;   ///< Speed of a hit that a target does not survive [m/s].
constexpr int max_frames = 480, slow_motion = 3;

/// Adds the ball of a shot to the world, or to a clone of it.
BodyId launch(World& world, const Vec2& pull) {
    const BodyId ball = world.create_body({.position = fork,
                                           .linear_velocity = -speed_of_pull * pull,
                                           .angular_damping = 0.6f,
                                           .bullet = true});
    world.create_shape(
        ball, Circle{{}, ball_radius},
        {.density = 7.0f, .material = {.friction = 0.6f, .restitution = 0.2f}, .hit_events = true});
    return ball;
}

Vec2 limited(const Vec2& pull) {
    const float pulled = length(pull);
    return pulled > max_pull ? pull * (max_pull / pulled) : pull;
}

/// Returns the bits of the targets that are still alive after a step of the world.
std::uint32_t survivors(const World& world, const std::vector<BodyId>& targets, std::uint32_t alive) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const std::uint32_t bit = 1u << i;
        if ((alive & bit) == 0) {
            continue;
        }
        for (const ContactHit& hit : world.contact_hits()) {
            const bool is_hit =
                world[hit.shape_a].body().id() == targets[i] || world[hit.shape_b].body().id() == targets[i];
            alive &= is_hit && hit.approach_speed > deadly_speed ? ~bit : ~0u;
        }
        alive &= world[targets[i]].position().y < -2.0f ? ~bit : ~0u;
    }
    return alive;
}

/// Takes targets that were hit out of the world.
void remove_hit(World& world, const std::vector<BodyId>& targets, std::uint32_t before, std::uint32_t after) {
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (((before & ~after) >> i & 1u) != 0) {
            world[targets[i]].set_enabled(false);
        }
    }
}

/// Steps a shot; returns the targets that are left.
std::uint32_t step_shot(World& world, const std::vector<BodyId>& targets, std::uint32_t alive) {
    const std::uint32_t left = survivors(world, targets, alive);
    remove_hit(world, targets, alive, left);
    return left;
}

}  // namespace

Slingshot::Slingshot(int threads) : threads_(threads) { load_level(0); }

void Slingshot::add_block(const Vec2& at, float half_width, float half_height, Kind kind) {
    const BodyId body = world_.create_body({.position = at});
    world_.create_shape(body, make_rounded_box(half_width - 0.03f, half_height - 0.03f, 0.03f),
                        {.density = kind == Kind::Stone ? 3.0f : 1.0f, .material = {.friction = 0.7f}});
    things_.push_back({body, kind});
}

void Slingshot::add_target(const Vec2& at) {
    const BodyId body = world_.create_body({.position = at + Vec2{0.0f, 0.4f}, .angular_damping = 1.0f});
    world_.create_shape(body, Circle{{}, 0.4f},
                        {.density = 1.0f, .material = {.rolling_resistance = 0.1f}, .hit_events = true});
    things_.push_back({body, Kind::Target});
    targets_.push_back(body);
}

/// Adds two pillars and a beam over them; returns the height of its top.
float Slingshot::add_floor(float x, float y, float half_width, Kind kind) {
    add_block({x - half_width + 0.2f, y + 0.9f}, 0.2f, 0.9f, kind);
    add_block({x + half_width - 0.2f, y + 0.9f}, 0.2f, 0.9f, kind);
    add_block({x, y + 2.0f}, half_width + 0.15f, 0.2f, Kind::Wood);
    return y + 2.2f;
}

void Slingshot::load_level(int level) {
    interpolation_.reset();
    world_ = World({.gravity = {0.0f, -10.0f}, .threads = threads_});
    things_.clear();
    targets_.clear();
    ball_ = {};
    const BodyId ground = world_.create_body({.type = BodyType::Static});
    world_.create_shape(ground, make_box(60.0f, 1.0f, {{0.0f, -1.0f}, {}}), {.material = {.friction = 0.8f}});
    if (level == 0) {
        add_target({6.0f, 0.0f});
        add_target({6.0f, add_floor(6.0f, 0.0f, 1.5f, Kind::Wood)});
        add_target({6.0f, add_floor(6.0f, 2.2f, 1.2f, Kind::Wood)});
    } else if (level == 1) {
        for (const float x : {3.5f, 9.5f}) {
            add_target({x, 0.0f});
            add_target({x, add_floor(x, add_floor(x, 0.0f, 1.2f, Kind::Stone), 1.2f, Kind::Wood)});
        }
        add_block({6.5f, 4.55f}, 3.2f, 0.15f, Kind::Wood);
        add_target({6.5f, 4.7f});
    } else {
        for (int row = 0; row < 5; ++row) {
            for (int i = 0; i < 5 - row; ++i) {
                const float x = 4.0f + 0.95f * (static_cast<float>(i) + 0.5f * static_cast<float>(row));
                add_block({x, 0.45f + 0.9f * static_cast<float>(row)}, 0.45f, 0.45f,
                          row == 0 ? Kind::Stone : Kind::Wood);
            }
        }
        add_target({5.9f, 4.5f});
        const float first = add_floor(12.0f, 0.0f, 1.5f, Kind::Stone);
        add_target({12.0f, 0.0f});
        const float second = add_floor(12.0f, first, 1.3f, Kind::Wood);
        add_target({12.0f, first});
        add_target({12.0f, add_floor(12.0f, second, 1.1f, Kind::Wood)});
    }
    state_ = {.level = level, .alive = (1u << targets_.size()) - 1u};
    phase_ = Phase::Aim;
    ticks_ = 0;
    plan_.reset();
    update_preview();
}

void Slingshot::step(const Input& input) {
    ++ticks_;
    switch (phase_) {
        case Phase::Aim: aim(input); break;
        case Phase::Flight: fly(); break;
        case Phase::Replay:
            if (ticks_ % slow_motion == 0) {
                fly();
            }
            break;
        case Phase::Won: celebrate(input); break;
    }
    was_pressed_ = input.pressed;
}

void Slingshot::celebrate(const Input& input) {
    interpolation_.step(world_, time_step);
    if (input.rewind) {
        begin_replay();
    } else if (ticks_ > 90 && state_.level + 1 < level_count) {
        load_level(state_.level + 1);
    } else if (ticks_ > 90) {
        finished_ = true;
    }
}

/// Follows mouse and keys; the ball flies when the button is let go.
void Slingshot::aim(const Input& input) {
    interpolation_.step(world_, time_step);
    if (input.pressed) {
        pull_ = limited(input.pointer - fork);
    } else if (was_pressed_ || input.first.jump) {
        if (length(pull_) > 0.3f) {
            shoot();
            return;
        }
    } else if (input.rewind && length_ > 0) {
        begin_replay();
        return;
    }
    const Rot turn = Rot::from_angle(0.012f * static_cast<float>(input.first.y));
    pull_ = limited(rotate(inverse(turn), pull_) * (1.0f + 0.01f * static_cast<float>(input.first.x)));
    update_preview();
}

/// Lets a clone of the world show where the ball will fly, if the pull has changed.
void Slingshot::update_preview() {
    if (preview_pull_ == pull_ && ticks_ % 30 != 1) {
        return;
    }
    preview_pull_ = pull_;
    preview_.clear();
    World clone = world_.clone();
    const BodyId ball = launch(clone, pull_);
    for (int i = 0; i < 120; ++i) {
        clone.step(time_step);
        preview_.push_back(clone[ball].position());
        bool touches = false;
        clone[ball].visit_contacts(
            [&](const ContactView& contact) { touches = touches || contact.count > 0; });
        if (touches) {
            break;
        }
    }
}

void Slingshot::shoot() {
    --state_.shots;
    state_.frames = 0;
    world_.snapshot(before_shot_);
    state_before_ = state_;
    things_before_ = things_.size();
    shot_pull_ = pull_;
    ball_ = launch(world_, pull_);
    things_.push_back({ball_, Kind::Ball});
    phase_ = Phase::Flight;
    ticks_ = 0;
}

void Slingshot::fly() {
    interpolation_.step(world_, time_step);
    ++state_.frames;
    state_.alive = step_shot(world_, targets_, state_.alive);
    const bool rests = world_.moved_bodies().empty();
    if (rests || state_.frames >= max_frames) {
        end_flight();
    }
}

void Slingshot::begin_replay() {
    interpolation_.reset();
    world_.restore(before_shot_);
    state_ = state_before_;
    things_.resize(things_before_);
    ball_ = launch(world_, shot_pull_);
    things_.push_back({ball_, Kind::Ball});
    phase_ = Phase::Replay;
    ticks_ = 0;
}

void Slingshot::end_flight() {
    const std::uint64_t hash = mix_hash(world_.state_hash(), std::uint64_t{state_.alive});
    if (phase_ == Phase::Replay) {
        ++replays_;
        wrong_replays_ += hash != hash_after_ || state_.frames != length_ ? 1 : 0;
    }
    hash_after_ = hash;
    length_ = state_.frames;
    ticks_ = 0;
    plan_.reset();
    phase_ = state_.alive == 0 ? Phase::Won : Phase::Aim;
    if (state_.alive != 0 && state_.shots == 0) {
        ++tries_;
        length_ = 0;
        load_level(state_.level);
    }
}

/// Returns how good a shot would be: targets count most, then movement.
int Slingshot::try_pull(const Vec2& pull) const {
    World clone = world_.clone();
    launch(clone, pull);
    std::uint32_t alive = state_.alive;
    int moved = 0;
    for (int i = 0; i < 240 && alive != 0; ++i) {
        clone.step(time_step);
        alive = step_shot(clone, targets_, alive);
        moved += static_cast<int>(clone.moved_bodies().size());
    }
    return 100000 * std::popcount(state_.alive & ~alive) + moved;
}

Vec2 Slingshot::choose_pull() const {
    Vec2 best{};
    int best_value = -1;
    for (int i = 0; i < 20; ++i) {
        // Flat and steep shots, and in each new try others.
        const float angle = 0.02f + 0.052f * (static_cast<float>(i) + 0.37f * static_cast<float>(tries_ - 1));
        const Vec2 pull = -max_pull * rotate(Rot::from_angle(angle), {1.0f, 0.0f});
        const int value = try_pull(pull);
        if (value > best_value) {
            best = pull;
            best_value = value;
        }
    }
    return best;
}

Input Slingshot::scripted() const {
    Input input;
    // The last shot of each level is seen again.
    input.rewind = phase_ == Phase::Won && ticks_ > 60 && replays_ <= state_.level;
    if (phase_ != Phase::Aim) {
        return input;
    }
    if (!plan_) {
        plan_ = choose_pull();
    }
    constexpr int pulling = 50;
    input.pressed = ticks_ < pulling + 15;
    const float part = std::min(static_cast<float>(ticks_) / static_cast<float>(pulling), 1.0f);
    input.pointer = fork + part * *plan_ + (1.0f - part) * Vec2{-0.4f, 0.6f};
    return input;
}

Pose Slingshot::pose(BodyId body, float fraction) const {
    return interpolation_.pose(world_, body, fraction);
}

std::uint64_t Slingshot::hash() const {
    return mix_hash(mix_hash(mix_hash(world_.state_hash(), std::uint64_t{state_.alive}), state_.level),
                    state_.shots);
}

std::string Slingshot::status() const {
    return "level " + std::to_string(state_.level + 1) + " of " + std::to_string(level_count) + ", " +
           std::to_string(state_.shots) + " shots left, " + std::to_string(std::popcount(state_.alive)) +
           " targets left, " + std::to_string(tries_) + " tries, " + std::to_string(replays_) + " replays, " +
           std::to_string(wrong_replays_) + " of them wrong";
}

}  // namespace games::slingshot
