#pragma once

#include <drystone/simd.h>

#include "solver/solver_kernels.h"
#include "store/joint_block.h"
#include "store/joint_store.h"

#include <algorithm>
#include <cstddef>

namespace drystone {

/// Blocks of one kind that share no body: a piece of work.
struct JointRun {
    JointKind kind = JointKind::Point;
    std::size_t joints = 0;  ///< They fill the blocks from the front, so many lanes of each.
    int lanes_per_block = block_lanes;
    JointBlock* blocks = nullptr;
    const JointAnchors* anchors = nullptr;
    DegreeBlock* degrees = nullptr;      ///< Hinges and distances: one a block; frames: three.
    FrameBlock* frames = nullptr;        ///< Of frames alone.
    DistanceBlock* distances = nullptr;  ///< Of distances alone.

    /// Lanes in use in block number `i`; 0 where there is no such block.
    [[nodiscard]] int lanes_in(std::size_t i) const {
        const std::size_t before = i * static_cast<std::size_t>(lanes_per_block);
        const std::size_t left = joints > before ? joints - before : 0;
        return static_cast<int>(std::min(left, static_cast<std::size_t>(lanes_per_block)));
    }
};

/// The passes over joints in one lane width. All widths give the same bits.
struct JointKernels {
    /// Fills what depends on where the bodies are at the start of a step.
    void (*prepare)(const JointRun& run, const BodyRowsOf<const float>& bodies);
    /// Adds the accumulated impulses to the velocities.
    void (*warm_start)(const JointRun& run, BodySolverState* states);
    void (*solve)(const JointRun& run, BodySolverState* states, const SolverConstants& constants);
    void (*relax)(const JointRun& run, BodySolverState* states, const SolverConstants& constants);
};

/// One lane at a time: the reference.
const JointKernels& scalar_joint_kernels();
/// Those of a target that this machine has, see `simd_targets`.
const JointKernels& joint_kernels(SimdTarget target);

}  // namespace drystone
