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
/// the tangent t = right_perp(n), and arms r x n and r x t multiplied by each body's g.
///
/// The narrow phase writes its result directly into the rows, and the impulses stay here from step to step.
/// An absent point has no mass. `solve` reads only the first part; warm start and relax read the second part
/// too.
struct alignas(64) ContactBlock {
    static constexpr std::size_t rows = 31;

    IndexRow state_a;  ///< Offset of the state of A in the solver's array, see `state_offset`.
    IndexRow state_b;
    Row normal_x;
    Row normal_y;
    Row normal_arm_a[2];
    Row normal_arm_b[2];
    Row normal_mass[2];
    Row normal_impulse[2];
    Row settled[2];  ///< Part of the yielding impulse that gives nothing back any more, see `settle_lanes`.
    Row current_separation[2];  ///< From the last relax: positions do not move between it and the next solve.

    Row tangent_arm_a[2];
    Row tangent_arm_b[2];
    Row tangent_mass[2];
    Row friction;
    Row separation[2];  ///< At the start of the step.
    Row friction_impulse[2];
    Row bearable;  ///< Impulse of a point that counts as a load at most, see `load_of`. The search for loads
                   ///< writes it, and else it fades.
    Row settling_age;  ///< Time for which the contact has settled, times the part that yields [s].
    // Slow means of the sums of the normal and the friction impulses: what of them is a load, see
    // `set_sub_step`.
    Row load;
    Row friction_load;

    Softness softness;              ///< One per block: contacts with static bodies have colours of their own.
    bool tracks_impacts = false;    ///< Some lane needs its rows in the `ImpactBlock`.
    bool bounces = false;           ///< Some lane has restitution.
    bool fixed_a = false;           ///< The bodies A are not pushed, so they are not written back.
    bool stale_states = true;       ///< Lanes have been added since `state_a` and `state_b` were looked up.
    bool has_surfaces = false;      ///< Some lane needs its rows in the `SurfaceBlock`.
    bool round = false;             ///< Some shape may be round.
    std::uint16_t speculative = 0;  ///< Predicted contacts of this step, as bits of lanes.
    // Bits of lanes with restitution, see `Bounces`.
    std::uint16_t meets = 0;     ///< The surfaces meet in this sub-step.
    std::uint16_t left_out = 0;  ///< An impact of this step has been left to the pass at its end.
    std::uint8_t extracted = 0;  ///< Number of lanes that are in a `ContactSubset` at present.
    char unused[39] = {};
};
static_assert(sizeof(ContactBlock) == (ContactBlock::rows + 1) * sizeof(Row));

/// Sixteen pairs of shapes.
struct alignas(64) LanePairs {
    IndexRow body_a;
    IndexRow body_b;
    IndexRow frame_a;  ///< Data of the shape for the narrow phase of the pairs' kind.
    IndexRow frame_b;
};

/// Identity of the contacts in sixteen lanes: data that the narrow phase reads once per step and the solver
/// does not read.
struct ContactIds : LanePairs {
    static constexpr std::size_t rows = 15;

    IndexRow contact;  ///< Number of the contact; -1: the lane is empty.
    Row feature[2];    ///< Feature id of the point, see `pack_feature_id`; 0: no point.

    // Poses of the bodies for which normal and arms were computed, see `reuse_lanes`.
    Row cached_between_x;  ///< From the centre of mass of B to that of A [m].
    Row cached_between_y;
    Row cached_rotation_a[2];  ///< Cosine and sine; both 0: normal and arms must be recomputed.
    Row cached_rotation_b[2];
    Row cached_separation[2];

    /// Makes the narrow phase recompute normal and arms of a lane.
    void forget(int lane) { cached_rotation_a[0][lane] = cached_rotation_a[1][lane] = 0.0f; }
};
static_assert(sizeof(ContactIds) == ContactIds::rows * sizeof(Row));

/// Data for restitution and hit events of sixteen lanes. Allocated only in lists with a contact that needs
/// it, and used only if the contact block has the flag `tracks_impacts`.
struct alignas(64) ImpactBlock {
    static constexpr std::size_t rows = 10;

    Row restitution;
    Row hit_events;         ///< 1 if hits are reported, else 0.
    Row approach_speed[2];  ///< At the start of the step; negative when approaching [m/s].
    Row max_impulse[2];     ///< Maximum over all sub-steps: shows whether the point was hit at all.
    Row bounce_normal[2];   ///< Sum of the impulses of impacts in this step, see `Bounces` [N s].
    Row bounce_friction[2];
};
static_assert(sizeof(ImpactBlock) == ImpactBlock::rows * sizeof(Row));

/// Surface properties that few pairs have: rolling resistance, a tangent speed, a softness of their own, and
/// friction that is not the same at rest or in both directions.
struct PairSurface {
    float rolling_length = 0.0f;  ///< Maximum torque against rolling per normal force [m].
    float tangent_speed = 0.0f;   ///< Sum of the speeds of both surfaces [m/s].
    float frequency = 0.0f;       ///< [Hz]; 0: the softness of the world's contacts.
    float damping_ratio = 1.0f;
    float rolling_impulse = 0.0f;   ///< Saved while the contact is in no lane [N m s].
    float static_friction = 0.0f;   ///< Excess of static friction.
    float reverse_friction = 0.0f;  ///< Excess of friction against sliding of B against the tangent.

    [[nodiscard]] bool acts() const {
        return rolling_length != 0.0f || tangent_speed != 0.0f || frequency != 0.0f ||
               static_friction != 0.0f || reverse_friction != 0.0f;
    }
};

/// `PairSurface` of sixteen lanes. Allocated only in lists with a contact that needs it, and used only if the
/// contact block has the flag `has_surfaces`. Lanes with default surfaces give the same bits as without it.
struct alignas(64) SurfaceBlock {
    static constexpr std::size_t rows = 15;

    Row rolling_length;
    Row tangent_speed;
    Row frequency;
    Row damping_ratio;
    Row rolling_impulse;
    Row static_friction;
    Row reverse_friction;

    // The rows below are rewritten in every step.
    Row turn_a;  ///< Factor from w of A to [rad/s]; 0 without rolling resistance.
    Row turn_b;
    Row rolling_mass;  ///< [kg m^2]
    Row bias_rate;     ///< Softness of the lane; the rate already includes the mass scale.
    Row lowest_bias;
    Row mass_scale;
    Row impulse_scale;
    Row is_spring;  ///< 1 if the lane has a softness of its own, else 0.

    /// Returns whether a lane's friction is not the same at rest or in both directions: then only the solver
    /// of contacts in lanes knows it.
    [[nodiscard]] bool has_uneven_friction(int lane) const {
        return static_friction[lane] != 0.0f || reverse_friction[lane] != 0.0f;
    }
};
static_assert(sizeof(SurfaceBlock) == SurfaceBlock::rows * sizeof(Row));

/// Returns the impulse along the normal in the last sub-step, of both points [N s].
inline float normal_impulse_of(const ContactBlock& block, int lane) {
    return block.normal_impulse[0][lane] + block.normal_impulse[1][lane];
}

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

/// Sets all rows of a lane to zero: a contact of the dummy body with itself, without effect.
template <class Block>
void clear_lane(Block& block, int lane) {
    auto* const target =
        reinterpret_cast<unsigned char*>(&block) + sizeof(float) * static_cast<std::size_t>(lane);
    for (std::size_t row = 0; row < Block::rows; ++row) {
        std::memset(target + row * sizeof(Row), 0, sizeof(float));
    }
}

}  // namespace drystone
