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

/// How many contacts there are by the numbers of their bodies, in some hundred bins.
class ContactBins {
public:
    ContactBins(const ConstraintGraph& graph, std::size_t bodies)
        : shift_(std::max(0, static_cast<int>(std::bit_width(bodies)) - bin_bits)) {
        for (int color = 0; color < ConstraintGraph::color_count; ++color) {
            for (const ContactList& list : graph.colors()[static_cast<std::size_t>(color)].lists) {
                add(list);
            }
        }
    }

    [[nodiscard]] std::size_t all() const { return all_; }
    [[nodiscard]] std::size_t count_below(std::uint32_t border) const {
        std::size_t sum = 0;
        for (std::size_t bin = 0; bin < std::min<std::size_t>(bins_.size(), border >> shift_); ++bin) {
            sum += bins_[bin];
        }
        return sum;
    }
    /// The border between two bins that has most nearly half of the contacts below it.
    [[nodiscard]] std::uint32_t find_middle() const {
        std::size_t below = 0;
        std::uint32_t bin = 0;
        while (2 * below + bins_[bin] < all_) {
            below += bins_[bin++];
        }
        return bin << shift_;
    }

private:
    static constexpr int bin_bits = 8;

    void add(const ContactList& list) {
        for (std::size_t block = 0; block < list.blocks.size(); ++block) {
            for (int lane = 0; lane < list.lanes_in(block); ++lane) {
                ++bins_[static_cast<std::uint32_t>(list.names[block].body_b[lane]) >> shift_];
            }
        }
        all_ += list.count;
    }

    int shift_;
    std::size_t all_ = 0;
    std::array<std::uint32_t, 1u << bin_bits> bins_{};
};

/// Where the border between the halves should be: where it is as long as they are level.
std::uint32_t find_border(const WorldState& world) {
    const BodyStore& bodies = world.bodies;
    const std::uint32_t border = world.graph.second_half();
    const std::size_t awake = bodies.awake.size();
    if (awake < (border == no_index ? least_bodies : fewest_bodies)) {
        return no_index;
    }
    const ContactBins contacts(world.graph, bodies.slots.size());
    if (contacts.all() < least_contacts) {
        return are_level(count_below(bodies.awake, border), awake) ? border : find_middle(bodies);
    }
    const std::size_t below = contacts.count_below(border);
    if (are_level(below, contacts.all())) {
        return border;
    }
    const std::uint32_t middle = contacts.find_middle();
    return are_level(contacts.count_below(middle), contacts.all()) ? middle : border;
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
