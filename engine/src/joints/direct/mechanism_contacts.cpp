// Contacts of mechanisms that bear a load, which are solved together with the joints.
#include "joints/direct/mechanism_contacts.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "core/union_find.h"
#include "joints/direct/direct_joints.h"

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

/// Returns the direction in which a contact with a lane pushes one of its bodies.
Vec2 push_on(const ConstraintGraph& graph, const Contact& contact, std::uint32_t body) {
    const ContactBlock& block = graph.list_of(contact).blocks[ContactList::block(contact.place)];
    const int lane = ContactList::lane(contact.place);
    const float sign = contact.body_b == body ? 1.0f : -1.0f;
    return sign * Vec2{block.normal_x[lane], block.normal_y[lane]};
}

}  // namespace

/// Finds the mechanisms that bear a load.
void DirectJoints::begin_contacts(const SequentialContext& context, const ContactLanes& lanes, Team& team) {
    coupled_.clear();
    groups_.clear();
    visit_mechanisms(team, [&](Mechanism& mechanism) {
        mechanism.coupled = false;
        mechanism.loaded = bears_load(context, lanes, mechanism);
    });
    for (std::size_t i = 0; i < mechanisms_.size(); ++i) {
        if (mechanisms_[i].loaded) {
            collect_contacts(context, lanes, mechanisms_[i]);
        }
    }
    if (!coupled_.empty()) {
        form_groups(lanes.contacts);
        matrix_.prepare_inverse();
        grow_resize(pending_, nodes_.size());
        std::fill(changes_.begin(), changes_.end(), Twist{});
        std::fill(pending_.begin(), pending_.end(), Twist{});
    }
    for (CoupledGroup& group : groups_) {
        begin_budget(context, group);
    }
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
        if (own.a.is_pushed_itself()) {
            grow_push_back(group_free_, GroupMember{root, contact.body_a});
        }
        if (own.b.is_pushed_itself()) {
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
    groups_.clear();
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

void DirectJoints::leave_out_bounces() const {
    for (const CoupledContact& own : coupled_) {
        if (own.block->bounces) {
            own.block->left_out = static_cast<std::uint16_t>(own.block->left_out | 1U << own.lane);
        }
    }
}

void DirectJoints::end_contacts(const ContactLanes& lanes) {
    for (const CoupledContact& own : coupled_) {
        lanes.contacts.contacts.edit(own.contact).coupled = false;
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
                    (!mechanism.drives && !mechanism.sprung && presses(contact) &&
                     !is_supported(context, lanes, contact, other, nodes_[i].mechanism));
        });
    }
    return found;
}

/// Returns whether a contact presses a dynamic body against something that does not move, perhaps by way of
/// other bodies that are not in the mechanism. Solved together with the mechanism, but not with what supports
/// it, a body would follow the mechanism into that: it passes the load on in the passes over all contacts.
/// Cost: a visit to the contacts of at most `max_supports` bodies.
bool DirectJoints::is_supported(const SequentialContext& context, const ContactLanes& lanes,
                                const Contact& contact, std::uint32_t body, std::size_t mechanism) const {
    constexpr int max_supports = 16;
    constexpr float opposed = -0.5f;  // Cosine of the angle between two pushes that press a body.
    if (context.bodies.masses[body].inverse_mass == 0.0f) {
        return false;
    }
    Vec2 push = push_on(lanes.graph, contact, body);
    for (int i = 0; i < max_supports; ++i) {
        bool found = false;
        float most = 0.0f;
        std::uint32_t next = body;
        Vec2 pushed{};
        visit_contacts_of_body(context.bodies, lanes.contacts, body, [&](std::uint32_t index) {
            const Contact& each = lanes.contacts.contacts[index];
            const std::uint32_t other = each.body_a == body ? each.body_b : each.body_a;
            const bool is_own = other < node_of_.size() && node_of_[other] >= 0 &&
                                nodes_[static_cast<std::size_t>(node_of_[other])].mechanism == mechanism;
            if (is_own || each.state != ContactState::Touching || !each.pushes_b() || each.color < 0 ||
                !(dot(push_on(lanes.graph, each, body), push) < opposed)) {
                return;
            }
            const float impulse = normal_impulse_of(lanes.graph, each);
            if (context.bodies.masses[other].inverse_mass == 0.0f) {
                found = true;
            } else if (impulse > most) {
                most = impulse;
                next = other;
                pushed = push_on(lanes.graph, each, other);
            }
        });
        if (found || next == body) {
            return found;
        }
        body = next;
        push = pushed;
    }
    return false;
}

/// Collects the contacts of a mechanism, each once, and empties their lanes.
void DirectJoints::collect_contacts(const SequentialContext& context, const ContactLanes& lanes,
                                    const Mechanism& mechanism) {
    for (std::size_t i = mechanism.first_node; i < mechanism.first_node + mechanism.node_count; ++i) {
        visit_contacts_of_body(context.bodies, lanes.contacts, nodes_[i].body, [&](std::uint32_t index) {
            Contact& contact = lanes.contacts.contacts.edit(index);
            if (contact.state == ContactState::Touching && contact.pushes_b() && contact.color >= 0 &&
                !contact.coupled) {
                collect_contact(context, lanes, index);
            }
        });
    }
}

void DirectJoints::collect_contact(const SequentialContext& context, const ContactLanes& lanes,
                                   std::uint32_t index) {
    Contact& contact = lanes.contacts.contacts.edit(index);
    ContactList& list = lanes.graph.list_of(contact);
    const std::size_t block = ContactList::block(contact.place);
    CoupledContact own;
    own.contact = index;
    own.block = &list.blocks[block];
    own.lane = ContactList::lane(contact.place);
    own.impacts = list.impacts.empty() ? nullptr : &list.impacts[block];
    own.surfaces = own.block->has_surfaces ? &list.surfaces[block] : nullptr;
    if (own.surfaces != nullptr &&
        (own.surfaces->is_spring[own.lane] != 0.0f || own.surfaces->has_uneven_friction(own.lane))) {
        return;
    }
    own.a = side_of(context, contact.body_a, own.block->state_a[own.lane]);
    own.b = side_of(context, contact.body_b, own.block->state_b[own.lane]);
    if (own.a.node < 0 && own.b.node < 0) {
        return;
    }
    if (own.a.node < 0 || own.b.node < 0) {
        const bool a_is_free = own.a.node < 0;
        const std::uint32_t free = a_is_free ? contact.body_a : contact.body_b;
        const CoupledSide& node = a_is_free ? own.b : own.a;
        const CoupledSide& other = a_is_free ? own.a : own.b;
        if (double{heavy} * other.inverse_mass > node.inverse_mass &&
            is_supported(context, lanes, contact, free,
                         nodes_[static_cast<std::size_t>(node.node)].mechanism)) {
            return;
        }
    }
    for (int i = 0; i < 2; ++i) {
        own.normal_mass[i] = own.block->normal_mass[i][own.lane];
        own.tangent_mass[i] = own.block->tangent_mass[i][own.lane];
        own.block->normal_mass[i][own.lane] = 0.0f;
        own.block->tangent_mass[i][own.lane] = 0.0f;
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
