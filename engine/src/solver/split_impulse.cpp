#include "solver/split_impulse.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"
#include "solver/sequential_contacts.h"
#include "store/contact_yield.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace drystone {

namespace {

/// Number of extra sweeps. With 1 or 3, some heaps of 6 x 6 to 8 x 8 boxes lean and topple as they separate.
constexpr int extra_pushes = 7;

/// Largest number of contacts that are swept, more than in a heap of 10 x 10 boxes. Sequential sweeps over
/// more would take longer than the rest of the step; such worlds separate without them.
constexpr std::size_t max_contacts = 1024;

/// Returns whether the contact is still solved; some have been released since the narrow phase.
bool is_solved(const Contact& contact) {
    return contact.shape_a != no_index && contact.state == ContactState::Touching && contact.pushes_b();
}

/// Returns whether the contact is solved, and its dynamic bodies have no joints.
bool may_be_found(const JointStore& joints, const BodyStore& bodies, const Contact& contact) {
    const auto hangs = [&](std::uint32_t body) {
        return bodies.is_dynamic(body) && has_joints(joints, body);
    };
    return is_solved(contact) && !hangs(contact.body_a) && !hangs(contact.body_b);
}

/// Part of the maximum push-out speed above which the overlap of a point counts as deep.
constexpr float push_apart_speed = 0.125f;

/// Returns the separation [m] below which a point can be deep: it overlaps by more than the speculative
/// margin, and the push without a load is fast enough.
float find_deep_separation(const SolverConstants& constants, float margin) {
    const float speed_per_metre = constants.contact.mass_scale * constants.contact.bias_rate;
    if (speed_per_metre == 0.0f || constants.max_push_out_velocity == 0.0f) {
        return -std::numeric_limits<float>::infinity();
    }
    return -std::max(margin, push_apart_speed * constants.max_push_out_velocity / speed_per_metre);
}

/// Returns the speed at which the overlap of a point is pushed out, less the speed at which the soft
/// constraint yields to its impulse [m/s]. At rest the difference is zero, however deep the overlap is.
float find_push(const ContactBlock& block, int lane, int point, const SolverConstants& constants) {
    const Softness& softness = block.softness;
    const float mass = block.normal_mass[point][lane];
    if (mass == 0.0f) {
        return 0.0f;
    }
    const float push_apart =
        -bias_of_overlap(block.separation[point][lane], softness.mass_scale * softness.bias_rate,
                         softness.impulse_scale * constants.shallow_speed);
    const float impulse = block.normal_impulse[point][lane];
    const float bearable = block.bearable[lane];
    const float settled = block.settled[point][lane];
    if (settled < 0.0f) {
        return 0.0f;
    }
    const float left = yielding_impulse(impulse, mass, bearable, constants.yield) - settled;
    const float yields = softness.impulse_scale * std::max(0.0f, left) / mass;
    return std::min(std::min(push_apart, constants.max_bias) - yields, constants.max_push_out_velocity);
}

/// Returns whether the contact has a softness of its own, whose depth is intended.
bool is_spring(const ContactList& list, std::uint32_t place) {
    return !list.surfaces.empty() &&
           list.surfaces[ContactList::block(place)].is_spring[ContactList::lane(place)] != 0.0f;
}

void sort_unique(std::vector<std::uint32_t>& list) {
    sort_items(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
}

/// Adds the bodies of contacts that may be found to a list, each once: they may have as many contacts as
/// there are bodies.
void add_bodies_of(const std::vector<std::uint32_t>& overlaps, const BodyStore& bodies,
                   const JointStore& joints, const ContactStore& contacts, std::vector<std::uint32_t>& list) {
    for (const std::uint32_t index : overlaps) {
        const Contact& contact = contacts.contacts[index];
        if (may_be_found(joints, bodies, contact)) {
            grow_push_back(list, contact.body_a);
            grow_push_back(list, contact.body_b);
        }
    }
    sort_unique(list);
}

/// Test for deep contacts among those that are solved.
class DepthTest {
public:
    DepthTest(const InitialOverlaps::Search& search, const BodyStore& bodies, const ConstraintGraph& graph)
        : bodies_(bodies),
          graph_(graph),
          deep_separation_(find_deep_separation(search.constants, search.margin)),
          constants_(search.constants),
          time_step_(search.time_step) {}

    [[nodiscard]] bool is_deep(const Contact& contact) const {
        const ContactList& list = graph_.list_of(contact);
        const ContactBlock& block = list.blocks[ContactList::block(contact.place)];
        const int lane = ContactList::lane(contact.place);
        return (is_deep(block, lane, 0) || is_deep(block, lane, 1)) && !is_spring(list, contact.place);
    }

    /// Returns whether the bodies overlap by more than they move in a few steps: they were created or placed
    /// there. A few, because they may have been slowed down or detected late.
    [[nodiscard]] bool is_made(const Contact& contact) const {
        const ContactBlock& block = graph_.list_of(contact).blocks[ContactList::block(contact.place)];
        const int lane = ContactList::lane(contact.place);
        constexpr float steps = 8.0f;
        const float way = steps * time_step_ * (speed_of(contact.body_a) + speed_of(contact.body_b));
        return std::min(block.separation[0][lane], block.separation[1][lane]) < -way;
    }

private:
    [[nodiscard]] bool is_deep(const ContactBlock& block, int lane, int point) const {
        return block.separation[point][lane] < deep_separation_ &&
               find_push(block, lane, point, constants_) >
                   push_apart_speed * constants_.max_push_out_velocity;
    }

    [[nodiscard]] float speed_of(std::uint32_t body) const {
        const BodyVelocity& velocity = bodies_.velocities[body];
        return std::sqrt(velocity.x * velocity.x + velocity.y * velocity.y);
    }

    const BodyStore& bodies_;
    const ConstraintGraph& graph_;
    float deep_separation_;
    SolverConstants constants_;
    float time_step_;
};

}  // namespace

void InitialOverlaps::add_contacts_of(std::uint32_t body, const BodyStore& bodies,
                                      const ContactStore& contacts, const JointStore& joints) {
    if (!bodies.is_dynamic(body)) {
        return;
    }
    visit_contacts_of_body(bodies, contacts, body, [&](std::uint32_t index) {
        if (may_be_found(joints, bodies, contacts.contacts[index])) {
            grow_push_back(found_, index);
        }
    });
}

/// Updates the initial overlaps. Contacts that have ended, and contacts with a reused number, have no mark
/// and are removed.
void InitialOverlaps::follow_initial_overlaps(const Search& search, const BodyStore& bodies,
                                              ContactStore& contacts, const ConstraintGraph& graph) {
    const DepthTest test(search, bodies, graph);
    std::erase_if(initial_overlaps_, [&](std::uint32_t index) {
        Contact& contact = contacts.contacts.edit(index);
        contact.initial_overlap = contact.initial_overlap && is_solved(contact) && test.is_deep(contact);
        return !contact.initial_overlap;
    });
    if (initial_overlaps_.empty()) {
        clear_and_shrink(initial_overlaps_);
    }
    for (const std::uint32_t index : search.begun) {
        Contact& contact = contacts.contacts.edit(index);
        if (is_solved(contact) && test.is_deep(contact) && test.is_made(contact)) {
            contact.initial_overlap = true;
            grow_push_back(initial_overlaps_, index);
        }
    }
}

void InitialOverlaps::forget_initial_overlaps(ContactStore& contacts) {
    for (const std::uint32_t index : initial_overlaps_) {
        contacts.contacts.edit(index).initial_overlap = false;
    }
    clear_and_shrink(initial_overlaps_);
}

void InitialOverlaps::find(const Search& search, const BodyStore& bodies, const JointStore& joints,
                           ContactStore& contacts, ConstraintGraph& graph) {
    clear_and_shrink(found_);
    clear_and_shrink(lanes_);
    follow_initial_overlaps(search, bodies, contacts, graph);
    add_bodies_of(initial_overlaps_, bodies, joints, contacts, found_);
    // The bodies are at the front of the list until their contacts are in it.
    const std::size_t body_count = found_.size();
    for (std::size_t i = 0; i < body_count; ++i) {
        add_contacts_of(found_[i], bodies, contacts, joints);
    }
    found_.erase(found_.begin(), found_.begin() + static_cast<std::ptrdiff_t>(body_count));
    sort_unique(found_);
    if (found_.size() > max_contacts) {
        forget_initial_overlaps(contacts);
        return;
    }
    for (const std::uint32_t index : found_) {
        const Contact& contact = contacts.contacts[index];
        ContactList& list = graph.list_of(contact);
        if (!is_spring(list, contact.place)) {
            grow_push_back(
                lanes_,
                {&list.blocks[ContactList::block(contact.place)], ContactList::lane(contact.place), {}});
        }
    }
}

void InitialOverlaps::mark() {
    for (Lane& each : lanes_) {
        for (int i = 0; i < 2; ++i) {
            each.impulse[i] = each.block->normal_impulse[i][each.lane];
        }
    }
}

void InitialOverlaps::push_apart(BodySolverState* states, const SolverConstants& constants) const {
    for (int i = 0; i < extra_pushes; ++i) {
        const bool back = i % 2 == 0;
        for (std::size_t j = 0; j < lanes_.size(); ++j) {
            const Lane& each = lanes_[back ? lanes_.size() - 1 - j : j];
            solve_lane(*each.block, each.lane, states, constants);
        }
    }
}

void InitialOverlaps::undo(BodySolverState* states) const {
    for (const Lane& each : lanes_) {
        const float kept = 1.0f - each.block->softness.impulse_scale;
        set_normal_impulses(*each.block, each.lane, {kept * each.impulse[0], kept * each.impulse[1]}, states);
    }
}

}  // namespace drystone
