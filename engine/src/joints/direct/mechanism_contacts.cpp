// Contacts of mechanisms, which are solved together with the joints.
#include "joints/direct/mechanism_contacts.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "core/finite.h"
#include "core/union_find.h"
#include "joints/direct/direct_joints.h"
#include "joints/direct/mechanism_bodies.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>

namespace drystone {

namespace {

/// Least ratio of the mass of a body to that of the node it touches from which the mechanism bears a load: a
/// contact alone would give the node the velocity of the body, and open gaps.
constexpr float heavy = 8.0f;
/// Least number of its own weights that a contact of a node bears for the same: joints press the node against
/// what it touches, as the links of a rope around a peg. Does not count for mechanisms with motors, the
/// budget of which is not known: the joints of wheels that land are closer without. Nor for mechanisms on
/// springs, which the solve with contacts does not contain: light wheels under stiff springs would hum.
constexpr float pressed = 8.0f;
/// Error of a joint [m], [rad] from which its mechanism bears a load whatever touches it.
constexpr double open_gap = 1e-3;
/// Weights of its own that a contact must press a body with for those contacts that bear the body to be
/// solved together with the mechanism, too. With fewer, a pass in each sub-step is enough.
constexpr double passed_on = 4.0;
/// Largest number of contacts of a mechanism up to which it looks for such bodies: it bounds the cost.
constexpr std::size_t max_contacts = 64;

/// Returns the number of members of a group from `at` on, and moves `at` behind them.
std::size_t members_of(const std::vector<GroupMember>& members, std::uint32_t root, std::size_t& at) {
    const std::size_t first = at;
    while (at < members.size() && members[at].root == root) {
        ++at;
    }
    return at - first;
}

/// Returns the impulse along the normal in the last sub-step [N s].
float normal_impulse_of(const ConstraintGraph& graph, const Contact& contact) {
    if (contact.color < 0) {
        return 0.0f;
    }
    const ContactBlock& block = graph.list_of(contact).blocks[ContactList::block(contact.place)];
    return normal_impulse_of(block, ContactList::lane(contact.place));
}

}  // namespace

void DirectJoints::begin_contacts(const SequentialContext& context, const ContactLanes& lanes, Team& team) {
    coupled_.clear();
    groups_.clear();
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        mechanism.coupled = false;
        mechanism.loaded = bears_load(context, lanes, mechanism);
    });
    for (const Mechanism& mechanism : mechanisms_) {
        if (mechanism.loaded) {
            collect_contacts(context, lanes, mechanism);
        }
    }
    for (const Mechanism& mechanism : mechanisms_) {
        if (mechanism.coupled) {
            hold_gravity(context, mechanism);
        }
    }
    if (!coupled_.empty()) {
        find_contained(context, lanes);
        form_groups(lanes.contacts);
        matrix_.prepare_inverse();
        grow_resize(pending_, nodes_.size());
        std::fill(changes_.begin(), changes_.end(), Twist{});
        std::fill(pending_.begin(), pending_.end(), Twist{});
    }
    for (CoupledGroup& group : groups_) {
        begin_budget(context, group);
        bound_loads(context, group);
    }
}

/// Finds the bodies outside of mechanisms that no other contacts push: only these have the energy that forces
/// and the group give them.
void DirectJoints::find_contained(const SequentialContext& context, const ContactLanes& lanes) {
    const auto is_contained = [&](const CoupledSide& side, std::uint32_t body) {
        if (!side.is_pushed_itself()) {
            return false;
        }
        bool contained = true;
        visit_contacts_of_body(context.bodies, lanes.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = lanes.contacts.contacts[index];
            contained = contained &&
                        (contact.coupled || contact.state != ContactState::Touching || !contact.pushes_b());
        });
        return contained;
    };
    for (CoupledContact& own : coupled_) {
        const Contact& contact = lanes.contacts.contacts[own.contact];
        own.a.is_contained = is_contained(own.a, contact.body_a);
        own.b.is_contained = is_contained(own.b, contact.body_b);
    }
}

/// Lets gravity act on all bodies of a mechanism at the same time: the impulses of its contacts would be
/// others before the move than after it.
void DirectJoints::hold_gravity(const SequentialContext& context, const Mechanism& mechanism) const {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        const std::uint32_t slot = context.bodies.solver_slots[nodes_[i].body];
        context.integration[slot / block_lanes].verlet_fraction[slot % block_lanes] = 0.0f;
    }
}

/// Says what the contacts of a group may bear: the impulse that stops all of its bodies at once, and some
/// times the forces on them.
void DirectJoints::bound_loads(const SequentialContext& context, const CoupledGroup& group) {
    double mass = 0.0;
    double forces = 0.0;
    for_each_body(context, group, [&](std::uint32_t number, const BodyState64& body) {
        const Twist change = velocity_delta_of(context, number).change;
        mass += 1.0 / body.inverse_mass;
        forces += std::sqrt(change.x * change.x + change.y * change.y) / body.inverse_mass;
    });
    const double impulse =
        static_cast<double>(borne_forces) * forces + std::sqrt(2.0 * mass * group.start_energy);
    const float bearable = nearest_finite(static_cast<float>(impulse));
    for_each_contact(group, [&](const CoupledContact& own) {
        float& bound = own.block->bearable[own.lane];
        bound = std::max(bound, bearable);
    });
}

/// Returns the body that represents a side in the union-find: for a node the first one of its mechanism. -1
/// for bodies that transmit no impulse.
std::int64_t DirectJoints::representative(const CoupledSide& side, std::uint32_t body) const {
    if (side.node >= 0) {
        const Node& node = nodes_[static_cast<std::size_t>(side.node)];
        return nodes_[mechanisms_[node.mechanism].first_node].body;
    }
    return side.inverse_mass > 0.0 ? static_cast<std::int64_t>(body) : -1;
}

/// Finds the groups of contacts and mechanisms. Cost: n log n for n contacts.
void DirectJoints::form_groups(const ContactStore& contacts) {
    const auto ends = [&](const CoupledContact& own, std::int64_t(&found)[2]) {
        const Contact& contact = contacts.contacts[own.contact];
        found[0] = representative(own.a, contact.body_a);
        found[1] = representative(own.b, contact.body_b);
    };
    std::int64_t found[2];
    for (const CoupledContact& own : coupled_) {
        ends(own, found);
        for (const std::int64_t body : found) {
            if (body >= 0) {
                grow_resize(parents_, std::max(parents_.size(), static_cast<std::size_t>(body) + 1));
                parents_[static_cast<std::size_t>(body)] = static_cast<std::uint32_t>(body);
            }
        }
    }
    for (const CoupledContact& own : coupled_) {
        ends(own, found);
        if (found[0] >= 0 && found[1] >= 0) {
            unite(parents_, static_cast<std::uint32_t>(found[0]), static_cast<std::uint32_t>(found[1]));
        }
    }
    group_contacts_.clear();
    group_mechanisms_.clear();
    group_free_.clear();
    for (std::uint32_t i = 0; i < coupled_.size(); ++i) {
        const CoupledContact& own = coupled_[i];
        const Contact& contact = contacts.contacts[own.contact];
        ends(own, found);
        const auto body = static_cast<std::uint32_t>(std::max(found[0], found[1]));
        const std::uint32_t root = find_root(parents_, body);
        grow_push_back(group_contacts_, GroupMember{root, i});
        if (own.a.is_contained) {
            grow_push_back(group_free_, GroupMember{root, contact.body_a});
        }
        if (own.b.is_contained) {
            grow_push_back(group_free_, GroupMember{root, contact.body_b});
        }
    }
    for (std::uint32_t i = 0; i < mechanisms_.size(); ++i) {
        if (mechanisms_[i].coupled) {
            const std::uint32_t body = nodes_[mechanisms_[i].first_node].body;
            grow_push_back(group_mechanisms_, GroupMember{find_root(parents_, body), i});
        }
    }
    list_groups();
}

/// Sorts the members of the groups, and lists their ranges.
void DirectJoints::list_groups() {
    const auto before = [](const GroupMember& a, const GroupMember& b) {
        return a.root != b.root ? a.root < b.root : a.index < b.index;
    };
    sort_items(group_contacts_.begin(), group_contacts_.end(), before);
    sort_items(group_mechanisms_.begin(), group_mechanisms_.end(), before);
    sort_items(group_free_.begin(), group_free_.end(), before);
    group_free_.erase(std::unique(group_free_.begin(), group_free_.end()), group_free_.end());
    std::size_t mechanism = 0;
    std::size_t free = 0;
    std::size_t contact = 0;
    while (contact < group_contacts_.size()) {
        const std::uint32_t root = group_contacts_[contact].root;
        CoupledGroup group;
        group.first_contact = contact;
        group.contact_count = members_of(group_contacts_, root, contact);
        group.first_mechanism = mechanism;
        group.mechanism_count = members_of(group_mechanisms_, root, mechanism);
        group.first_free = free;
        group.free_count = members_of(group_free_, root, free);
        for_each_contact(group, [&](const CoupledContact& own) {
            group.floats = group.floats && !own.a.is_fixed() && !own.b.is_fixed();
        });
        for_each_mechanism(group, [&](const Mechanism& each) { group.floats = group.floats && each.floats; });
        grow_push_back(groups_, group);
    }
}

void DirectJoints::end_contacts(const ContactLanes& lanes) {
    for (const CoupledContact& own : coupled_) {
        lanes.contacts.contacts.edit(own.contact).coupled = false;
    }
}

/// Takes the impulses from the lanes, at the start of a sub-step.
void DirectJoints::take_impulses() {
    for (CoupledContact& own : coupled_) {
        for (int i = 0; i < 2; ++i) {
            own.impulses[i] = static_cast<double>(own.block->normal_impulse[i][own.lane]);
            own.impulses[2 + i] = static_cast<double>(own.block->friction_impulse[i][own.lane]);
        }
        own.rolling_impulse =
            own.surfaces != nullptr ? static_cast<double>(own.surfaces->rolling_impulse[own.lane]) : 0.0;
        own.show(false);
    }
}

/// Writes the impulses back into the lanes.
void DirectJoints::give_impulses() {
    for (CoupledContact& own : coupled_) {
        own.show(true);
        for (int i = 0; i < 2 && own.impacts != nullptr; ++i) {
            float& maximum = own.impacts->max_impulse[i][own.lane];
            maximum = std::max(maximum, static_cast<float>(own.impulses[i]));
        }
    }
}

void DirectJoints::show_bounces(bool shown) const {
    for (const CoupledContact& own : coupled_) {
        if (own.block->bounces) {
            own.show(shown);
        }
    }
}

/// Shows masses and impulses to the passes over all contacts, or hides them there.
void CoupledContact::show(bool shown) const {
    const auto value = [shown](double own) { return shown ? static_cast<float>(own) : 0.0f; };
    for (int i = 0; i < 2; ++i) {
        block->normal_mass[i][lane] = shown ? normal_mass[i] : 0.0f;
        block->tangent_mass[i][lane] = shown ? tangent_mass[i] : 0.0f;
        block->normal_impulse[i][lane] = value(impulses[i]);
        block->friction_impulse[i][lane] = value(impulses[2 + i]);
    }
    if (surfaces != nullptr) {
        surfaces->rolling_impulse[lane] = value(rolling_impulse);
    }
}

/// Returns whether a joint is open at the start of the step: contacts have opened it.
bool DirectJoints::has_gap(const Mechanism& mechanism) const {
    const auto first = links_.begin() + static_cast<std::ptrdiff_t>(mechanism.first_link);
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(mechanism.link_count),
                       [](const Link& link) {
                           return std::any_of(link.rows, link.rows + link.count, [](const DirectRow& row) {
                               return !row.drives && !row.limits && std::abs(row.error) > open_gap;
                           });
                       });
}

bool DirectJoints::bears_load(const SequentialContext& context, const ContactLanes& lanes,
                              const Mechanism& mechanism) const {
    bool found = false;
    const bool open = has_gap(mechanism);
    const std::size_t end = mechanism.first_node + mechanism.node_count;
    for (std::size_t i = mechanism.first_node; i < end && !found; ++i) {
        const std::uint32_t body = nodes_[i].body;
        const float own = context.bodies.masses[body].inverse_mass;
        const auto presses = [&](const Contact& contact) {
            const Twist gained = velocity_delta_of(context, body).change;
            const double weight = std::sqrt(gained.x * gained.x + gained.y * gained.y);
            return own * normal_impulse_of(lanes.graph, contact) > pressed * static_cast<float>(weight);
        };
        visit_contacts_of_body(context.bodies, lanes.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = lanes.contacts.contacts[index];
            if (found || contact.state != ContactState::Touching || !contact.pushes_b()) {
                return;
            }
            const std::uint32_t other = contact.body_a == body ? contact.body_b : contact.body_a;
            const float inverse_mass = context.bodies.masses[other].inverse_mass;
            found = open || (inverse_mass > 0.0f && heavy * inverse_mass <= own) ||
                    (!mechanism.drives && !mechanism.sprung && presses(contact));
        });
    }
    return found;
}

/// Collects the contacts of a mechanism, and of the bodies that these reach, each once.
void DirectJoints::collect_contacts(const SequentialContext& context, const ContactLanes& lanes,
                                    const Mechanism& mechanism) {
    const auto collect_those_of = [&](std::uint32_t body) {
        visit_contacts_of_body(context.bodies, lanes.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = lanes.contacts.contacts[index];
            if (contact.state == ContactState::Touching && contact.pushes_b() && contact.color >= 0 &&
                !contact.coupled) {
                collect_contact(context, lanes, body, index);
            }
        });
    };
    const std::size_t first = coupled_.size();
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        collect_those_of(nodes_[i].body);
    }
    for (std::size_t i = first; i < coupled_.size() && coupled_.size() < first + max_contacts; ++i) {
        const CoupledContact own = coupled_[i];
        const Contact& contact = lanes.contacts.contacts[own.contact];
        if (passes_on(context, own, own.a, contact.body_a)) {
            collect_those_of(contact.body_a);
        }
        if (passes_on(context, own, own.b, contact.body_b)) {
            collect_those_of(contact.body_b);
        }
    }
}

/// Returns whether a contact presses a body that is no node so hard that what bears it matters.
bool DirectJoints::passes_on(const SequentialContext& context, const CoupledContact& contact,
                             const CoupledSide& side, std::uint32_t body) {
    const double impulse = static_cast<double>(normal_impulse_of(*contact.block, contact.lane));
    const Twist change = velocity_delta_of(context, body).change;
    const double weight = std::sqrt(change.x * change.x + change.y * change.y);
    return side.is_pushed_itself() && side.inverse_mass * impulse > passed_on * weight;
}

/// Collects a contact of a body, if it pushes the body: not where the body dominates.
void DirectJoints::collect_contact(const SequentialContext& context, const ContactLanes& lanes,
                                   std::uint32_t body, std::uint32_t index) {
    Contact& contact = lanes.contacts.contacts.edit(index);
    ContactList& list = lanes.graph.list_of(contact);
    const std::size_t block = ContactList::block(contact.place);
    CoupledContact own;
    own.contact = index;
    own.block = &list.blocks[block];
    own.lane = ContactList::lane(contact.place);
    own.impacts = list.impacts.empty() ? nullptr : &list.impacts[block];
    own.surfaces = own.block->has_surfaces ? &list.surfaces[block] : nullptr;
    own.a = side_of(context, contact.body_a, own.block->state_a[own.lane]);
    own.b = side_of(context, contact.body_b, own.block->state_b[own.lane]);
    if ((contact.body_a == body ? own.a : own.b).is_fixed()) {
        return;
    }
    write_rows(own, -1.0, own.a);
    write_rows(own, 1.0, own.b);
    for (int i = 0; i < 2; ++i) {
        own.normal_mass[i] = own.block->normal_mass[i][own.lane];
        own.tangent_mass[i] = own.block->tangent_mass[i][own.lane];
    }
    contact.coupled = true;
    for (const CoupledSide* side : {&own.a, &own.b}) {
        if (side->node >= 0) {
            Mechanism& mechanism = mechanisms_[nodes_[static_cast<std::size_t>(side->node)].mechanism];
            mechanism.coupled = true;
            own.sprung = own.sprung || mechanism.sprung;
        }
    }
    grow_push_back(coupled_, own);
}

CoupledSide DirectJoints::side_of(const SequentialContext& context, std::uint32_t body,
                                  std::int32_t offset) const {
    CoupledSide side;
    side.slot = slot_of_state(offset);
    const bool itself = side.slot == context.bodies.solver_slots[body];
    side.is_proxy = !itself;
    const bool moves = context.states[side.slot].inverse_mass > 0.0f && body < node_of_.size();
    side.node = itself && moves ? node_of_[body] : CoupledSide::free;
    side.inverse_mass = static_cast<double>(context.states[side.slot].inverse_mass);
    side.normalisation = itself ? static_cast<double>(context.bodies.masses[body].normalisation) : 1.0;
    return side;
}

}  // namespace drystone
