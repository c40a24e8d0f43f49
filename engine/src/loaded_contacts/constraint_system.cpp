// Structure of the linear systems: bodies, rows and their order.
#include "loaded_contacts/constraint_system.h"

#include "core/arrays.h"

#include <algorithm>

namespace drystone {

void ConstraintSystem::begin_step(const LoadedComponents& components, ConstraintGraph& graph,
                                  DirectJoints& joints, std::span<const BodySolverState> states,
                                  float weight) {
    weight_ = static_cast<double>(weight);
    grow_resize(row_of_slot_, std::max(row_of_slot_.size(), states.size()));
    grow_resize(component_of_slot_, std::max(component_of_slot_.size(), states.size()));
    for (std::uint32_t i = 0; i < components.slots().size(); ++i) {
        row_of_slot_[components.slots()[i]] = i;
    }
    collect_components(components);
    collect_contacts(graph, states);
    place_rows(joints);
    describe_structure();
    if (new_structure_ != structure_) {
        structure_.swap(new_structure_);
        grow_resize(places_, components.slots().size());
        find_order();
    }
    place_bodies(components, states);
    for (const Component& component : components_) {
        for (SystemContact& contact : contacts_of(component)) {
            write_contact(component, contact);
            find_slip(states, contact);
        }
        for (std::size_t i = component.first_joint_row; i < component.first_row + component.row_count; ++i) {
            connect(rows_[i].row_a, rows_[i].row_b, rows_[i]);
        }
    }
}

void ConstraintSystem::collect_components(const LoadedComponents& components) {
    components_.clear();
    std::uint32_t contacts = 0;
    for (const LoadedComponent& from : components.components()) {
        for (const std::uint32_t slot : components.slots().subspan(from.first_body, from.body_count)) {
            component_of_slot_[slot] = static_cast<std::uint32_t>(components_.size());
        }
        Component component;
        component.first_body = from.first_body;
        component.body_count = from.body_count;
        component.first_contact = contacts;
        component.later = from.later;
        component.mechanisms = components.mechanisms().subspan(from.first_mechanism, from.mechanism_count);
        grow_push_back(components_, component);
        contacts += from.contact_count;
    }
    contacts_.clear();
    grow_resize(contacts_, contacts);
}

/// Collects the contacts by component, in each in the order of the graph.
void ConstraintSystem::collect_contacts(ConstraintGraph& graph, std::span<const BodySolverState> states) {
    graph.visit_lists(0, ConstraintGraph::overflow + 1,
                      [&](ContactList& list) { collect_list(list, states); });
}

/// Returns the number of a body in the order of `LoadedComponents::slots`; -1: it is in no component, or not
/// moved.
std::int32_t ConstraintSystem::body_of_slot(std::size_t slot, std::span<const BodySolverState> states) const {
    return states[slot].inverse_mass > 0.0f ? static_cast<std::int32_t>(row_of_slot_[slot]) : -1;
}

void ConstraintSystem::collect_list(ContactList& list, std::span<const BodySolverState> states) {
    for (std::uint32_t place = 0; place < list.count; ++place) {
        const std::size_t block = ContactList::block(place);
        const int lane = ContactList::lane(place);
        const std::size_t slot_a = slot_of_state(list.blocks[block].state_a[lane]);
        const std::size_t slot_b = slot_of_state(list.blocks[block].state_b[lane]);
        const std::size_t slot = states[slot_b].inverse_mass > 0.0f ? slot_b : slot_a;
        Component& component = components_[component_of_slot_[slot]];
        SystemContact& contact = contacts_[component.first_contact + component.contact_count++];
        contact.block = &list.blocks[block];
        contact.lane = lane;
        contact.impacts = list.impacts.empty() ? nullptr : &list.impacts[block];
        contact.surfaces = contact.block->has_surfaces ? &list.surfaces[block] : nullptr;
        contact.slot_a = slot_a;
        contact.slot_b = slot_b;
        contact.row_a = body_of_slot(slot_a, states);
        contact.row_b = body_of_slot(slot_b, states);
        contact.early = 1.0 - component.later;
    }
}

/// Gives each contact and each joint its rows, with the numbers of their bodies in the order of
/// `LoadedComponents::slots`.
void ConstraintSystem::place_rows(DirectJoints& joints) {
    rows_.clear();
    for (Component& component : components_) {
        component.first_row = rows_.size();
        for (SystemContact& contact : contacts_of(component)) {
            contact.first_row = rows_.size();
            grow_resize(rows_, rows_.size() + contact.row_count());
        }
        component.first_joint_row = rows_.size();
        for (const std::uint32_t mechanism : component.mechanisms) {
            joints.visit_eliminated(mechanism, 1.0, DirectJoints::Look::Here, [&](const EliminatedRow& own) {
                const auto body_of = [&](std::int64_t slot) {
                    return slot < 0 ? -1
                                    : static_cast<std::int32_t>(row_of_slot_[static_cast<std::size_t>(slot)]);
                };
                SystemRow row;
                row.row_a = body_of(own.slot_a);
                row.row_b = body_of(own.slot_b);
                row.joint_impulse = own.impulse;
                // The first guess: a limit that pushed pushes.
                const RowState first = *own.impulse != 0.0f ? RowState::Linear : RowState::AtLow;
                std::fill_n(row.kept, constraint_pass_count, own.locks ? RowState::Linear : first);
                grow_push_back(rows_, row);
            });
        }
        component.row_count = rows_.size() - component.first_row;
    }
}

/// Lists the numbers of bodies and couplings of each component, then the two bodies of each contact and each
/// row of a joint, equal ones where it couples none.
void ConstraintSystem::describe_structure() {
    new_structure_.clear();
    for (const Component& component : components_) {
        const std::size_t joint_rows = component.first_row + component.row_count - component.first_joint_row;
        grow_push_back(new_structure_, static_cast<std::uint32_t>(component.body_count));
        grow_push_back(new_structure_, static_cast<std::uint32_t>(component.contact_count + joint_rows));
        const auto add = [&](std::int32_t a, std::int32_t b) {
            const bool couples = a >= 0 && b >= 0;
            const auto first = static_cast<std::int32_t>(component.first_body);
            grow_push_back(new_structure_, couples ? static_cast<std::uint32_t>(a - first) : 0U);
            grow_push_back(new_structure_, couples ? static_cast<std::uint32_t>(b - first) : 0U);
        };
        for (const SystemContact& contact : contacts_of(component)) {
            add(contact.row_a, contact.row_b);
        }
        for (const SystemRow& row : rows_of(component).last(joint_rows)) {
            add(row.row_a, row.row_b);
        }
    }
}

void ConstraintSystem::find_order() {
    for (BlockMatrix& matrix : matrices_) {
        matrix.clear();
    }
    const std::uint32_t* next = structure_.data();
    for (const Component& component : components_) {
        order_.begin(static_cast<std::uint32_t>(component.body_count));
        const std::uint32_t couplings = next[1];
        next += 2;
        for (std::size_t i = 0; i < couplings; ++i, next += 2) {
            if (next[0] != next[1]) {
                order_.couple(next[0], next[1]);
            }
        }
        order_.find();
        for (BlockMatrix& matrix : matrices_) {
            matrix.append(order_);
        }
        for (std::uint32_t i = 0; i < component.body_count; ++i) {
            places_[component.first_body + i] =
                static_cast<std::uint32_t>(component.first_body) + order_.place(i);
        }
    }
}

void ConstraintSystem::place_bodies(const LoadedComponents& components,
                                    std::span<const BodySolverState> states) {
    const std::span<const std::uint32_t> slots = components.slots();
    grow_resize(bodies_, slots.size());
    grow_resize(values_, slots.size());
    for (std::uint32_t i = 0; i < slots.size(); ++i) {
        row_of_slot_[slots[i]] = places_[i];
        Body& body = bodies_[places_[i]];
        body.slot = slots[i];
        body.mass = body.inertia = 1.0 / static_cast<double>(states[slots[i]].inverse_mass);
    }
    for (Component& component : components_) {
        for (const Body& body : bodies_of(component)) {
            component.mass += body.mass;
        }
    }
}

/// Connects a row to two bodies, given by their numbers in the order of `LoadedComponents::slots`.
void ConstraintSystem::connect(std::int32_t row_a, std::int32_t row_b, SystemRow& row) const {
    const auto place_of = [&](std::int32_t body) {
        return body < 0 ? -1 : static_cast<std::int32_t>(places_[static_cast<std::size_t>(body)]);
    };
    row.row_a = place_of(row_a);
    row.row_b = place_of(row_b);
    if (row.row_a >= 0 && row.row_b >= 0) {
        row.coupling = matrices_[0].find_block(static_cast<std::size_t>(std::min(row.row_a, row.row_b)),
                                               static_cast<std::size_t>(std::max(row.row_a, row.row_b)));
    }
}

std::size_t ConstraintSystem::bytes() const {
    return components_.capacity() * sizeof(Component) + contacts_.capacity() * sizeof(SystemContact) +
           rows_.capacity() * sizeof(SystemRow) + bodies_.capacity() * sizeof(Body) +
           values_.capacity() * sizeof(Twist) +
           (row_of_slot_.capacity() + component_of_slot_.capacity() + structure_.capacity() +
            new_structure_.capacity() + places_.capacity()) *
               sizeof(std::uint32_t) +
           order_.bytes() + matrices_[0].bytes() + matrices_[1].bytes();
}

}  // namespace drystone
