#include "joints/joint_solver.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "core/finite.h"
#include "joints/reaction.h"
#include "solver/integrate.h"

#include <algorithm>
#include <cmath>

namespace drystone {

template <class Pass>
void JointConstraintSolver::visit_runs(const JointGraph& graph, Team& team, Pass&& pass) {
    team.parallel_phases(graph.phases(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            pass(graph.run(i));
        }
    });
}

namespace {

/// Scales the accumulated impulses. Of direct joints, only those of the locks matter to the next sub-step.
void scale_impulses(JointStore& joints, float factor) {
    for (JointRecord& record : joints.records.edit()) {
        JointImpulses& own = record.impulses;
        const auto scale = [&](float(&impulses)[3]) {
            for (float& impulse : impulses) {
                impulse = nearest_finite(impulse * factor);
            }
        };
        scale(own.lock);
        if (!record.direct) {
            scale(own.spring);
            scale(own.motor);
            scale(own.lower);
            scale(own.upper);
        }
    }
}

/// Returns whether the joint is active and not solved by elimination alone.
bool holds_bodies(const JointStore& joints, std::uint32_t joint) {
    const JointRecord& record = joints.records[joint];
    return record.color >= 0 || (!record.direct && joints.slots.is_live(joint) && joints.is_active(joint));
}

}  // namespace

/// Marks the bodies of joints that `holds_bodies` accepts, and of mechanisms with springs.
void JointConstraintSolver::mark_held_bodies(const JointStore& joints, BodyStore& bodies) {
    for (const std::uint32_t body : held_) {
        bodies.set_held_by_joint(body, false);
    }
    held_.clear();
    const auto hold = [&](std::uint32_t body) {
        if (!bodies.is_held_by_joint(body)) {
            bodies.set_held_by_joint(body, true);
            grow_push_back(held_, body);
        }
    };
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        if (holds_bodies(joints, joint)) {
            visit_bodies_of_joint(joints, joint, hold);
        }
    }
    direct_.find_springs(joints, hold);
}

/// Updates the marks of the bodies in the change set.
void JointConstraintSolver::mark_held_again(const JointStore& joints, BodyStore& bodies) {
    for (const std::uint32_t body : changes_.bodies()) {
        bool held = false;
        visit_joints_of_body(joints, body,
                             [&](std::uint32_t joint) { held = held || holds_bodies(joints, joint); });
        if (held && !bodies.is_held_by_joint(body)) {
            grow_push_back(held_, body);
        }
        bodies.set_held_by_joint(body, held);
    }
    if (held_.size() > 2 * bodies.slots.size()) {  // Many entries are stale or duplicates.
        std::erase_if(held_, [&](std::uint32_t body) { return !bodies.is_held_by_joint(body); });
        sort_items(held_.begin(), held_.end());
        held_.erase(std::unique(held_.begin(), held_.end()), held_.end());
    }
}

void JointConstraintSolver::collect_special(const JointStore& joints) {
    ratchets_.clear();
    monitored_.clear();
    const bool any_ratchets = joints.definitions.has_any<RatchetJoint>();
    if (!any_ratchets && joints.own_settings.empty()) {
        return;  // Few worlds have such joints.
    }
    const auto is_in_use = [&](std::uint32_t joint) {
        return joints.slots.is_live(joint) && joints.is_active(joint);
    };
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        const JointRecord& record = joints.records[joint];
        if (any_ratchets && record.rows.tooth != 0.0f && record.color >= 0 && is_in_use(joint)) {
            ratchets_.push_back(joint);
        }
        const JointSettings& settings = joints.settings(joint);
        if ((settings.force_events || settings.break_force != unlimited ||
             settings.break_torque != unlimited) &&
            is_in_use(joint)) {
            monitored_.push_back(joint);
        }
    }
}

void JointConstraintSolver::rebuild(JointStore& joints, BodyStore& bodies, float h) {
    graph_.save(joints);
    if (h != h_ && h_ > 0.0f) {
        // Keeps the forces when the sub-step changes.
        scale_impulses(joints, h / h_);
    }
    direct_.rebuild(joints, bodies);
    graph_.rebuild(joints, bodies, h);
    sequential_.rebuild(joints, bodies);
    turns_.rebuild(joints, bodies);
    mark_held_bodies(joints, bodies);
    collect_special(joints);
    h_ = h;
    new_lanes_ = 0;
}

/// Returns whether every changed joint's component is, and was, solved in lanes.
bool JointConstraintSolver::has_changed_in_lanes(const JointStore& joints, const BodyStore& bodies) {
    const auto is_in_lanes = [&](std::uint32_t joint) {
        const JointRecord& record = joints.records[joint];
        return !record.direct && (record.family == JointFamily::Lanes || record.family == JointFamily::None);
    };
    const std::vector<std::uint32_t>& changed = changes_.joints();
    return std::all_of(changed.begin(), changed.end(), is_in_lanes) &&
           !direct_.wants_any(joints, bodies, changed, changes_.bodies());
}

/// Rebuilds only the lanes of changed joints; the solver then gives the same results as after `rebuild`.
/// Returns false, without having changed anything, if all joints must be rebuilt.
bool JointConstraintSolver::rebuild_changed(JointStore& joints, BodyStore& bodies) {
    // The result of the overflow depends on its order, and many new lanes are worth sorting all lanes again.
    const bool all_the_same =
        graph_.count(JointGraph::overflow) == 0 && new_lanes_ <= joints.slots.live_count();
    if (!all_the_same || !changes_.find(joints, bodies) || !has_changed_in_lanes(joints, bodies)) {
        return false;
    }
    freed_ = joints.freed;
    for (const std::uint32_t joint : changes_.joints()) {
        JointRecord& record = joints.records.edit(joint);
        if (record.color >= 0) {
            graph_.read(record);
            grow_push_back(freed_, {lane_kind(record), record.color, record.place});
            record.color = -1;
        }
    }
    new_lanes_ += static_cast<std::uint32_t>(freed_.size() + changes_.joints().size());
    graph_.take_out(joints, bodies, freed_, h_);
    for (const std::uint32_t body : changes_.bodies()) {
        graph_.forget_colors(body);
    }
    graph_.place(joints, bodies, changes_.joints(), h_);
    for (const std::uint32_t body : changes_.moved()) {
        graph_.follow_slot(joints, bodies, body);
    }
    graph_.collect_runs();
    turns_.look_again(joints, bodies, changes_.joints());
    mark_held_again(joints, bodies);
    collect_special(joints);
    return true;
}

void JointConstraintSolver::follow_ratchets(JointStore& joints) {
    for (const std::uint32_t joint : ratchets_) {
        JointRecord& record = joints.records.edit(joint);
        const float phase = joints.definitions.find<RatchetJoint>(joint)->phase;
        JointList& list = graph_.list_of(record);
        const std::size_t i = record.place / static_cast<std::uint32_t>(list.lanes_per_block);
        const std::size_t lane = record.place % static_cast<std::uint32_t>(list.lanes_per_block);
        DegreeBlock& degree = list.degrees[3 * i + 2];
        const float tooth = record.rows.tooth;
        const float passed = std::floor((degree.angle[lane] - phase) / tooth) * tooth + phase;
        JointLimit& limit = record.rows.degrees[2].limit;
        const bool forwards = tooth > 0.0f;
        const bool begins =
            forwards ? limit.lower == -JointDegree::far_away : limit.upper == JointDegree::far_away;
        if (forwards) {
            limit.lower = begins ? passed : std::max(limit.lower, passed);
            degree.lower[lane] = limit.lower;
        } else {
            limit.upper = begins ? passed : std::min(limit.upper, passed);
            degree.upper[lane] = limit.upper;
        }
    }
}

void JointConstraintSolver::rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    graph_.rewrite(joints, bodies, joint, h_);
}

bool JointConstraintSolver::change_motor(JointStore& joints, std::uint32_t joint, const JointMotor& motor) {
    JointRecord& record = joints.records.edit(joint);
    JointDegree* const degrees = record.rows.degrees;
    const auto has_motor = [](const JointDegree& degree) { return degree.motor.maximum != 0.0f; };
    const std::size_t driven =
        static_cast<std::size_t>(std::find_if(degrees, degrees + 3, has_motor) - degrees);
    // A joint with or without a motor may need other lanes, and elimination may solve that of a direct joint.
    if (record.direct || driven == 3 || motor.maximum == 0.0f) {
        return false;
    }
    graph_.read(record);
    degrees[driven].motor = motor;
    graph_.write_motor(record, driven, h_);
    return true;
}

void JointConstraintSolver::follow_changes(JointStore& joints, BodyStore& bodies, float h) {
    const bool some_may_have = !joints.empty() && bodies.order_version != seen_order_;
    const bool some_have = !joints.touched.empty() || some_may_have;
    const bool all_may_have = joints.all_changed || h != h_;
    if (!all_may_have && !some_have) {
        return;
    }
    if (all_may_have || !rebuild_changed(joints, bodies)) {
        rebuild(joints, bodies, h);
    }
    changes_.compact(joints, bodies);
    seen_order_ = bodies.order_version;
}

void JointConstraintSolver::begin_step(const SequentialContext& context, const SolverConstants& constants,
                                       Team& team) {
    inverse_h_ = constants.inverse_h;
    if (empty()) {
        return;
    }
    const BodyRowsOf<const float> rows = read_rows(context.bodies);
    visit_runs(graph_, team, [&](const JointRun& run) {
        kernels_for(run, *kernels, graph_.runs().size()).prepare(run, rows);
    });
    follow_ratchets(context.joints);
    graph_.find_parts();
    turns_.follow(context.joints, context.bodies, team);
    sequential_.prepare(context);
    direct_.begin_step(context, constants, team);
    for (const std::uint32_t joint : monitored_) {
        context.joints.records.edit(joint).max_force = 0.0f;
        context.joints.records.edit(joint).max_torque = 0.0f;
    }
}

void JointConstraintSolver::warm_start_lanes(const JointGraph& graph, const SequentialContext& context,
                                             Team& team) const {
    BodySolverState* const states = context.states.data();
    visit_runs(graph, team, [&](const JointRun& run) {
        kernels_for(run, *kernels, graph.runs().size()).warm_start(run, states);
    });
}

/// Runs a pass, with bias or without, over all runs.
void JointConstraintSolver::pass_lanes(const JointGraph& graph, const SequentialContext& context,
                                       const SolverConstants& constants, Team& team,
                                       JointPass JointKernels::*pass) const {
    BodySolverState* const states = context.states.data();
    visit_runs(graph, team, [&](const JointRun& run) {
        (kernels_for(run, *kernels, graph.runs().size()).*pass)(run, states, constants);
    });
}

void JointConstraintSolver::solve(const SequentialContext& context, const SolverConstants& constants,
                                  Team& team) {
    warm_start_lanes(graph_, context, team);
    sequential_.warm_start(context);
    // A spring carries a load only if it sees it: it would rest too deep otherwise.
    direct_.push_by_last_impulses(context, 1.0, team);
    pass_lanes(graph_, context, constants, team, &JointKernels::solve);
    direct_.push_by_last_impulses(context, -1.0, team);
    sequential_.solve(context, constants, true);
    direct_.solve(context, constants, team);
}

void JointConstraintSolver::relax(const SequentialContext& context, const SolverConstants& constants,
                                  Team& team) {
    pass_lanes(graph_, context, constants, team, &JointKernels::relax);
    sequential_.solve(context, constants, false);
    direct_.relax(context, constants, team);
}

void JointConstraintSolver::solve_subset(const JointSubset& subset, const SequentialContext& context,
                                         const SolverConstants& constants, Team& team) const {
    warm_start_lanes(subset.graph(), context, team);
    pass_lanes(subset.graph(), context, constants, team, &JointKernels::solve);
}

void JointConstraintSolver::relax_subset(const JointSubset& subset, const SequentialContext& context,
                                         const SolverConstants& constants, Team& team) const {
    pass_lanes(subset.graph(), context, constants, team, &JointKernels::relax);
}

void JointConstraintSolver::solve_once_more(const JointSubset& subset, const SequentialContext& context,
                                            const SolverConstants& constants, Team& team,
                                            int extra_iterations) {
    pass_lanes(subset.graph(), context, constants, team, &JointKernels::solve);
    sequential_.solve_again(context, constants, true, extra_iterations);
}

void JointConstraintSolver::relax_once_more(const JointSubset& subset, const SequentialContext& context,
                                            const SolverConstants& constants, Team& team,
                                            int extra_iterations) {
    pass_lanes(subset.graph(), context, constants, team, &JointKernels::relax);
    sequential_.solve_again(context, constants, false, extra_iterations);
}

void JointConstraintSolver::monitor_forces(const SequentialContext& context) {
    if (monitored_.empty()) {
        return;
    }
    direct_.save_impulses(context.joints);
    for (const std::uint32_t joint : monitored_) {
        graph_.save(context.joints, joint);
        JointRecord& record = context.joints.records.edit(joint);
        JointRecord shown = record;
        add_held(shown);
        const JointReaction reaction =
            find_reaction(context.bodies, context.joints, joint, shown, inverse_h_);
        // Impulses that are not finite are those of a body that is about to be quarantined.
        if (is_finite(reaction.force) && is_finite(reaction.torque)) {
            record.max_force = std::max(record.max_force, nearest_finite(length(reaction.force)));
            record.max_torque = std::max(record.max_torque, std::abs(reaction.torque));
        }
    }
}

}  // namespace drystone
