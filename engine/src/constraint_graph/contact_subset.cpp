#include "constraint_graph/contact_subset.h"

#include <drystone/collision/detail/sort_items.h>

#include "core/arrays.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace drystone {

namespace {

/// Replaces the lane by a contact of the dummy body with itself.
void leave_empty(ContactBlock& block, int lane, std::uint32_t dummy_slot) {
    clear_lane(block, lane);
    block.state_a[lane] = state_offset(dummy_slot);
    block.state_b[lane] = state_offset(dummy_slot);
}

/// Returns whether another subset has taken the contact of the lane.
bool is_left_empty(const ContactBlock& block, int lane, std::uint32_t dummy_slot) {
    return block.state_a[lane] == state_offset(dummy_slot) && block.state_b[lane] == state_offset(dummy_slot);
}

/// Copies the block data that the solver reads before the lanes.
void copy_flags(const ContactBlock& from, ContactBlock& to) {
    to.softness = from.softness;
    to.tracks_impacts = to.tracks_impacts || from.tracks_impacts;
    to.bounces = to.bounces || from.bounces;
    to.has_surfaces = to.has_surfaces || from.has_surfaces;
    to.round = to.round || from.round;
}

}  // namespace

void ContactSubset::extract(ConstraintGraph& from, const DefinitionArray<Contact>& contacts,
                            std::span<const std::uint32_t> numbers) {
    graph_.fill_blocks();
    const std::size_t first = moved_.size();
    std::size_t in_order = first;
    for (const std::uint32_t number : numbers) {
        const Contact& contact = contacts[number];
        const ContactList& list = from.list_of(contact);
        if (is_left_empty(list.blocks[ContactList::block(contact.place)], ContactList::lane(contact.place),
                          list.dummy_slot)) {
            continue;
        }
        grow_push_back(moved_,
                       {static_cast<std::uint8_t>(contact.color),
                        static_cast<std::uint8_t>(GraphColor::list_number(contact)), contact.place, 0});
        if (contact.color == ConstraintGraph::overflow) {
            std::swap(moved_[in_order++], moved_.back());
        }
    }
    // The order of the overflow affects the result; within a colour, it does not.
    sort_items(moved_.begin() + static_cast<std::ptrdiff_t>(first),
               moved_.begin() + static_cast<std::ptrdiff_t>(in_order),
               [](const MovedLane& a, const MovedLane& b) {
                   return std::tie(a.list, a.place) < std::tie(b.list, b.place);
               });
    for (MovedLane& moved : std::span(moved_).subspan(first)) {
        extract(from.colors()[moved.color].lists[moved.list], moved);
    }
}

void ContactSubset::extract(ConstraintGraph& from, const DefinitionArray<Contact>& contacts,
                            std::span<const std::uint32_t> numbers, std::vector<BlockRange>& ranges) {
    BlockRange begins[ConstraintGraph::no_response][contact_kind_count] = {};
    visit_ranges([&](const BlockRange& range) { begins[range.color][range.list] = range; });
    extract(from, contacts, numbers);
    visit_ranges([&](BlockRange range) {
        range.first = static_cast<std::uint32_t>(begins[range.color][range.list].blocks());
        range.contacts -= range.first * block_lanes;
        if (range.contacts != 0) {
            grow_push_back(ranges, range);
        }
    });
}

/// Calls `visitor(range)` with all blocks of each list in use, in the order of solving.
template <class Visitor>
void ContactSubset::visit_ranges(Visitor&& visitor) const {
    const auto visit_color = [&](int color) {
        for (std::uint32_t lists = graph_.used_lists(color); lists != 0; lists &= lists - 1) {
            const int list = std::countr_zero(lists);
            visitor(BlockRange{static_cast<std::uint8_t>(color), static_cast<std::uint8_t>(list), 0,
                               graph_.colors()[static_cast<std::size_t>(color)]
                                   .lists[static_cast<std::size_t>(list)]
                                   .count});
        }
    };
    visit_color(ConstraintGraph::overflow);
    for (int color = 0; color < ConstraintGraph::color_count; ++color) {
        visit_color(color);
    }
}

void ContactSubset::extract(ContactList& from, MovedLane& moved) {
    moved.own_place = graph_.push_lane(moved.color, moved.list);
    ContactList& to = graph_.colors()[moved.color].lists[moved.list];
    const std::size_t source = ContactList::block(moved.place);
    const std::size_t target = ContactList::block(moved.own_place);
    const int lane = ContactList::lane(moved.place);
    const int own_lane = ContactList::lane(moved.own_place);
    copy_lane(from.blocks[source], lane, to.blocks[target], own_lane);
    copy_flags(from.blocks[source], to.blocks[target]);
    to.ids[target].contact[own_lane] = from.ids[source].contact[lane];
    if (!from.impacts.empty()) {
        to.open_impacts();
        copy_lane(from.impacts[source], lane, to.impacts[target], own_lane);
        to.bounces = to.bounces || from.bounces;
    }
    if (!from.surfaces.empty()) {
        to.open_surfaces();
        copy_lane(from.surfaces[source], lane, to.surfaces[target], own_lane);
    }
    leave_empty(from.blocks[source], lane, from.dummy_slot);
    ++from.blocks[source].extracted;
}

void ContactSubset::copy_impulses_back(ConstraintGraph& graph) const {
    for (const MovedLane& moved : moved_) {
        const ContactList& own = graph_.colors()[moved.color].lists[moved.list];
        ContactList& list = graph.colors()[moved.color].lists[moved.list];
        const ContactBlock& from = own.blocks[ContactList::block(moved.own_place)];
        ContactBlock& to = list.blocks[ContactList::block(moved.place)];
        for (int i = 0; i < 2; ++i) {
            to.normal_impulse[i][ContactList::lane(moved.place)] =
                from.normal_impulse[i][ContactList::lane(moved.own_place)];
            to.friction_impulse[i][ContactList::lane(moved.place)] =
                from.friction_impulse[i][ContactList::lane(moved.own_place)];
        }
    }
}

void ContactSubset::merge_back(ConstraintGraph& graph) {
    for (const MovedLane& moved : moved_) {
        const ContactList& own = graph_.colors()[moved.color].lists[moved.list];
        ContactList& list = graph.colors()[moved.color].lists[moved.list];
        const std::size_t source = ContactList::block(moved.own_place);
        const std::size_t target = ContactList::block(moved.place);
        const int own_lane = ContactList::lane(moved.own_place);
        const int lane = ContactList::lane(moved.place);
        copy_lane(own.blocks[source], own_lane, list.blocks[target], lane);
        list.blocks[target].extracted = 0;
        if (!list.impacts.empty()) {
            copy_lane(own.impacts[source], own_lane, list.impacts[target], lane);
        }
        if (!list.surfaces.empty()) {
            list.surfaces[target].rolling_impulse[lane] = own.surfaces[source].rolling_impulse[own_lane];
        }
    }
    moved_.clear();
}

}  // namespace drystone
