#include <doctest/doctest.h>

#include "constraint_graph/constraint_graph.h"
#include "support/world_build.h"

#include <algorithm>
#include <vector>

using namespace drystone;

namespace {

/// Bodies below this number are static.
constexpr std::uint32_t first_dynamic = 4;

bool is_dynamic(std::uint32_t body) { return body >= first_dynamic; }

Contact between(std::uint32_t body_a, std::uint32_t body_b) {
    Contact contact;
    contact.body_a = body_a;
    contact.body_b = body_b;
    return contact;
}

void add(ConstraintGraph& graph, std::vector<Contact>& contacts, std::uint32_t index) {
    Contact& contact = contacts[index];
    graph.add(index, contact, is_dynamic(contact.body_a), is_dynamic(contact.body_b));
}

float normal_impulse(const ConstraintGraph& graph, const Contact& contact, int point) {
    const ContactList& list = graph.list_of(contact);
    return list.blocks[ContactList::block(contact.place)]
        .normal_impulse[point][ContactList::lane(contact.place)];
}

/// Returns the contacts of a colour by kind and lane; checks that each has the right place.
std::vector<std::uint32_t> contacts_of(const ConstraintGraph& graph, const std::vector<Contact>& contacts,
                                       int number) {
    std::vector<std::uint32_t> result;
    const GraphColor& color = graph.colors()[static_cast<std::size_t>(number)];
    for (std::size_t kind = 0; kind < contact_kind_count; ++kind) {
        const ContactList& list = color.lists[kind];
        CHECK(list.blocks.size() == (list.count + block_lanes - 1) / block_lanes);
        CHECK((graph.used_lists(number) >> kind & 1u) == (list.count > 0 ? 1u : 0u));
        for (std::uint32_t place = 0; place < list.count; ++place) {
            const ContactIds& ids = list.ids[ContactList::block(place)];
            const int lane = ContactList::lane(place);
            const auto index = static_cast<std::uint32_t>(ids.contact[lane]);
            const Contact& contact = contacts[index];
            CHECK(contact.place == place);
            CHECK(contact.color == number);
            CHECK(static_cast<std::size_t>(contact.kind) == kind);
            CHECK(contact.state == ContactState::Touching);
            CHECK(ids.body_a[lane] == static_cast<std::int32_t>(contact.body_a));
            CHECK(ids.body_b[lane] == static_cast<std::int32_t>(contact.body_b));
            result.push_back(index);
        }
        for (std::size_t i = 0; i < list.blocks.size(); ++i) {
            for (int lane = list.lanes_in(i); lane < block_lanes; ++lane) {
                CHECK(list.ids[i].contact[lane] == -1);
                CHECK(list.blocks[i].normal_mass[0][lane] == 0.0f);
            }
        }
    }
    return result;
}

void check_color(const ConstraintGraph& graph, const std::vector<Contact>& contacts, int number) {
    std::vector<std::uint32_t> bodies;
    for (const std::uint32_t index : contacts_of(graph, contacts, number)) {
        const Contact& contact = contacts[index];
        for (const std::uint32_t body : {contact.body_a, contact.body_b}) {
            if (is_dynamic(body)) {
                bodies.push_back(body);
            }
        }
        const bool both_dynamic = is_dynamic(contact.body_a) && is_dynamic(contact.body_b);
        if (number != ConstraintGraph::overflow) {
            CHECK(ConstraintGraph::is_static_color(number) == !both_dynamic);
        }
    }
    if (number == ConstraintGraph::overflow) {
        return;
    }
    std::sort(bodies.begin(), bodies.end());
    CHECK(std::adjacent_find(bodies.begin(), bodies.end()) == bodies.end());
    for (std::uint32_t body = 0; body < 200; ++body) {
        const bool has_color = (graph.body_colors().of(body) >> number & 1u) != 0;
        CHECK(has_color == std::binary_search(bodies.begin(), bodies.end(), body));
    }
}

void check(const ConstraintGraph& graph, const std::vector<Contact>& contacts) {
    std::size_t colored = 0;
    for (int number = 0; number <= ConstraintGraph::color_count; ++number) {
        check_color(graph, contacts, number);
        colored += graph.count(number);
    }
    const auto expected =
        std::count_if(contacts.begin(), contacts.end(), [](const Contact& c) { return c.color >= 0; });
    CHECK(colored == static_cast<std::size_t>(expected));
}

}  // namespace

TEST_CASE("constraint graph: colours share no dynamic body through random changes") {
    test::Random random(9);
    ConstraintGraph graph;
    std::vector<Contact> contacts;
    for (int i = 0; i < 400; ++i) {
        const auto a = static_cast<std::uint32_t>(random.below(40));
        const auto b = first_dynamic + static_cast<std::uint32_t>(random.below(36));
        contacts.push_back(a == b ? between(0, b) : between(a, b));
        contacts.back().kind = random.below(2) == 0 ? ContactKind::Boxes : ContactKind::General;
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

TEST_CASE("constraint graph: many contacts taken out at once leave the others and keep their impulses") {
    test::Random random(11);
    for (const int share : {0, 1, 30, 70, 99, 100}) {
        CAPTURE(share);
        ConstraintGraph graph;
        std::vector<Contact> contacts;
        for (int i = 0; i < 500; ++i) {
            const auto a = static_cast<std::uint32_t>(random.below(100));
            const auto b = first_dynamic + static_cast<std::uint32_t>(random.below(96));
            contacts.push_back(a == b ? between(0, b) : between(a, b));
            contacts.back().kind = random.below(3) == 0 ? ContactKind::Small : ContactKind::Boxes;
            contacts.back().one_by_one = random.below(20) == 0;
            contacts.back().points[0].normal_impulse = static_cast<float>(i + 1);
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

TEST_CASE("constraint graph: a dynamic body with more neighbours than colours overflows") {
    ConstraintGraph graph;
    std::vector<Contact> contacts;
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
    std::vector<Contact> contacts;
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

TEST_CASE("constraint graph: a contact that leaves takes its impulses along and brings them back") {
    ConstraintGraph graph;
    std::vector<Contact> contacts;
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
    std::vector<Contact> contacts;
    const std::uint32_t count = 45;  // Two full blocks and a part of a third.
    for (std::uint32_t i = 0; i < count; ++i) {
        contacts.push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
        contacts.back().restitution = i % 3 == 0 ? 0.01f * static_cast<float>(i) : 0.0f;
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

TEST_CASE("constraint graph: contacts move down into colours that have become free, whatever their lanes") {
    test::Random random(13);
    // The same contacts twice, with lanes in another order.
    ConstraintGraph graphs[2];
    std::vector<Contact> contacts[2];
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

TEST_CASE("constraint graph: room for many lanes at once is the room that they would make one by one") {
    for (const std::uint32_t count : {255u, 256u, 300u, 1000u, 5000u}) {
        CAPTURE(count);
        ConstraintGraph graphs[2];
        std::vector<Contact> contacts[2];
        std::vector<std::uint32_t> numbers;
        for (std::uint32_t i = 0; i < count; ++i) {
            numbers.push_back(i);
            for (int side = 0; side < 2; ++side) {
                contacts[side].push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
                contacts[side].back().kind = i % 5 == 0 ? ContactKind::Medium : ContactKind::Boxes;
                graphs[side].assign_color(contacts[side][i], true, true);
            }
        }
        graphs[0].reserve_additional(numbers, contacts[0]);
        if (count >= 256) {
            CHECK(graphs[0].bytes() > graphs[1].bytes());
        }
        const std::size_t expected = graphs[0].bytes();
        for (std::uint32_t i = 0; i < count; ++i) {
            for (int side = 0; side < 2; ++side) {
                graphs[side].open_lane(i, contacts[side][i]);
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
    std::vector<Contact> contacts;
    for (std::uint32_t i = 0; i < 40; ++i) {
        contacts.push_back(between(first_dynamic + 2 * i, first_dynamic + 2 * i + 1));
        add(graph, contacts, i);
    }
    const std::size_t plain = graph.bytes();
    CHECK(graph.list_of(contacts[0]).impacts.empty());
    graph.list_of(contacts[20]).write_impacts(contacts[20].place, 0.0f, false);
    CHECK(graph.list_of(contacts[0]).impacts.empty());

    contacts.push_back(between(first_dynamic + 80, first_dynamic + 81));
    contacts[40].restitution = 0.5f;
    contacts[40].hit_events = true;
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
