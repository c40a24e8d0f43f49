#include "constraint_graph/contact_subset.h"

#include "core/arrays.h"

#include <algorithm>
#include <tuple>

namespace drystone {

namespace {

/// A lane of the dummy body with itself.
void leave_empty(ContactBlock& block, int lane, std::uint32_t dummy_slot) {
    clear_lane(block, lane);
    block.state_a[lane] = state_offset(dummy_slot);
    block.state_b[lane] = state_offset(dummy_slot);
}

/// What the solver asks of a block before it looks at its lanes.
void copy_flags(const ContactBlock& from, float give, ContactBlock& to) {
    to.softness = from.softness;
    to.softness.impulse_scale *= give;
    to.watches_impacts = to.watches_impacts || from.watches_impacts;
    to.bounces = to.bounces || from.bounces;
    to.has_surfaces = to.has_surfaces || from.has_surfaces;
    to.round = to.round || from.round;
}

}  // namespace

void LentLanes::borrow(ConstraintGraph& from, const std::vector<Contact>& contacts,
                       std::span<const std::uint32_t> numbers, float give) {
    graph_.clear_lanes();
    loans_.clear();
    std::size_t in_order = 0;
    for (const std::uint32_t number : numbers) {
        const Contact& contact = contacts[number];
        push_sparingly(loans_,
                       {static_cast<std::uint8_t>(contact.color),
                        static_cast<std::uint8_t>(GraphColor::list_number(contact)), contact.place, 0});
        if (contact.color == ConstraintGraph::overflow) {
            std::swap(loans_[in_order++], loans_.back());
        }
    }
    // The order of the overflow decides what is found; within a colour it makes no difference.
    std::sort(
        loans_.begin(), loans_.begin() + static_cast<std::ptrdiff_t>(in_order),
        [](const Loan& a, const Loan& b) { return std::tie(a.list, a.place) < std::tie(b.list, b.place); });
    for (Loan& loan : loans_) {
        borrow(from.colors()[loan.color].lists[loan.list], give, loan);
    }
}

void LentLanes::borrow(ContactList& from, float give, Loan& loan) {
    loan.own_place = graph_.push_lane(loan.color, loan.list);
    ContactList& to = graph_.colors()[loan.color].lists[loan.list];
    const std::size_t source = ContactList::block(loan.place);
    const std::size_t target = ContactList::block(loan.own_place);
    const int lane = ContactList::lane(loan.place);
    const int own_lane = ContactList::lane(loan.own_place);
    copy_lane(from.blocks[source], lane, to.blocks[target], own_lane);
    copy_flags(from.blocks[source], give, to.blocks[target]);
    if (!from.impacts.empty()) {
        to.open_impacts();
        copy_lane(from.impacts[source], lane, to.impacts[target], own_lane);
        to.bounces = to.bounces || from.bounces;
    }
    if (!from.surfaces.empty()) {
        to.open_surfaces();
        SurfaceBlock& surfaces = to.surfaces[target];
        copy_lane(from.surfaces[source], lane, surfaces, own_lane);
        surfaces.impulse_scale[own_lane] *= surfaces.is_spring[own_lane] != 0.0f ? 1.0f : give;
    }
    leave_empty(from.blocks[source], lane, from.dummy_slot);
}

void LentLanes::show_impulses(ConstraintGraph& graph) const {
    for (const Loan& loan : loans_) {
        const ContactList& own = graph_.colors()[loan.color].lists[loan.list];
        ContactList& list = graph.colors()[loan.color].lists[loan.list];
        const ContactBlock& from = own.blocks[ContactList::block(loan.own_place)];
        ContactBlock& to = list.blocks[ContactList::block(loan.place)];
        for (int i = 0; i < 2; ++i) {
            to.normal_impulse[i][ContactList::lane(loan.place)] =
                from.normal_impulse[i][ContactList::lane(loan.own_place)];
            to.friction_impulse[i][ContactList::lane(loan.place)] =
                from.friction_impulse[i][ContactList::lane(loan.own_place)];
        }
    }
}

void LentLanes::give_back(ConstraintGraph& graph) {
    for (const Loan& loan : loans_) {
        const ContactList& own = graph_.colors()[loan.color].lists[loan.list];
        ContactList& list = graph.colors()[loan.color].lists[loan.list];
        const std::size_t source = ContactList::block(loan.own_place);
        const std::size_t target = ContactList::block(loan.place);
        const int own_lane = ContactList::lane(loan.own_place);
        const int lane = ContactList::lane(loan.place);
        copy_lane(own.blocks[source], own_lane, list.blocks[target], lane);
        if (!list.impacts.empty()) {
            copy_lane(own.impacts[source], own_lane, list.impacts[target], lane);
        }
        if (!list.surfaces.empty()) {
            list.surfaces[target].rolling_impulse[lane] = own.surfaces[source].rolling_impulse[own_lane];
        }
    }
    loans_.clear();
}

}  // namespace drystone
