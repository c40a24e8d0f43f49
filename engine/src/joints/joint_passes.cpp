#include "joints/joint_passes.h"

#include "joints/reaction.h"
#include "memory/arrays.h"
#include "solver/integrate.h"

#include <algorithm>
#include <cmath>

namespace drystone {

template <class Pass>
void JointPasses::visit_runs(const JointGraph& graph, Team& team, Pass&& pass) {
    team.parallel_rounds(graph.rounds(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            pass(graph.run(i));
        }
    });
}

namespace {

/// Where mechanisms are solved at once, what remains finds its impulses anew.
void scale_impulses(JointStore& joints, float factor) {
    for (JointRecord& record : joints.records) {
        JointImpulses& own = record.impulses;
        if (record.direct) {
            continue;
        }
        for (float* const impulses : {own.lock, own.spring, own.motor, own.lower, own.upper}) {
            for (int i = 0; i < 3; ++i) {
                impulses[i] *= factor;
            }
        }
    }
}

}  // namespace

/// Bodies of joints that are not, or not only, solved exactly.
void JointPasses::mark_held_bodies(const JointStore& joints, BodyStore& bodies) {
    for (const std::uint32_t body : held_) {
        bodies.set_held_by_joint(body, false);
    }
    held_.clear();
    const auto hold = [&](std::uint32_t body) {
        if (!bodies.is_held_by_joint(body)) {
            bodies.set_held_by_joint(body, true);
            push_sparingly(held_, body);
        }
    };
    for (std::uint32_t joint = 0; joint < joints.slots.size(); ++joint) {
        const JointRecord& record = joints.records[joint];
        const bool has_lane = record.color >= 0;
        if (has_lane || (!record.direct && joints.slots.is_live(joint) && joints.is_active(joint))) {
            visit_bodies_of_joint(joints, joint, hold);
        }
    }
}

void JointPasses::rebuild(JointStore& joints, BodyStore& bodies, float h) {
    graph_.save(joints);
    if (h != h_ && h_ > 0.0f) {
        // Forces stay, whatever the sub-step.
        scale_impulses(joints, h / h_);
    }
    direct_.rebuild(joints, bodies);
    graph_.rebuild(joints, bodies, h);
    serial_.rebuild(joints, bodies);
    turns_.rebuild(joints, bodies);
    mark_held_bodies(joints, bodies);
    ratchets_.clear();
    breakable_.clear();
    // Few worlds have such joints.
    const bool has_any = joints.definitions.has_any<RatchetJoint>() || !joints.own_settings.empty();
    for (std::uint32_t joint = 0; has_any && joint < joints.slots.size(); ++joint) {
        if (!joints.slots.is_live(joint) || !joints.is_active(joint)) {
            continue;
        }
        if (joints.records[joint].rows.tooth != 0.0f && joints.records[joint].color >= 0) {
            ratchets_.push_back(joint);
        }
        if (joints.settings(joint).break_force != unlimited ||
            joints.settings(joint).break_torque != unlimited) {
            breakable_.push_back(joint);
        }
    }
    seen_version_ = joints.version;
    seen_order_ = bodies.order_version;
    h_ = h;
}

void JointPasses::follow_ratchets(JointStore& joints) {
    for (const std::uint32_t joint : ratchets_) {
        JointRecord& record = joints.records[joint];
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

void JointPasses::rewrite(const JointStore& joints, const BodyStore& bodies, std::uint32_t joint) {
    graph_.rewrite(joints, bodies, joint, h_);
}

void JointPasses::follow_changes(JointStore& joints, BodyStore& bodies, float h) {
    if (joints.version != seen_version_ || h != h_ ||
        (!joints.empty() && bodies.order_version != seen_order_)) {
        rebuild(joints, bodies, h);
    }
}

void JointPasses::begin_step(const SerialContext& context, const SolverConstants& constants, Team& team) {
    inverse_h_ = constants.inverse_h;
    if (empty()) {
        return;
    }
    const BodyRowsOf<const float> rows = read_rows(context.bodies);
    visit_runs(graph_, team, [&](const JointRun& run) { kernels->prepare(run, rows); });
    follow_ratchets(context.joints);
    turns_.follow(context.joints, context.bodies);
    serial_.prepare(context);
    direct_.factor(context, constants, team);
    for (const std::uint32_t joint : breakable_) {
        context.joints.records[joint].greatest_force = 0.0f;
        context.joints.records[joint].greatest_torque = 0.0f;
    }
}

void JointPasses::solve(const SerialContext& context, const SolverConstants& constants, Team& team) {
    BodySolverState* const states = context.states.data();
    visit_runs(graph_, team, [&](const JointRun& run) { kernels->warm_start(run, states); });
    serial_.warm_start(context);
    visit_runs(graph_, team, [&](const JointRun& run) { kernels->solve(run, states, constants); });
    serial_.solve(context, constants, true);
    direct_.solve(context, constants, true, team);
}

void JointPasses::relax(const SerialContext& context, const SolverConstants& constants, Team& team) {
    BodySolverState* const states = context.states.data();
    visit_runs(graph_, team, [&](const JointRun& run) { kernels->relax(run, states, constants); });
    serial_.solve(context, constants, false);
    direct_.factor(context, constants, team);
    direct_.solve(context, constants, false, team);
}

void JointPasses::solve_lent(const LentJoints& lent, const SerialContext& context,
                             const SolverConstants& constants, Team& team) const {
    BodySolverState* const states = context.states.data();
    visit_runs(lent.graph(), team, [&](const JointRun& run) { kernels->warm_start(run, states); });
    visit_runs(lent.graph(), team, [&](const JointRun& run) { kernels->solve(run, states, constants); });
}

void JointPasses::relax_lent(const LentJoints& lent, const SerialContext& context,
                             const SolverConstants& constants, Team& team) const {
    BodySolverState* const states = context.states.data();
    visit_runs(lent.graph(), team, [&](const JointRun& run) { kernels->relax(run, states, constants); });
}

void JointPasses::solve_once_more(const LentJoints& lent, const SerialContext& context,
                                  const SolverConstants& constants, Team& team, int extra_iterations) {
    BodySolverState* const states = context.states.data();
    visit_runs(lent.graph(), team, [&](const JointRun& run) { kernels->solve(run, states, constants); });
    serial_.solve_again(context, constants, true, extra_iterations);
    direct_.solve_once_more(context, constants, extra_iterations, team);
}

void JointPasses::relax_once_more(const LentJoints& lent, const SerialContext& context,
                                  const SolverConstants& constants, Team& team, int extra_iterations) {
    relax_lent(lent, context, constants, team);
    serial_.solve_again(context, constants, false, extra_iterations);
}

void JointPasses::watch_breakable(const SerialContext& context) {
    for (const std::uint32_t joint : breakable_) {
        graph_.save(context.joints, joint);
        JointRecord& record = context.joints.records[joint];
        const JointReaction reaction =
            find_reaction(context.bodies, context.joints, joint, record, inverse_h_);
        record.greatest_force = std::max(record.greatest_force, reaction.force.norm());
        record.greatest_torque = std::max(record.greatest_torque, std::abs(reaction.torque));
    }
}

}  // namespace drystone
