// Contacts in two halves that two workers solve without waiting for each other.
#include <doctest/doctest.h>

#include <drystone/thread_pool.h>

#include "solver/solver.h"
#include "store/block_runs.h"
#include "store/contacts_by_color.h"
#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cmath>
#include <span>
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

/// Divides the bodies and gives colours to contacts that had to leave theirs; returns how many.
std::size_t divide(ConstraintGraph& graph, std::uint32_t second_half, std::vector<Contact>& contacts) {
    std::vector<std::uint32_t> left_out;
    graph.divide(second_half, contacts, left_out);
    std::sort(left_out.begin(), left_out.end());
    for (const std::uint32_t index : left_out) {
        CHECK(contacts[index].color == -1);
        graph.add(index, contacts[index], true, true);
    }
    return left_out.size();
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
    std::vector<Contact> contacts = make_contacts(6000);
    add_all(graph, contacts);
    test::Random random(32);
    int crossing = 0;
    int inside = 0;
    for (int round = 0; round < 40; ++round) {
        if (round % 4 == 0) {
            divide(graph, below(random, body_count), contacts);
        }
        for (int i = 0; i < 600; ++i) {
            const std::uint32_t index = below(random, contacts.size());
            if (contacts[index].color >= 0) {
                graph.remove(contacts, index);
            } else {
                graph.add(index, contacts[index], is_dynamic(contacts[index].body_a), true);
            }
        }
        graph.move_down(contacts, random.below(ConstraintGraph::dynamic_color_count));
        for (std::uint32_t index = 0; index < contacts.size(); ++index) {
            const Contact& contact = contacts[index];
            if (contact.color < 0) {
                continue;
            }
            const ContactList& list = graph.list_of(contact);
            CHECK(list.names[ContactList::block(contact.place)].contact[ContactList::lane(contact.place)] ==
                  static_cast<std::int32_t>(index));
            const bool inner = ConstraintGraph::is_inner_color(contact.color);
            const bool second_b = contact.body_b >= graph.second_half();
            CHECK(contact.second_half == (second_b && inner));
            if (is_dynamic(contact.body_a)) {
                const bool crosses = second_b != (contact.body_a >= graph.second_half());
                CHECK(!(crosses && inner));
                ++(crosses ? crossing : inside);
            }
        }
    }
    CHECK(crossing > 200);
    CHECK(inside > 60000);
}

TEST_CASE("halves: what changes sides keeps its lane's rows, and what lies between them its impulses") {
    ConstraintGraph graph;
    graph.keep_halves_apart();
    std::vector<Contact> contacts(3);
    for (std::uint32_t i = 0; i < 3; ++i) {
        contacts[i].body_a = 10 * i + 100;
        contacts[i].body_b = 10 * i + 110;
    }
    contacts[1].restitution = 0.5f;
    contacts[2].restitution = 0.25f;
    add_all(graph, contacts);
    const auto rows_of = [&](std::uint32_t index) -> ContactBlock& {
        return graph.list_of(contacts[index]).blocks[ContactList::block(contacts[index].place)];
    };
    for (std::uint32_t i = 0; i < 3; ++i) {
        const int lane = ContactList::lane(contacts[i].place);
        rows_of(i).normal_impulse[1][lane] = 3.0f + static_cast<float>(i);
        rows_of(i).tangent_mass[0][lane] = 5.0f + static_cast<float>(i);
    }
    const auto is_second = [&](std::uint32_t index) -> bool { return contacts[index].second_half; };
    CHECK(divide(graph, 115, contacts) == 1);
    // Bodies 100 and 110 are of the first half, 120 and 130 of the second.
    CHECK(contacts[0].color == 0);
    CHECK_FALSE(is_second(0));
    CHECK(contacts[1].color == ConstraintGraph::inner_color_count);
    CHECK_FALSE(is_second(1));
    CHECK(contacts[2].color == 0);
    CHECK(is_second(2));
    for (std::uint32_t i = 0; i < 3; ++i) {
        CHECK(rows_of(i).normal_impulse[1][ContactList::lane(contacts[i].place)] ==
              3.0f + static_cast<float>(i));
    }
    CHECK(rows_of(2).tangent_mass[0][ContactList::lane(contacts[2].place)] == 7.0f);
    CHECK(rows_of(2).bounces);
    CHECK(graph.list_of(contacts[2]).impacts[0].restitution[ContactList::lane(contacts[2].place)] == 0.25f);
    CHECK(graph.list_of(contacts[2]).bounces);
    // The border goes back: all are of one half, and the one between them has a low colour again.
    CHECK(divide(graph, no_index, contacts) == 1);
    for (std::uint32_t i = 0; i < 3; ++i) {
        CHECK_FALSE(is_second(i));
    }
    CHECK(contacts[1].color == 1);
    CHECK(graph.count(0) == 2);
    CHECK(rows_of(1).normal_impulse[1][ContactList::lane(contacts[1].place)] == 4.0f);
    CHECK(rows_of(2).tangent_mass[0][ContactList::lane(contacts[2].place)] == 7.0f);
}

TEST_CASE("halves: two workers solve the contacts of every body in the order of one") {
    for (const std::uint32_t divided_at : {border, 400u, no_index}) {
        ConstraintGraph graph;
        graph.keep_halves_apart();
        std::vector<Contact> contacts = make_contacts(9000);
        divide(graph, divided_at, contacts);
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
            CHECK(runs.in_spread(runs.size() / 2) == runs.size() / 2);
            runs.spread();
            std::vector<bool> seen(runs.size());
            for (std::size_t i = 0; i < runs.size(); ++i) {
                seen[runs.in_spread(i)] = true;
            }
            CHECK(std::count(seen.begin(), seen.end(), true) == static_cast<std::ptrdiff_t>(runs.size()));
        }
    }
}

namespace {

/// The contacts in the lanes of all lists, list after list; checks that those in use are known.
std::vector<std::int32_t> lanes_of(const ConstraintGraph& graph) {
    std::vector<std::int32_t> lanes;
    for (int color = 0; color <= ConstraintGraph::forceless; ++color) {
        const auto& lists = graph.colors()[static_cast<std::size_t>(color)].lists;
        for (std::size_t number = 0; number < lists.size(); ++number) {
            const ContactList& list = lists[number];
            CHECK((graph.used_lists(color) >> number & 1u) == (list.count != 0 ? 1u : 0u));
            for (std::uint32_t place = 0; place < list.count; ++place) {
                lanes.push_back(list.names[ContactList::block(place)].contact[ContactList::lane(place)]);
            }
            lanes.push_back(-1);
        }
    }
    return lanes;
}

/// Lanes opened and closed in rounds by so many workers; returns what lies where after each.
std::vector<std::vector<std::int32_t>> open_and_close(int workers) {
    ThreadPool pool(workers);
    Team team(&pool);
    ConstraintGraph graph;
    graph.keep_halves_apart();
    std::vector<Contact> contacts = make_contacts(6000);
    divide(graph, border, contacts);
    ContactsByColor by_color;
    test::Random random(33);
    std::vector<std::vector<std::int32_t>> seen;
    for (int round = 0; round < 12; ++round) {
        std::vector<std::uint32_t> begun;
        std::vector<std::uint32_t> ended;
        for (std::uint32_t index = 0; index < contacts.size(); ++index) {
            // Few in every third round: they are not worth being shared.
            if (random.below(round % 3 == 2 ? 200 : 3) == 0) {
                (contacts[index].color < 0 ? begun : ended).push_back(index);
            }
        }
        team.run([&] {
            for (const std::uint32_t index : ended) {
                graph.give_back_color(contacts[index]);
            }
            by_color.visit(ended, contacts, team, [&](std::span<const std::uint32_t> list, std::size_t i) {
                graph.close_lane(contacts, list[i]);
            });
            for (const std::uint32_t index : begun) {
                graph.assign_color(contacts[index], is_dynamic(contacts[index].body_a),
                                   is_dynamic(contacts[index].body_b));
            }
            by_color.visit(begun, contacts, team, [&](std::span<const std::uint32_t> list, std::size_t i) {
                graph.open_lane(list[i], contacts[list[i]]);
            });
        });
        seen.push_back(lanes_of(graph));
    }
    return seen;
}

}  // namespace

TEST_CASE("halves: lanes of both are opened and closed at once, and lie as with one worker") {
    const auto alone = open_and_close(1);
    CHECK(alone.back().size() > 2000);
    for (const int workers : {2, 3, 8}) {
        CHECK(open_and_close(workers) == alone);
    }
}

TEST_CASE("halves: two workers integrate the bodies that they solve, as far as they have about as many") {
    Solver solver;
    const auto first_blocks = [&](std::size_t first_half) {
        solver.share_out_bodies(first_half, 2);
        const Rounds& halves = solver.body_halves;
        CHECK(halves.size() == 1);
        CHECK(halves.task_begin(1) == 2);
        CHECK(halves.item_begin(2) == (solver.bodies + block_lanes - 1) / block_lanes);
        return halves.item_begin(1);
    };
    for (const std::size_t bodies : {129u, 160u, 1000u, 20'000u}) {
        solver.bodies = bodies;
        const double middle = static_cast<double>(bodies) / 2.0;
        for (const double part : {0.45, 0.5, 0.55}) {
            const double wanted = part * static_cast<double>(bodies);
            CHECK(std::abs(first_blocks(static_cast<std::size_t>(wanted)) * 16.0 - wanted) <= 16.0);
        }
        for (const std::size_t first_half : {std::size_t{0}, bodies}) {
            const double first = first_blocks(first_half) * 16.0;
            CHECK(std::abs(first - middle) <= middle / 8.0 + 16.0);
        }
    }
    for (const int workers : {1, 3}) {
        solver.share_out_bodies(500, workers);
        CHECK(solver.body_halves.size() == 0);
    }
    solver.bodies = 128;
    solver.share_out_bodies(64, 2);
    CHECK(solver.body_halves.size() == 0);
}

namespace {

constexpr int columns = 40;

/// Contacts whose second body is below the border, and all of them.
struct Touching {
    std::size_t below = 0;
    std::size_t all = 0;
};

Touching count_touching(const WorldState& state) {
    Touching found;
    for (const Contact& contact : state.contacts.contacts) {
        if (contact.shape_a != no_index && contact.state == ContactState::Touching) {
            ++found.all;
            found.below += contact.body_b < state.graph.second_half() ? 1 : 0;
        }
    }
    return found;
}

bool are_level(const Touching& touching) {
    return 5 * touching.below >= 2 * touching.all && 5 * touching.below <= 3 * touching.all;
}

/// Boxes in columns, of which those of the left ones are destroyed after some steps, and as many are made
/// that touch nothing.
std::uint64_t run_columns(int threads) {
    World world({.sleeping = false, .threads = threads});
    WorldState& state = test::state_of(world);
    state.sharing.share_always();
    test::add_ground(world, 60.0f);
    const auto add_column_box = [&](int i) {
        return test::add_box(world,
                             {1.01f * static_cast<float>(i / (2000 / columns)) - 20.0f,
                              0.499f + 0.998f * static_cast<float>(i % (2000 / columns))},
                             0.5f, 0.5f);
    };
    std::vector<BodyId> boxes;
    for (int i = 0; i < 2000; ++i) {
        boxes.push_back(add_column_box(i));
    }
    test::run(world, 10);
    const std::uint32_t border_before = state.graph.second_half();
    CHECK(border_before > 900);
    CHECK(border_before < 1100);
    const auto destroy = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            world.destroy_body(boxes[i]);
        }
    };
    destroy(0, 800);
    test::run(world, 10);
    world.validate();
    CHECK(state.graph.second_half() > border_before + 300);
    CHECK(are_level(count_touching(state)));
    // Many others, which count only once they touch.
    for (int i = 0; i < 800; ++i) {
        test::add_box(world, {2.0f * static_cast<float>(i) - 800.0f, 90.0f}, 0.5f, 0.5f);
    }
    const std::uint32_t border_of_contacts = state.graph.second_half();
    test::run(world, 10);
    CHECK(state.graph.second_half() == border_of_contacts);
    CHECK(are_level(count_touching(state)));
    world.validate();
    return world.state_hash();
}

/// Twelve hundred boxes in columns, of which too few are left to be divided.
std::uint64_t run_until_few(int threads) {
    World world({.sleeping = false, .threads = threads});
    WorldState& state = test::state_of(world);
    state.sharing.share_always();
    test::add_ground(world, 60.0f);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 1200; ++i) {
        boxes.push_back(test::add_box(
            world, {1.01f * static_cast<float>(i / 30) - 20.0f, 0.499f + 0.998f * static_cast<float>(i % 30)},
            0.5f, 0.5f));
    }
    test::run(world, 20);
    CHECK(state.graph.second_half() != no_index);
    for (std::size_t i = 0; i < 600; ++i) {
        world.destroy_body(boxes[2 * i]);
    }
    test::run(world, 10);
    CHECK(state.graph.second_half() == no_index);
    world.validate();
    return world.state_hash();
}

}  // namespace

TEST_CASE("halves: when one has lost its contacts, all are divided anew, on any number of threads") {
    const std::uint64_t alone = run_columns(1);
    const std::uint64_t few = run_until_few(1);
    for (const int threads : {2, 3}) {
        CHECK(run_columns(threads) == alone);
        CHECK(run_until_few(threads) == few);
    }
}
