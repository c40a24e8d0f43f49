#include "constraint_graph/constraint_graph.h"

#include <algorithm>
#include <bit>

namespace drystone {

namespace {

bool is_gap(const ContactList& list, std::uint32_t place) {
    return list.ids[ContactList::block(place)].contact[ContactList::lane(place)] < 0;
}

/// Removes the gaps at the end of the list, whole blocks at once.
void cut_end(ContactList& list) {
    std::uint32_t kept = list.count;
    while (kept > 0 && is_gap(list, kept - 1)) {
        --kept;
    }
    if (kept == list.count) {
        return;
    }
    // Keeps the block of the first gap: `remove` then clears its lanes and does the bookkeeping of a shorter
    // list.
    const std::size_t used = ContactList::block(kept) + 1;
    const std::uint32_t end = std::min(list.count, static_cast<std::uint32_t>(used) * block_lanes);
    list.blocks.resize(used);
    list.ids.resize(used);
    if (!list.impacts.empty()) {
        list.impacts.resize(used);
    }
    if (!list.surfaces.empty()) {
        list.surfaces.resize(used);
    }
    for (std::uint32_t place = kept + 1; place < end; ++place) {
        list.count = place + 1;
        list.remove(place);
    }
    list.count = kept + 1;
    list.remove(kept);
}

}  // namespace

void ConstraintGraph::clear_lanes() {
    visit_lists(0, no_response + 1, [](ContactList& list) { list.make_unused(); });
    used_lists_.fill({});
}

void ConstraintGraph::forget_impacts(int color) {
    visit_lists(color, color + 1, [](ContactList& list) { list.forget_impacts(); });
}

void ConstraintGraph::take_out(DefinitionArray<Contact>& contacts, std::uint32_t index) {
    Contact& contact = contacts.edit(index);
    if (contact.color >= overflow) {
        remove(contacts, index);  // the overflow is solved in this order, so it must not change
        return;
    }
    ContactList& list = list_of(contact);
    release_color(contact);
    save(index, contact);
    list.ids[ContactList::block(contact.place)].contact[ContactList::lane(contact.place)] = -1;
    forget_lane(contact);
    has_gaps_ = true;
}

void ConstraintGraph::close_gaps(DefinitionArray<Contact>& contacts) {
    for (int color = 0; has_gaps_ && color < color_count; ++color) {
        for (std::uint32_t lists = used_lists(color); lists != 0; lists &= lists - 1) {
            const auto number = static_cast<std::size_t>(std::countr_zero(lists));
            ContactList& list = colors_[static_cast<std::size_t>(color)].lists[number];
            close_gaps(contacts, list);
            record_use(color, number, list.count > 0);
        }
    }
    has_gaps_ = false;
}

/// Moves the last contacts of the list into its gaps.
void ConstraintGraph::close_gaps(DefinitionArray<Contact>& contacts, ContactList& list) {
    cut_end(list);
    for (std::uint32_t place = list.count; place-- > 0;) {
        if (is_gap(list, place) && list.remove(place)) {
            const std::int32_t moved = list.ids[ContactList::block(place)].contact[ContactList::lane(place)];
            contacts.edit(static_cast<std::size_t>(moved)).place = place;
        }
    }
}

}  // namespace drystone
