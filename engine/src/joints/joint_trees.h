#pragma once

#include "joints/placed_body.h"
#include "joints/serial_joints.h"
#include "parallel/team.h"
#include "solver/solver_kernels.h"
#include "store/joint_store.h"

#include <cstdint>
#include <vector>

namespace drystone {

/// A symmetric 3 x 3 matrix over (x, y, angle), and its factors L D L^T.
struct SymmetricMatrix {
    double xx = 0.0, xy = 0.0, yy = 0.0, xw = 0.0, yw = 0.0, ww = 0.0;
};
/// Velocity or impulse of a body.
struct Twist {
    double x = 0.0, y = 0.0, w = 0.0;
};

/// One row of what a joint locks: what the bodies feel of a unit impulse.
struct LockRow {
    Twist a, b;
    double error = 0.0;  ///< [m] or [rad]
    int index = 0;       ///< Which of the joint's impulses it is.
};

/// The rows that a joint locks, where its bodies are now; at most three.
int collect_lock_rows(const SerialContext& context, std::uint32_t joint, const PlacedBody& a,
                      const PlacedBody& b, LockRow (&rows)[3]);

/// Solves what joints lock for whole trees of bodies at once, exactly: from the leaves to the root each body
/// is eliminated, which leaves its parent with the mass that it feels through the joint, and back.
///
/// Positions are met at the end of each sub-step and velocities after it, as in the RATTLE scheme, so that
/// energy neither leaks nor is gained. Joints to bodies without mass hold their body by a stiff compliance.
/// In double precision; linear in the number of joints. Sources: Baraff, Linear-Time Dynamics using Lagrange
/// Multipliers, 1996; Andersen, RATTLE, 1983.
class JointTrees {
public:
    /// Decides which joints are direct and collects their trees.
    void rebuild(JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] bool empty() const { return trees_.empty(); }
    /// Rows and factors of all trees where the bodies are now.
    void factor(const SerialContext& context, Team& team);
    /// Changes the velocities so that all rows hold; `biased`: at the end of the sub-step, else now.
    void solve(const SerialContext& context, const SolverConstants& constants, bool biased, Team& team);
    [[nodiscard]] std::size_t bytes() const {
        return nodes_.capacity() * sizeof(Node) + masses_.capacity() * sizeof(SymmetricMatrix) +
               anchors_.capacity() * sizeof(Anchor) + trees_.capacity() * sizeof(Tree) +
               components_.capacity() * sizeof(Component) +
               (parents_.capacity() + node_of_.capacity()) * sizeof(std::uint32_t);
    }

private:
    struct Rows {
        std::uint32_t joint = 0;
        int count = 0;
        LockRow rows[3];
        double inverse[3][3] = {};  ///< Of the matrix that joins the rows, compliance included.
        double wanted[3] = {};      ///< What is missing of each row's velocity.
        double impulse[3] = {};
    };
    /// A body, and the joint to its parent.
    struct Node {
        std::uint32_t body = 0;
        std::int32_t parent = -1;
        bool is_b = false;  ///< Body B of the joint to the parent.
        Rows link;
        SymmetricMatrix factors;  ///< L D L^T of the mass that is felt here.
        Twist carried[3];         ///< Inverse mass times each row of the link.
        Twist push;               ///< Impulse from below.
        Twist response;           ///< Change of velocity by it alone.
        Twist change;
        double tension = 0.0;
    };
    /// A joint to a body without mass.
    struct Anchor {
        std::uint32_t node = 0;
        bool is_b = false;
        Rows rows;
    };
    struct Tree {
        std::size_t first_node = 0, node_count = 0;
        std::size_t first_anchor = 0, anchor_count = 0;
        double gain = 0.0;  ///< Energy that solving with the bias gained.
    };

    void measure_components(const JointStore& joints, const BodyStore& bodies);
    [[nodiscard]] bool wants_direct(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint);
    void grow_tree(JointStore& joints, const BodyStore& bodies, std::uint32_t root);
    void add_joint(JointStore& joints, const BodyStore& bodies, std::uint32_t joint, std::uint32_t node);
    /// With h > 0 the inertia of links that tension holds stiffly is raised.
    void factor_tree(const SerialContext& context, double h, const Tree& tree);
    /// What is missing of each row; returns the greatest error at the end of the sub-step.
    double find_wanted(const SerialContext& context, double h, bool biased, Rows& own) const;
    /// From the leaves to the root, and back.
    double eliminate(const SerialContext& context, double h, bool biased, const Tree& tree);
    void substitute(const SerialContext& context, bool first, const Tree& tree);
    [[nodiscard]] double measure_energy(const SerialContext& context, const Tree& tree,
                                        DoubleVector& drift) const;
    [[nodiscard]] double tension(const SerialContext& context, const Rows& own, bool is_b) const;
    bool damp_bending(const SerialContext& context, double h, const Tree& tree);
    void take_back(const SerialContext& context, const Tree& tree, double gain);
    void solve_tree(const SerialContext& context, const SolverConstants& constants, bool biased,
                    const Tree& tree);

    static void note_impulse(const SerialContext& context, const Rows& own, int row, double impulse,
                             bool first);

    std::vector<Node> nodes_;
    std::vector<SymmetricMatrix> masses_;  ///< Felt at each node, while factors are made.
    std::vector<Anchor> anchors_;
    std::vector<Tree> trees_;
    // Of the choice.
    std::vector<std::uint32_t> parents_;  ///< Union-find over bodies.
    std::vector<std::int32_t> node_of_;   ///< By body; -1: none yet.
    struct Component {
        std::uint32_t joints = 0, bodies = 0;
        float lightest = 0.0f, heaviest = 0.0f;
    };
    std::vector<Component> components_;
};

}  // namespace drystone
