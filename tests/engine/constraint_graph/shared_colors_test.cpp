// Contacts of one colour that several workers process at once.
#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "constraint_graph/contact_batches.h"
#include "constraint_graph/contacts_by_color.h"
#include "support/world_build.h"

#include <algorithm>
#include <span>
#include <vector>

using namespace drystone;

namespace {

constexpr std::uint32_t body_count = 2000;
constexpr std::uint32_t first_dynamic = 80;

bool is_dynamic(std::uint32_t body) { return body >= first_dynamic; }

std::uint32_t below(test::Random& random, std::size_t count) {
    return static_cast<std::uint32_t>(random.below(static_cast<int>(count)));
}

/// Makes random contacts, most of them between neighbours, some with static bodies.
DefinitionArray<Contact> make_contacts(int count) {
    test::Random random(31);
    DefinitionArray<Contact> contacts;
    while (static_cast<int>(contacts.size()) < count) {
        const std::uint32_t a = below(random, body_count);
        const std::uint32_t b = std::min(body_count - 1, a + 1 + below(random, 12));
        if (a != b && is_dynamic(b)) {
            Contact contact;
            contact.body_a = a;
            contact.body_b = b;
            contact.kind = static_cast<ContactKind>(below(random, contact_kind_count));
            contacts.push_back(contact);
        }
    }
    return contacts;
}

void add_all(ConstraintGraph& graph, DefinitionArray<Contact>& contacts) {
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        graph.add(i, contacts.edit(i), is_dynamic(contacts[i].body_a), is_dynamic(contacts[i].body_b));
    }
}

/// Calls `visitor(contact)` for the contacts of a batch, in order.
template <class Visitor>
void visit_contacts(const ContactBatch& batch, Visitor&& visitor) {
    for (std::uint32_t block = 0; block < batch.count; ++block) {
        for (int lane = 0; lane < batch.lanes_in(block); ++lane) {
            visitor(static_cast<std::size_t>(batch.ids[block].contact[lane]));
        }
    }
}

/// Counts bodies that two tasks of one round both modify; runs of several rounds within a single task count
/// as one.
int count_races(const ContactBatches& batches, const DefinitionArray<Contact>& contacts) {
    int races = 0;
    const BarrierPhases& phases = batches.phases();
    for (std::uint32_t round = 0; round < phases.size(); ++round) {
        std::vector<std::uint32_t> owner(body_count, no_index);
        for (std::uint32_t task = phases.task_begin(round); task < phases.task_begin(round + 1); ++task) {
            for (std::uint32_t batch = phases.item_begin(task); batch < phases.item_begin(task + 1);
                 ++batch) {
                visit_contacts(batches[batch], [&](std::size_t contact) {
                    for (const std::uint32_t body : {contacts[contact].body_a, contacts[contact].body_b}) {
                        if (is_dynamic(body)) {
                            races += owner[body] != no_index && owner[body] != task ? 1 : 0;
                            owner[body] = task;
                        }
                    }
                });
            }
        }
    }
    return races;
}

}  // namespace

TEST_CASE("shared colours: tasks of a round push different bodies, and every contact is in one run") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts = make_contacts(9000);
    add_all(graph, contacts);
    ContactBatches batches;
    batches.collect(graph, false);
    CHECK(batches.phases().size() > 5);
    CHECK(count_races(batches, contacts) == 0);
    std::vector<int> seen(contacts.size());
    for (std::size_t i = 0; i < batches.size(); ++i) {
        visit_contacts(batches[i], [&](std::size_t contact) { ++seen[contact]; });
    }
    CHECK(std::count(seen.begin(), seen.end(), 1) == static_cast<std::ptrdiff_t>(seen.size()));
}

TEST_CASE("shared colours: runs spread over the colours are all of them, each once, first ones first") {
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts = make_contacts(9000);
    add_all(graph, contacts);
    ContactBatches batches;
    batches.collect(graph, false);
    CHECK(batches.in_interleaved_order(batches.size() / 2) == batches.size() / 2);
    batches.interleave();
    std::vector<bool> seen(batches.size());
    std::vector<std::size_t> last(ConstraintGraph::color_count + 1);
    for (std::size_t i = 0; i < batches.size(); ++i) {
        const std::size_t batch = batches.in_interleaved_order(i);
        seen[batch] = true;
        std::size_t& before = last[static_cast<std::size_t>(batches[batch].color)];
        CHECK(before <= batch);
        before = batch;
    }
    CHECK(std::count(seen.begin(), seen.end(), true) == static_cast<std::ptrdiff_t>(batches.size()));
}

namespace {

/// Returns the contacts in the lanes of all lists, list after list; checks that exactly the lists that are
/// not empty are marked as used.
std::vector<std::int32_t> lanes_of(const ConstraintGraph& graph) {
    std::vector<std::int32_t> lanes;
    for (int color = 0; color <= ConstraintGraph::no_response; ++color) {
        const auto& lists = graph.colors()[static_cast<std::size_t>(color)].lists;
        for (std::size_t number = 0; number < lists.size(); ++number) {
            const ContactList& list = lists[number];
            CHECK((graph.used_lists(color) >> number & 1u) == (list.count != 0 ? 1u : 0u));
            for (std::uint32_t place = 0; place < list.count; ++place) {
                lanes.push_back(list.ids[ContactList::block(place)].contact[ContactList::lane(place)]);
            }
            lanes.push_back(-1);
        }
    }
    return lanes;
}

/// Opens and closes lanes in rounds with `workers` workers; returns the contents of all lanes after each
/// round.
std::vector<std::vector<std::int32_t>> open_and_close(int workers) {
    ThreadPool pool(workers);
    Team team(&pool);
    ConstraintGraph graph;
    DefinitionArray<Contact> contacts = make_contacts(6000);
    ContactsByColor by_color;
    test::Random random(33);
    std::vector<std::vector<std::int32_t>> seen;
    for (int round = 0; round < 12; ++round) {
        std::vector<std::uint32_t> begun;
        std::vector<std::uint32_t> ended;
        for (std::uint32_t index = 0; index < contacts.size(); ++index) {
            // Only a few in every third round: too few to be shared.
            if (random.below(round % 3 == 2 ? 200 : 3) == 0) {
                (contacts[index].color < 0 ? begun : ended).push_back(index);
            }
        }
        team.run([&] {
            for (const std::uint32_t index : ended) {
                graph.release_color(contacts[index]);
            }
            by_color.visit(ended, contacts, team, [&](std::span<const std::uint32_t> list, std::size_t i) {
                graph.close_lane(contacts, list[i]);
            });
            for (const std::uint32_t index : begun) {
                graph.assign_color(contacts.edit(index), is_dynamic(contacts[index].body_a),
                                   is_dynamic(contacts[index].body_b));
            }
            by_color.visit(begun, contacts, team, [&](std::span<const std::uint32_t> list, std::size_t i) {
                graph.open_lane(list[i], contacts.edit(list[i]));
            });
        });
        seen.push_back(lanes_of(graph));
    }
    return seen;
}

}  // namespace

TEST_CASE("shared colours: lanes are opened and closed at once, and lie as with one worker") {
    const auto alone = open_and_close(1);
    CHECK(alone.back().size() > 2000);
    for (const int workers : {2, 3, 8}) {
        CHECK(open_and_close(workers) == alone);
    }
}
