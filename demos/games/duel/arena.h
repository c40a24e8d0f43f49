#pragma once

#include <games/game.h>
#include <games/network/peer.h>

#include <drystone/drystone.h>

#include <array>
#include <cstdint>
#include <vector>

namespace games::duel {

using drystone::BodyId;
using drystone::World;

inline constexpr float half_width = 16.0f;  ///< Half of the width between the goal lines [m].
inline constexpr float height = 12.0f;      ///< Height of the arena [m].
inline constexpr float goal_height = 3.6f;  ///< [m]
inline constexpr float goal_depth = 2.0f;   ///< [m]
inline constexpr int goals_to_win = 5;      ///< Goals that end a match.
inline constexpr int match_frames = 5400;   ///< Frames after which a match ends in any case.

using Buttons = network::Buttons;
inline constexpr Buttons left = 1, right = 2, up = 4, kick = 8;

/// State of the match besides the world; plain data, saved and restored with the world.
struct MatchState {
    std::array<int, 2> score{};
    std::array<int, 2> wins{};
    std::array<float, 2> fuel{1.0f, 1.0f};  ///< Fuel of the jets, in [0, 1].
    std::array<int, 2> cooldown{};          ///< Frames until the next kick.
    int pause = 60;                         ///< Frames until play continues after a goal.
    int clock = 0;                          ///< Frames of the match so far.
    int scorer = -1;                        ///< Player of the last goal.
};

/// Rules of the duel: two players with jets push, kick and head a ball into each other's goal. Player 0 plays
/// to the right. Knows nothing of the network.
class Arena {
public:
    using State = MatchState;

    explicit Arena(int threads = 1);

    /// Advances by one frame.
    void step(const std::array<Buttons, 2>& buttons);
    /// Returns a hash of world and match.
    [[nodiscard]] std::uint64_t hash() const;
    /// Returns what a scripted player would press; a bad habit now and then, by `frame`, keeps matches open.
    [[nodiscard]] Buttons think(int player, std::uint32_t frame) const;

    [[nodiscard]] World& world() { return world_; }
    [[nodiscard]] const World& world() const { return world_; }
    [[nodiscard]] const MatchState& match() const { return match_; }
    [[nodiscard]] const MatchState& state() const { return match_; }
    void set_state(const MatchState& state) { match_ = state; }
    /// Pushes the ball a little.
    void disturb() { world_[ball_].apply_impulse({0.1f, 0.0f}); }
    [[nodiscard]] BodyId ball() const { return ball_; }
    [[nodiscard]] BodyId player(int number) const { return players_[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const std::vector<BodyId>& crates() const { return crates_; }
    [[nodiscard]] const std::vector<BodyId>& lamps() const { return lamps_; }
    /// Returns the boxes of the static surroundings, for drawing.
    [[nodiscard]] const std::vector<drystone::Aabb>& walls() const { return walls_; }

private:
    void add_wall(const Vec2& lower, const Vec2& upper, bool one_way = false);
    void build();
    void add_lamp(float x);
    void move_player(int number, Buttons buttons);
    void kick_from(int number);
    void place(BodyId body, const Vec2& position);
    void kick_off();
    void find_goal();
    [[nodiscard]] bool is_on_ground(BodyId player) const;

    World world_;
    MatchState match_{};
    BodyId ground_{};
    BodyId ball_{};
    std::array<BodyId, 2> players_{};
    std::vector<BodyId> crates_;
    std::vector<BodyId> lamps_;
    std::vector<drystone::Aabb> walls_;
};

}  // namespace games::duel
