// Colours of the contacts in a constraint graph.
#include <doctest/doctest.h>

#include "constraint_graph/constraint_graph.h"
#include "engine/constraint_graph/graph_checks.h"
#include "support/world_build.h"

#include <algorithm>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::add;
using test::between;
using test::check;
using test::first_dynamic;
using test::is_dynamic;
using test::normal_impulse;

TEST_CASE("constraint graph: colours share no dynamic body through random changes") {
    test::Random random(9);
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts;
    for (int i = 0; i < 400; ++i) {
        const auto a = static_cast<std::uint32_t>(random.below(40));
        const auto b = first_dynamic + static_cast<std::uint32_t>(random.below(36));
        contacts.push_back(a == b ? between(0, b) : between(a, b));
        contacts.edit(contacts.size() - 1).kind =
            random.below(2) == 0 ? ContactKind::Boxes : ContactKind::General;
    }
    for (int i = 0; i < test::scaled(2000, 400); ++i) {
        const auto index = static_cast<std::uint32_t>(random.below(400));
        if (contacts[index].color >= 0) {
            graph.remove(contacts, index);
            CHECK(contacts[index].color == -1);
        } else {
            add(graph, contacts, index);
        }
        if (i % 20 == 0) {
            check(graph, contacts);
        }
    }
    check(graph, contacts);
}

TEST_CASE("constraint graph: a dynamic body with more neighbours than colours overflows") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts;
    constexpr std::uint32_t neighbours = ConstraintGraph::dynamic_color_count + 7;
    for (std::uint32_t i = 0; i < neighbours; ++i) {
        contacts.push_back(between(first_dynamic, first_dynamic + 1 + i));
    }
    for (std::uint32_t i = 0; i < neighbours; ++i) {
        add(graph, contacts, i);
        CHECK(contacts[i].color ==
              std::min<int>(static_cast<int>(i), ConstraintGraph::dynamic_color_count) +
                  (i < ConstraintGraph::dynamic_color_count ? 0 : ConstraintGraph::static_color_count));
    }
    CHECK(graph.count(ConstraintGraph::overflow) == 7);
    check(graph, contacts);

    // A free place is reused; contacts in the overflow stay there.
    graph.remove(contacts, 3);
    graph.remove(contacts, ConstraintGraph::dynamic_color_count);
    add(graph, contacts, ConstraintGraph::dynamic_color_count);
    CHECK(contacts[ConstraintGraph::dynamic_color_count].color == 3);
    check(graph, contacts);
}

TEST_CASE("constraint graph: contacts with static bodies take the last colours from the back") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts;
    constexpr std::uint32_t grounds = ConstraintGraph::static_color_count + 2;
    for (std::uint32_t i = 0; i < grounds; ++i) {
        contacts.push_back(i % 2 == 0 ? between(0, first_dynamic) : between(first_dynamic, 1));
    }
    contacts.push_back(between(0, first_dynamic + 1));
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        add(graph, contacts, i);
    }
    for (std::uint32_t i = 0; i < ConstraintGraph::static_color_count; ++i) {
        CHECK(contacts[i].color == ConstraintGraph::color_count - 1 - static_cast<int>(i));
    }
    CHECK(contacts[grounds - 1].color == ConstraintGraph::overflow);
    // Another body's first ground contact shares the last colour: a common static body is no conflict.
    CHECK(contacts.back().color == ConstraintGraph::color_count - 1);
    check(graph, contacts);
}

TEST_CASE("constraint graph: contacts move down into colours that have become free, whatever their lanes") {
    test::Random random(13);
    // The same contacts twice, with lanes in another order.
    ConstraintGraph graphs[2];
    DefinitionArray<Contact> contacts[2];
    for (std::uint32_t i = 0; i < 400; ++i) {
        const auto a = static_cast<std::uint32_t>(random.below(100));
        const auto b = first_dynamic + static_cast<std::uint32_t>(random.below(96));
        Contact contact = a == b ? between(0, b) : between(a, b);
        contact.kind = i % 3 == 0 ? ContactKind::Boxes : ContactKind::Small;
        contact.points[1].normal_impulse = static_cast<float>(i + 1);
        for (int side = 0; side < 2; ++side) {
            contacts[side].push_back(contact);
            add(graphs[side], contacts[side], i);
        }
    }
    for (std::uint32_t i = 0; i < 400; ++i) {
        if (random.below(3) != 0) {
            for (int side = 0; side < 2; ++side) {
                graphs[side].remove(contacts[side], i);
            }
        }
    }
    std::vector<std::uint32_t> slots(200);
    for (std::uint32_t body = 0; body < slots.size(); ++body) {
        slots[body] = is_dynamic(body) ? first_slot + 200 - body : 0;
    }
    const auto lanes_in_use = [&](int color) { return graphs[0].count(color); };
    const std::uint32_t lowest_before = lanes_in_use(0);
    for (int color = 0; color < ConstraintGraph::dynamic_color_count; ++color) {
        graphs[1].sort_blocks(contacts[1], slots, color);
        for (int side = 0; side < 2; ++side) {
            graphs[side].compact(contacts[side], color);
        }
    }
    CHECK(lanes_in_use(0) > lowest_before);
    int colored = 0;
    for (std::uint32_t i = 0; i < 400; ++i) {
        CAPTURE(i);
        const Contact& contact = contacts[0][i];
        CHECK(contact.color == contacts[1][i].color);
        if (contact.color < 0) {
            continue;
        }
        ++colored;
        for (int side = 0; side < 2; ++side) {
            CHECK(normal_impulse(graphs[side], contacts[side][i], 1) == static_cast<float>(i + 1));
        }
        for (int lower = 0; lower < std::min<int>(contact.color, ConstraintGraph::dynamic_color_count);
             ++lower) {
            const std::uint32_t used =
                graphs[0].body_colors().of(contact.body_a) | graphs[0].body_colors().of(contact.body_b);
            const bool is_static = !is_dynamic(contact.body_a) || !is_dynamic(contact.body_b);
            CHECK((is_static || (used >> lower & 1u) != 0));
        }
    }
    CHECK(colored > 100);
    for (int side = 0; side < 2; ++side) {
        check(graphs[side], contacts[side]);
    }
}
