#pragma once

#include <drystone/simd.h>

#include "simd/linked_kernels.h"
#include "solver/solver_kernels.h"
#include "store/joint_block.h"
#include "store/joint_store.h"

#include <algorithm>
#include <cstddef>

namespace drystone {

/// Parts of a degree of freedom that some joints of a run have.
struct DegreeParts {
    bool spring = false, motor = false, limits = false;

    [[nodiscard]] bool any() const { return spring || motor || limits; }
    /// Returns whether there is what acts without yielding.
    [[nodiscard]] bool drives() const { return motor || limits; }
};

/// Parts that some joints of a run have; passes leave out the others, which would change nothing.
struct JointParts {
    DegreeParts degrees[3];  ///< By degree of freedom; hinges and distances have the first.
    bool locks = false;      ///< Frames: locked coordinates that are solved in lanes.
    bool holds = false;      ///< Frames: locked coordinates, also those that elimination solves.
    bool isotropic = false;  ///< Frames: both axes share maxima.
};

/// Consecutive blocks of one kind and colour; the unit of work of a pass.
struct JointRun {
    JointKind kind = JointKind::Point;
    int color = 0;                      ///< See `JointGraph`.
    std::size_t joints = 0;             ///< Number of joints, which fill the blocks from the front.
    int lanes_per_block = block_lanes;  ///< Lanes in use of a full block; 1 in the overflow.
    JointBlock* blocks = nullptr;
    const JointAnchors* anchors = nullptr;
    DegreeBlock* degrees = nullptr;      ///< Per block, one for hinges and distances, three for frames.
    FrameBlock* frames = nullptr;        ///< Only for frames.
    DistanceBlock* distances = nullptr;  ///< Only for distances.
    JointParts parts{};

    /// Returns the number of lanes in use in block `i`; 0 if there is no such block.
    [[nodiscard]] int lanes_in(std::size_t i) const {
        const std::size_t before = i * static_cast<std::size_t>(lanes_per_block);
        const std::size_t left = joints > before ? joints - before : 0;
        return static_cast<int>(std::min(left, static_cast<std::size_t>(lanes_per_block)));
    }
};

using JointPass = void (*)(const JointRun& run, BodySolverState* states, const SolverConstants& constants);

/// Passes over joints for one lane width. All widths give identical results, bit by bit.
struct JointKernels {
    /// Computes all that depends on the poses at the start of a step.
    void (*prepare)(const JointRun& run, const BodyRowsOf<const float>& bodies);
    /// Adds the accumulated impulses to the velocities.
    void (*warm_start)(const JointRun& run, BodySolverState* states);
    /// Runs one pass with bias.
    JointPass solve;
    /// Runs one pass without bias.
    JointPass relax;
    std::size_t width;                       ///< Number of lanes.
    const JointKernels* narrower = nullptr;  ///< The next narrower kernels of this machine, see `fitting`.
};

/// Returns the scalar kernels, one lane at a time: the reference.
const JointKernels& scalar_joint_kernels();
/// Returns the kernels of a target that this machine supports, see `simd_targets`.
const JointKernels& joint_kernels(SimdTarget target);

/// Returns the kernels that fit a run of a pass over `runs` of them; the scalar ones for the overflow, where
/// each block has one lane in use. The results are the same.
inline const JointKernels& kernels_for(const JointRun& run, const JointKernels& wide, std::size_t runs) {
    return fitting(wide, run.lanes_per_block == 1 ? 1 : run.joints, runs);
}

}  // namespace drystone
