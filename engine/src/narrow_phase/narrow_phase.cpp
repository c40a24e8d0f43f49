#include "narrow_phase/narrow_phase.h"

#include "narrow_phase/general_contacts.h"

namespace drystone {

namespace {

BoxContactInput box_input(const NarrowPhaseInput& input, const std::vector<BodyIntegration>* integration) {
    return {reinterpret_cast<const float*>(input.bodies.poses.data()),
            reinterpret_cast<const float*>(input.shapes.boxes.data()),
            integration == nullptr ? nullptr : reinterpret_cast<const float*>(integration->data()),
            input.speculative_distance};
}

/// Collects candidates between boxes until sixteen are there, then tests them together.
class BoxCandidateBatch {
public:
    BoxCandidateBatch(const NarrowPhaseInput& input, std::vector<std::uint32_t>& begun)
        : kernels_(input.box_kernels), input_(box_input(input, nullptr)), begun_(begun) {}

    void add(std::uint32_t index, const Contact& contact) {
        numbers_[count_] = index;
        pairs_.body_a[count_] = static_cast<std::int32_t>(contact.body_a);
        pairs_.body_b[count_] = static_cast<std::int32_t>(contact.body_b);
        pairs_.shape_a[count_] = static_cast<std::int32_t>(contact.shape_a);
        pairs_.shape_b[count_] = static_cast<std::int32_t>(contact.shape_b);
        if (++count_ == block_lanes) {
            flush();
        }
    }

    void flush() {
        if (count_ == 0) {
            return;
        }
        for (int lane = count_; lane < block_lanes; ++lane) {
            pairs_.body_a[lane] = pairs_.body_a[0];
            pairs_.body_b[lane] = pairs_.body_b[0];
            pairs_.shape_a[lane] = pairs_.shape_a[0];
            pairs_.shape_b[lane] = pairs_.shape_b[0];
        }
        alignas(64) Row touching;
        kernels_.test(pairs_, input_, touching);
        for (int lane = 0; lane < count_; ++lane) {
            if (touching[lane] != 0.0f) {
                begun_.push_back(numbers_[lane]);
            }
        }
        count_ = 0;
    }

private:
    const BoxKernels& kernels_;
    BoxContactInput input_;
    std::vector<std::uint32_t>& begun_;
    BoxCandidates pairs_{};
    std::uint32_t numbers_[block_lanes] = {};
    int count_ = 0;
};

/// The slots of the lanes' bodies in the solver; they change when bodies fall asleep and wake.
void refresh_slots(const BodyStore& bodies, ContactBlock& block, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        block.slot_a[lane] =
            static_cast<std::int32_t>(bodies.solver_slots[static_cast<std::size_t>(block.body_a[lane])]);
        block.slot_b[lane] =
            static_cast<std::int32_t>(bodies.solver_slots[static_cast<std::size_t>(block.body_b[lane])]);
    }
}

/// Normal velocities at the start of the step, for restitution.
void write_approach_speeds(const std::vector<BodySolverState>& states, ContactBlock& block, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        const BodySolverState& a = states[static_cast<std::size_t>(block.slot_a[lane])];
        const BodySolverState& b = states[static_cast<std::size_t>(block.slot_b[lane])];
        const float approach = block.normal_x[lane] * (b.velocity_x - a.velocity_x) +
                               block.normal_y[lane] * (b.velocity_y - a.velocity_y);
        for (int i = 0; i < 2; ++i) {
            block.approach_speed[i][lane] = approach + (b.angular_velocity * block.normal_arm_b[i][lane] -
                                                        a.angular_velocity * block.normal_arm_a[i][lane]);
        }
    }
}

/// What contacts with bodies of infinite mass share: they may be stiffer.
Softness softness_of(const ContactBlock& block, int color, const std::vector<BodySolverState>& states,
                     const SolverConstants& constants) {
    const bool overflow_static = color == ConstraintGraph::overflow &&
                                 (states[static_cast<std::size_t>(block.slot_a[0])].inverse_mass == 0.0f ||
                                  states[static_cast<std::size_t>(block.slot_b[0])].inverse_mass == 0.0f);
    const bool is_static = ConstraintGraph::is_static_color(color) || overflow_static;
    return is_static ? constants.static_contact : constants.contact;
}

void append_ended(const ContactBlock& block, int lanes, std::vector<std::uint32_t>& ended) {
    for (int lane = 0; lane < lanes; ++lane) {
        if (block.feature[0][lane] == 0.0f && block.feature[1][lane] == 0.0f) {
            ended.push_back(static_cast<std::uint32_t>(block.contact[lane]));
        }
    }
}

}  // namespace

bool fat_boxes_overlap(const Contact& contact, const BodyStore& bodies, const ShapeStore& shapes,
                       const AabbTrees& trees) {
    const AabbTree& tree_a = trees[static_cast<std::size_t>(bodies.types[contact.body_a])];
    const AabbTree& tree_b = trees[static_cast<std::size_t>(bodies.types[contact.body_b])];
    return overlaps(tree_a.box(shapes.proxies[contact.shape_a]), tree_b.box(shapes.proxies[contact.shape_b]));
}

void test_candidates(const NarrowPhaseInput& input, const AabbTrees& trees, ContactStore& contacts,
                     ContactChanges& changes) {
    changes.begun.clear();
    changes.separated.clear();
    BoxCandidateBatch batch(input, changes.begun);
    for (const std::uint32_t index : contacts.candidates[static_cast<std::size_t>(ContactKind::Boxes)]) {
        const Contact& contact = contacts.contacts[index];
        if (fat_boxes_overlap(contact, input.bodies, input.shapes, trees)) {
            batch.add(index, contact);
        } else {
            changes.separated.push_back(index);
        }
    }
    batch.flush();
    for (const std::uint32_t index : contacts.candidates[static_cast<std::size_t>(ContactKind::General)]) {
        Contact& contact = contacts.contacts[index];
        if (!fat_boxes_overlap(contact, input.bodies, input.shapes, trees)) {
            changes.separated.push_back(index);
        } else if (collide_shapes(input, contact).count > 0) {
            changes.begun.push_back(index);
        }
    }
}

void update_contacts(const NarrowPhaseInput& input, const std::vector<BodySolverState>& states,
                     const std::vector<BodyIntegration>& integration, const SolverConstants& constants,
                     std::vector<Contact>& contacts, ConstraintGraph& graph, ContactChanges& changes) {
    changes.ended.clear();
    const BoxContactInput boxes = box_input(input, &integration);
    for (int color = 0; color <= ConstraintGraph::overflow; ++color) {
        for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
            ContactList& list = graph.colors()[static_cast<std::size_t>(color)].lists[kind];
            for (std::size_t i = 0; i < list.blocks.size(); ++i) {
                ContactBlock& block = list.blocks[i];
                const int lanes = list.lanes_in(i);
                refresh_slots(input.bodies, block, lanes);
                if (kind == static_cast<std::size_t>(ContactKind::Boxes)) {
                    input.box_kernels.update(&block, 1, boxes);
                    clear_lanes_from(block, lanes);
                } else {
                    for (int lane = 0; lane < lanes; ++lane) {
                        Contact& contact = contacts[static_cast<std::size_t>(block.contact[lane])];
                        update_general_lane(input, integration, contact, block, lane);
                    }
                }
                block.softness = softness_of(block, color, states, constants);
                if (block.has_restitution) {
                    write_approach_speeds(states, block, lanes);
                }
                append_ended(block, lanes, changes.ended);
            }
        }
    }
}

}  // namespace drystone
