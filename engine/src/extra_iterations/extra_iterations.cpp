#include "extra_iterations/extra_iterations.h"

namespace drystone {

void ExtraEffort::begin_step(const SerialContext& context, const ContactStore& contacts,
                             ConstraintGraph& graph, JointPasses& joint_passes, const StepConstants& step) {
    groups_.find(context.bodies, contacts, context.joints);
    used_ = groups_.groups().size();
    if (used_ > 0) {
        joint_passes.set_extra_iterations(groups_.by_joint());
    }
    for (std::size_t i = 0; i < used_; ++i) {
        const EffortGroup& group = groups_.groups()[i];
        if (i == parts_.size()) {
            parts_.push_back(std::make_unique<Part>());
        }
        Part& part = *parts_[i];
        const float give = 1.0f / static_cast<float>(1 + group.extra_iterations);
        part.extra_iterations = group.extra_iterations;
        part.step = step;
        part.step.solver.contact.impulse_scale *= give;
        part.step.solver.static_contact.impulse_scale *= give;
        part.contacts.borrow(graph, contacts.contacts, group.contacts, give);
        part.runs.collect(part.contacts.graph(), false);
        joint_passes.lend(part.joints, context.joints, group.joints, give);
    }
}

void ExtraEffort::end_step(ConstraintGraph& graph, JointPasses& joint_passes) {
    visit([&](Part& part) {
        part.contacts.give_back(graph);
        joint_passes.take_back(part.joints);
    });
    if (used_ > 0) {
        joint_passes.set_extra_iterations({});
    }
}

std::size_t ExtraEffort::bytes() const {
    std::size_t sum = groups_.bytes();
    for (const std::unique_ptr<Part>& part : parts_) {
        sum += sizeof(Part) + part->contacts.bytes() + part->joints.bytes() + part->runs.bytes();
    }
    return sum;
}

void EffortSubStep::warm_start() const {
    effort_.visit([&](ExtraEffort::Part& part) { contacts_of(part).warm_start(); });
}

void EffortSubStep::solve_joints() const {
    effort_.visit(
        [&](ExtraEffort::Part& part) { joints_.solve_lent(part.joints, context_, part.step.solver, team_); });
}

void EffortSubStep::solve() const {
    effort_.visit([&](ExtraEffort::Part& part) {
        const SubStep contacts = contacts_of(part);
        contacts.solve();
        for (int i = 0; i < part.extra_iterations; ++i) {
            joints_.solve_once_more(part.joints, context_, part.step.solver, team_, part.extra_iterations);
            contacts.hold_axes();
            contacts.solve();
        }
    });
}

void EffortSubStep::relax_joints() const {
    effort_.visit(
        [&](ExtraEffort::Part& part) { joints_.relax_lent(part.joints, context_, part.step.solver, team_); });
}

void EffortSubStep::relax() const {
    effort_.visit([&](ExtraEffort::Part& part) {
        const SubStep contacts = contacts_of(part);
        contacts.relax();
        for (int i = 0; i < part.extra_iterations; ++i) {
            joints_.relax_once_more(part.joints, context_, part.step.solver, team_, part.extra_iterations);
            contacts.relax();
        }
    });
}

void EffortSubStep::apply_restitution() const {
    effort_.visit([&](ExtraEffort::Part& part) { contacts_of(part).apply_restitution(); });
}

void EffortSubStep::show_impulses(ConstraintGraph& graph) const {
    effort_.visit([&](ExtraEffort::Part& part) {
        part.contacts.show_impulses(graph);
        joints_.show_lent(part.joints);
    });
}

}  // namespace drystone
