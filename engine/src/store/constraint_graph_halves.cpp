#include "store/constraint_graph.h"

#include <bit>
#include <utility>

namespace drystone {

namespace {

/// Calls `visitor(number)` for each list of a colour that is in use.
template <class Visitor>
void visit_lists(const ConstraintGraph& graph, int color, Visitor&& visitor) {
    for (std::uint32_t lists = graph.used_lists(color); lists != 0; lists &= lists - 1) {
        visitor(static_cast<std::size_t>(std::countr_zero(lists)));
    }
}

}  // namespace

void ConstraintGraph::divide(std::uint32_t second_half, std::vector<Contact>& contacts,
                             std::vector<std::uint32_t>& left_out) {
    const std::uint32_t before = std::exchange(second_half_, second_half);
    const std::size_t first = left_out.size();
    collect_divided(before, left_out);
    for (std::size_t i = first; i < left_out.size(); ++i) {
        remove(contacts, left_out[i]);
    }
    for (int color = 0; halves_apart_ && color < color_count; ++color) {
        if (is_inner_color(color)) {
            move_to_own_half(contacts, color);
        }
    }
}

/// Contacts that lie between the halves now and did not before, or the other way round.
void ConstraintGraph::collect_divided(std::uint32_t border_before,
                                      std::vector<std::uint32_t>& divided) const {
    const auto crosses = [](std::int32_t a, std::int32_t b, std::uint32_t border) {
        return (static_cast<std::uint32_t>(a) < border) != (static_cast<std::uint32_t>(b) < border);
    };
    for (int color = 0; color < dynamic_color_count; ++color) {
        visit_lists(*this, color, [&](std::size_t number) {
            const ContactList& list = colors_[static_cast<std::size_t>(color)].lists[number];
            for (std::uint32_t place = 0; place < list.count; ++place) {
                const ContactNames& names = list.names[ContactList::block(place)];
                const int lane = ContactList::lane(place);
                const std::int32_t a = names.body_a[lane];
                const std::int32_t b = names.body_b[lane];
                if (crosses(a, b, border_before) != crosses(a, b, second_half_)) {
                    divided.push_back(static_cast<std::uint32_t>(names.contact[lane]));
                }
            }
        });
    }
}

/// Contacts of an inner colour go to the lists of the half to which their bodies belong by now.
void ConstraintGraph::move_to_own_half(std::vector<Contact>& contacts, int color) {
    GraphColor& here = colors_[static_cast<std::size_t>(color)];
    visit_lists(*this, color, [&](std::size_t number) {
        ContactList& list = here.lists[number];
        // From the end, from where others move into the lanes of those that go.
        for (std::uint32_t place = list.count; place-- > 0;) {
            const std::int32_t index =
                list.names[ContactList::block(place)].contact[ContactList::lane(place)];
            Contact& contact = contacts[static_cast<std::size_t>(index)];
            if (contact.second_half == belongs_to_second_half(contact)) {
                continue;
            }
            contact.second_half = !contact.second_half;
            contact.place = list_of(contact).take(list, place);
            note_use(contact, true);
            if (list.remove(place)) {
                const std::int32_t moved =
                    list.names[ContactList::block(place)].contact[ContactList::lane(place)];
                contacts[static_cast<std::size_t>(moved)].place = place;
            }
        }
        note_use(color, number, list.count > 0);
    });
}

}  // namespace drystone
