#pragma once

#include "joints/body_state64.h"
#include "joints/direct/block_matrix.h"
#include "joints/direct/direct_rows.h"
#include "joints/sequential/sequential_joints.h"
#include "parallel/team.h"
#include "solver/solver_kernels.h"
#include "store/joint_store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Solves what joints lock for whole mechanisms at once, closed loops included: each row is a very stiff
/// compliance between its bodies, which leaves one sparse positive matrix over the bodies. Repeated solves
/// take the compliance out again (the method of multipliers), so that rows which say the same twice do no
/// harm.
///
/// Positions are met at the end of each sub-step and velocities after it, as in the RATTLE scheme, so that
/// energy neither leaks nor is gained. In double precision; linear in the number of joints for trees, and
/// little more where few loops are closed. Sources: Baraff, Linear-Time Dynamics using Lagrange Multipliers,
/// 1996; Andersen, RATTLE, 1983; Hestenes, Multiplier and Gradient Methods, 1969.
class DirectJoints {
public:
    /// Decides which joints are direct and collects their mechanisms.
    void rebuild(JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] bool empty() const { return mechanisms_.empty(); }
    /// Would it take one of these joints? With them come all that hang together with them, and the bodies of
    /// these that move. Changes nothing.
    [[nodiscard]] bool wants_any(const JointStore& joints, const BodyStore& bodies,
                                 std::span<const std::uint32_t> some_joints,
                                 std::span<const std::uint32_t> their_bodies);
    /// Rows and factors of all mechanisms where the bodies are now.
    void factor(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// Changes the velocities so that all rows hold; `biased`: at the end of the sub-step, else now.
    void solve(const SequentialContext& context, const SolverConstants& constants, bool biased, Team& team);
    /// After contacts have changed velocities, before the bodies move: closes the gaps that would open.
    void solve_again(const SequentialContext& context, const SolverConstants& constants, Team& team);
    /// In this step, mechanisms have so many more iterations beside contacts as their joints.
    void set_extra_iterations(std::span<const std::uint8_t> by_joint);
    /// The same for smaller gaps, between the passes over contacts of those with so many more iterations.
    void solve_once_more(const SequentialContext& context, const SolverConstants& constants,
                         int extra_iterations, Team& team);
    [[nodiscard]] std::size_t bytes() const;

private:
    /// A joint between two nodes, or between a node and a body without mass.
    struct Link {
        static constexpr std::int32_t massless = -1;
        std::uint32_t joint = 0;
        std::int32_t node_a = massless, node_b = massless;
        std::size_t block = 0;  ///< Of the matrix, between two nodes.
        bool closes = false;    ///< A loop, maybe through the ground.
        int count = 0;
        DirectRow rows[3];
        double max_impulse[3] = {};  ///< Impulse of a motor in a sub-step.
        /// The motor gives all that it can: +1 or -1. It is no row of the matrix then.
        int saturated[3] = {};
        double stiffness[3] = {};  ///< What a row resists a velocity with: impulse over velocity.
        double residual[3] = {};   ///< What is missing of each row's velocity.
        double impulse[3] = {};    ///< Of one step,
        double total[3] = {};      ///< and of what is locked, in the sub-step.
    };
    /// Velocity that forces give a body in a sub-step, and the part of it that comes after the move.
    struct VelocityDelta {
        Twist change{};
        double verlet_fraction = 0.0;
    };
    /// A body. In the spanning tree it hangs on its parent.
    struct Node {
        std::uint32_t body = 0;
        std::int32_t parent = -1;
        double tension = 0.0;
        double damping = 0.0;  ///< Torque over turning against the parent, times h.
        BodyState64 placed{};  ///< At the end of the sub-step.
    };
    struct Mechanism {
        std::size_t first_node = 0, node_count = 0;
        std::size_t first_link = 0, link_count = 0;
        bool floats = true;  ///< Hangs on no body without mass.
        bool loops = false;
        bool drives = false;  ///< Has motors.
        bool stiff = false;   ///< Has links that tension holds stiffly.
        double energy = 0.0;  ///< Kinetic, before a solve.
        double gain = 0.0;    ///< Energy that solving gained in this sub-step, beyond the work of motors.
        /// Moves, nothing in it does work, and nothing else touches its bodies.
        bool conserves = false;
        double target_energy = 0.0;   ///< Kinetic energy that it then has at the end of the sub-step.
        double missing_energy = 0.0;  ///< What it still lacks of that.
        int extra_iterations = 0;
    };
    /// How a mechanism moves as a whole: of one that hangs nowhere, what solving it does not change.
    struct Drift {
        DoubleVector center{};
        DoubleVector velocity{};
        double spin = 0.0;
        double energy = 0.0;  ///< Of the spin.
    };
    struct Component {
        std::uint32_t joints = 0, bodies = 0, welds = 0;
        bool held = false;
        float lightest = 0.0f, heaviest = 0.0f;
    };

    template <class Joints>
    void measure_components(const JointStore& joints, const BodyStore& bodies, const Joints& some_joints,
                            std::span<const std::uint32_t> some_bodies);
    [[nodiscard]] bool wants_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    /// A mechanism that owes energy: its links among `deficit_joints_`.
    struct EnergyDeficit {
        std::size_t first_link = 0, link_count = 0;
        double missing_energy = 0.0;
    };
    [[nodiscard]] std::uint32_t first_joint(const EnergyDeficit& deficit) const {
        return deficit_joints_[deficit.first_link];
    }
    void save_deficits();
    void restore_deficits();
    void grow_mechanism(JointStore& joints, const BodyStore& bodies, std::uint32_t root);
    void add_joint(JointStore& joints, const BodyStore& bodies, std::uint32_t joint, std::uint32_t node);
    void order_nodes(Mechanism& mechanism);

    /// What factors are made of: rows where the bodies are now, also with the damping of links that tension
    /// holds stiffly, or the same as before except for motors that are exhausted.
    enum class Links : std::uint8_t { Fresh, Damped, Known };
    void factor_mechanism(const SequentialContext& context, double h, Links links,
                          const Mechanism& mechanism);
    void add_link(const SequentialContext& context, double h, Links links, Link& link);
    [[nodiscard]] BodyState64 place(const SequentialContext& context, const Link& link, bool is_b) const;
    /// What is missing of each row; returns the greatest error at the end of the sub-step.
    double find_residual(const SequentialContext& context, double h, bool biased, const Mechanism& mechanism);
    double find_residual_of(const SequentialContext& context, double h, bool biased, Link& link) const;
    void collect_impulses(const Mechanism& mechanism, double (Link::*of)[3]);
    void solve_changes(const Mechanism& mechanism);
    [[nodiscard]] double change_along(const Link& link, int row) const;
    void recompute_link(const SequentialContext& context, bool recompute, Link& link);
    void recompute_impulses(const SequentialContext& context, const Mechanism& mechanism);
    void find_step(const Mechanism& mechanism);
    void apply_step(const SequentialContext& context, double part, Mechanism& mechanism);
    [[nodiscard]] bool is_too_fast(const SequentialContext& context, const Mechanism& mechanism) const;
    void damped_step(const SequentialContext& context, double h, Mechanism& mechanism);
    void begin_impulses(const SequentialContext& context, const Mechanism& mechanism);
    void solve_mechanism(const SequentialContext& context, double h, bool biased, Mechanism& mechanism);
    void close_gaps(const SequentialContext& context, double h, double minimum, Mechanism& mechanism);
    template <class Choice>
    void close_all_gaps(const SequentialContext& context, const SolverConstants& constants, double minimum,
                        Team& team, Choice&& choice);
    void remember(const SequentialContext& context, const Mechanism& mechanism);
    void restore(const SequentialContext& context, const Mechanism& mechanism) const;
    void solve_and_keep_energy(const SequentialContext& context, double h, bool biased, Mechanism& mechanism);

    /// Which motors give all that they can.
    static void choose_motors(const SequentialContext& context, double h, const BodyState64& a,
                              const BodyState64& b, Link& link);
    void begin_motors(const SequentialContext& context, const Mechanism& mechanism);
    /// Returns whether a motor turned out to be exhausted; it is given its due.
    bool bound_motors(const SequentialContext& context, Mechanism& mechanism);
    static double motor_velocity(const SequentialContext& context, const Link& link, int row);
    void push_along(const SequentialContext& context, const Link& link, int row, double impulse);

    [[nodiscard]] static VelocityDelta velocity_delta_of(const SequentialContext& context,
                                                         std::uint32_t body);
    [[nodiscard]] Drift measure_drift(const SequentialContext& context, const Mechanism& mechanism) const;
    /// The workers that a pass over all mechanisms is worth.
    [[nodiscard]] int workers() const { return workers_for(links_.size(), links_per_worker); }
    [[nodiscard]] double measure_energy(const SequentialContext& context, const Mechanism& mechanism) const;
    // What is missing is of no use to some. NOLINTNEXTLINE(modernize-use-nodiscard)
    double scale_motion(const SequentialContext& context, const Mechanism& mechanism, double energy) const;
    void restore_energy(const SequentialContext& context, Mechanism& mechanism) const;
    [[nodiscard]] bool may_conserve(const SequentialContext& context, const Mechanism& mechanism) const;
    void record_energy(const SequentialContext& context, double h, Mechanism& mechanism);
    void add_work(const SequentialContext& context, Mechanism& mechanism) const;
    [[nodiscard]] double tension(const SequentialContext& context, const Link& link, bool is_b) const;
    bool find_stiff_links(const SequentialContext& context, double h, Mechanism& mechanism);
    void damp_bending(const SequentialContext& context, const Mechanism& mechanism);
    void take_back(const SequentialContext& context, const Mechanism& mechanism) const;

    /// Links that a worker must get: some 5 us.
    static constexpr std::size_t links_per_worker = 32;

    std::vector<Node> nodes_;  ///< Of each mechanism in the order of elimination.
    std::vector<Link> links_;
    std::vector<Mechanism> mechanisms_;
    BlockMatrix matrix_;          ///< A row for each node.
    std::vector<Twist> changes_;  ///< Of each node's velocity.
    // What a solve after the contacts found, by node and by link.
    std::vector<BodySolverState> states_before_;
    std::vector<JointImpulses> impulses_before_;
    // Of the choice.
    std::vector<std::uint8_t> can_be_direct_;  ///< By joint.
    std::vector<std::uint32_t> parents_;       ///< Union-find over bodies.
    std::vector<std::int32_t> node_of_;        ///< By body; -1: none yet.
    std::vector<Component> components_;
    std::vector<EnergyDeficit> deficits_;
    std::vector<std::uint32_t> deficit_joints_;
    std::vector<Node> sorted_;
    EliminationOrder order_;
};

}  // namespace drystone
