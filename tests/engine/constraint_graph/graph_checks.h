#pragma once

#include <doctest/doctest.h>

#include "constraint_graph/constraint_graph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone::test {

/// Bodies below this number are static.
inline constexpr std::uint32_t first_dynamic = 4;

inline bool is_dynamic(std::uint32_t body) { return body >= first_dynamic; }

inline drystone::Contact between(std::uint32_t body_a, std::uint32_t body_b) {
    drystone::Contact contact;
    contact.body_a = body_a;
    contact.body_b = body_b;
    return contact;
}

inline void add(drystone::ConstraintGraph& graph, drystone::DefinitionArray<drystone::Contact>& contacts,
                std::uint32_t index) {
    drystone::Contact& contact = contacts.edit(index);
    graph.add(index, contact, is_dynamic(contact.body_a), is_dynamic(contact.body_b));
}

inline float normal_impulse(const drystone::ConstraintGraph& graph, const drystone::Contact& contact,
                            int point) {
    const drystone::ContactList& list = graph.list_of(contact);
    return list.blocks[drystone::ContactList::block(contact.place)]
        .normal_impulse[point][drystone::ContactList::lane(contact.place)];
}

/// Returns the contacts of a colour by kind and lane; checks that each has the right place.
inline std::vector<std::uint32_t> contacts_of(const drystone::ConstraintGraph& graph,
                                              const drystone::DefinitionArray<drystone::Contact>& contacts,
                                              int number) {
    std::vector<std::uint32_t> result;
    const drystone::GraphColor& color = graph.colors()[static_cast<std::size_t>(number)];
    for (std::size_t kind = 0; kind < drystone::contact_kind_count; ++kind) {
        const drystone::ContactList& list = color.lists[kind];
        CHECK(list.blocks.size() == (list.count + drystone::block_lanes - 1) / drystone::block_lanes);
        CHECK((graph.used_lists(number) >> kind & 1u) == (list.count > 0 ? 1u : 0u));
        for (std::uint32_t place = 0; place < list.count; ++place) {
            const drystone::ContactIds& ids = list.ids[drystone::ContactList::block(place)];
            const int lane = drystone::ContactList::lane(place);
            const auto index = static_cast<std::uint32_t>(ids.contact[lane]);
            const drystone::Contact& contact = contacts[index];
            CHECK(contact.place == place);
            CHECK(contact.color == number);
            CHECK(static_cast<std::size_t>(contact.kind) == kind);
            CHECK(contact.state == drystone::ContactState::Touching);
            CHECK(ids.body_a[lane] == static_cast<std::int32_t>(contact.body_a));
            CHECK(ids.body_b[lane] == static_cast<std::int32_t>(contact.body_b));
            result.push_back(index);
        }
        for (std::size_t i = 0; i < list.blocks.size(); ++i) {
            for (int lane = list.lanes_in(i); lane < drystone::block_lanes; ++lane) {
                CHECK(list.ids[i].contact[lane] == -1);
                CHECK(list.blocks[i].normal_mass[0][lane] == 0.0f);
            }
        }
    }
    return result;
}

inline void check_color(const drystone::ConstraintGraph& graph,
                        const drystone::DefinitionArray<drystone::Contact>& contacts, int number) {
    std::vector<std::uint32_t> bodies;
    for (const std::uint32_t index : contacts_of(graph, contacts, number)) {
        const drystone::Contact& contact = contacts[index];
        for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
            if (is_dynamic(body)) {
                bodies.push_back(body);
            }
        }
        const bool both_dynamic = is_dynamic(contact.body_a) && is_dynamic(contact.body_b);
        if (number != drystone::ConstraintGraph::overflow) {
            CHECK(drystone::ConstraintGraph::is_static_color(number) == !both_dynamic);
        }
    }
    if (number == drystone::ConstraintGraph::overflow) {
        return;
    }
    std::sort(bodies.begin(), bodies.end());
    CHECK(std::adjacent_find(bodies.begin(), bodies.end()) == bodies.end());
    for (std::uint32_t body = 0; body < 200; ++body) {
        const bool has_color = (graph.body_colors().of(body) >> number & 1u) != 0;
        CHECK(has_color == std::binary_search(bodies.begin(), bodies.end(), body));
    }
}

inline void check(const drystone::ConstraintGraph& graph,
                  const drystone::DefinitionArray<drystone::Contact>& contacts) {
    std::size_t colored = 0;
    for (int number = 0; number <= drystone::ConstraintGraph::color_count; ++number) {
        check_color(graph, contacts, number);
        colored += graph.count(number);
    }
    const auto expected = std::count_if(contacts.begin(), contacts.end(),
                                        [](const drystone::Contact& c) { return c.color >= 0; });
    CHECK(colored == static_cast<std::size_t>(expected));
}

}  // namespace drystone::test
