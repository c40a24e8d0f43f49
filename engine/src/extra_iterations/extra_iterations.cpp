#include "extra_iterations/extra_iterations.h"

#include "core/arrays.h"

#include <cmath>

namespace drystone {

namespace {

/// Part of the weight of a body below which a change of an impulse ends the iterations. More, and loaded
/// pyramids at few sub-steps do not come to rest.
constexpr float settled_part = 2.5e-4f;

/// Calls `pass()` until it returns false, or has been repeated `extra_iterations` times.
template <class Pass>
void repeat(int extra_iterations, Pass&& pass) {
    for (int i = 0; i <= extra_iterations && pass(); ++i) {
    }
}

}  // namespace

void ExtraIterations::begin_step(const SequentialContext& context, const ContactLanes& lanes,
                                 JointConstraintSolver& joint_solver, const StepConstants& step,
                                 const WantedComponents& wanted) {
    groups_.find(context.bodies, lanes.contacts, context.joints, wanted);
    step_ = step;
    extract_parts(context, lanes, joint_solver);
    extract_components(lanes);
}

void ExtraIterations::extract_parts(const SequentialContext& context, const ContactLanes& lanes,
                                    JointConstraintSolver& joint_solver) {
    used_parts_ = groups_.groups().size();
    if (used_parts_ > 0) {
        joint_solver.set_extra_iterations(groups_.by_joint());
    }
    for (std::size_t i = 0; i < used_parts_; ++i) {
        const IterationGroup& group = groups_.groups()[i];
        if (i == parts_.size()) {
            parts_.push_back(std::make_unique<JointedPart>());
        }
        JointedPart& part = *parts_[i];
        part.extra_iterations = group.extra_iterations;
        part.contacts.clear();
        part.contacts.extract(lanes.graph, lanes.contacts.contacts, group.contacts);
        part.batches.collect(part.contacts.graph(), false);
        joint_solver.extract(part.joints, context.joints, group.joints,
                             1.0f / static_cast<float>(1 + group.extra_iterations));
    }
}

void ExtraIterations::extract_components(const ContactLanes& lanes) {
    used_components_ = groups_.components().size();
    if (used_components_ == 0) {
        return;
    }
    const float weight =
        step_.integration.h * std::sqrt(step_.integration.gravity_x * step_.integration.gravity_x +
                                        step_.integration.gravity_y * step_.integration.gravity_y);
    settled_ = settled_part * weight;
    grow_resize(components_, std::max(components_.size(), used_components_));
    contacts_.clear();
    ranges_.clear();
    for (std::size_t i = 0; i < used_components_; ++i) {
        const IterationComponent& from = groups_.components()[i];
        Component& component = components_[i];
        component.extra_iterations = from.extra_iterations;
        component.first_range = ranges_.size();
        contacts_.extract(lanes.graph, lanes.contacts.contacts,
                          groups_.contacts().subspan(from.first_contact, from.contact_count), ranges_);
        component.range_count = ranges_.size() - component.first_range;
    }
    // The blocks have their final places now.
    for (Component& component : std::span(components_).first(used_components_)) {
        component.batches.collect(contacts_.graph(), std::span<const BlockRange>(ranges_).subspan(
                                                         component.first_range, component.range_count));
    }
}

void ExtraIterations::end_step(ConstraintGraph& graph, JointConstraintSolver& joint_solver) {
    for (std::size_t i = 0; i < used_parts_; ++i) {
        parts_[i]->contacts.merge_back(graph);
        joint_solver.merge_back(parts_[i]->joints);
    }
    if (used_parts_ > 0) {
        joint_solver.set_extra_iterations({});
    }
    if (used_components_ > 0) {
        contacts_.merge_back(graph);
    }
}

std::size_t ExtraIterations::bytes() const {
    std::size_t sum = groups_.bytes() + contacts_.bytes() + ranges_.capacity() * sizeof(BlockRange) +
                      components_.capacity() * sizeof(Component);
    for (const std::unique_ptr<JointedPart>& part : parts_) {
        sum += sizeof(JointedPart) + part->contacts.bytes() + part->joints.bytes() + part->batches.bytes();
    }
    for (const Component& component : components_) {
        sum += component.batches.bytes();
    }
    return sum;
}

template <class Visitor>
void ExtraIterationSubStep::visit_parts(Visitor&& visitor) const {
    for (std::size_t i = 0; i < extra_.used_parts_; ++i) {
        visitor(*extra_.parts_[i]);
    }
}

/// Calls `visitor(component)` for each component without joints. Large ones share their passes among the
/// workers; empty lanes of different components belong to the same dummy bodies, so only one is solved at a
/// time.
template <class Visitor>
void ExtraIterationSubStep::visit_components(Visitor&& visitor) const {
    for (const ExtraIterations::Component& component : extra_.components()) {
        visitor(component);
    }
}

void ExtraIterationSubStep::warm_start() const {
    visit_parts([&](ExtraIterations::JointedPart& part) { contacts_of(part.batches).warm_start(); });
    visit_components(
        [&](const ExtraIterations::Component& component) { contacts_of(component.batches).warm_start(); });
}

void ExtraIterationSubStep::solve_joints() const {
    visit_parts([&](ExtraIterations::JointedPart& part) {
        joints_.solve_subset(part.joints, context_, extra_.step_.solver, team_);
    });
}

void ExtraIterationSubStep::solve() const {
    visit_parts([&](ExtraIterations::JointedPart& part) {
        const SubStep contacts = contacts_of(part.batches);
        contacts.solve();
        for (int i = 0; i < part.extra_iterations; ++i) {
            joints_.solve_once_more(part.joints, context_, extra_.step_.solver, team_, part.extra_iterations);
            contacts.apply_axis_locks();
            contacts.solve();
        }
    });
    visit_components([&](const ExtraIterations::Component& component) {
        const SubStep contacts = contacts_of(component.batches);
        repeat(component.extra_iterations, [&] { return contacts.solve_changing(extra_.settled_); });
    });
}

void ExtraIterationSubStep::relax_joints() const {
    visit_parts([&](ExtraIterations::JointedPart& part) {
        joints_.relax_subset(part.joints, context_, extra_.step_.solver, team_);
    });
}

void ExtraIterationSubStep::relax() const {
    visit_parts([&](ExtraIterations::JointedPart& part) {
        const SubStep contacts = contacts_of(part.batches);
        contacts.relax();
        for (int i = 0; i < part.extra_iterations; ++i) {
            joints_.relax_once_more(part.joints, context_, extra_.step_.solver, team_, part.extra_iterations);
            contacts.relax();
        }
    });
    visit_components([&](const ExtraIterations::Component& component) {
        const SubStep contacts = contacts_of(component.batches);
        repeat(component.extra_iterations, [&] { return contacts.relax_changing(extra_.settled_); });
    });
}

void ExtraIterationSubStep::copy_impulses_back(ConstraintGraph& graph) const {
    visit_parts([&](ExtraIterations::JointedPart& part) {
        part.contacts.copy_impulses_back(graph);
        joints_.copy_subset_impulses(part.joints);
    });
    if (extra_.used_components_ > 0) {
        extra_.contacts_.copy_impulses_back(graph);
    }
}

}  // namespace drystone
