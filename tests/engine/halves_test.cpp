// Contacts in two halves that two workers solve without waiting for each other.
#include <doctest/doctest.h>

#include "store/block_runs.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <vector>

using namespace drystone;

namespace {

constexpr std::uint32_t body_count = 2000;
constexpr std::uint32_t first_dynamic = 80;
constexpr std::uint32_t border = 1100;

bool is_dynamic(std::uint32_t body) { return body >= first_dynamic; }

std::uint32_t below(test::Random& random, std::size_t count) {
    return static_cast<std::uint32_t>(random.below(static_cast<int>(count)));
}

/// Random contacts, most of them between neighbours, some with static bodies.
std::vector<Contact> make_contacts(int count) {
    test::Random random(31);
    std::vector<Contact> contacts;
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

void add_all(ConstraintGraph& graph, std::vector<Contact>& contacts) {
    for (std::uint32_t i = 0; i < contacts.size(); ++i) {
        graph.add(i, contacts[i], is_dynamic(contacts[i].body_a), is_dynamic(contacts[i].body_b));
    }
}

/// Calls `visitor(contact)` for those of a run, in order.
template <class Visitor>
void visit_contacts(const BlockRun& run, Visitor&& visitor) {
    for (std::uint32_t block = 0; block < run.count; ++block) {
        for (int lane = 0; lane < run.lanes_in(block); ++lane) {
            visitor(static_cast<std::size_t>(run.names[block].contact[lane]));
        }
    }
}

/// For each dynamic body its contacts in the order of solving.
std::vector<std::vector<std::size_t>> order_by_body(const BlockRuns& runs,
                                                    const std::vector<Contact>& contacts) {
    std::vector<std::vector<std::size_t>> order(body_count);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        visit_contacts(runs[i], [&](std::size_t contact) {
            for (const std::uint32_t body : {contacts[contact].body_a, contacts[contact].body_b}) {
                if (is_dynamic(body)) {
                    order[body].push_back(contact);
                }
            }
        });
    }
    return order;
}

/// Bodies that two tasks of one round both push; runs of several rounds that a single task does are one.
int count_races(const BlockRuns& runs, const std::vector<Contact>& contacts) {
    int races = 0;
    const Rounds& rounds = runs.rounds();
    for (std::uint32_t round = 0; round < rounds.size(); ++round) {
        std::vector<std::uint32_t> owner(body_count, no_index);
        for (std::uint32_t task = rounds.task_begin(round); task < rounds.task_begin(round + 1); ++task) {
            for (std::uint32_t run = rounds.item_begin(task); run < rounds.item_begin(task + 1); ++run) {
                visit_contacts(runs[run], [&](std::size_t contact) {
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

TEST_CASE("halves: contacts between them have colours of their own, whatever comes and goes") {
    ConstraintGraph graph;
    graph.keep_halves_apart();
    graph.divide(border);
    std::vector<Contact> contacts = make_contacts(6000);
    add_all(graph, contacts);
    test::Random random(32);
    int crossing = 0;
    int inside = 0;
    for (int round = 0; round < 40; ++round) {
        for (int i = 0; i < 600; ++i) {
            const std::uint32_t index = below(random, contacts.size());
            if (contacts[index].color >= 0) {
                graph.remove(contacts, index);
            } else {
                graph.add(index, contacts[index], is_dynamic(contacts[index].body_a), true);
            }
        }
        graph.move_down(contacts, random.below(ConstraintGraph::dynamic_color_count));
        for (const Contact& contact : contacts) {
            if (contact.color < 0 || !is_dynamic(contact.body_a)) {
                continue;
            }
            const bool second_a = contact.body_a >= border;
            const bool second_b = contact.body_b >= border;
            CHECK((second_a == second_b || !ConstraintGraph::is_inner_color(contact.color)));
            CHECK(contact.second_half == (second_b && ConstraintGraph::is_inner_color(contact.color)));
            ++(second_a == second_b ? inside : crossing);
        }
    }
    CHECK(crossing > 200);
    CHECK(inside > 60000);
}

TEST_CASE("halves: bodies change their half when they have no contact") {
    ConstraintGraph graph;
    std::vector<Contact> contacts(2);
    contacts[0].body_a = 20;
    contacts[0].body_b = 30;
    contacts[1].body_a = 30;
    contacts[1].body_b = 40;
    graph.add(0, contacts[0], true, true);
    const BodyColors& colors = graph.body_colors();
    CHECK_FALSE(colors.is_in_second_half(30));
    graph.divide(25);
    CHECK_FALSE(colors.is_in_second_half(20));
    CHECK_FALSE(colors.is_in_second_half(30));
    CHECK(colors.is_in_wrong_half(30));
    CHECK(colors.is_in_second_half(40));
    graph.add(1, contacts[1], true, true);
    CHECK(contacts[1].color == ConstraintGraph::inner_color_count);
    graph.remove(contacts, 0);
    CHECK_FALSE(colors.is_in_second_half(30));
    graph.remove(contacts, 1);
    CHECK(colors.is_in_second_half(30));
    graph.add(1, contacts[1], true, true);
    CHECK(contacts[1].color == 0);
}

TEST_CASE("halves: two workers solve the contacts of every body in the order of one") {
    for (const std::uint32_t divided_at : {border, 400u, no_index}) {
        ConstraintGraph graph;
        graph.keep_halves_apart();
        graph.divide(divided_at);
        std::vector<Contact> contacts = make_contacts(9000);
        add_all(graph, contacts);
        BlockRuns runs;
        runs.collect(graph, false, 1);
        const auto order = order_by_body(runs, contacts);
        const std::uint32_t usual_rounds = runs.rounds().size();
        for (const int workers : {2, 3}) {
            runs.collect(graph, false, workers);
            CHECK(order_by_body(runs, contacts) == order);
            CHECK(count_races(runs, contacts) == 0);
            // The overflow, both halves, what is between them, and both with static bodies. Where one half
            // has most, colours are shared out as ever.
            const bool by_halves = workers == 2 && divided_at == border;
            CHECK((runs.rounds().size() <= 5) == by_halves);
            CHECK((by_halves || runs.rounds().size() == usual_rounds));
            std::vector<bool> seen(runs.size());
            for (std::size_t i = 0; i < runs.size(); ++i) {
                seen[runs.spread(i)] = true;
            }
            CHECK(std::count(seen.begin(), seen.end(), true) == static_cast<std::ptrdiff_t>(runs.size()));
        }
    }
}

namespace {

constexpr int columns = 40;

/// Boxes in columns, of which those of the left ones are destroyed after some steps: then the bodies are
/// divided anew, and those of the wrong half move.
std::uint64_t run_columns(int threads) {
    World world({.sleeping = false, .threads = threads});
    WorldState& state = test::state_of(world);
    state.sharing.share_always();
    test::add_ground(world, 60.0f);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 2000; ++i) {
        boxes.push_back(test::add_box(world,
                                      {1.01f * static_cast<float>(i / (2000 / columns)) - 20.0f,
                                       0.499f + 0.998f * static_cast<float>(i % (2000 / columns))},
                                      0.5f, 0.5f));
    }
    const BodyColors& colors = state.graph.body_colors();
    const auto misplaced = [&] {
        return std::count_if(state.bodies.awake.begin(), state.bodies.awake.end(),
                             [&](std::uint32_t body) { return colors.is_in_wrong_half(body); });
    };
    test::run(world, 10);
    const std::uint32_t border_before = colors.second_half();
    CHECK(border_before > 900);
    CHECK(border_before < 1100);
    CHECK(misplaced() == 0);
    for (std::size_t i = 0; i < 800; ++i) {
        world.destroy_body(boxes[i]);
    }
    test::run(world, 10);
    CHECK(colors.second_half() > border_before + 300);
    CHECK(misplaced() > 0);
    for (int i = 0; i < 300 && misplaced() > 0; ++i) {
        world.step(1.0f / 60.0f);
        world.validate();
    }
    CHECK(misplaced() == 0);
    // Too few are left to be divided.
    for (std::size_t i = 800; i < 1400; ++i) {
        world.destroy_body(boxes[i]);
    }
    test::run(world, 10);
    CHECK(colors.second_half() == no_index);
    return world.state_hash();
}

}  // namespace

TEST_CASE("halves: when one has lost its bodies, all are divided anew, on any number of threads") {
    const std::uint64_t alone = run_columns(1);
    for (const int threads : {2, 3}) {
        CHECK(run_columns(threads) == alone);
    }
}
