#pragma once

#include "constraint_graph/contact_block.h"
#include "store/body_store.h"
#include "store/solver_state.h"

namespace drystone {

/// What the contacts of a block share.
struct BlockSoftness {
    Softness softness;
    bool is_static;  ///< All with bodies of infinite mass.
};

/// Writes what `SurfaceBlock` needs again in every step: the softness of each lane, its own or the block's,
/// and the masses that resist rolling. One lane after another.
void write_surface_rows(const BodyStore& bodies, const ContactIds& ids, int lanes,
                        const BlockSoftness& defaults, const SolverConstants& constants, SurfaceBlock& block);
/// The same of one lane, which has a contact.
void write_surface_lane(const BodyStore& bodies, const ContactIds& ids, int lane,
                        const BlockSoftness& defaults, const SolverConstants& constants, SurfaceBlock& block);

}  // namespace drystone
