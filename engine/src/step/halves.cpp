#include "step/halves.h"

#include "step/world_state.h"

#include <algorithm>

namespace drystone {

namespace {

/// Where there is little to share, contacts between the halves would only fill blocks of their own.
constexpr std::size_t least_bodies = 1024;
/// Once there are halves, they stay with somewhat fewer.
constexpr std::size_t fewest_bodies = 768;

constexpr int steps_between_looks = 8;

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

/// Where the border between the halves should be: where it is as long as each has two fifths of those that
/// are awake.
std::uint32_t find_border(const BodyStore& bodies, std::uint32_t border) {
    const std::size_t awake = bodies.awake.size();
    if (awake < (border == no_index ? least_bodies : fewest_bodies)) {
        return no_index;
    }
    const std::size_t below = count_below(bodies.awake, border);
    return 5 * std::min(below, awake - below) >= 2 * awake ? border : find_middle(bodies);
}

/// All of its colours are given back before the first of its contacts looks for a new one.
void color_in_own_half(WorldState& world, std::uint32_t body) {
    std::vector<Contact>& contacts = world.contacts.contacts;
    const auto is_colored = [](const Contact& contact) {
        return contact.state == ContactState::Touching && contact.color < ConstraintGraph::overflow;
    };
    visit_contacts_of_body(world.bodies, world.contacts, body, [&](std::uint32_t index) {
        if (is_colored(contacts[index])) {
            world.graph.give_back_color(contacts[index]);
        }
    });
    visit_contacts_of_body(world.bodies, world.contacts, body, [&](std::uint32_t index) {
        Contact& contact = contacts[index];
        if (is_colored(contact)) {
            world.graph.close_lane(contacts, index);
            world.graph.add(index, contact, world.bodies.is_dynamic(contact.body_a),
                            world.bodies.is_dynamic(contact.body_b));
        }
    });
}

}  // namespace

void divide_bodies(WorldState& world) {
    HalvesWatch& watch = world.halves;
    if (watch.steps-- > 0) {
        return;
    }
    watch.steps = steps_between_looks - 1;
    const std::uint32_t old_border = world.graph.body_colors().second_half();
    const std::uint32_t border = find_border(world.bodies, old_border);
    if (border != old_border) {
        world.graph.divide(border);
        watch.left = world.graph.body_colors().end();
    }
}

void move_to_halves(WorldState& world) {
    constexpr int most_looks = 1024;
    const BodyColors& colors = world.graph.body_colors();
    HalvesWatch& watch = world.halves;
    std::size_t moves = 2 + world.bodies.awake.size() / 4096;
    for (int i = 0; i < most_looks && watch.left > 0 && moves > 0; ++i) {
        --watch.left;
        watch.next = watch.next + 1 < colors.end() ? watch.next + 1 : 0;
        if (colors.is_in_wrong_half(watch.next)) {
            color_in_own_half(world, watch.next);
            --moves;
        }
    }
}

}  // namespace drystone
