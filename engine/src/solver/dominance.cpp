#include "solver/dominance.h"

#include "narrow_phase/kernels/surface_rows.h"

namespace drystone {

namespace {

/// Calls `visitor(contact, list, block number, lane)` for the touching contacts in which A dominates B.
template <class Visitor>
void visit_dominated(const DominanceContext& context, Visitor&& visitor) {
    for (const std::uint32_t index : context.contacts.dominated) {
        const Contact& contact = context.contacts.contacts[index];
        if (contact.state == ContactState::Touching) {
            ContactList& list = context.graph.list_of(contact);
            visitor(contact, list, ContactList::block(contact.place), ContactList::lane(contact.place));
        }
    }
}

float inverse_or_zero(float value) { return value > 0.0f ? 1.0f / value : 0.0f; }

/// Computes the effective masses of both points, with infinite mass of A. Those of absent points stay zero.
void weigh_points(ContactBlock& block, int lane, float inverse_mass_b) {
    const auto weigh = [&](float& mass, float arm) {
        mass = mass > 0.0f ? inverse_or_zero(inverse_mass_b + inverse_mass_b * arm * arm) : 0.0f;
    };
    for (int i = 0; i < 2; ++i) {
        weigh(block.normal_mass[i][lane], block.normal_arm_b[i][lane]);
        weigh(block.tangent_mass[i][lane], block.tangent_arm_b[i][lane]);
    }
}

void weigh_surface(const BodyStore& bodies, const ContactIds& ids, int lane, bool in_order,
                   const SolverConstants& constants, SurfaceBlock& surfaces) {
    if (in_order) {
        write_surface_lane(bodies, ids, lane, {constants.static_contact, true}, constants, surfaces);
    }
    const BodyMass& b = bodies.masses[static_cast<std::size_t>(ids.body_b[lane])];
    surfaces.rolling_mass[lane] =
        surfaces.rolling_mass[lane] > 0.0f ? inverse_or_zero(b.inverse_inertia) : 0.0f;
}

}  // namespace

void destroy_dominance_proxies(const DominanceContext& context) {
    context.solver.dominance_proxies.clear();
    visit_dominated(context, [&](const Contact& contact, ContactList& list, std::size_t block, int lane) {
        list.blocks[block].state_a[lane] = state_offset(context.bodies.solver_slots[contact.body_a]);
    });
}

void create_dominance_proxies(const DominanceContext& context, const SolverConstants& constants) {
    if (context.contacts.dominated.empty()) {
        return;
    }
    Solver& solver = context.solver;
    const std::size_t slots = solver.states.size();
    visit_dominated(context, [&](const Contact& contact, ContactList& list, std::size_t block, int lane) {
        const std::uint32_t proxy =
            solver.dominance_proxies.find(context.bodies.solver_slots[contact.body_a], slots);
        list.blocks[block].state_a[lane] = state_offset(proxy);
        weigh_points(list.blocks[block], lane, context.bodies.masses[contact.body_b].inverse_mass);
        if (!list.surfaces.empty()) {
            weigh_surface(context.bodies, list.ids[block], lane, contact.color == ConstraintGraph::overflow,
                          constants, list.surfaces[block]);
        }
    });
    solver.dominance_proxies.open(solver.states, solver.integration);
}

}  // namespace drystone
