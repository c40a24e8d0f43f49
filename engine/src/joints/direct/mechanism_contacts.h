#pragma once

#include "constraint_graph/constraint_graph.h"
#include "joints/direct/block_matrix.h"
#include "store/contact_store.h"

#include <cstdint>

namespace drystone {

/// Contacts of the world, and the lanes that hold their rows and impulses.
struct ContactLanes {
    ContactStore& contacts;
    ConstraintGraph& graph;
};

/// Body of a contact: a node of a mechanism, or one that moves on its own.
struct CoupledSide {
    static constexpr std::int32_t free = -1;
    std::int32_t node = free;
    std::size_t slot = 0;       ///< Slot of the solver's state.
    double inverse_mass = 0.0;  ///< Value for a body that moves on its own; 0 if it is not pushed.
    double normalisation = 1.0;
    Twist rows[4];  ///< Jacobian of the normals and the tangents of both points.
};

/// Contact with a mechanism that is solved together with the joints: `response` is the change of the velocity
/// of each row by a unit impulse along another, joints included.
struct CoupledContact {
    ContactBlock* block = nullptr;
    ImpactBlock* impacts = nullptr;
    const SurfaceBlock* surfaces = nullptr;
    std::uint32_t contact = 0;
    int lane = 0;
    /// Effective masses and impulses of the lane, which is without effect in the passes over all contacts.
    float normal_mass[2] = {}, tangent_mass[2] = {};
    double normal_impulse[2] = {}, friction_impulse[2] = {};
    CoupledSide a, b;
    double response[4][4] = {};
};

/// Contacts and mechanisms that are connected by contacts and moving bodies, as ranges of sorted lists.
struct CoupledGroup {
    std::size_t first_contact = 0, contact_count = 0;
    std::size_t first_mechanism = 0, mechanism_count = 0;
    double gain = 0.0;  ///< Energy gained in this sub-step, without the work of motors [J].
};

/// Member of a group, with the body that represents the group.
struct GroupMember {
    std::uint32_t root = 0;
    std::uint32_t index = 0;
};

}  // namespace drystone
