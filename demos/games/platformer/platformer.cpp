#include <games/platformer/platformer.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

namespace games::platformer {
namespace {

using namespace drystone;

static_assert(std::is_trivially_copyable_v<PlayState>);

constexpr int rewind_frames = 600;
constexpr float run_speed = 6.5f, jump_speed = 9.5f, swim_speed = 4.0f;
constexpr std::uint64_t enemy_category = 4;

CharacterDefinition player_definition() {
    return {.geometry = Capsule{{0.0f, -0.35f}, {0.0f, 0.35f}, 0.35f},
            .max_step = 0.36f,
            .push_force = 260.0f,
            .filter = {.mask = ~enemy_category},
            .gravity = 22.0f,
            .jump_speed = jump_speed,
            .max_fall_speed = 25.0f,
            .ground_acceleration = 50.0f,
            .air_acceleration = 30.0f,
            .swim_acceleration = 20.0f,
            .coyote_time = 0.08f,
            .jump_buffer = 0.1f};
}

}  // namespace

Platformer::Platformer(int threads)
    : threads_(threads),
      world_({.gravity = {0.0f, -22.0f}, .threads = threads}),
      character_(player_definition()),
      past_(rewind_frames) {
    build();
    character_.teleport(start_);
    before_ = start_;
    play_.character = character_.state();
    save(saved_);
}

void Platformer::save(Saved& saved) const {
    world_.snapshot(saved.world);
    saved.play = play_;
}

/// Takes over the play of a moment to which the world has been restored.
void Platformer::restore(const PlayState& play) {
    play_ = play;
    character_.set_state(play.character);
    before_ = play.character.position;
    interpolation_.reset();
}

std::vector<std::byte> Platformer::saved_game() const {
    World checkpoint = world_.clone();
    checkpoint.restore(saved_.world);
    std::vector<std::byte> bytes(sizeof(PlayState));
    std::memcpy(bytes.data(), &saved_.play, sizeof(PlayState));
    const std::vector<std::byte> world = checkpoint.save();
    bytes.insert(bytes.end(), world.begin(), world.end());
    return bytes;
}

void Platformer::load_game(std::span<const std::byte> bytes) {
    if (bytes.size() < sizeof(PlayState)) {
        throw Error("Platformer::load_game: the file is too short");
    }
    PlayState play;
    std::memcpy(&play, bytes.data(), sizeof(PlayState));
    World world = World::load(bytes.subspan(sizeof(PlayState)), {.threads = threads_});
    Character character = character_;
    character.set_state(play.character);
    if (play.checkpoint < -1 || play.checkpoint >= static_cast<int>(checkpoints_.size())) {
        throw Error("Platformer::load_game: the level has no such checkpoint");
    }
    world_ = std::move(world);
    adopt_handles();
    past_.clear();
    restore(play);
    save(saved_);
}

/// Gives all handles the number of the present world: each game builds the same level, so slots are the same.
void Platformer::adopt_handles() {
    const auto adopt = [number = world_.number()](auto& handle) { handle = handle.in_world(number); };
    adopt(ground_);
    std::for_each(enemies_.begin(), enemies_.end(),
                  [&](Figure& enemy) { games::adopt(enemy, world_.number()); });
    for (Shuttle& platform : platforms_) {
        adopt(platform.body);
    }
    std::for_each(crates_.begin(), crates_.end(), adopt);
    std::for_each(planks_.begin(), planks_.end(), adopt);
}

/// Goes two frames back. Returns false where there is no past.
bool Platformer::rewind() {
    const std::optional<PlayState> play = past_.go_back(world_);
    if (play) {
        restore(*play);
    }
    return play.has_value();
}

void Platformer::step(const Input& input) {
    ++ticks_;
    rewinds_ = input.rewind && rewind();
    if (rewinds_ || play_.finished) {
        return;
    }
    past_.save(world_, play_);
    ++play_.frame;
    move_things();
    interpolation_.step(world_, time_step);
    before_ = character_.position();
    move_player(input.first);
    meet_enemies();
    meet_things();
    play_.character = character_.state();
}

void Platformer::move_things() {
    const float time = static_cast<float>(play_.frame) * time_step;
    for (const Shuttle& platform : platforms_) {
        move_shuttle(world_, platform, time, time_step);
    }
    for (std::size_t i = 0; i < enemies_.size(); ++i) {
        if ((play_.beaten >> i & 1u) == 0) {
            const float turn = time / 5.0f;
            const float x = 1.8f * Rot::from_angle(2.0f * pi * (turn - std::floor(turn))).s;
            world_[enemies_[i].torso].set_target_pose(enemies_[i].home + Vec2{x, 0.0f}, 0.0f, time_step);
            if (play_.frame % 15 == 0) {
                swing_limbs(world_, enemies_[i], play_.frame % 30 == 0 ? 0.5f : -0.5f);
            }
        }
    }
}

void Platformer::move_player(const Keys& keys) {
    const Vec2 at = character_.position();
    play_.swims = std::any_of(waters_.begin(), waters_.end(), [&](const Aabb& water) {
        return contains(water, {at - Vec2{0.0f, 0.1f}, at - Vec2{0.0f, 0.1f}});
    });
    CharacterInput input{.velocity = {run_speed * static_cast<float>(keys.x), 0.0f},
                         .jump = keys.jump && !play_.held,
                         .drop = keys.y < 0};
    play_.held = keys.jump;
    if (play_.swims) {
        input.mode = CharacterMode::Swim;
        input.velocity =
            swim_speed * Vec2{static_cast<float>(keys.x), keys.jump ? 1.0f : static_cast<float>(keys.y)};
        const bool at_surface = !std::any_of(waters_.begin(), waters_.end(), [&](const Aabb& water) {
            return contains(water, {at + Vec2{0.0f, 0.35f}, at + Vec2{0.0f, 0.35f}});
        });
        if (keys.jump && at_surface) {
            character_.launch({character_.velocity().x, jump_speed});
        }
    }
    character_.update(world_, input, time_step);
    const bool stopped = keys.x != 0 && std::abs(character_.velocity().x) < 1.0f;
    play_.blocked = stopped ? play_.blocked + 1 : 0;
    play_.facing = keys.x != 0 ? keys.x : play_.facing;
}

void Platformer::beat(std::size_t number) {
    play_.beaten |= 1u << number;
    let_go(world_, enemies_[number]);
    const BodyRef torso = world_[enemies_[number].torso];
    torso.set_linear_velocity({3.0f * static_cast<float>(play_.facing), 4.0f});
    torso.set_angular_velocity(-9.0f * static_cast<float>(play_.facing));
}

void Platformer::meet_enemies() {
    for (std::size_t i = 0; i < enemies_.size(); ++i) {
        const Vec2 way = character_.position() - world_[enemies_[i].torso].position();
        if ((play_.beaten >> i & 1u) != 0 || std::abs(way.x) > 0.6f || std::abs(way.y) > 1.35f) {
            continue;
        }
        if (way.y > 0.6f && character_.velocity().y < 0.0f) {
            beat(i);
            character_.launch({character_.velocity().x, 0.8f * jump_speed});
        } else {
            fall();
            return;
        }
    }
}

void Platformer::meet_things() {
    const Vec2 at = character_.position();
    for (std::size_t i = 0; i < coins_.size(); ++i) {
        play_.coins |= length(coins_[i] - at) < 0.9f ? std::uint64_t{1} << i : 0;
    }
    for (int i = play_.checkpoint + 1; i < static_cast<int>(checkpoints_.size()); ++i) {
        const Vec2 way = checkpoints_[static_cast<std::size_t>(i)] - at;
        if (std::abs(way.x) < 0.5f && std::abs(way.y) < 3.0f) {
            play_.checkpoint = i;
            play_.character = character_.state();
            save(saved_);
        }
    }
    play_.finished = length(flag_ - at) < 1.2f;
    if (at.y < -3.0f || character_.state().crushed) {
        fall();
    }
}

void Platformer::fall() {
    ++falls_;
    world_.restore(saved_.world);
    restore(saved_.play);
}

Pose Platformer::pose(BodyId body, float fraction) const {
    return interpolation_.pose(world_, body, fraction);
}

Vec2 Platformer::player(float fraction) const {
    return before_ + fraction * (character_.position() - before_);
}

bool Platformer::has_ground(const Vec2& above) const {
    return world_.cast_ray_any({.origin = above,
                                .translation = {0.0f, -5.0f},
                                .filter = {.mask = ~enemy_category},
                                .hits_initial_overlaps = true});
}

const Figure* Platformer::enemy_ahead(float reach) const {
    for (std::size_t i = 0; i < enemies_.size(); ++i) {
        const Vec2 way = world_[enemies_[i].torso].position() - character_.position();
        if ((play_.beaten >> i & 1u) == 0 && way.x > -1.0f && way.x < reach && std::abs(way.y) < 3.0f) {
            return &enemies_[i];
        }
    }
    return nullptr;
}

/// Runs to the right, jumps over what is in the way and onto enemies, and waits for rides, except the first
/// time: the checkpoint has to work too. Rewinds once.
Input Platformer::scripted() const {
    Input input;
    if (ticks_ >= 420 && ticks_ < 480) {
        input.rewind = true;
        return input;
    }
    const Vec2 at = character_.position();
    Keys& keys = input.first;
    keys.x = 1;
    const bool grounded = character_.is_on_ground();
    if (play_.swims) {
        keys.jump = true;
        return input;
    }
    if (const Figure* enemy = enemy_ahead(grounded ? 3.2f : 4.5f)) {
        const float x = world_[enemy->torso].position().x - at.x;
        keys.jump = grounded && x > 0.0f;
        keys.x = grounded ? 1 : x > 0.3f ? 1 : x < -0.3f ? -1 : 0;
        return input;
    }
    keys.jump = grounded && play_.blocked > 10;
    if (!grounded && falls_ > 0 && !has_ground(at + Vec2{1.2f, 0.0f}) && has_ground(at - Vec2{2.5f, 0.0f})) {
        keys.x = -1;
        return input;
    }
    for (const Shuttle& platform : platforms_) {
        const Vec2 body = world_[platform.body].position();
        if (grounded && character_.ground().body == platform.body) {
            const bool arrives = length(platform.to - body) < 0.35f;
            keys.x = arrives ? 1 : body.x > at.x + 0.2f ? 1 : body.x < at.x - 0.2f ? -1 : 0;
            keys.jump = false;
        } else if (grounded && falls_ > 0 && at.x < platform.from.x - 1.0f && at.x > platform.from.x - 3.5f &&
                   at.y < platform.from.y + 2.0f && length(platform.from - body) > 0.4f) {
            keys = {};
        }
    }
    return input;
}

std::uint64_t Platformer::hash() const {
    std::uint64_t hash = world_.state_hash();
    hash = mix_hash(hash, std::uint64_t{std::bit_cast<std::uint32_t>(play_.character.position.x)});
    hash = mix_hash(hash, std::uint64_t{std::bit_cast<std::uint32_t>(play_.character.position.y)});
    hash = mix_hash(hash, play_.coins);
    return mix_hash(mix_hash(hash, std::uint64_t{play_.beaten}), play_.frame);
}

std::string Platformer::status() const {
    return std::to_string(std::popcount(play_.coins)) + " of " + std::to_string(coins_.size()) + " coins, " +
           std::to_string(std::popcount(play_.beaten)) + " of " + std::to_string(enemies_.size()) +
           " enemies, " + std::to_string(falls_) + " falls, checkpoint " +
           std::to_string(play_.checkpoint + 1) + " of " + std::to_string(checkpoints_.size()) + ", at " +
           std::to_string(static_cast<int>(character_.position().x)) + " m";
}

}  // namespace games::platformer
