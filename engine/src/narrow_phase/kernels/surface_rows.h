#pragma once

#include "constraint_graph/contact_block.h"
#include "store/body_store.h"
#include "store/solver_state.h"

namespace drystone {

/// Softness shared by the contacts of a block.
struct BlockSoftness {
    Softness softness;
    bool is_static;  ///< Every contact has a body of infinite mass.
};

/// Writes the values of a `SurfaceBlock` that change with each step: the softness of each lane, its own or
/// the block's, and the effective masses of rolling resistance. Processes lane by lane.
void write_surface_rows(const BodyStore& bodies, const ContactIds& ids, int lanes,
                        const BlockSoftness& defaults, const SolverConstants& constants, SurfaceBlock& block);
/// Writes the values of a single lane, which must have a contact.
void write_surface_lane(const BodyStore& bodies, const ContactIds& ids, int lane,
                        const BlockSoftness& defaults, const SolverConstants& constants, SurfaceBlock& block);

}  // namespace drystone
