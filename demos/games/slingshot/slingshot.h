#pragma once

#include <games/game.h>

#include <drystone/drystone.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace games::slingshot {

using drystone::BodyId;

inline constexpr Vec2 fork{-11.0f, 2.6f};    ///< Place of the ball before a shot [m].
inline constexpr float max_pull = 2.6f;      ///< [m]
inline constexpr float ball_radius = 0.42f;  ///< [m]
inline constexpr int level_count = 3;
inline constexpr int shots_per_level = 5;

/// Materials of blocks.
enum class Kind : std::uint8_t { Wood, Stone, Ball, Target };

struct Thing {
    BodyId body{};
    Kind kind = Kind::Wood;
};

enum class Phase : std::uint8_t {
    Aim,     ///< The player pulls the ball.
    Flight,  ///< The shot and what falls after it.
    Replay,  ///< The same shot again, in slow motion.
    Won,     ///< All targets of the level are gone; the next one follows.
};

/// State besides the world; plain data.
struct ShotState {
    int level = 0;
    int shots = shots_per_level;  ///< Shots that are left.
    std::uint32_t alive = 0;      ///< Bits of the targets that are left.
    int frames = 0;               ///< Frames of the shot so far.
};

/// Towers of blocks, targets in them, and a slingshot. The path of the ball is seen in advance in a clone of
/// the world; each shot can be seen again from a snapshot, and ends in the same state, bit for bit.
class Slingshot final : public Game {
public:
    explicit Slingshot(int threads = 1);

    void step(const Input& input) override;
    /// Chooses each shot by trying some in clones of the world.
    [[nodiscard]] Input scripted() const override;
    [[nodiscard]] bool is_finished() const override { return finished_; }
    [[nodiscard]] std::uint64_t hash() const override;
    [[nodiscard]] std::string status() const override;

    [[nodiscard]] const drystone::World& world() const { return world_; }
    [[nodiscard]] const std::vector<Thing>& things() const { return things_; }
    [[nodiscard]] const std::vector<BodyId>& targets() const { return targets_; }
    [[nodiscard]] const ShotState& state() const { return state_; }
    [[nodiscard]] Phase phase() const { return phase_; }
    /// Returns the way from the fork to the pulled ball [m].
    [[nodiscard]] Vec2 pull() const { return pull_; }
    /// Returns the centres of the ball in a flight with the present pull, up to the first hit.
    [[nodiscard]] const std::vector<Vec2>& preview() const { return preview_; }
    [[nodiscard]] BodyId ball() const { return ball_; }
    /// Returns the number of replays, and of those that ended in another state than the shot.
    [[nodiscard]] int replays() const { return replays_; }
    [[nodiscard]] int wrong_replays() const { return wrong_replays_; }
    [[nodiscard]] drystone::Pose pose(BodyId body, float fraction) const;

private:
    void load_level(int level);
    void add_block(const Vec2& at, float half_width, float half_height, Kind kind);
    void add_target(const Vec2& at);
    float add_floor(float x, float y, float half_width, Kind kind);
    void aim(const Input& input);
    void celebrate(const Input& input);
    void shoot();
    void fly();
    void begin_replay();
    void end_flight();
    void update_preview();
    [[nodiscard]] Vec2 choose_pull() const;
    [[nodiscard]] int try_pull(const Vec2& pull) const;

    drystone::World world_;
    drystone::Interpolation interpolation_;
    int threads_;
    std::vector<Thing> things_;
    std::vector<BodyId> targets_;
    BodyId ball_{};
    ShotState state_{};
    Phase phase_ = Phase::Aim;
    Vec2 pull_{-1.0f, -0.3f};
    Vec2 shot_pull_{};
    bool was_pressed_ = false;
    std::vector<Vec2> preview_;
    Vec2 preview_pull_{};
    drystone::Snapshot before_shot_;
    ShotState state_before_{};
    std::size_t things_before_ = 0;
    std::uint64_t hash_after_ = 0;  ///< Hash at the end of the shot.
    int length_ = 0;                ///< Frames of the last shot.
    int ticks_ = 0;                 ///< Ticks of the phase.
    int replays_ = 0, wrong_replays_ = 0, tries_ = 1;
    bool finished_ = false;
    mutable std::optional<Vec2> plan_;  ///< Next shot of the scripted player.
};

}  // namespace games::slingshot
