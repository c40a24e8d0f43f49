// Search for mechanisms that touch something, and for the contacts that are solved together with their
// joints.
#include "loaded_contacts/loaded_components.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "joints/direct/direct_joints.h"
#include "loaded_contacts/component_load.h"

#include <cmath>
#include <span>

namespace drystone {

namespace {

/// Weights of its own that a contact must press a body with for those contacts that bear the body to be
/// solved together with a mechanism, too. With fewer, a pass in each sub-step is enough.
constexpr float passed_on = 4.0f;
/// Largest number of contacts of a component up to which it looks for such bodies: it bounds the cost.
constexpr std::size_t max_contacts = 64;
/// Marks of bodies: in the component that is searched, and in one before it.
constexpr std::uint8_t in_this = 1;
constexpr std::uint8_t in_earlier = 2;

/// Returns the block of a contact and its lane.
ContactBlock& block_of(ConstraintGraph& graph, const Contact& contact) {
    return graph.list_of(contact).blocks[ContactList::block(contact.place)];
}

}  // namespace

/// Search from one mechanism.
class LoadedComponents::MechanismWalk {
public:
    MechanismWalk(LoadedComponents& to, const LoadSearch& search, const SequentialContext& context,
                  DirectJoints& joints)
        : to_(to), search_(search), context_(context), joints_(joints) {}

    /// Adds the component of a mechanism, unless it is part of another one.
    void add_component(std::uint32_t mechanism) {
        if (joints_.is_coupled(mechanism)) {
            return;
        }
        first_contact_ = to_.contacts_.size();
        LoadedComponent component;
        component.first_body = static_cast<std::uint32_t>(to_.slots_.size());
        component.first_contact = static_cast<std::uint32_t>(first_contact_);
        component.first_mechanism = static_cast<std::uint32_t>(to_.mechanisms_.size());
        to_.visited_.clear();
        load_ = {};
        add_mechanism(mechanism);
        for (std::size_t next = 0; next < to_.visited_.size(); ++next) {
            const std::uint32_t body = to_.visited_[next];
            follow(body, joints_.mechanism_of(body) >= 0 || is_pressed(body));
        }
        for (const std::uint32_t body : to_.visited_) {
            to_.found_[body] = in_earlier;
            grow_push_back(to_.joined_, body);
            grow_push_back(to_.slots_, search_.bodies.solver_slots[body]);
            load_.add(search_, body);
        }
        to_.visited_.clear();
        component.body_count = static_cast<std::uint32_t>(to_.slots_.size()) - component.first_body;
        component.contact_count = static_cast<std::uint32_t>(to_.contacts_.size() - first_contact_);
        component.mechanism_count =
            static_cast<std::uint32_t>(to_.mechanisms_.size()) - component.first_mechanism;
        sort_items(to_.slots_.begin() + static_cast<std::ptrdiff_t>(component.first_body), to_.slots_.end());
        component.later = split_forces(component);
        grow_push_back(to_.components_, component);
        bound_loads();
    }

private:
    void add_mechanism(std::uint32_t mechanism) {
        if (joints_.is_coupled(mechanism)) {
            return;
        }
        joints_.couple(mechanism);
        grow_push_back(to_.mechanisms_, mechanism);
        joints_.visit_bodies(mechanism, [&](std::uint32_t body) {
            to_.found_[body] = in_this;
            grow_push_back(to_.visited_, body);
        });
    }
    void add_body(std::uint32_t body) {
        if (!search_.bodies.is_dynamic(body) || !search_.bodies.is_awake(body) || to_.found_[body] != 0) {
            return;
        }
        if (is_of_mechanism(body)) {
            const std::int64_t mechanism = joints_.mechanism_of(body);
            add_mechanism(static_cast<std::uint32_t>(mechanism));
        } else {
            to_.found_[body] = in_this;
            grow_push_back(to_.visited_, body);
        }
    }
    [[nodiscard]] bool is_of_mechanism(std::uint32_t body) const { return joints_.mechanism_of(body) >= 0; }
    /// Returns whether joints of one of two bodies matter in their contact, or there are none.
    [[nodiscard]] bool is_felt(std::uint32_t body, std::uint32_t other) const {
        const float own = search_.bodies.masses[body].inverse_mass;
        const float inverse_mass = search_.bodies.masses[other].inverse_mass;
        const bool jointed = is_of_mechanism(body);
        const bool other_jointed = is_of_mechanism(other);
        return !search_.bodies.is_dynamic(other) || (!jointed && !other_jointed) ||
               (jointed && DirectJoints::is_felt(own, inverse_mass)) ||
               (other_jointed && DirectJoints::is_felt(inverse_mass, own));
    }
    /// Adds the contacts of a body, all or those with mechanisms, and the other bodies that they push.
    void follow(std::uint32_t body, bool all) {
        visit_contacts_of_body(search_.bodies, search_.contacts, body, [&](std::uint32_t index) {
            Contact& contact = search_.contacts.contacts.edit(index);
            if (contact.state != ContactState::Touching || !contact.pushes_b() || contact.color < 0 ||
                contact.coupled) {
                return;
            }
            const std::uint32_t other = contact.body_a == body ? contact.body_b : contact.body_a;
            const bool pushes = contact.body_a == body ? contact.pushes_a() : contact.pushes_b();
            if (!pushes || to_.found_[other] == in_earlier || !(all || is_of_mechanism(other)) ||
                !is_felt(body, other)) {
                return;
            }
            contact.coupled = true;
            grow_push_back(to_.contacts_, index);
            if (contact.pushes_a()) {
                add_body(contact.body_a);
            }
            add_body(contact.body_b);
        });
    }
    /// Returns whether a contact of the component presses a body that is in no mechanism so hard that what
    /// bears it matters.
    [[nodiscard]] bool is_pressed(std::uint32_t body) {
        if (to_.contacts_.size() - first_contact_ >= max_contacts) {
            return false;
        }
        const float own = search_.bodies.masses[body].inverse_mass;
        bool pressed = false;
        visit_contacts_of_body(search_.bodies, search_.contacts, body, [&](std::uint32_t index) {
            const Contact& contact = search_.contacts.contacts[index];
            pressed =
                pressed || (contact.coupled && own * normal_impulse_of(block_of(search_.graph, contact),
                                                                       ContactList::lane(contact.place)) >
                                                   passed_on * search_.weight);
        });
        return pressed;
    }
    /// Sets which part of the gain by forces follows the move, alike for all bodies, and returns it.
    [[nodiscard]] double split_forces(const LoadedComponent& component) const {
        const double gain = double{search_.weight};
        const double part = 0.5 * load_.energy / (load_.energy + load_.mass * gain * gain);
        const double later = part * gain > solved_speed ? part : 0.0;
        for (const std::uint32_t slot : std::span(to_.slots_).subspan(component.first_body)) {
            context_.integration[slot / block_lanes].verlet_fraction[slot % block_lanes] =
                static_cast<float>(later);
        }
        return later;
    }
    /// Says what the contacts may bear.
    void bound_loads() {
        const float bearable = load_.bearable();
        for (const std::uint32_t index : std::span(to_.contacts_).subspan(first_contact_)) {
            const Contact& contact = search_.contacts.contacts[index];
            float& bound = block_of(search_.graph, contact).bearable[ContactList::lane(contact.place)];
            bound = std::max(bound, bearable);
        }
    }

    LoadedComponents& to_;
    const LoadSearch& search_;
    const SequentialContext& context_;
    DirectJoints& joints_;
    std::size_t first_contact_ = 0;
    ComponentLoad load_;
};

void LoadedComponents::add_mechanisms(const LoadSearch& search, const SequentialContext& context,
                                      DirectJoints& joints) {
    grow_resize(found_, search.bodies.slots.size());
    MechanismWalk walk(*this, search, context, joints);
    joints.visit_touching([&](std::uint32_t mechanism) { walk.add_component(mechanism); });
    for (const std::uint32_t body : joined_) {
        found_[body] = 0;
    }
    joined_.clear();
}

void LoadedComponents::end_step(ContactStore& contacts) {
    for (const LoadedComponent& component : components_) {
        for (std::uint32_t i = 0; component.mechanism_count > 0 && i < component.contact_count; ++i) {
            contacts.contacts.edit(contacts_[component.first_contact + i]).coupled = false;
        }
    }
}

}  // namespace drystone
