#pragma once

#include "store/softness.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace drystone {

/// Sixteen values of one kind.
using Row = float[block_lanes];
using IndexRow = std::int32_t[block_lanes];

/// The name of a contact point as an exact float: 1 + stride * (corner of A) + (corner of B); 0 is no point.
/// Corners are counted modulo the stride.
inline constexpr float feature_stride = 2048.0f;

inline float pack_feature(std::uint32_t feature) {
    const std::uint32_t a = (feature >> 16) % 2048u;
    const std::uint32_t b = (feature & 0xffffu) % 2048u;
    return static_cast<float>(1u + 2048u * a + b);
}

/// (corner of A) << 16 | (corner of B); 0 for no point.
inline std::uint32_t unpack_feature(float packed) {
    if (packed == 0.0f) {
        return 0;
    }
    const auto name = static_cast<std::uint32_t>(packed) - 1u;
    return (name / 2048u) << 16 | name % 2048u;
}

/// Sixteen touching contacts of one colour, two points each, in the contact frame: the normal n from A to B,
/// the tangent t = right_perp(n), arms r x n and r x t multiplied by each body's g.
///
/// The narrow phase writes its result straight into the rows, and the impulses stay here from step to step. A
/// point that is not there has no mass. `solve` reads the first part alone; warm start and relax read the
/// second too.
struct alignas(64) ContactBlock {
    IndexRow slot_a;  ///< In the solver's arrays.
    IndexRow slot_b;
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
    Row greatest_impulse[2];  ///< Of all sub-steps: tells whether the point was hit at all.

    Row restitution;
    Row approach_speed[2];  ///< At the start of the step, where the contact bounces; negative when
                            ///< approaching [m/s].
    Row point_x[2];         ///< From the centre of mass of A, in the world [m].
    Row point_y[2];
    Row feature[2];    ///< Name of the point, see `pack_feature`; 0: no point.
    IndexRow contact;  ///< Number of the contact; -1: the lane is empty.
    IndexRow body_a;
    IndexRow body_b;
    IndexRow shape_a;
    IndexRow shape_b;

    Softness softness;  ///< One for the block: contacts with static bodies have colours of their own.
    bool has_restitution = false;  ///< Some lane may bounce.
    char unused[51] = {};
};
inline constexpr std::size_t block_rows = 41;
static_assert(sizeof(ContactBlock) == (block_rows + 1) * sizeof(Row));

/// Copies all rows of a lane.
inline void copy_lane(const ContactBlock& from, int from_lane, ContactBlock& to, int to_lane) {
    const auto* const source =
        reinterpret_cast<const unsigned char*>(&from) + sizeof(float) * static_cast<std::size_t>(from_lane);
    auto* const target =
        reinterpret_cast<unsigned char*>(&to) + sizeof(float) * static_cast<std::size_t>(to_lane);
    for (std::size_t row = 0; row < block_rows; ++row) {
        std::memcpy(target + row * sizeof(Row), source + row * sizeof(Row), sizeof(float));
    }
}

/// Makes a lane one of the dummy body with itself: nothing happens in it.
inline void clear_lane(ContactBlock& block, int lane) {
    auto* const target =
        reinterpret_cast<unsigned char*>(&block) + sizeof(float) * static_cast<std::size_t>(lane);
    for (std::size_t row = 0; row < block_rows; ++row) {
        std::memset(target + row * sizeof(Row), 0, sizeof(float));
    }
    block.contact[lane] = -1;
}

inline void clear_lanes_from(ContactBlock& block, int first) {
    for (int lane = first; lane < block_lanes; ++lane) {
        clear_lane(block, lane);
    }
}

/// Blocks of one colour and kind. Lanes are filled from the front; `lanes_per_block` is 1 in the overflow,
/// whose contacts may share bodies and so are solved one after another.
struct ContactList {
    std::vector<ContactBlock> blocks;
    std::uint32_t count = 0;  ///< Contacts.
    std::uint32_t lanes_per_block = block_lanes;

    [[nodiscard]] ContactBlock& block(std::uint32_t place) { return blocks[place / lanes_per_block]; }
    [[nodiscard]] const ContactBlock& block(std::uint32_t place) const {
        return blocks[place / lanes_per_block];
    }
    /// Lanes in use in block number `i`.
    [[nodiscard]] int lanes_in(std::size_t i) const {
        const std::size_t left = count - i * lanes_per_block;
        return static_cast<int>(left < lanes_per_block ? left : lanes_per_block);
    }
    [[nodiscard]] int lane(std::uint32_t place) const { return static_cast<int>(place % lanes_per_block); }
};

}  // namespace drystone
