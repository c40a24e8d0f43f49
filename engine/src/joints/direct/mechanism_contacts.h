#pragma once

#include "constraint_graph/constraint_graph.h"
#include "joints/direct/block_matrix.h"
#include "store/contact_store.h"
#include "store/solver_state.h"

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
    bool is_proxy = false;      ///< The state stands for a body with dominance.
    bool is_contained = false;  ///< All contacts of a body that moves on its own are in the group.
    Twist rows[4];              ///< Jacobian of the normals and the tangents of both points.
    BodySolverState before{};   ///< State at the start of a solve that may be repeated.

    [[nodiscard]] bool is_pushed_itself() const { return node < 0 && inverse_mass > 0.0 && !is_proxy; }
    [[nodiscard]] bool is_fixed() const { return node < 0 && inverse_mass == 0.0; }
    /// Returns whether it is a static body, which all share the first slot.
    [[nodiscard]] bool is_at_rest() const { return node < 0 && slot == 0; }
};

/// Constraint of a normal row while contacts are solved in turn: the impulse is wanted that solves
/// mass_scale * velocity + bias = -impulse_scale / point_mass * (yielding impulse - settled). The softness is
/// that of the point without joints, so that a contact rests as deep whatever hangs on its bodies.
struct NormalGoal {
    double bias = 0.0, mass_scale = 1.0, impulse_scale = 0.0;
    double point_mass = 1.0;  ///< Effective mass of the point without joints, see `yielding_impulse`.
    double bearable = 0.0, settled = 0.0;
    ContactYield yield{};
    double mass = 0.0;   ///< Impulse per lack of velocity, joints included.
    double cross = 0.0;  ///< Fall of the wanted impulse per impulse of the other point.
};

/// Contact of a mechanism, or of a body that such contacts reach, which is solved together with the joints.
/// The rows are the normals and the tangents of both points; `response` is the change of the velocity of each
/// by a unit impulse along another, joints included.
struct CoupledContact {
    ContactBlock* block = nullptr;
    ImpactBlock* impacts = nullptr;
    SurfaceBlock* surfaces = nullptr;
    std::uint32_t contact = 0;
    int lane = 0;
    bool sprung = false;  ///< Springs act on one of the mechanisms.
    /// Effective masses and impulses of the lane, which is without effect in the passes over all contacts.
    float normal_mass[2] = {}, tangent_mass[2] = {};
    double impulses[4] = {};
    double rolling_impulse = 0.0;
    /// Impulses at the start of a solve that may be repeated.
    double impulses_before[4] = {}, rolling_before = 0.0;
    CoupledSide a, b;
    double response[4][4] = {};
    NormalGoal goals[2];

    void show(bool shown) const;
    [[nodiscard]] double turn_of(const CoupledSide& side) const;
    [[nodiscard]] bool moves_along(int row) const;
    [[nodiscard]] bool may_bounce() const { return block->bounces && impacts->restitution[lane] > 0.0f; }
    [[nodiscard]] bool has_spring() const { return surfaces != nullptr && surfaces->is_spring[lane] != 0.0f; }
};

/// Contacts and mechanisms that are connected by contacts and moving bodies, as ranges of sorted lists, with
/// the bodies outside of mechanisms that the contacts push.
struct CoupledGroup {
    std::size_t first_contact = 0, contact_count = 0;
    std::size_t first_mechanism = 0, mechanism_count = 0;
    std::size_t first_free = 0, free_count = 0;
    bool floats = true;  ///< Neither a joint nor a contact connects it to a body that no impulse moves.
    /// Energy that joints and contacts of the group gave its bodies in this sub-step, without the work of
    /// motors and moving surfaces [J].
    double gain = 0.0;
    double given_away = 0.0;    ///< Part of it that bodies got which other contacts push, too [J].
    double start_energy = 0.0;  ///< Kinetic energy of the bodies at the start of the sub-step [J].
    double force_gain = 0.0;    ///< Kinetic energy that forces gave them [J].
    double force_work = 0.0;    ///< Work of the forces along the ways of the bodies [J].
};

/// Member of a group, with the body that represents the group.
struct GroupMember {
    std::uint32_t root = 0;
    std::uint32_t index = 0;

    friend bool operator==(const GroupMember&, const GroupMember&) = default;
};

}  // namespace drystone
