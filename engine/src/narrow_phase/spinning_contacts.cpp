#include "narrow_phase/spinning_contacts.h"

#include "narrow_phase/speculative_contacts.h"

#include <cmath>
#include <cstdint>

namespace drystone {

namespace {

/// Returns whether some shape of the body may move by more than half of its width by the turn of the body
/// alone.
bool spins_far(const NarrowPhaseInput& input, std::uint32_t body) {
    const float turn = input.time_step * std::abs(input.bodies.velocities[body].w);
    return turn * input.bodies.damping_and_sleep[body].extent > input.shapes.min_thickness;
}

}  // namespace

void mark_spinning_contacts(const NarrowPhaseInput& input, const ContactStore& contacts,
                            ConstraintGraph& graph) {
    for (const std::uint32_t body : input.bodies.awake) {
        if (!spins_far(input, body)) {
            continue;
        }
        visit_contacts_of_body(input.bodies, contacts, body, [&](std::uint32_t number) {
            const Contact& contact = contacts.contacts[number];
            if (contact.color < 0 || contact.color == ConstraintGraph::no_response ||
                !may_pass(input, contact)) {
                return;
            }
            ContactBlock& block = graph.list_of(contact).blocks[ContactList::block(contact.place)];
            block.speculative =
                static_cast<std::uint16_t>(block.speculative | 1u << ContactList::lane(contact.place));
        });
    }
}

}  // namespace drystone
