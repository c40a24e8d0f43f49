// Lanes of the contacts of a colour, and the data that a contact keeps when its lane changes.
#include <doctest/doctest.h>

#include "constraint_graph/constraint_graph.h"
#include "engine/constraint_graph/graph_checks.h"
#include "support/world_build.h"

#include <cstddef>
#include <cstdint>
#include <vector>

using namespace drystone;
using test::add;
using test::between;
using test::check;
using test::first_dynamic;
using test::normal_impulse;

TEST_CASE("constraint graph: many contacts taken out at once leave the others and keep their impulses") {
    test::Random random(11);
    for (const int share : {0, 1, 30, 70, 99, 100}) {
        CAPTURE(share);
        ConstraintGraph graph;
        DefinitionArray<Contact> contacts;
        for (int i = 0; i < 500; ++i) {
            const auto a = static_cast<std::uint32_t>(random.below(100));
            const auto b = first_dynamic + static_cast<std::uint32_t>(random.below(96));
            contacts.push_back(a == b ? between(0, b) : between(a, b));
            Contact& contact = contacts.edit(contacts.size() - 1);
            contact.kind = random.below(3) == 0 ? ContactKind::Small : ContactKind::Boxes;
            contact.one_by_one = random.below(20) == 0;
            contact.points[0].normal_impulse = static_cast<float>(i + 1);
            add(graph, contacts, static_cast<std::uint32_t>(i));
        }
        check(graph, contacts);
        for (std::uint32_t i = 0; i < contacts.size(); ++i) {
            if (random.below(100) < share) {
                graph.take_out(contacts, i);
                const ContactState state = contacts[i].state;
                CHECK(state == ContactState::Asleep);
            }
        }
        graph.close_gaps(contacts);
        check(graph, contacts);
        for (std::uint32_t i = 0; i < contacts.size(); ++i) {
            const float impulse = contacts[i].color >= 0 ? normal_impulse(graph, contacts[i], 0)
                                                         : contacts[i].points[0].normal_impulse;
            CHECK(impulse == static_cast<float>(i + 1));
        }
    }
}

TEST_CASE("constraint graph: a contact that leaves takes its impulses along and brings them back") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts;
    for (std::uint32_t i = 0; i < 20; ++i) {
        contacts.push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
    }
    for (std::uint32_t i = 0; i < 20; ++i) {
        add(graph, contacts, i);
        ContactList& list = graph.list_of(contacts[i]);
        ContactBlock& block = list.blocks[ContactList::block(contacts[i].place)];
        const int lane = ContactList::lane(contacts[i].place);
        for (int point = 0; point < 2; ++point) {
            block.normal_impulse[point][lane] = static_cast<float>(100 * point) + static_cast<float>(i);
            block.friction_impulse[point][lane] = -static_cast<float>(i);
            list.ids[ContactList::block(contacts[i].place)].feature[point][lane] =
                static_cast<float>(1 + point);
        }
    }
    graph.remove(contacts, 3);
    CHECK(contacts[3].points[1].normal_impulse == 103.0f);
    CHECK(contacts[3].points[0].friction_impulse == -3.0f);
    // The last contact of the list moved into the free lane with all its data.
    CHECK(normal_impulse(graph, contacts[19], 1) == 119.0f);
    add(graph, contacts, 3);
    CHECK(normal_impulse(graph, contacts[3], 0) == 3.0f);
    const ContactList& list = graph.list_of(contacts[3]);
    CHECK(list.ids[ContactList::block(contacts[3].place)].feature[1][ContactList::lane(contacts[3].place)] ==
          2.0f);
    check(graph, contacts);
}

TEST_CASE("constraint graph: sorted lanes follow the solver's order and keep all that they hold") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts;
    const std::uint32_t count = 45;  // Two full blocks and a part of a third.
    for (std::uint32_t i = 0; i < count; ++i) {
        contacts.push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
        contacts.edit(contacts.size() - 1).restitution = i % 3 == 0 ? 0.01f * static_cast<float>(i) : 0.0f;
    }
    for (std::uint32_t i = 0; i < count; ++i) {
        add(graph, contacts, i);
        ContactList& list = graph.list_of(contacts[i]);
        list.blocks[ContactList::block(contacts[i].place)]
            .normal_impulse[1][ContactList::lane(contacts[i].place)] = static_cast<float>(i);
    }
    const int color = contacts[0].color;
    // Cycles of several lengths: 7 and 45 are coprime, and a few contacts stay in place.
    std::vector<std::uint32_t> slots(first_dynamic + 2 * count);
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t rank = i < 40 ? (7 * i + 3) % 40 : i;
        slots[first_dynamic + 2 * i] = first_slot + 2 * rank;
        slots[first_dynamic + 2 * i + 1] = first_slot + 2 * rank + 1;
    }
    graph.sort_blocks(contacts, slots, color);
    check(graph, contacts);
    const ContactList& list = graph.list_of(contacts[0]);
    for (std::uint32_t i = 0; i < count; ++i) {
        CAPTURE(i);
        const std::uint32_t place = contacts[i].place;
        CHECK(place == (slots[first_dynamic + 2 * i] - first_slot) / 2);
        CHECK(normal_impulse(graph, contacts[i], 1) == static_cast<float>(i));
        CHECK(list.impacts[ContactList::block(place)].restitution[ContactList::lane(place)] ==
              contacts[i].restitution);
        CHECK(list.blocks[ContactList::block(place)].bounces);
    }
}

TEST_CASE("constraint graph: room for many lanes at once is the room that they would make one by one") {
    for (const std::uint32_t count : {255u, 256u, 300u, 1000u, 5000u}) {
        CAPTURE(count);
        ConstraintGraph graphs[2];
        DefinitionArray<Contact> contacts[2];
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t i = 0; i < count; ++i) {
            numbers.push_back(i);
            for (int side = 0; side < 2; ++side) {
                contacts[side].push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
                contacts[side].edit(i).kind = i % 5 == 0 ? ContactKind::Medium : ContactKind::Boxes;
                graphs[side].assign_color(contacts[side].edit(i), true, true);
            }
        }
        graphs[0].reserve_additional(numbers, contacts[0]);
        if (count >= 256) {
            CHECK(graphs[0].bytes() > graphs[1].bytes());
        }
        const std::size_t expected = graphs[0].bytes();
        for (std::uint32_t i = 0; i < count; ++i) {
            for (int side = 0; side < 2; ++side) {
                graphs[side].open_lane(i, contacts[side].edit(i));
            }
        }
        CHECK(graphs[0].bytes() == graphs[1].bytes());
        if (count >= 256) {
            CHECK(graphs[0].bytes() == expected);
        }
    }
}

TEST_CASE("constraint graph: rows of impacts are there only where a contact asks for them") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts;
    for (std::uint32_t i = 0; i < 40; ++i) {
        contacts.push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
        add(graph, contacts, i);
    }
    const std::size_t plain = graph.bytes();
    CHECK(graph.list_of(contacts[0]).impacts.empty());
    graph.list_of(contacts[20]).write_impacts(contacts[20].place, 0.0f, false);
    CHECK(graph.list_of(contacts[0]).impacts.empty());

    contacts.push_back(between(first_dynamic + 80, first_dynamic + 81));
    contacts.edit(40).restitution = 0.5f;
    contacts.edit(40).hit_events = true;
    add(graph, contacts, 40);
    const ContactList& list = graph.list_of(contacts[40]);
    REQUIRE(list.impacts.size() == list.blocks.size());
    CHECK(graph.bytes() >= plain + 3 * sizeof(ImpactBlock));
    for (const Contact& contact : contacts) {
        const ImpactBlock& impacts = list.impacts[ContactList::block(contact.place)];
        CHECK(impacts.restitution[ContactList::lane(contact.place)] == contact.restitution);
        CHECK(impacts.hit_events[ContactList::lane(contact.place)] == (contact.hit_events ? 1.0f : 0.0f));
    }
    // The contact that tracks impacts moves into the first lane with all its data.
    graph.remove(contacts, 0);
    CHECK(contacts[40].place == 0);
    CHECK(list.impacts[0].restitution[0] == 0.5f);
    CHECK(list.blocks[0].tracks_impacts);
    CHECK(list.blocks[0].bounces);

    // Impact tracking ends once that contact is removed; until then nothing changes.
    graph.forget_impacts(contacts[40].color);
    CHECK(list.blocks[0].tracks_impacts);
    CHECK(list.bounces);
    CHECK(list.reports_hits);
    const int color = contacts[40].color;
    graph.remove(contacts, 40);
    CHECK(list.bounces);
    graph.forget_impacts(color);
    CHECK_FALSE(list.bounces);
    CHECK_FALSE(list.reports_hits);
    for (const ContactBlock& block : list.blocks) {
        CHECK_FALSE(block.tracks_impacts);
        CHECK_FALSE(block.bounces);
    }
    // A new contact that tracks impacts counts again.
    graph.list_of(contacts[5]).write_impacts(contacts[5].place, 0.25f, false);
    graph.forget_impacts(color);
    CHECK(list.bounces);
    CHECK_FALSE(list.reports_hits);
    CHECK(list.blocks[ContactList::block(contacts[5].place)].bounces);
}
