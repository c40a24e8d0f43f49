#pragma once

#include "constraint_graph/constraint_graph.h"
#include "joints/direct/block_matrix.h"
#include "joints/direct/mechanism_body.h"
#include "joints/direct/mechanism_link.h"
#include "joints/sequential/sequential_joints.h"
#include "parallel/team.h"
#include "solver/solver_kernels.h"
#include "store/contact_store.h"
#include "store/joint_store.h"

#include <drystone/collision/function_ref.h>

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Contacts of the world, and the lanes that hold their rows and impulses.
struct ContactLanes {
    ContactStore& contacts;
    ConstraintGraph& graph;
};

/// A row of a mechanism's joint as a bounded linear constraint, for solver states: their angular velocities
/// are normalised.
struct EliminatedRow {
    std::int64_t slot_a = -1, slot_b = -1;  ///< Slots of the bodies; -1: not moved.
    Twist a{}, b{};                         ///< Jacobian for their velocities.
    double mass = 0.0;                      ///< Effective mass; 0: no impulse moves the bodies.
    double velocity = 0.0;
    double lack = 0.0;             ///< Velocity that it lacks.
    double low = 0.0, high = 0.0;  ///< Bounds of the impulse.
    bool locks = false;            ///< Not bounded at any time.
    float* impulse = nullptr;      ///< Sum in this sub-step.
};

/// Energy that a mechanism lacks, see `DirectJoints`, and its joints in their order.
struct MechanismDeficit {
    std::vector<std::uint32_t> joints;
    double missing_energy = 0.0;  ///< [J]
};

/// Direct solver for whole mechanisms, closed loops included. Each row that a joint locks becomes a very
/// stiff compliant constraint between its bodies, which leaves one sparse positive definite matrix over the
/// bodies. Repeated solves remove the effect of the compliance (the method of multipliers). Redundant rows do
/// no harm.
///
/// Positions satisfy the constraints at the end of each sub-step and velocities after it, as in the RATTLE
/// scheme, so that energy is neither lost nor gained. Uses double precision. Cost: linear in the number of
/// joints for trees, and little more with few closed loops. Sources: Baraff, Linear-Time Dynamics using
/// Lagrange Multipliers, 1996; Andersen, RATTLE, 1983; Hestenes, Multiplier and Gradient Methods, 1969.
class DirectJoints {
public:
    /// Chooses the joints to solve directly and collects their mechanisms.
    void rebuild(JointStore& joints, const BodyStore& bodies);
    /// Returns what a rebuild cannot find again, and sets it before the first rebuild of all joints.
    [[nodiscard]] std::vector<MechanismDeficit> deficits() const;
    void set_deficits(const std::vector<MechanismDeficit>& deficits);
    [[nodiscard]] bool empty() const { return mechanisms_.empty(); }
    /// Returns whether one of the joints would be solved directly. `some_joints` must be closed under
    /// connection by moving bodies, and `their_bodies` must contain all of these bodies. Changes no
    /// mechanism.
    [[nodiscard]] bool wants_any(const JointStore& joints, const BodyStore& bodies,
                                 std::span<const std::uint32_t> some_joints,
                                 std::span<const std::uint32_t> their_bodies);
    /// Finds the mechanisms on whose bodies springs act, and calls `hold(body)` for all of their bodies:
    /// gravity must act at the same time on these.
    void find_springs(const JointStore& joints, FunctionRef<void(std::uint32_t)> hold);
    /// Gathers what holds for a step, with the impulses of the last one, and computes rows and factors.
    void begin_step(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Writes the impulses to the joints' records; when they are read, at the latest after the last sub-step.
    void save_impulses(JointStore& joints) const;
    /// Adds `sign` times the changes of velocity by the impulses that the joints of mechanisms with springs
    /// had in the last sub-step. The passes over springs run in between, and thus see the loads that the
    /// solves below will find again.
    void push_by_last_impulses(const SequentialContext& context, double sign, Team& team);
    /// Changes the velocities so that all rows are satisfied in position at the end of the sub-step.
    void solve(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Computes rows and factors at the current poses, and changes the velocities so that all rows are
    /// satisfied now; after the bodies have moved.
    void relax(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.nodes_, self.links_, self.mechanisms_, self.matrix_, self.node_of_, self.deficits_,
                self.deficit_joints_);
    }
    /// Makes room for the values of nodes and links, after the state was replaced; each step computes them.
    void make_room() {
        matrix_.make_room();
        changes_.resize(nodes_.size());
        bodies_.assign(nodes_.size() + links_.size(), MechanismBody{});
        velocities_before_.resize(nodes_.size());
        impulses_before_.resize(links_.size());
    }
    /// Finds the mechanisms whose joints matter in a contact; after `begin_step`, with rows of contacts at
    /// the present poses. Cost: a solve with the factors for each contact, up to the first one that they
    /// matter in.
    void find_touching(const SequentialContext& context, const ContactLanes& lanes, Team& team);
    /// Part of the response of both bodies to a contact from which the response of one matters.
    static constexpr double felt_part = 1.0 / 8.0;
    /// Returns whether the response of a body matters. Arguments: inverse masses of both [1/kg].
    [[nodiscard]] static bool is_felt(float own, float other) {
        return own > static_cast<float>(felt_part) * (own + other);
    }
    /// Calls `visitor(mechanism)` for each of these mechanisms.
    template <class Visitor>
    void visit_touching(Visitor&& visitor) const {
        for (std::uint32_t i = 0; i < mechanisms_.size(); ++i) {
            if (mechanisms_[i].touches) {
                visitor(i);
            }
        }
    }
    /// Returns the mechanism of a body; -1: none.
    [[nodiscard]] std::int64_t mechanism_of(std::uint32_t body) const {
        const std::int32_t node = body < node_of_.size() ? node_of_[body] : -1;
        return node < 0 ? -1 : std::int64_t{nodes_[static_cast<std::size_t>(node)].mechanism};
    }
    template <class Visitor>
    void visit_bodies(std::uint32_t mechanism, Visitor&& visitor) const {
        const Mechanism& own = mechanisms_[mechanism];
        for (std::size_t i = own.first_node; i < own.first_node + own.node_count; ++i) {
            visitor(nodes_[i].body);
        }
    }
    /// Leaves a mechanism to `ConstraintSystem` in this step.
    void couple(std::uint32_t mechanism);
    [[nodiscard]] bool is_coupled(std::uint32_t mechanism) const { return mechanisms_[mechanism].coupled; }

    /// Aim of a solve: the positions at the end of the sub-step, the velocities that bodies are about
    /// to move with, or those after the move.
    enum class Look : std::uint8_t { Positions, Ahead, Here };

    // Passes of `ConstraintSystem` over a mechanism.
    /// Begins a pass. One with bias forgets the impulses of the last sub-step. Returns whether the tension
    /// asks for damping.
    bool begin_elimination(double h, bool biased, std::uint32_t mechanism);
    /// Computes the directions of the rows where bodies are or, after `load_velocities`, where they end.
    void turn_rows(double h, Place64 MechanismBody::*where, std::uint32_t mechanism);
    /// Returns whether the tension after a pass asks for more damping than the pass had: it must be repeated.
    [[nodiscard]] bool wants_damping(double h, std::uint32_t mechanism) {
        return raise_damping(h, mechanisms_[mechanism]);
    }
    /// Damps the velocities, which are those without the impulses of contacts.
    void damp(const SequentialContext& context, std::uint32_t mechanism);
    /// Gathers the velocities and, with bias, the places at the end of the sub-step.
    void load_velocities(const SequentialContext& context, double h, bool biased, std::uint32_t mechanism);
    /// Calls `visitor(slot, inertia)` with what damping adds to the inertia of each body, normalised [kg].
    void visit_damping(std::uint32_t mechanism, FunctionRef<void(std::size_t, double)> visitor) const;
    /// Calls the visitor for the rows of all links, in an order that is the same for the whole step.
    void visit_eliminated(std::uint32_t mechanism, double h, Look look,
                          FunctionRef<void(const EliminatedRow&)> visitor);
    /// Error at which solves end [m], [rad].
    static constexpr double good_enough = 2e-6;
    [[nodiscard]] std::size_t bytes() const;

private:
    using Link = MechanismLink;
    /// Change of velocity that forces give a body in a sub-step, and the fraction that follows the move.
    struct VelocityDelta {
        Twist change{};
        double verlet_fraction = 0.0;
    };
    /// A moving body of a mechanism, with its parent in the spanning tree (-1 for the root).
    struct Node {
        std::uint32_t body = 0;
        std::uint32_t mechanism = 0;
        std::int32_t parent = -1;
        double tension = 0.0;
        double damping = 0.0;  ///< Torque per angular velocity relative to the parent, times h.
    };
    struct Mechanism {
        std::size_t first_node = 0, node_count = 0;
        std::size_t first_link = 0, link_count = 0;
        bool floats = true;   ///< No joint connects it to a body that does not move.
        bool loops = false;   ///< Contains closed loops.
        bool drives = false;  ///< Contains motors.
        bool sprung = false;  ///< Springs act on its bodies.
        bool limits = false;  ///< Contains limits.
        /// A limit was reached in this sub-step, which is an impact.
        bool struck = false;
        bool turned = false;  ///< Its rows are those of other places than at the start of the sub-step.
        bool ahead = false;   ///< Solves of the velocities alone come before the move.
        bool stiff = false;   ///< Contains damped nodes, see `find_stiff_links`.
        double energy = 0.0;  ///< Kinetic energy before a solve [J].
        double gain = 0.0;    ///< Energy that solves gained in this sub-step, without the work of motors [J].
        /// Its energy must be conserved: it moves, has no motors, and nothing else constrains its bodies.
        bool conserves = false;
        double target_energy = 0.0;   ///< Kinetic energy due at the end of the sub-step, if conserved [J].
        double missing_energy = 0.0;  ///< Part of it that could not be restored yet [J].
        bool touches = false;         ///< Its joints matter in a contact, or one is open.
        bool coupled = false;         ///< `ConstraintSystem` solves its joints.
    };
    [[nodiscard]] static Look look_of(bool biased, const Mechanism& mechanism) {
        return biased ? Look::Positions : mechanism.ahead ? Look::Ahead : Look::Here;
    }
    /// Rigid motion of a floating mechanism, which solving does not change; zero for others.
    struct Drift {
        DoubleVector center{};
        DoubleVector velocity{};
        double spin = 0.0;
        double energy = 0.0;  ///< Kinetic energy of the spin [J].
    };
    /// Moving bodies connected by joints that can be direct, and these joints.
    struct Component {
        std::uint32_t joints = 0, bodies = 0, welds = 0;
        bool held = false;                       ///< A joint connects it to a body that does not move.
        float lightest = 0.0f, heaviest = 0.0f;  ///< Masses [kg].
    };

    template <class Joints>
    void measure_components(const JointStore& joints, const BodyStore& bodies, const Joints& some_joints,
                            std::span<const std::uint32_t> some_bodies);
    [[nodiscard]] bool wants_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    /// Energy that a mechanism lacks, with the range of its joints in `deficit_joints_`.
    struct EnergyDeficit {
        std::size_t first_link = 0, link_count = 0;
        double missing_energy = 0.0;
    };
    [[nodiscard]] std::uint32_t first_joint(const EnergyDeficit& deficit) const {
        return deficit_joints_[deficit.first_link];
    }
    void save_deficits();
    void sort_deficits();
    void restore_deficits();
    void grow_mechanism(JointStore& joints, const BodyStore& bodies, std::uint32_t root);
    void add_joint(JointStore& joints, const BodyStore& bodies, std::uint32_t joint, std::uint32_t node);
    void order_nodes(Mechanism& mechanism);

    /// Input of a factorisation. `Fresh`: rows at the current poses. `Damped`: the same, with the damping of
    /// stiff links. `Known`: the rows and the damping of the last one, with the current set of saturated
    /// motors.
    enum class Links : std::uint8_t { Fresh, Damped, Known };
    void describe(const SequentialContext& context, const Mechanism& mechanism);
    void load_places(const SequentialContext& context, const Mechanism& mechanism);
    void load_velocities(const SequentialContext& context, const Mechanism& mechanism);
    void store_velocities(const SequentialContext& context, const Mechanism& mechanism) const;
    void factor_mechanism(double h, Links links, Mechanism& mechanism);
    void turn_rows(double h, Place64 MechanismBody::*where, Mechanism& mechanism);
    void turn_rows(double h, Place64 MechanismBody::*where, Link& link) const;
    void find_rows(double h, Link& link) const;
    void add_link(double h, Links links, Link& link);
    /// Finds the velocity that each row lacks. Returns the largest one of a locked row times h: an error [m]
    /// or [rad].
    double find_residual(double h, bool biased, const Mechanism& mechanism);
    double find_residual_of(double h, Look look, Link& link) const;
    static double find_limit(double h, Look look, int row, double velocity, double later, Link& link);
    template <class ImpulseOf>
    void collect_impulses(const Mechanism& mechanism, ImpulseOf&& impulse_of);
    void solve_changes(const Mechanism& mechanism);
    [[nodiscard]] double change_along(const Link& link, int row) const;
    void recompute_link(bool recompute, Link& link);
    void recompute_impulses(const Mechanism& mechanism);
    double find_step(double h, bool biased, const Mechanism& mechanism);
    [[nodiscard]] double bend_bound(double h, const Link& link) const;
    void apply_step(double part, Mechanism& mechanism);
    [[nodiscard]] bool is_too_fast(double growth, const Mechanism& mechanism) const;
    void damped_step(double h, Mechanism& mechanism);
    void solve_with_limits(double h, Mechanism& mechanism);
    void begin_impulses(const Mechanism& mechanism);
    double solve_mechanism(double h, bool biased, Mechanism& mechanism);
    [[nodiscard]] bool is_open(const Mechanism& mechanism) const;
    [[nodiscard]] bool touches(const SequentialContext& context, const ContactLanes& lanes,
                               const Mechanism& mechanism);
    [[nodiscard]] bool stiffens(const SequentialContext& context, const ContactLanes& lanes,
                                const Contact& contact, std::size_t node, const Mechanism& mechanism);
    void remember(const Mechanism& mechanism);
    void restore(double h, Mechanism& mechanism);
    static void find_limit(double h, Look look, const Link& link, int row, double later,
                           EliminatedRow& found);
    void find_later(double h, const Link& link, const double (&velocities)[3], double (&later)[3]) const;
    void find_all_rows(double h, const Mechanism& mechanism);
    void solve_and_keep_energy(const SequentialContext& context, double h, bool biased, Mechanism& mechanism);

    void push_node(const SequentialContext& context, std::int32_t node, double sign,
                   const Twist& impulse) const;
    void choose_motors(double h, Link& link) const;
    void begin_motors(const Mechanism& mechanism);
    /// Holds the motors to their largest impulses, before a step. Returns whether a motor has become
    /// saturated, each once in a solve.
    bool bound_motors(Mechanism& mechanism);
    [[nodiscard]] double find_lack_of_motors(const Mechanism& mechanism) const;
    bool choose_rows(double h, bool biased, LimitRounds& rounds, Mechanism& mechanism);
    static void begin_limits(Link& link);
    static void drop_far_limits(Link& link);
    static void aim_at_limits(double h, Link& link);
    /// Finds the limits that a step would pass, and those that would pull. Returns whether there are any.
    bool choose_limits(double h, bool biased, LimitRounds& rounds, Mechanism& mechanism);
    [[nodiscard]] int wanted_change(double h, Look look, const Link& link, int row) const;
    void change_limit(double h, int change, int row, Link& link);
    template <class Visitor>
    void visit_limits(const Mechanism& mechanism, Visitor&& visitor);
    [[nodiscard]] double row_velocity(const Link& link, int row) const;
    [[nodiscard]] Twist* change_of(std::int32_t node) {
        return node == Link::massless ? nullptr : &changes_[static_cast<std::size_t>(node)];
    }
    void push_along(const Link& link, int row, double impulse);

    [[nodiscard]] static VelocityDelta velocity_delta_of(const SequentialContext& context,
                                                         std::uint32_t body);
    [[nodiscard]] Drift measure_drift(const Mechanism& mechanism) const;
    /// Returns the number of workers for a pass over all mechanisms.
    [[nodiscard]] int workers() const { return workers_for(links_.size(), links_per_worker); }
    /// Calls `visitor(mechanism)` for all mechanisms, on several threads.
    template <class Visitor>
    void visit_mechanisms(Team& team, Visitor&& visitor) {
        team.parallel_for(mechanisms_.size(), 1, workers(), [&](std::size_t begin, std::size_t end, int) {
            for (std::size_t i = begin; i < end; ++i) {
                visitor(mechanisms_[i]);
            }
        });
    }
    [[nodiscard]] double measure_energy(const Mechanism& mechanism) const;
    [[nodiscard]] double measure_whole_energy(const Mechanism& mechanism) const;
    double scale_motion(const Mechanism& mechanism, double energy);
    void restore_energy(Mechanism& mechanism);
    [[nodiscard]] bool has_moving_anchor(const Mechanism& mechanism) const;
    [[nodiscard]] bool may_conserve(const SequentialContext& context, const Mechanism& mechanism) const;
    void record_energy(const SequentialContext& context, double h, Mechanism& mechanism);
    void add_work(const SequentialContext& context, Mechanism& mechanism) const;
    static double tension(const Link& link, bool is_b);
    void find_tensions(const Mechanism& mechanism);
    bool raise_damping(double h, Mechanism& mechanism);
    bool find_stiff_links(double h, Mechanism& mechanism);
    void damp_bending(const Mechanism& mechanism);
    void take_back(const Mechanism& mechanism, double energy);

    /// Smallest share of a worker: about 5 us of work.
    static constexpr std::size_t links_per_worker = 32;

    std::vector<Node> nodes_;  ///< Nodes of each mechanism, in the order of elimination.
    std::vector<Link> links_;
    std::vector<Mechanism> mechanisms_;
    /// The bodies of the nodes; then, by link, the one that does not move: unused where both do.
    std::vector<MechanismBody> bodies_;
    BlockMatrix matrix_;          ///< A row for each node.
    std::vector<Twist> changes_;  ///< Change of each node's velocity in a Newton step.
    // Velocities and impulses before a solve that may be taken back, by node and by link.
    std::vector<Twist> velocities_before_;
    std::vector<LinkImpulses> impulses_before_;
    // Work arrays of the selection.
    std::vector<std::uint8_t> can_be_direct_;  ///< Result of `can_be_direct` for each joint.
    std::vector<std::uint32_t> parents_;       ///< Union-find over bodies.
    std::vector<std::int32_t> node_of_;        ///< Node of each body; -1: none.
    std::vector<Component> components_;
    std::vector<EnergyDeficit> deficits_;
    std::vector<std::uint32_t> deficit_joints_;
    std::vector<Node> sorted_;
    EliminationOrder order_;
};

}  // namespace drystone
