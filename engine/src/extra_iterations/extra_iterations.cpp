#include "extra_iterations/extra_iterations.h"

namespace drystone {

void ExtraIterations::begin_step(const SequentialContext& context, const ContactLanes& lanes,
                                 JointConstraintSolver& joint_solver, const StepConstants& step,
                                 std::span<const WantedIterations> wanted) {
    groups_.find(context.bodies, lanes.contacts, context.joints, wanted);
    used_ = groups_.groups().size();
    if (used_ > 0) {
        joint_solver.set_extra_iterations(groups_.by_joint());
    }
    for (std::size_t i = 0; i < used_; ++i) {
        const IterationGroup& group = groups_.groups()[i];
        if (i == parts_.size()) {
            parts_.push_back(std::make_unique<Part>());
        }
        Part& part = *parts_[i];
        const float compliance_scale = 1.0f / static_cast<float>(1 + group.extra_iterations);
        part.extra_iterations = group.extra_iterations;
        part.step = step;
        part.step.solver.contact.impulse_scale *= compliance_scale;
        part.step.solver.static_contact.impulse_scale *= compliance_scale;
        part.contacts.extract(lanes.graph, lanes.contacts.contacts, group.contacts, compliance_scale);
        part.batches.collect(part.contacts.graph(), false);
        joint_solver.extract(part.joints, context.joints, group.joints, compliance_scale);
    }
}

void ExtraIterations::end_step(ConstraintGraph& graph, JointConstraintSolver& joint_solver) {
    visit([&](Part& part) {
        part.contacts.merge_back(graph);
        joint_solver.merge_back(part.joints);
    });
    if (used_ > 0) {
        joint_solver.set_extra_iterations({});
    }
}

std::size_t ExtraIterations::bytes() const {
    std::size_t sum = groups_.bytes();
    for (const std::unique_ptr<Part>& part : parts_) {
        sum += sizeof(Part) + part->contacts.bytes() + part->joints.bytes() + part->batches.bytes();
    }
    return sum;
}

void ExtraIterationSubStep::warm_start() const {
    extra_.visit([&](ExtraIterations::Part& part) { contacts_of(part).warm_start(); });
}

void ExtraIterationSubStep::solve_joints() const {
    extra_.visit([&](ExtraIterations::Part& part) {
        joints_.solve_subset(part.joints, context_, part.step.solver, team_);
    });
}

void ExtraIterationSubStep::solve() const {
    extra_.visit([&](ExtraIterations::Part& part) {
        const SubStep contacts = contacts_of(part);
        contacts.solve();
        for (int i = 0; i < part.extra_iterations; ++i) {
            joints_.solve_once_more(part.joints, context_, part.step.solver, team_, part.extra_iterations);
            contacts.apply_axis_locks();
            contacts.solve();
        }
    });
}

void ExtraIterationSubStep::relax_joints() const {
    extra_.visit([&](ExtraIterations::Part& part) {
        joints_.relax_subset(part.joints, context_, part.step.solver, team_);
    });
}

void ExtraIterationSubStep::relax() const {
    extra_.visit([&](ExtraIterations::Part& part) {
        const SubStep contacts = contacts_of(part);
        contacts.relax();
        for (int i = 0; i < part.extra_iterations; ++i) {
            joints_.relax_once_more(part.joints, context_, part.step.solver, team_, part.extra_iterations);
            contacts.relax();
        }
    });
}

void ExtraIterationSubStep::copy_impulses_back(ConstraintGraph& graph) const {
    extra_.visit([&](ExtraIterations::Part& part) {
        part.contacts.copy_impulses_back(graph);
        joints_.copy_subset_impulses(part.joints);
    });
}

}  // namespace drystone
