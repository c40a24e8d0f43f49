#include "step/halves.h"

#include "memory/arrays.h"
#include "step/contacts.h"
#include "step/world_state.h"

#include <algorithm>
#include <array>
#include <bit>

namespace drystone {

namespace {

/// Where there is little to share, contacts between the halves would only fill blocks of their own.
constexpr std::size_t least_bodies = 1024;
/// Once there are halves, they stay with somewhat fewer.
constexpr std::size_t fewest_bodies = 768;
/// Fewer contacts than this are no work worth being level.
constexpr std::size_t least_contacts = 1024;

constexpr int steps_between_looks = 8;

/// Does each half have two fifths?
bool are_level(std::size_t below, std::size_t all) { return 5 * std::min(below, all - below) >= 2 * all; }

std::size_t count_below(const std::vector<std::uint32_t>& bodies, std::uint32_t number) {
    std::size_t sum = 0;
    for (const std::uint32_t body : bodies) {
        sum += body < number ? 1 : 0;
    }
    return sum;
}

/// The number that half of the awake bodies are below.
std::uint32_t find_middle(const BodyStore& bodies) {
    std::uint32_t begin = 0;
    auto end = static_cast<std::uint32_t>(bodies.slots.size());
    while (begin < end) {
        const std::uint32_t middle = begin + (end - begin) / 2;
        if (2 * count_below(bodies.awake, middle) < bodies.awake.size()) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

/// Contacts, and those whose second body is below a number. Cost: a line of each block.
struct ContactCount {
    std::size_t below = 0;
    std::size_t all = 0;
};

/// Calls `visitor(list)` for the lists of all colours that are solved in lanes.
template <class Visitor>
void visit_lists(const ConstraintGraph& graph, Visitor&& visitor) {
    for (int color = 0; color < ConstraintGraph::color_count; ++color) {
        for (const ContactList& list : graph.colors()[static_cast<std::size_t>(color)].lists) {
            visitor(list);
        }
    }
}

ContactCount count_contacts(const ConstraintGraph& graph, std::uint32_t border) {
    ContactCount count;
    visit_lists(graph, [&](const ContactList& list) {
        for (std::size_t i = 0; i < list.blocks.size(); ++i) {
            std::uint32_t below = 0;
            for (const std::int32_t body : list.names[i].body_b) {
                below += static_cast<std::uint32_t>(body) < border ? 1 : 0;
            }
            // Empty lanes name body 0.
            const auto empty = static_cast<std::uint32_t>(block_lanes - list.lanes_in(i));
            count.below += below - (border > 0 ? empty : 0);
        }
        count.all += list.count;
    });
    return count;
}

/// The number that about half of the contacts are below, between two of some hundred bins.
std::uint32_t find_middle(const ConstraintGraph& graph, std::size_t bodies, std::size_t contacts) {
    constexpr int bin_bits = 8;
    const int shift = std::max(0, static_cast<int>(std::bit_width(bodies)) - bin_bits);
    std::array<std::uint32_t, 1u << bin_bits> bins{};
    visit_lists(graph, [&](const ContactList& list) {
        for (std::size_t i = 0; i < list.blocks.size(); ++i) {
            for (int lane = 0; lane < list.lanes_in(i); ++lane) {
                ++bins[static_cast<std::uint32_t>(list.names[i].body_b[lane]) >> shift];
            }
        }
    });
    std::size_t below = 0;
    std::uint32_t bin = 0;
    while (2 * below + bins[bin] < contacts) {
        below += bins[bin++];
    }
    return bin << shift;
}

/// Where the border between the halves should be: where it is as long as they are level.
std::uint32_t find_border(const WorldState& world) {
    const BodyStore& bodies = world.bodies;
    const std::uint32_t border = world.graph.second_half();
    const std::size_t awake = bodies.awake.size();
    if (awake < (border == no_index ? least_bodies : fewest_bodies)) {
        return no_index;
    }
    const ContactCount contacts = count_contacts(world.graph, border);
    if (contacts.all < least_contacts) {
        return are_level(count_below(bodies.awake, border), awake) ? border : find_middle(bodies);
    }
    if (are_level(contacts.below, contacts.all)) {
        return border;
    }
    const std::uint32_t middle = find_middle(world.graph, bodies.slots.size(), contacts.all);
    return are_level(count_contacts(world.graph, middle).below, contacts.all) ? middle : border;
}

}  // namespace

void divide_bodies(WorldState& world) {
    HalvesWatch& watch = world.halves;
    if (watch.steps-- > 0) {
        return;
    }
    watch.steps = steps_between_looks - 1;
    const std::uint32_t border = find_border(world);
    if (border == world.graph.second_half()) {
        return;
    }
    clear_after_step(watch.left_out);
    world.graph.divide(border, world.contacts.contacts, watch.left_out);
    std::sort(watch.left_out.begin(), watch.left_out.end());
    give_colors(world, watch.left_out);
    for (const std::uint32_t index : watch.left_out) {
        world.graph.open_lane(index, world.contacts.contacts[index]);
    }
}

}  // namespace drystone
