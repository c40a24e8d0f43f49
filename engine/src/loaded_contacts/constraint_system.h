#pragma once

#include "constraint_graph/constraint_graph.h"
#include "joints/direct/block_matrix.h"
#include "joints/direct/direct_joints.h"
#include "joints/direct/elimination_order.h"
#include "loaded_contacts/loaded_components.h"
#include "parallel/team.h"
#include "store/solver_state.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace drystone {

inline Twist velocity_of(const BodySolverState& state) {
    return {static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
            static_cast<double>(state.angular_velocity)};
}

inline void store_velocity(const Twist& velocity, BodySolverState& state) {
    state.velocity_x = static_cast<float>(velocity.x);
    state.velocity_y = static_cast<float>(velocity.y);
    state.angular_velocity = static_cast<float>(velocity.w);
}

/// Kind of a pass over constraints.
enum class ConstraintPass : std::uint8_t {
    Biased,  ///< Overlap is pushed out, and joints are closed.
    Relax    ///< Without bias.
};
inline constexpr std::size_t constraint_pass_count = 2;

/// Action of a row in a linear system.
enum class RowState : std::int8_t {
    AtLow = -1,  ///< The impulse is the lowest one allowed.
    Linear = 0,  ///< The impulse follows the velocity.
    AtHigh = 1
};

/// One row of a constraint between two bodies. Its impulse is that of a bounded linear law:
/// p = clamp(offset - stiffness * velocity, low, high).
struct SystemRow {
    Twist a, b;                           ///< Jacobian for the velocities of both bodies.
    std::int32_t row_a = -1, row_b = -1;  ///< Rows of the matrix; -1: the body is not moved.
    std::size_t coupling = 0;             ///< Block of the matrix that couples both.
    double old_impulse = 0.0;             ///< At the start of a pass, contained in the velocities.
    double old_velocity = 0.0;            ///< At the start of a pass.
    double pass_impulse = 0.0;            ///< At the start of a pass.
    double start_impulse = 0.0;
    double last_impulse = 0.0;             ///< Value of `old_impulse` in the step of multipliers before.
    double impulse = 0.0, velocity = 0.0;  ///< Values of the present iterate.
    double linear_impulse = 0.0, linear_velocity = 0.0;  ///< By the last linear system.
    double stiffness = 0.0;                              ///< Impulse per velocity [kg], [kg m^2].
    double offset = 0.0;                                 ///< Impulse at zero velocity.
    double low = 0.0, high = 0.0;
    double margin = 0.0;     ///< Impulse beyond a bound at which the row changes its state.
    double tolerance = 0.0;  ///< Change of the impulse up to which a step of multipliers is the last one.
    double aim = 0.0;        ///< Velocity that a row of a joint wants.
    float* joint_impulse = nullptr;  ///< Sum of a joint's impulses in the sub-step; null: a row of a contact.
    bool taken = false;              ///< Takes part in this pass.
    RowState state = RowState::Linear;
    RowState kept[constraint_pass_count] = {};    ///< State at the end of the last pass of each kind.
    double factored[constraint_pass_count] = {};  ///< Stiffness in the factors for each kind of pass.

    /// Returns the impulse at a velocity.
    [[nodiscard]] double impulse_at(double at) const {
        const double linear = offset - stiffness * at;
        return linear < low ? low : linear > high ? high : linear;
    }
    /// Returns the impulse of the linear system at a velocity.
    [[nodiscard]] double linear_impulse_at(double at) const {
        return state == RowState::Linear ? offset - stiffness * at : state == RowState::AtLow ? low : high;
    }
    /// Returns the impulse per velocity in the linear system; 0 where it has none.
    [[nodiscard]] double linear_stiffness() const {
        return taken && state == RowState::Linear ? stiffness : 0.0;
    }
    /// Returns a state, or the other bound in place of one that is none: limits push to one side, and springs
    /// of contacts have no other bound than 0.
    [[nodiscard]] RowState allowed_state(RowState wanted) const {
        constexpr double unbounded = std::numeric_limits<double>::max();
        const bool has_low = low > -unbounded;
        const bool has_high = high < unbounded;
        if ((wanted == RowState::AtLow && !has_low) || (wanted == RowState::AtHigh && !has_high)) {
            return has_low ? RowState::AtLow : has_high ? RowState::AtHigh : RowState::Linear;
        }
        return wanted;
    }
    /// Returns the state that a velocity asks for, with a margin in favour of the present one.
    [[nodiscard]] RowState state_at(double at) const;
};

/// Yielding of a soft contact, linear about its impulse so far.
struct SoftImpulse {
    double speed = 0.0;       ///< Speed at which it yields to the impulse so far [m/s].
    double compliance = 0.0;  ///< Slope of the speed over the impulse [m/(N s^2)].
};

/// Bounds of a friction impulse per normal impulse, against the tangent and along it.
struct FrictionBounds {
    double low = 0.0, high = 0.0;
};

/// A contact of a component. It has a normal and a tangent row for each point, and one against rolling if its
/// surfaces resist it.
struct SystemContact {
    static constexpr std::size_t rows_of_points = 4;

    ContactBlock* block = nullptr;
    ImpactBlock* impacts = nullptr;    ///< Null if the list has none.
    SurfaceBlock* surfaces = nullptr;  ///< Null if the block needs none.
    int lane = 0;
    std::size_t slot_a = 0, slot_b = 0;
    std::int32_t row_a = -1, row_b = -1;  ///< Rows of the matrix; -1: the body is not moved.
    std::size_t first_row = 0;
    double lighter = 0.0;     ///< Mass of the lighter body that moves [kg].
    SoftImpulse soft[2];      ///< At the start of the pass.
    double slip = 0.0;        ///< Along the tangent after the last pass [m/s].
    double early = 1.0;       ///< Part of what it bears that acts before the move, as of the forces.
    double later[5] = {};     ///< The rest in the last sub-step, by row.
    FrictionBounds friction;  ///< In this pass.

    [[nodiscard]] bool has_spring() const { return surfaces != nullptr && surfaces->is_spring[lane] != 0.0f; }
    [[nodiscard]] bool is_pushed() const { return row_a >= 0 || row_b >= 0; }
    [[nodiscard]] bool resists_rolling() const {
        return surfaces != nullptr && surfaces->rolling_length[lane] != 0.0f;
    }
    [[nodiscard]] std::size_t row_count() const { return rows_of_points + (resists_rolling() ? 1 : 0); }
    /// Returns what holds the impulse of a row.
    [[nodiscard]] float& impulse(std::size_t row) const {
        auto& points = row % 2 == 0 ? block->normal_impulse : block->friction_impulse;
        return row == rows_of_points ? surfaces->rolling_impulse[lane] : points[row / 2][lane];
    }
};

/// The contacts and the joints of components as sparse linear systems, one per component, over the velocities
/// of its bodies.
///
/// A pass finds velocities v and impulses p with M (v - v0) = J^T (p - p0) and, for every row, p = clamp(p0 +
/// k (b - J v), low, high), with the velocity b that the constraint wants: one step of the method of
/// multipliers with the penalty k, which bodies at rest fulfil exactly. Normals do not pull, friction is
/// bounded by the normal impulses, motors by their largest force, and what joints lock is not bounded. This
/// is the minimum of a convex function of v. It is found by Newton's method: each iteration solves a linear
/// system by elimination, in which each row is linear or at a bound, and goes to the minimum on the way to
/// its solution. Friction that the normal impulses do not bear is cut before.
///
/// A few iterations may not find the minimum. What they found is projected to allowed impulses, and applied
/// as far as it lowers the dual function, the one that sweeps over contacts lower point by point: so a pass
/// is never worse than none. Joints are closed at the places that the bodies reach: each step of multipliers
/// computes their errors there. Uses double precision. Sources: Castro, Permenter, Han, An Unconstrained
/// Convex Formulation of Compliant Contact, 2022; Hintermueller, Ito, Kunisch, The Primal-Dual Active Set
/// Strategy as a Semismooth Newton Method, 2002.
class ConstraintSystem {
public:
    /// Collects the contacts of `graph`, which holds those of the components and no others. Cost: linear,
    /// except when contacts have begun or ended: then that of finding an order of elimination.
    /// \param weight  change of velocity by the weight of a body in a sub-step [m/s]
    void begin_step(const LoadedComponents& components, ConstraintGraph& graph, DirectJoints& joints,
                    std::span<const BodySolverState> states, float weight);
    /// Runs one pass over all components with mechanisms, or over all others; impulses are read from the
    /// lanes and written back. A relax pass first updates the separations to the present poses.
    void solve(const SequentialContext& context, DirectJoints& joints, const SolverConstants& constants,
               ConstraintPass pass, bool mechanisms, Team& team);
    /// Leaves of the impulses what acts before the move; before the warm start of a sub-step.
    void split_impulses();
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Component {
        std::size_t first_body = 0, body_count = 0;
        std::size_t first_contact = 0, contact_count = 0;
        std::size_t first_row = 0, row_count = 0;
        std::size_t first_joint_row = 0;
        std::span<const std::uint32_t> mechanisms;
        double mass = 0.0;  ///< Mass of all bodies [kg].
        double compliance =
            0.0;             ///< Compliance in a step that closes joints, as a part of their inverse mass.
        bool damps = false;  ///< Joints damp the turning of its bodies in this pass.
        double later = 0.0;  ///< See `LoadedComponent`.
        bool factored[constraint_pass_count] = {};
    };
    struct Body {
        std::size_t slot = 0;
        double mass = 0.0;     ///< [kg]
        double inertia = 0.0;  ///< The same for turning: more where joints damp it.
        Twist old_velocity;    ///< At the start of a step of multipliers, without friction that is cut.
        Twist pass_velocity;   ///< At the start of a pass.
        Twist last_velocity;   ///< Velocity at the start of the step of multipliers before.
        Twist change;          ///< Since then, of the present iterate.
        Twist direction;       ///< To the solution of the last linear system; also used for sums of impulses.

        [[nodiscard]] double dot_mass(const Twist& a, const Twist& b) const {
            return mass * (a.x * b.x + a.y * b.y) + inertia * a.w * b.w;
        }
        [[nodiscard]] Twist change_by(const Twist& impulse) const {
            return {impulse.x / mass, impulse.y / mass, impulse.w / inertia};
        }
    };
    /// Input of a pass.
    struct Pass {
        const SequentialContext& context;
        DirectJoints& joints;
        const SolverConstants& constants;
        ConstraintPass kind;

        [[nodiscard]] std::size_t number() const { return static_cast<std::size_t>(kind); }
        [[nodiscard]] bool is_biased() const { return kind == ConstraintPass::Biased; }
    };

    [[nodiscard]] std::span<SystemContact> contacts_of(const Component& component) {
        return std::span(contacts_).subspan(component.first_contact, component.contact_count);
    }
    [[nodiscard]] std::span<SystemRow> rows_of(const Component& component) {
        return std::span(rows_).subspan(component.first_row, component.row_count);
    }
    [[nodiscard]] std::span<const SystemRow> rows_of(const Component& component) const {
        return std::span(rows_).subspan(component.first_row, component.row_count);
    }
    [[nodiscard]] std::span<Body> bodies_of(const Component& component) {
        return std::span(bodies_).subspan(component.first_body, component.body_count);
    }
    [[nodiscard]] std::span<const Body> bodies_of(const Component& component) const {
        return std::span(bodies_).subspan(component.first_body, component.body_count);
    }
    [[nodiscard]] std::span<SystemRow> joint_rows_of(const Component& component) {
        return rows_of(component).subspan(component.first_joint_row - component.first_row);
    }
    template <class Visitor>
    void visit_taken(const Component& component, Visitor&& visitor) {
        for (SystemRow& row : rows_of(component)) {
            if (row.taken) {
                visitor(row);
            }
        }
    }

    // Structure, see constraint_system.cpp.
    void collect_components(const LoadedComponents& components);
    void collect_contacts(ConstraintGraph& graph, std::span<const BodySolverState> states);
    void collect_list(ContactList& list, std::span<const BodySolverState> states);
    void place_rows(DirectJoints& joints);
    void describe_structure();
    void find_order();
    void place_bodies(const LoadedComponents& components, std::span<const BodySolverState> states);
    [[nodiscard]] std::int32_t body_of_slot(std::size_t slot, std::span<const BodySolverState> states) const;
    void connect(std::int32_t row_a, std::int32_t row_b, SystemRow& row) const;

    // Rows of contacts, see contact_rows.cpp.
    void write_contact(const Component& component, SystemContact& contact);
    [[nodiscard]] double penalty_of(const Component& component, const SystemContact& contact) const;
    void load_contacts(const Component& component, const Pass& pass, bool cuts);
    void load_contact(const Component& component, const Pass& pass, SystemContact& contact);
    void load_normal(const Pass& pass, int point, double penalty, SystemContact& contact);
    void load_friction(const Pass& pass, int point, double penalty, SystemContact& contact);
    void find_slip(std::span<const BodySolverState> states, SystemContact& contact) const;
    void load_rolling(SystemContact& contact);
    void apply_impulses(const Component& component, const Pass& pass, double sign);
    void change_velocities(const Component& component, const Pass& pass, double sign);
    void cut_impulses(const Component& component, const Pass& pass);
    void cut(SystemRow& row, double low, double high, float& impulse);
    void save_contacts(const Component& component);
    /// Returns whether the speed at which each point yields now is that of the linear law.
    [[nodiscard]] bool is_linear_enough(const Component& component, const Pass& pass);

    // Rows of joints, see joint_rows.cpp.
    void begin_joints(Component& component, const Pass& pass);
    void damp(Component& component, const Pass& pass);
    void turn_joints(Component& component, const Pass& pass, Place64 MechanismBody::*where);
    bool damp_joints(Component& component, const Pass& pass);
    void load_joints(const Component& component, const Pass& pass, bool is_first, DirectJoints::Look look);
    /// Returns the largest error of a joint where the bodies end [m], [rad].
    [[nodiscard]] double measure_error(const Component& component, const Pass& pass);
    void save_joints(const Component& component);

    // Passes, see constraint_passes.cpp.
    void solve(Component& component, const Pass& pass);
    void multiply(Component& component, const Pass& pass);
    void settle(Component& component, const Pass& pass, DirectJoints::Look look);
    [[nodiscard]] bool is_solved(const Component& component) const;
    void remember(const Component& component, const Pass& pass);
    void restore(const Component& component, const Pass& pass);
    void keep_step(const Component& component, const Pass& pass);
    void go_back(const Component& component, const Pass& pass);
    [[nodiscard]] double energy_of(const Component& component, const Pass& pass) const;
    void add_later_impulses(const Component& component, const Pass& pass);
    void track_impacts(const Component& component);

    // Newton's method, see constraint_newton.cpp.
    void find_minimum(Component& component, const Pass& pass, int& left);
    void load_bodies(const Component& component, const Pass& pass);
    void load(const Component& component, const Pass& pass, bool is_first, DirectJoints::Look look);
    [[nodiscard]] bool is_factored(const Component& component, const Pass& pass) const;
    void factorise(Component& component, const Pass& pass);
    static void add_row(const SystemRow& row, double stiffness, BlockMatrix& matrix);
    bool find_direction(const Component& component, const Pass& pass);
    [[nodiscard]] double slope(const Component& component, double part) const;
    [[nodiscard]] double search_line(const Component& component, double slope_here) const;
    [[nodiscard]] bool iterate(const Component& component, const Pass& pass);
    void apply(const Component& component, const Pass& pass);
    void apply_minimum(const Component& component, const Pass& pass);
    void add_impulse(const SystemRow& row, double impulse);
    [[nodiscard]] double velocity_along(const SystemRow& row, Twist Body::*of) const;

    double weight_ = 0.0;  ///< Change of velocity by the weight of a body in a sub-step [m/s].
    std::vector<Component> components_;
    std::vector<SystemContact> contacts_;
    std::vector<SystemRow> rows_;  ///< By component those of contacts, then those of joints.
    std::vector<Body> bodies_;
    std::vector<std::uint32_t> row_of_slot_;        ///< By solver slot; valid for bodies of components.
    std::vector<std::uint32_t> component_of_slot_;  ///< Likewise.
    std::vector<std::uint32_t> structure_;          ///< Bodies and couplings that the matrices were made for.
    std::vector<std::uint32_t> new_structure_;
    std::vector<std::uint32_t> places_;  ///< Row of each body in the order of `LoadedComponents::slots`.
    EliminationOrder order_;
    /// One for each kind of pass: the states of rows alternate with it.
    BlockMatrix matrices_[constraint_pass_count];
    std::vector<Twist> values_;  ///< Right-hand sides and solutions, by row of the matrix.
};

}  // namespace drystone
