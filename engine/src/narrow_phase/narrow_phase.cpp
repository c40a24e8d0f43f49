#include "narrow_phase/narrow_phase.h"

#include "narrow_phase/general_contacts.h"

namespace drystone {

namespace {

FrameInput frame_input(const NarrowPhaseInput& input) {
    return {reinterpret_cast<const float*>(input.bodies.poses.data()),
            reinterpret_cast<const float*>(input.shapes.boxes.data()), input.speculative_distance};
}

/// Collects candidates of a kind until sixteen are there, then looks at them together.
class CandidateBatch {
public:
    CandidateBatch(const PairKernels& kernels, const FrameInput& input, std::vector<std::uint32_t>& begun)
        : kernels_(kernels), input_(input), begun_(begun) {}

    void add(std::uint32_t index, const Contact& contact) {
        numbers_[count_] = index;
        pairs_.body_a[count_] = static_cast<std::int32_t>(contact.body_a);
        pairs_.body_b[count_] = static_cast<std::int32_t>(contact.body_b);
        pairs_.frame_a[count_] = static_cast<std::int32_t>(contact.frame_a);
        pairs_.frame_b[count_] = static_cast<std::int32_t>(contact.frame_b);
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
            pairs_.frame_a[lane] = pairs_.frame_a[0];
            pairs_.frame_b[lane] = pairs_.frame_b[0];
        }
        ManifoldRows manifolds;
        kernels_.collide(pairs_, input_, manifolds);
        for (int lane = 0; lane < count_; ++lane) {
            if (manifolds.feature[0][lane] != 0.0f || manifolds.feature[1][lane] != 0.0f) {
                begun_.push_back(numbers_[lane]);
            }
        }
        count_ = 0;
    }

private:
    const PairKernels& kernels_;
    FrameInput input_;
    std::vector<std::uint32_t>& begun_;
    LanePairs pairs_{};
    std::uint32_t numbers_[block_lanes] = {};
    int count_ = 0;
};

/// Looks up where the lanes' bodies are in the solver; that changes when bodies fall asleep and wake.
void refresh_states(const BodyStore& bodies, const ContactNames& names, ContactBlock& block, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        block.state_a[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(names.body_a[lane])]);
        block.state_b[lane] = state_offset(bodies.solver_slots[static_cast<std::size_t>(names.body_b[lane])]);
    }
    block.stale_states = false;
}

/// Normal velocities at the start of the step, for restitution.
void write_approach_speeds(const std::vector<BodySolverState>& states, const ContactBlock& block,
                           ImpactBlock& impacts, int lanes) {
    for (int lane = 0; lane < lanes; ++lane) {
        const BodySolverState& a = states[slot_of_state(block.state_a[lane])];
        const BodySolverState& b = states[slot_of_state(block.state_b[lane])];
        const float approach = block.normal_x[lane] * (b.velocity_x - a.velocity_x) +
                               block.normal_y[lane] * (b.velocity_y - a.velocity_y);
        for (int i = 0; i < 2; ++i) {
            impacts.greatest_impulse[i][lane] = 0.0f;
            impacts.approach_speed[i][lane] = approach + (b.angular_velocity * block.normal_arm_b[i][lane] -
                                                          a.angular_velocity * block.normal_arm_a[i][lane]);
        }
    }
}

/// What contacts with bodies of infinite mass share: they may be stiffer.
Softness softness_of(const ContactBlock& block, int color, const std::vector<BodySolverState>& states,
                     const SolverConstants& constants) {
    const bool overflow_static =
        color == ConstraintGraph::overflow && (states[slot_of_state(block.state_a[0])].inverse_mass == 0.0f ||
                                               states[slot_of_state(block.state_b[0])].inverse_mass == 0.0f);
    const bool is_static = ConstraintGraph::is_static_color(color) || overflow_static;
    return is_static ? constants.static_contact : constants.contact;
}

/// Appends the contacts of the lanes that have no point any more.
void append_ended(const ContactNames& names, int lanes, std::vector<std::uint32_t>& ended) {
    bool any = false;
    for (int lane = 0; lane < block_lanes; ++lane) {
        any = any || names.feature[0][lane] + names.feature[1][lane] == 0.0f;
    }
    for (int lane = 0; any && lane < lanes; ++lane) {
        if (names.feature[0][lane] == 0.0f && names.feature[1][lane] == 0.0f) {
            ended.push_back(static_cast<std::uint32_t>(names.contact[lane]));
        }
    }
}

/// The contacts of one list, block by block.
class ListUpdate {
public:
    ListUpdate(const NarrowPhaseInput& input, const std::vector<BodyIntegration>& integration,
               std::vector<Contact>& contacts)
        : input_(input),
          lanes_{frame_input(input), reinterpret_cast<const float*>(integration.data())},
          contacts_(contacts) {}

    void update(ContactKind kind, ContactBlock& block, ContactNames& names, int lanes) {
        if (kind == ContactKind::Boxes) {
            input_.kernels.boxes.update(&block, &names, 1, lanes_);
        } else {
            ManifoldRows manifolds{};
            for (int lane = 0; lane < lanes; ++lane) {
                Contact& contact = contacts_[static_cast<std::size_t>(names.contact[lane])];
                find_general_manifold(input_, contact, manifolds, lane);
            }
            input_.kernels.write_block(block, names, manifolds, lanes_);
        }
        for (int lane = lanes; lane < block_lanes; ++lane) {
            clear_lane(block, lane);
            clear_lane(names, lane);
            names.contact[lane] = -1;
        }
    }

private:
    const NarrowPhaseInput& input_;
    ContactInput lanes_;
    std::vector<Contact>& contacts_;
};

}  // namespace

void test_candidates(const NarrowPhaseInput& input, ContactStore& contacts, ContactChanges& changes) {
    changes.begun.clear();
    changes.separated.clear();
    for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
        CandidateBatch batch(input.kernels.boxes, frame_input(input), changes.begun);
        for (const std::uint32_t index : contacts.candidates[kind]) {
            Contact& contact = contacts.contacts[index];
            if (!fat_boxes_overlap(contact, input.shapes)) {
                changes.separated.push_back(index);
            } else if (contact.kind == ContactKind::Boxes) {
                batch.add(index, contact);
            } else if (collide_shapes(input, contact).count > 0) {
                changes.begun.push_back(index);
            }
        }
        batch.flush();
    }
}

void update_contacts(const NarrowPhaseInput& input, const std::vector<BodySolverState>& states,
                     const std::vector<BodyIntegration>& integration, const SolverConstants& constants,
                     std::vector<Contact>& contacts, ConstraintGraph& graph, ContactChanges& changes) {
    changes.ended.clear();
    const bool states_moved = graph.seen_order != input.bodies.order_version;
    graph.seen_order = input.bodies.order_version;
    ListUpdate update(input, integration, contacts);
    for (int color = 0; color <= ConstraintGraph::overflow; ++color) {
        for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
            ContactList& list = graph.colors()[static_cast<std::size_t>(color)].lists[kind];
            for (std::size_t i = 0; i < list.blocks.size(); ++i) {
                ContactBlock& block = list.blocks[i];
                const int lanes = list.lanes_in(i);
                if (states_moved || block.stale_states) {
                    refresh_states(input.bodies, list.names[i], block, lanes);
                }
                update.update(static_cast<ContactKind>(kind), block, list.names[i], lanes);
                block.softness = softness_of(block, color, states, constants);
                if (block.watches_impacts) {
                    write_approach_speeds(states, block, list.impacts[i], lanes);
                }
                append_ended(list.names[i], lanes, changes.ended);
            }
        }
    }
}

}  // namespace drystone
