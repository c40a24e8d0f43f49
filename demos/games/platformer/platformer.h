#pragma once

#include <games/game.h>
#include <games/parts/figure.h>
#include <games/parts/past.h>
#include <games/parts/shuttle.h>

#include <drystone/drystone.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace games::platformer {

using drystone::Aabb;
using drystone::BodyId;

/// Rows of the level from above; a letter is a square of 1 m. `#`, `/` and `\` are solid, `-` is solid from
/// above, `~` is water; the others are places of things, see `Platformer::add_thing`.
std::span<const std::string> level_rows();

/// State besides the world; plain data, saved with snapshots of it.
struct PlayState {
    drystone::CharacterState character{};
    std::uint64_t coins = 0;   ///< Bits of the coins that were taken.
    std::uint32_t beaten = 0;  ///< Bits of the enemies that were hit.
    int checkpoint = -1;       ///< Last checkpoint; -1: the start.
    int frame = 0;             ///< Frames of the level's time: rewinding takes them back.
    int blocked = 0;           ///< Frames in which the player walked against something.
    int facing = 1;            ///< 1: right, -1: left.
    bool held = false;         ///< The key of jumping was held in the last frame.
    bool swims = false;
    bool finished = false;
};

/// A platformer: run, jump on enemies, push crates, swim, ride, and reach the flag. Time can be rewound by up
/// to ten seconds, and a fall returns the player to the last checkpoint; both are snapshots of the world.
class Platformer final : public Game {
public:
    explicit Platformer(int threads = 1);

    void step(const Input& input) override;
    [[nodiscard]] Input scripted() const override;
    [[nodiscard]] bool is_finished() const override { return play_.finished; }
    [[nodiscard]] std::uint64_t hash() const override;
    [[nodiscard]] std::string status() const override;

    /// Returns the last checkpoint as the bytes of a file for `load_game`, on this machine.
    [[nodiscard]] std::vector<std::byte> saved_game() const;
    /// Continues at the checkpoint of such a file. Throws `Error` for bytes that are none; the game is as
    /// before.
    void load_game(std::span<const std::byte> bytes);

    [[nodiscard]] const drystone::World& world() const { return world_; }
    [[nodiscard]] const drystone::Character& character() const { return character_; }
    [[nodiscard]] const PlayState& play() const { return play_; }
    [[nodiscard]] const std::vector<Figure>& enemies() const { return enemies_; }
    [[nodiscard]] const std::vector<Shuttle>& platforms() const { return platforms_; }
    [[nodiscard]] const std::vector<BodyId>& crates() const { return crates_; }
    [[nodiscard]] const std::vector<BodyId>& planks() const { return planks_; }
    [[nodiscard]] const std::vector<Vec2>& coins() const { return coins_; }
    [[nodiscard]] const std::vector<Vec2>& checkpoints() const { return checkpoints_; }
    [[nodiscard]] const std::vector<Aabb>& waters() const { return waters_; }
    [[nodiscard]] Vec2 flag() const { return flag_; }
    [[nodiscard]] bool rewinds() const { return rewinds_; }
    [[nodiscard]] int falls() const { return falls_; }
    /// Returns the pose of a body and the place of the player between the last two steps.
    [[nodiscard]] drystone::Pose pose(BodyId body, float fraction) const;
    [[nodiscard]] Vec2 player(float fraction) const;

private:
    struct Saved {
        drystone::Snapshot world;
        PlayState play;
    };

    void build();
    void add_tiles();
    void add_thing(char thing, const Vec2& at);
    void add_water(const Aabb& box);
    void save(Saved& saved) const;
    void restore(const PlayState& play);
    void adopt_handles();
    bool rewind();
    void move_things();
    void move_player(const Keys& keys);
    void beat(std::size_t number);
    void meet_enemies();
    void meet_things();
    void fall();
    [[nodiscard]] bool has_ground(const Vec2& above) const;
    [[nodiscard]] const Figure* enemy_ahead(float reach) const;

    int threads_;
    drystone::World world_;
    drystone::Interpolation interpolation_;
    drystone::Character character_;
    PlayState play_{};
    Saved saved_;  ///< At the last checkpoint.
    Past<PlayState> past_;
    BodyId ground_{};
    std::vector<Figure> enemies_;
    std::vector<Shuttle> platforms_;
    std::vector<BodyId> crates_, planks_;
    std::vector<Vec2> coins_, checkpoints_;
    std::vector<Aabb> waters_;
    Vec2 start_{}, flag_{}, before_{};
    int ticks_ = 0;  ///< All steps, those that were rewound too.
    int falls_ = 0;
    bool rewinds_ = false;
};

}  // namespace games::platformer
