#pragma once

#include <drystone/simd.h>

#include "solver/solver_kernels.h"
#include "store/joint_block.h"
#include "store/joint_store.h"

#include <cstddef>

namespace drystone {

/// Blocks of one kind that share no body: a piece of work.
struct JointRun {
    JointKind kind = JointKind::Point;
    std::size_t count = 0;
    JointBlock* blocks = nullptr;
    const JointAnchors* anchors = nullptr;
    DegreeBlock* degrees = nullptr;      ///< Hinges and distances: one a block; frames: three.
    FrameBlock* frames = nullptr;        ///< Of frames alone.
    DistanceBlock* distances = nullptr;  ///< Of distances alone.
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
