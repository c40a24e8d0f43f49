#pragma once

#include "constraint_graph/constraint_graph.h"
#include "joints/direct/block_matrix.h"
#include "joints/direct/elimination_order.h"
#include "loaded_contacts/loaded_components.h"
#include "parallel/team.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Kind of a pass over contacts.
enum class ContactPass : std::uint8_t {
    Biased,  ///< Overlap is pushed out.
    Relax    ///< Without bias.
};
inline constexpr std::size_t contact_pass_count = 2;

/// Action of the friction of a point in the linear system.
enum class Friction : std::int8_t {
    Backward = -1,  ///< Slides: the impulse is the negative limit.
    Stick = 0,
    Forward = 1  ///< Slides: the impulse is the positive limit.
};

/// Action of a point in a linear system.
struct PointState {
    bool pushes = false;  ///< The normal is a row of the system.
    Friction friction = Friction::Stick;

    friend bool operator==(const PointState&, const PointState&) = default;
};

/// Yielding of a soft contact, linear about its impulse so far.
struct SoftImpulse {
    double speed = 0.0;       ///< Speed at which it yields to the impulse so far [m/s].
    double compliance = 0.0;  ///< Slope of the speed over the impulse [m/(N s^2)].
};

/// One point of a contact. Index 0 is the normal row, 1 the tangent row.
struct SystemPoint {
    Twist rows_a[2], rows_b[2];     ///< Jacobian for the velocities of both bodies.
    double old_impulse[2] = {};     ///< At the start of a pass, contained in the velocities.
    double old_velocity[2] = {};    ///< Velocity of the row at the start of a pass.
    double impulse[2] = {};         ///< Value of the present iterate.
    double velocity[2] = {};        ///< Value of the present iterate.
    double linear_impulse[2] = {};  ///< By the last linear system.
    double linear_velocity[2] = {};
    double penalty = 0.0;    ///< [kg]
    double stiffness = 0.0;  ///< Impulse per velocity of the normal row: the penalty, less by compliance.
    SoftImpulse soft;        ///< At the start of the pass.
    double offset = 0.0;     ///< Impulse of the normal row at zero velocity.
    double limit = 0.0;      ///< Limit of friction in this pass [N s].
    bool present = false;
    bool taken = false;                   ///< Takes part in this pass.
    PointState state;                     ///< In the linear system.
    PointState kept[contact_pass_count];  ///< State at the end of the last pass of each kind.
    /// Stiffness of both rows in the factors for each kind of pass, see `stiffness_of`.
    double factored[contact_pass_count][2] = {};

    /// Returns the impulse per velocity of a row in the linear system [kg]; 0 where it has none.
    [[nodiscard]] double stiffness_of(int row) const {
        if (row == 0) {
            return state.pushes ? stiffness : 0.0;
        }
        return taken && state.friction == Friction::Stick ? penalty : 0.0;
    }
};

struct SystemContact {
    ContactBlock* block = nullptr;
    ImpactBlock* impacts = nullptr;          ///< Null if the list has none.
    const SurfaceBlock* surfaces = nullptr;  ///< Null if the block needs none.
    int lane = 0;
    std::int32_t row_a = -1, row_b = -1;  ///< Rows of the matrix; -1: the body is not moved.
    std::size_t coupling = 0;             ///< Block of the matrix that couples both rows.
    double friction = 0.0;
    double lighter = 0.0;  ///< Mass of the lighter body that moves [kg].
    SystemPoint points[2];
};

/// The contacts of components as sparse linear systems, one per component, over the velocities of its bodies.
///
/// A pass finds velocities v and impulses p with M (v - v0) = J^T (p - p0) and, for every point, p = k [p0 /
/// k + b - J v]+ along the normal, with the speed b that the contact wants: one step of the method of
/// multipliers with the penalty k, which bodies at rest fulfil exactly. Along the tangent the same holds
/// without b, between the limits of friction. This is the minimum of a convex function of v. It is found by
/// Newton's method: each iteration solves a linear system by elimination, in which each point pushes, sticks,
/// slides, or does nothing, and goes to the minimum on the way to its solution. Friction that the normal
/// impulses do not bear is cut before.
///
/// A few iterations may not find the minimum. What they found is projected to allowed impulses, and applied
/// as far as it lowers the dual function, the one that sweeps over contacts lower point by point: so a pass
/// is never worse than none. Uses double precision. Sources: Castro, Permenter, Han, An Unconstrained Convex
/// Formulation of Compliant Contact, 2022; Hintermueller, Ito, Kunisch, The Primal-Dual Active Set Strategy
/// as a Semismooth Newton Method, 2002.
class ContactSystem {
public:
    /// Collects the contacts of `graph`, which holds those of the components and no others. Cost: linear,
    /// except when contacts have begun or ended: then that of finding an order of elimination.
    /// \param weight  change of velocity by the weight of a body in a sub-step [m/s]
    void begin_step(const LoadedComponents& components, ConstraintGraph& graph,
                    std::span<const BodySolverState> states, float weight);
    /// Returns whether some contacts follow rules that only sweeps know, alone or besides. Cost: linear.
    [[nodiscard]] bool needs_sweeps() const;
    /// Runs one pass over all components; impulses are read from the lanes and written back. A relax pass
    /// first updates the separations to the present poses.
    void solve(std::span<BodySolverState> states, const SolverConstants& constants, ContactPass pass,
               Team& team);
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Component {
        std::size_t first_row = 0, row_count = 0;
        std::size_t first_contact = 0, contact_count = 0;
        double mass = 0.0;  ///< Mass of all bodies [kg].
        bool factored[contact_pass_count] = {};
    };
    struct Row {
        std::size_t slot = 0;
        double mass = 0.0;
        Twist old_velocity;  ///< At the start of a pass.
        Twist change;        ///< Since then, of the present iterate.
        Twist direction;     ///< To the solution of the last linear system; also used for sums of impulses.
    };
    /// Input of a pass.
    struct Pass {
        std::span<BodySolverState> states;
        const SolverConstants& constants;
        ContactPass kind;

        [[nodiscard]] std::size_t number() const { return static_cast<std::size_t>(kind); }
    };

    [[nodiscard]] std::span<SystemContact> contacts_of(const Component& component) {
        return std::span(contacts_).subspan(component.first_contact, component.contact_count);
    }
    [[nodiscard]] std::span<const SystemContact> contacts_of(const Component& component) const {
        return std::span(contacts_).subspan(component.first_contact, component.contact_count);
    }
    [[nodiscard]] std::span<Row> rows_of(const Component& component) {
        return std::span(rows_).subspan(component.first_row, component.row_count);
    }
    [[nodiscard]] std::span<const Row> rows_of(const Component& component) const {
        return std::span(rows_).subspan(component.first_row, component.row_count);
    }
    template <class Visitor>
    void visit_points(const Component& component, Visitor&& visitor) {
        for (SystemContact& contact : contacts_of(component)) {
            for (SystemPoint& point : contact.points) {
                if (point.taken) {
                    visitor(contact, point);
                }
            }
        }
    }
    void collect_components(const LoadedComponents& components);
    void collect_contacts(ConstraintGraph& graph, std::span<const BodySolverState> states);
    void collect_list(ContactList& list, std::span<const BodySolverState> states);
    void describe_structure(const LoadedComponents& components);
    void find_order();
    void place_rows(const LoadedComponents& components, std::span<const BodySolverState> states);
    void write_rows(const Component& component, SystemContact& contact) const;
    [[nodiscard]] double penalty_of(const Component& component, const SystemContact& contact) const;

    void solve(Component& component, const Pass& pass);
    void track_impacts(const Component& component) const;
    void cut_friction(const Component& component);
    void load(const Component& component, const Pass& pass, bool cuts);
    static void load_point(SystemContact& contact, int number, const Pass& pass);
    /// Returns by how much the speed at which a point yields now differs from that of the linear law [m/s].
    [[nodiscard]] static double nonlinearity(const SystemContact& contact, const SystemPoint& point,
                                             const Pass& pass);
    [[nodiscard]] static bool is_factored(std::span<const SystemContact> contacts, const Pass& pass);
    void factorise(Component& component, const Pass& pass);
    void add_row(const SystemContact& contact, const SystemPoint& point, int row, double stiffness,
                 BlockMatrix& matrix) const;
    void find_direction(const Component& component, const Pass& pass);
    [[nodiscard]] double slope(const Component& component, double part) const;
    [[nodiscard]] double search_line(const Component& component, double slope_here) const;
    [[nodiscard]] bool iterate(const Component& component, const Pass& pass);
    void apply(const Component& component, const Pass& pass);
    void apply(const Component& component, const Pass& pass, double part) const;
    void add_impulse(const SystemContact& contact, const SystemPoint& point, int row, double impulse);
    [[nodiscard]] double velocity_along(const SystemContact& contact, const SystemPoint& point, int row,
                                        Twist Row::*of) const;

    double weight_ = 0.0;  ///< Change of velocity by the weight of a body in a sub-step [m/s].
    std::vector<Component> components_;
    std::vector<SystemContact> contacts_;
    std::vector<Row> rows_;
    std::vector<std::uint32_t> row_of_slot_;        ///< By solver slot; valid for bodies of components.
    std::vector<std::uint32_t> component_of_slot_;  ///< Likewise.
    std::vector<std::uint32_t> structure_;          ///< Bodies and couplings that the matrices were made for.
    std::vector<std::uint32_t> new_structure_;
    std::vector<std::uint32_t> places_;  ///< Row of each body in the order of `LoadedComponents::slots`.
    EliminationOrder order_;
    /// One for each kind of pass: the states of points alternate with it.
    BlockMatrix matrices_[contact_pass_count];
    std::vector<Twist> values_;  ///< Right-hand sides and solutions, by row.
};

}  // namespace drystone
