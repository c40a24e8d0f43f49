#pragma once

#include <games/game.h>

#include <drystone/drystone.h>

#include <array>
#include <cstdint>
#include <vector>

namespace games::pinball {

using drystone::BodyId;
using drystone::ShapeId;

inline constexpr float ball_radius = 0.24f;  ///< [m]
inline constexpr int goal_score = 20000;     ///< Score that wins.
inline constexpr int ball_count = 3;         ///< Balls of a game.

/// Part of the table that gives points.
struct Part {
    enum class Kind : std::uint8_t { Bumper, Kicker, Target, Rollover };
    Kind kind = Kind::Bumper;
    ShapeId shape{};
    Vec2 at{};          ///< Middle [m].
    int lit = 0;        ///< Frames for which it still shines.
    bool down = false;  ///< Targets: they are hit; rollovers: they are passed.
};

/// Pinball: two flippers, bumpers, kickers, two banks of targets and rollovers. A whole bank releases two
/// more balls; a game is won by score and lost with the last ball.
class Pinball final : public Game {
public:
    explicit Pinball(int threads = 1);

    void step(const Input& input) override;
    [[nodiscard]] Input scripted() const override;
    [[nodiscard]] bool is_finished() const override { return score_ >= goal_score; }
    [[nodiscard]] std::uint64_t hash() const override;
    [[nodiscard]] std::string status() const override;

    [[nodiscard]] const drystone::World& world() const { return world_; }
    [[nodiscard]] BodyId table() const { return table_; }
    [[nodiscard]] const std::array<BodyId, 2>& flippers() const { return flippers_; }
    [[nodiscard]] const std::vector<BodyId>& balls() const { return balls_; }
    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
    /// Returns the lines of the walls, for drawing.
    [[nodiscard]] const std::vector<std::vector<Vec2>>& walls() const { return walls_; }
    [[nodiscard]] int score() const { return score_; }
    [[nodiscard]] int balls_left() const { return balls_left_; }
    [[nodiscard]] int multiballs() const { return multiballs_; }
    /// Returns the tension of the plunger, from 0 to 1.
    [[nodiscard]] float plunger() const { return plunger_; }
    [[nodiscard]] drystone::Pose pose(BodyId body, float fraction) const;

private:
    void build_walls();
    void build_parts();
    void add_wall(const std::vector<Vec2>& points);
    void add_part(Part::Kind kind, const Vec2& at, const drystone::ShapeGeometry& geometry);
    void add_flipper(std::size_t side);
    void add_ball(const Vec2& at, const Vec2& velocity);
    void move_flippers(const Keys& keys);
    void nudge(const Keys& keys);
    void pull_plunger(const Keys& keys);
    void read_events();
    void hit(Part& part, ShapeId ball, const Vec2& away);
    void find_banks();
    void drain();
    [[nodiscard]] bool is_in_lane(BodyId ball) const;

    drystone::World world_;
    drystone::Interpolation interpolation_;
    BodyId table_{};
    std::array<BodyId, 2> flippers_{};
    std::array<drystone::JointId, 2> joints_{};
    std::vector<BodyId> balls_;
    std::vector<Part> parts_;
    std::vector<std::vector<Vec2>> walls_;
    int score_ = 0;
    int balls_left_ = ball_count;
    int games_ = 1;
    int multiballs_ = 0;
    int frame_ = 0;
    int next_nudge_ = 0;  ///< Frame from which the table may be nudged again.
    float plunger_ = 0.0f;
};

}  // namespace games::pinball
