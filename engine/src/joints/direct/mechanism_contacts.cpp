// Contacts of mechanisms that bear a load, solved together with the joints.
#include "joints/direct/mechanism_contacts.h"

#include "core/arrays.h"
#include "joints/direct/direct_joints.h"

#include <algorithm>

namespace drystone {

namespace {

/// Least ratio of the mass of a body to that of the node it touches from which the mechanism bears a load: a
/// contact alone would give the node the velocity of the body, and open gaps.
constexpr float heavy = 8.0f;
/// Passes over the contacts of a mechanism.
constexpr int sweeps = 8;
/// Alternations of contacts and joints before the bodies move.
constexpr int rounds = 2;
/// Least determinant of the responses of two points, relative to their product, that are solved together.
constexpr double independent = 1e-3;

/// Returns the constraint of a normal row: the impulse is wanted that solves
/// mass_scale * velocity + bias = -impulse_scale / mass * impulse.
struct NormalGoal {
    double bias, mass_scale, impulse_scale;
};

NormalGoal soft_goal(const CoupledContact& contact, int point, const BodySolverState* states,
                     const SolverConstants& constants) {
    const ContactBlock& block = *contact.block;
    const auto separation = static_cast<double>(block.current_separation[point][contact.lane]);
    if (separation > 0.0) {
        return {separation * static_cast<double>(constants.inverse_h), 1.0, 0.0};
    }
    const bool is_static =
        has_infinite_mass(states, block.state_a[contact.lane], block.state_b[contact.lane]);
    const Softness& softness = is_static ? constants.static_contact : constants.contact;
    const double rate = static_cast<double>(softness.mass_scale) * static_cast<double>(softness.bias_rate);
    return {std::max(rate * separation, -static_cast<double>(constants.max_push_out_velocity)),
            static_cast<double>(softness.mass_scale), static_cast<double>(softness.impulse_scale)};
}

NormalGoal rigid_goal(const CoupledContact& contact, int point, const SolverConstants& constants) {
    const auto separation = static_cast<double>(contact.block->current_separation[point][contact.lane]);
    return {std::max(separation, 0.0) * static_cast<double>(constants.inverse_h), 1.0, 0.0};
}

/// Finds new impulses of both normals, neither of which pulls; together if possible, else in turn.
void solve_normals(const CoupledContact& contact, const NormalGoal (&goals)[2], const double (&velocity)[4],
                   const double (&old)[2], double (&impulse)[2]) {
    const auto& response = contact.response;
    double wanted[2];
    double cross[2];
    for (int i = 0; i < 2; ++i) {
        const double mass = response[i][i] > 0.0 ? 1.0 / response[i][i] : 0.0;
        wanted[i] =
            -(mass * (goals[i].mass_scale * velocity[i] + goals[i].bias) + goals[i].impulse_scale * old[i]);
        cross[i] = mass * goals[i].mass_scale * response[0][1];
        if (contact.normal_mass[i] == 0.0f) {  // An absent point.
            wanted[i] = -old[i];
            cross[i] = 0.0;
        }
    }
    const double determinant = 1.0 - cross[0] * cross[1];
    if (determinant > independent) {
        impulse[0] = old[0] + (wanted[0] - cross[0] * wanted[1]) / determinant;
        impulse[1] = old[1] + (wanted[1] - cross[1] * wanted[0]) / determinant;
        if (impulse[0] >= 0.0 && impulse[1] >= 0.0) {
            return;
        }
    }
    const double alone = std::min(cross[0] * old[1], 0.0);
    impulse[0] = std::max(old[0] + wanted[0] + alone, 0.0);
    impulse[1] = std::max(old[1] + wanted[1] - cross[1] * (impulse[0] - old[0]), 0.0);
}

}  // namespace

/// Finds the mechanisms that heavy bodies touch.
void DirectJoints::begin_contacts(const SequentialContext& context, const ContactLanes& lanes, Team& team) {
    coupled_.clear();
    team.parallel_for(mechanisms_.size(), 1, workers(), [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t i = begin; i < end; ++i) {
            mechanisms_[i].coupled = false;
            mechanisms_[i].group = i;
            mechanisms_[i].loaded = bears_load(context, lanes, mechanisms_[i]);
        }
    });
    for (std::size_t i = 0; i < mechanisms_.size(); ++i) {
        if (mechanisms_[i].loaded) {
            collect_contacts(context, lanes, mechanisms_[i]);
        }
    }
    if (!coupled_.empty()) {
        grow_resize(pending_, nodes_.size());
        std::fill(changes_.begin(), changes_.end(), Twist{});
        std::fill(pending_.begin(), pending_.end(), Twist{});
    }
}

void DirectJoints::end_contacts(const ContactLanes& lanes) {
    for (const CoupledContact& own : coupled_) {
        lanes.contacts.contacts[own.contact].coupled = false;
        for (int i = 0; i < 2; ++i) {
            own.block->normal_mass[i][own.lane] = own.normal_mass[i];
            own.block->tangent_mass[i][own.lane] = own.tangent_mass[i];
        }
    }
}

/// Takes the impulses from the lanes, at the start of a sub-step.
void DirectJoints::take_impulses() {
    for (CoupledContact& own : coupled_) {
        for (int i = 0; i < 2; ++i) {
            own.normal_impulse[i] = static_cast<double>(own.block->normal_impulse[i][own.lane]);
            own.friction_impulse[i] = static_cast<double>(own.block->friction_impulse[i][own.lane]);
            own.block->normal_impulse[i][own.lane] = 0.0f;
            own.block->friction_impulse[i][own.lane] = 0.0f;
        }
    }
}

/// Writes the impulses back into the lanes.
void DirectJoints::give_impulses() {
    for (CoupledContact& own : coupled_) {
        for (int i = 0; i < 2; ++i) {
            const auto impulse = static_cast<float>(own.normal_impulse[i]);
            own.block->normal_impulse[i][own.lane] = impulse;
            own.block->friction_impulse[i][own.lane] = static_cast<float>(own.friction_impulse[i]);
            if (own.impacts != nullptr) {
                float& maximum = own.impacts->max_impulse[i][own.lane];
                maximum = std::max(maximum, impulse);
            }
        }
    }
}

bool DirectJoints::bears_load(const SequentialContext& context, const ContactLanes& lanes,
                              const Mechanism& mechanism) const {
    bool found = false;
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const std::uint32_t body = nodes_[i].body;
        const float limit = context.bodies.masses[body].inverse_mass / heavy;
        visit_contacts_of_body(context.bodies, lanes.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = lanes.contacts.contacts[index];
            const std::uint32_t other = contact.body_a == body ? contact.body_b : contact.body_a;
            const float inverse_mass = context.bodies.masses[other].inverse_mass;
            found = found || (contact.state == ContactState::Touching && contact.pushes_b() &&
                              inverse_mass > 0.0f && inverse_mass <= limit);
        });
    }
    return found;
}

/// Collects the contacts of a mechanism, each once, and empties their lanes.
void DirectJoints::collect_contacts(const SequentialContext& context, const ContactLanes& lanes,
                                    const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        visit_contacts_of_body(context.bodies, lanes.contacts, nodes_[i].body, [&](std::uint32_t index) {
            Contact& contact = lanes.contacts.contacts[index];
            if (contact.state == ContactState::Touching && contact.pushes_b() && contact.color >= 0 &&
                !contact.coupled) {
                collect_contact(context, lanes, index);
            }
        });
    }
}

void DirectJoints::collect_contact(const SequentialContext& context, const ContactLanes& lanes,
                                   std::uint32_t index) {
    Contact& contact = lanes.contacts.contacts[index];
    ContactList& list = lanes.graph.list_of(contact);
    const std::size_t block = ContactList::block(contact.place);
    CoupledContact own;
    own.contact = index;
    own.block = &list.blocks[block];
    own.lane = ContactList::lane(contact.place);
    own.impacts = list.impacts.empty() ? nullptr : &list.impacts[block];
    own.surfaces = own.block->has_surfaces ? &list.surfaces[block] : nullptr;
    if (own.surfaces != nullptr && own.surfaces->is_spring[own.lane] != 0.0f) {
        return;
    }
    own.a = side_of(context, contact.body_a, own.block->state_a[own.lane]);
    own.b = side_of(context, contact.body_b, own.block->state_b[own.lane]);
    for (int i = 0; i < 2; ++i) {
        own.normal_mass[i] = own.block->normal_mass[i][own.lane];
        own.tangent_mass[i] = own.block->tangent_mass[i][own.lane];
        own.block->normal_mass[i][own.lane] = 0.0f;
        own.block->tangent_mass[i][own.lane] = 0.0f;
    }
    contact.coupled = true;
    for (const CoupledSide* side : {&own.a, &own.b}) {
        if (side->node >= 0) {
            mechanisms_[nodes_[static_cast<std::size_t>(side->node)].mechanism].coupled = true;
        }
    }
    if (own.a.node >= 0 && own.b.node >= 0) {
        const std::size_t a = find_group(nodes_[static_cast<std::size_t>(own.a.node)].mechanism);
        const std::size_t b = find_group(nodes_[static_cast<std::size_t>(own.b.node)].mechanism);
        mechanisms_[std::max(a, b)].group = std::min(a, b);
    }
    grow_push_back(coupled_, own);
}

CoupledSide DirectJoints::side_of(const SequentialContext& context, std::uint32_t body,
                                  std::int32_t offset) const {
    CoupledSide side;
    side.slot = slot_of_state(offset);
    const bool itself = side.slot == context.bodies.solver_slots[body];
    side.node = itself && context.states[side.slot].inverse_mass > 0.0f ? node_of_[body] : CoupledSide::free;
    side.inverse_mass = static_cast<double>(context.states[side.slot].inverse_mass);
    side.normalisation = itself ? static_cast<double>(context.bodies.masses[body].normalisation) : 1.0;
    return side;
}

/// Writes the rows of a side; `sign` is the side of the normal. A node has an angular velocity in rad/s,
/// other bodies have it normalised.
void DirectJoints::write_rows(const CoupledContact& contact, double sign, CoupledSide& side) {
    const ContactBlock& block = *contact.block;
    const int lane = contact.lane;
    const bool is_b = sign > 0.0;
    const auto x = static_cast<double>(block.normal_x[lane]);
    const auto y = static_cast<double>(block.normal_y[lane]);
    const double scale = side.node >= 0 ? 1.0 / side.normalisation : 1.0;
    for (int i = 0; i < 2; ++i) {
        const float normal_arm = is_b ? block.normal_arm_b[i][lane] : block.normal_arm_a[i][lane];
        const float tangent_arm = is_b ? block.tangent_arm_b[i][lane] : block.tangent_arm_a[i][lane];
        side.rows[i] = {sign * x, sign * y, sign * scale * static_cast<double>(normal_arm)};
        side.rows[2 + i] = {sign * y, -sign * x, sign * scale * static_cast<double>(tangent_arm)};
    }
}

/// Returns the velocity of a side, with what the impulses of this phase changed.
Twist DirectJoints::velocity_of(const SequentialContext& context, const CoupledSide& side) {
    const BodySolverState& state = context.states[side.slot];
    Twist velocity{static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
                   static_cast<double>(state.angular_velocity)};
    if (side.node >= 0) {
        velocity.w *= side.normalisation;
        add_scaled(velocity, 1.0,
                   matrix_.value(static_cast<std::size_t>(side.node), pending_.data(), changes_.data()));
    }
    return velocity;
}

/// Applies an impulse. Returns its work on a body that moves on its own [J]; 0 for nodes.
double DirectJoints::push_side(const SequentialContext& context, const CoupledSide& side,
                               const Twist& impulse) {
    if (side.node >= 0) {
        matrix_.push(static_cast<std::size_t>(side.node), impulse, changes_.data(), pending_.data());
        return 0.0;
    }
    BodySolverState& state = context.states[side.slot];
    const Twist velocity{static_cast<double>(state.velocity_x), static_cast<double>(state.velocity_y),
                         static_cast<double>(state.angular_velocity)};
    const double work = dot(impulse, velocity) + 0.5 * side.inverse_mass * dot(impulse, impulse);
    if (side.inverse_mass == 0.0) {
        return work;
    }
    state.velocity_x = static_cast<float>(velocity.x + side.inverse_mass * impulse.x);
    state.velocity_y = static_cast<float>(velocity.y + side.inverse_mass * impulse.y);
    state.angular_velocity = static_cast<float>(velocity.w + side.inverse_mass * impulse.w);
    return work;
}

/// Computes the rows of a contact and their responses. `pending_` must be zero.
void DirectJoints::prepare_contact(CoupledContact& contact) {
    write_rows(contact, -1.0, contact.a);
    write_rows(contact, 1.0, contact.b);
    const auto respond = [&](const CoupledSide& side, const Twist& row) {
        if (side.node >= 0) {
            return matrix_.value(static_cast<std::size_t>(side.node), pending_.data(), changes_.data());
        }
        Twist own{};
        add_scaled(own, side.inverse_mass, row);
        return own;
    };
    for (int k = 0; k < 4; ++k) {
        for (const CoupledSide* side : {&contact.a, &contact.b}) {
            if (side->node >= 0) {
                matrix_.push(static_cast<std::size_t>(side->node), side->rows[k], changes_.data(),
                             pending_.data());
            }
        }
        const Twist of_a = respond(contact.a, contact.a.rows[k]);
        const Twist of_b = respond(contact.b, contact.b.rows[k]);
        for (int j = 0; j < 4; ++j) {
            contact.response[j][k] = dot(contact.a.rows[j], of_a) + dot(contact.b.rows[j], of_b);
        }
        for (const CoupledSide* side : {&contact.a, &contact.b}) {
            if (side->node >= 0) {
                matrix_.clear_path(static_cast<std::size_t>(side->node), pending_.data());
            }
        }
    }
}

/// Returns the mechanism that accounts for the energy of a contact: the first one of its group.
DirectJoints::Mechanism& DirectJoints::mechanism_of(const CoupledContact& contact) {
    const auto node = static_cast<std::size_t>(contact.a.node >= 0 ? contact.a.node : contact.b.node);
    return mechanisms_[find_group(nodes_[node].mechanism)];
}

/// Returns the first mechanism of a group that contacts connect.
std::size_t DirectJoints::find_group(std::size_t mechanism) const {
    while (mechanisms_[mechanism].group != mechanism) {
        mechanism = mechanisms_[mechanism].group;
    }
    return mechanism;
}

void DirectJoints::push_contact(const SequentialContext& context, const CoupledContact& contact,
                                const double (&impulses)[4]) {
    for (const CoupledSide* side : {&contact.a, &contact.b}) {
        Twist sum{};
        for (int k = 0; k < 4; ++k) {
            add_scaled(sum, impulses[k], side->rows[k]);
        }
        mechanism_of(contact).coupled_gain += push_side(context, *side, sum);
    }
}

void DirectJoints::solve_contact(const SequentialContext& context, const SolverConstants& constants,
                                 bool biased, CoupledContact& contact) {
    const Twist of_a = velocity_of(context, contact.a);
    const Twist of_b = velocity_of(context, contact.b);
    double velocity[4];
    for (int k = 0; k < 4; ++k) {
        velocity[k] = dot(contact.a.rows[k], of_a) + dot(contact.b.rows[k], of_b);
    }
    NormalGoal goals[2];
    for (int i = 0; i < 2; ++i) {
        goals[i] = biased ? soft_goal(contact, i, context.states.data(), constants)
                          : rigid_goal(contact, i, constants);
    }
    double impulse[2];
    solve_normals(contact, goals, velocity, contact.normal_impulse, impulse);
    double change[4] = {};
    for (int i = 0; i < 2; ++i) {
        change[i] = impulse[i] - contact.normal_impulse[i];
        contact.normal_impulse[i] = impulse[i];
    }
    if (!biased) {
        solve_friction(contact, velocity, change);
    }
    push_contact(context, contact, change);
}

/// Finds the change of the friction after the normal impulses changed.
void DirectJoints::solve_friction(CoupledContact& contact, const double (&velocity)[4], double (&change)[4]) {
    const double speed = contact.surfaces != nullptr
                             ? static_cast<double>(contact.surfaces->tangent_speed[contact.lane])
                             : 0.0;
    for (int i = 0; i < 2; ++i) {
        const int row = 2 + i;
        const double own = contact.response[row][row];
        if (!(own > 0.0) || contact.tangent_mass[i] == 0.0f) {
            continue;
        }
        double slip = velocity[row] - speed;
        for (int k = 0; k < 4; ++k) {
            slip += contact.response[row][k] * change[k];
        }
        const double limit =
            static_cast<double>(contact.block->friction[contact.lane]) * contact.normal_impulse[i];
        const double impulse = std::clamp(contact.friction_impulse[i] - slip / own, -limit, limit);
        change[row] = impulse - contact.friction_impulse[i];
        contact.friction_impulse[i] = impulse;
    }
}

/// Applies the pending impulses to the nodes of a mechanism, with the impulses of the joints that follow.
void DirectJoints::apply_pending(const SequentialContext& context, Mechanism& mechanism) {
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    for (std::size_t i = mechanism.first_node; i < end; ++i) {
        changes_[i] = pending_[i];
        pending_[i] = {};
    }
    matrix_.solve_back(mechanism.first_node, mechanism.node_count, changes_.data() + mechanism.first_node);
    for (std::size_t i = mechanism.first_link; i < mechanism.first_link + mechanism.link_count; ++i) {
        Link& link = links_[i];
        for (int k = 0; k < link.count; ++k) {
            link.impulse[k] = -link.stiffness[k] * change_along(link, k);
        }
    }
    apply_step(context, 1.0, mechanism);
    for (std::size_t i = mechanism.first_node; i < end; ++i) {
        changes_[i] = {};
    }
}

/// Applies the impulses that the contacts begin with.
void DirectJoints::warm_start_contacts(const SequentialContext& context) {
    for (const CoupledContact& own : coupled_) {
        push_contact(
            context, own,
            {own.normal_impulse[0], own.normal_impulse[1], own.friction_impulse[0], own.friction_impulse[1]});
    }
}

void DirectJoints::prepare_contacts() {
    for (CoupledContact& contact : coupled_) {
        prepare_contact(contact);
    }
}

void DirectJoints::sweep_contacts(const SequentialContext& context, const SolverConstants& constants,
                                  bool biased) {
    for (int i = 0; i < sweeps; ++i) {
        for (CoupledContact& contact : coupled_) {
            solve_contact(context, constants, biased, contact);
        }
    }
    for (Mechanism& mechanism : mechanisms_) {
        if (mechanism.coupled) {
            apply_pending(context, mechanism);
        }
    }
}

/// Begins or ends a phase that counts the energy that mechanisms gain [J], without the work of motors: with
/// `sign` -1 and 1.
void DirectJoints::count_gain(const SequentialContext& context, double sign) {
    for (std::size_t i = 0; i < mechanisms_.size(); ++i) {
        Mechanism& mechanism = mechanisms_[i];
        if (mechanism.coupled) {
            // Solves subtract the work of motors from `gain`.
            Mechanism& first = mechanisms_[find_group(i)];
            first.coupled_gain += sign * (measure_whole_energy(context, mechanism) + mechanism.gain);
        }
    }
}

/// Takes back the energy that coupled mechanisms gained in this sub-step. Joints and contacts at rest do no
/// work; bodies that turn far within a sub-step gain some, since the rows of its start no longer fit its end.
void DirectJoints::take_back_gains(const SequentialContext& context) {
    for (std::size_t i = 0; i < mechanisms_.size(); ++i) {
        Mechanism& first = mechanisms_[i];
        if (!first.coupled || first.group != i) {
            continue;
        }
        double energy = 0.0;
        bool driven = false;
        for (std::size_t k = i; k < mechanisms_.size(); ++k) {
            if (mechanisms_[k].coupled && find_group(k) == i) {
                energy += measure_energy(context, mechanisms_[k]);
                driven = driven || has_moving_anchor(context, mechanisms_[k]);
            }
        }
        const double part = first.coupled_gain / energy;
        first.coupled_gain = 0.0;
        for (std::size_t k = i; k < mechanisms_.size() && part > 0.0 && !driven; ++k) {
            if (mechanisms_[k].coupled && find_group(k) == i) {
                scale_motion(context, mechanisms_[k], (1.0 - part) * measure_energy(context, mechanisms_[k]));
            }
        }
    }
}

/// Solves the joints of all mechanisms with coupled contacts.
void DirectJoints::solve_coupled(const SequentialContext& context, double h, bool biased) {
    for (Mechanism& mechanism : mechanisms_) {
        if (mechanism.coupled) {
            mechanism.energy = measure_energy(context, mechanism);
            solve_mechanism(context, h, biased, mechanism);
            clear_changes(mechanism);
        }
    }
}

void DirectJoints::clear_changes(const Mechanism& mechanism) {
    std::fill_n(changes_.begin() + static_cast<std::ptrdiff_t>(mechanism.first_node), mechanism.node_count,
                Twist{});
}

void DirectJoints::solve_with_contacts(const SequentialContext& context, const SolverConstants& constants) {
    if (coupled_.empty()) {
        return;
    }
    for (Mechanism& mechanism : mechanisms_) {
        if (mechanism.coupled) {
            clear_changes(mechanism);
            mechanism.gain = 0.0;
        }
        mechanism.coupled_gain = 0.0;
    }
    count_gain(context, -1.0);
    prepare_contacts();
    warm_start_contacts(context);
    for (int round = 0; round < rounds; ++round) {
        sweep_contacts(context, constants, true);
        solve_coupled(context, static_cast<double>(constants.h), true);
    }
    count_gain(context, 1.0);
}

void DirectJoints::relax_with_contacts(const SequentialContext& context, const SolverConstants& constants) {
    if (coupled_.empty()) {
        return;
    }
    count_gain(context, -1.0);
    solve_coupled(context, static_cast<double>(constants.h), false);
    prepare_contacts();
    sweep_contacts(context, constants, false);
    count_gain(context, 1.0);
    take_back_gains(context);
    give_impulses();
}

}  // namespace drystone
