#pragma once

#include "store/feature_id.h"
#include "store/softness.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace drystone {

/// Sixteen values of one kind.
using Row = float[block_lanes];
using IndexRow = std::int32_t[block_lanes];

/// Sixteen touching contacts of one colour, two points each, in the contact frame: the normal n from A to B,
/// the tangent t = right_perp(n), arms r x n and r x t multiplied by each body's g.
///
/// The narrow phase writes its result straight into the rows, and the impulses stay here from step to step. A
/// point that is not there has no mass. `solve` reads the first part alone; warm start and relax read the
/// second too.
struct alignas(64) ContactBlock {
    static constexpr std::size_t rows = 25;

    IndexRow state_a;  ///< Where the state of A begins in the solver's array, see `state_offset`.
    IndexRow state_b;
    Row normal_x;
    Row normal_y;
    Row normal_arm_a[2];
    Row normal_arm_b[2];
    Row normal_mass[2];
    Row normal_impulse[2];
    Row current_separation[2];  ///< Of the last relax: positions do not move between it and the next solve.

    Row tangent_arm_a[2];
    Row tangent_arm_b[2];
    Row tangent_mass[2];
    Row friction;
    Row separation[2];  ///< At the start of the step.
    Row friction_impulse[2];

    Softness softness;  ///< One for the block: contacts with static bodies have colours of their own.
    bool tracks_impacts =
        false;                 ///< Some lane needs its rows in the `ImpactBlock`: it bounces or reports hits.
    bool bounces = false;      ///< Some lane has restitution.
    bool fixed_a = false;      ///< Nothing pushes the bodies A: they are not written back.
    bool stale_states = true;  ///< Lanes came in since `state_a` and `state_b` were looked up.
    bool has_surfaces = false;      ///< Some lane needs its rows in the `SurfaceBlock`.
    bool round = false;             ///< Some shape may be round.
    std::uint16_t speculative = 0;  ///< Bits of the lanes that are looked at beyond the margin in this step.
    char unused[44] = {};
};
static_assert(sizeof(ContactBlock) == (ContactBlock::rows + 1) * sizeof(Row));

/// Sixteen pairs of shapes.
struct alignas(64) LanePairs {
    IndexRow body_a;
    IndexRow body_b;
    IndexRow frame_a;  ///< Where the narrow phase of the pairs' kind finds the shape.
    IndexRow frame_b;
};

/// Who the sixteen lanes are: what the narrow phase reads once per step and the solver does not.
struct ContactIds : LanePairs {
    static constexpr std::size_t rows = 15;

    IndexRow contact;  ///< Number of the contact; -1: the lane is empty.
    Row feature[2];    ///< Name of the point, see `pack_feature_id`; 0: no point.

    // Where the bodies were when the normal and the arms were found, see `reuse_lanes`.
    Row cached_between_x;  ///< From the centre of mass of B to that of A [m].
    Row cached_between_y;
    Row cached_rotation_a[2];  ///< Cosine and sine; 0 and 0: to be found again.
    Row cached_rotation_b[2];
    Row cached_separation[2];

    /// Has the normal and the arms of a lane found again.
    void forget(int lane) { cached_rotation_a[0][lane] = cached_rotation_a[1][lane] = 0.0f; }
};
static_assert(sizeof(ContactIds) == ContactIds::rows * sizeof(Row));

/// What restitution and hit events need of the sixteen lanes: only there in lists where some contact needs
/// it, only in use where the contact block says so.
struct alignas(64) ImpactBlock {
    static constexpr std::size_t rows = 6;

    Row restitution;
    Row hit_events;         ///< 1 where hits are reported, else 0.
    Row approach_speed[2];  ///< At the start of the step; negative when approaching [m/s].
    Row max_impulse[2];     ///< Of all sub-steps: tells whether the point was hit at all.
};
static_assert(sizeof(ImpactBlock) == ImpactBlock::rows * sizeof(Row));

/// What few pairs of surfaces do: resist rolling, run, give way in their own way.
struct PairSurface {
    float rolling_length = 0.0f;  ///< Greatest torque against rolling per normal force [m].
    float tangent_speed = 0.0f;   ///< Sum of both [m/s].
    float frequency = 0.0f;       ///< [Hz]; 0: as the world's contacts.
    float damping_ratio = 1.0f;
    float rolling_impulse = 0.0f;  ///< While the contact is in no lane [N m s].

    [[nodiscard]] bool acts() const {
        return rolling_length != 0.0f || tangent_speed != 0.0f || frequency != 0.0f;
    }
};

/// The same of sixteen lanes: only there in lists where some contact needs it, only in use where the contact
/// block says so. Lanes of usual surfaces give the bits that they give without it.
struct alignas(64) SurfaceBlock {
    static constexpr std::size_t rows = 13;

    Row rolling_length;
    Row tangent_speed;
    Row frequency;
    Row damping_ratio;
    Row rolling_impulse;

    // What follows is written again in every step.
    Row turn_a;  ///< What turns w of A into [rad/s]; 0 where nothing resists rolling.
    Row turn_b;
    Row rolling_mass;  ///< [kg m^2]
    Row bias_rate;     ///< The softness of the lane; the rate is scaled by the mass already.
    Row lowest_bias;
    Row mass_scale;
    Row impulse_scale;
    Row is_spring;  ///< 1 where the lane has a softness of its own, else 0.
};
static_assert(sizeof(SurfaceBlock) == SurfaceBlock::rows * sizeof(Row));

/// Copies all rows of a lane.
template <class Block>
void copy_lane(const Block& from, int from_lane, Block& to, int to_lane) {
    const auto* const source =
        reinterpret_cast<const unsigned char*>(&from) + sizeof(float) * static_cast<std::size_t>(from_lane);
    auto* const target =
        reinterpret_cast<unsigned char*>(&to) + sizeof(float) * static_cast<std::size_t>(to_lane);
    for (std::size_t row = 0; row < Block::rows; ++row) {
        std::memcpy(target + row * sizeof(Row), source + row * sizeof(Row), sizeof(float));
    }
}

/// Sets all rows of a lane to zero: one of the dummy body with itself, in which nothing happens.
template <class Block>
void clear_lane(Block& block, int lane) {
    auto* const target =
        reinterpret_cast<unsigned char*>(&block) + sizeof(float) * static_cast<std::size_t>(lane);
    for (std::size_t row = 0; row < Block::rows; ++row) {
        std::memset(target + row * sizeof(Row), 0, sizeof(float));
    }
}

}  // namespace drystone
