#pragma once

#include "store/body_colors.h"
#include "store/contact_list.h"
#include "store/contact_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace drystone {

/// Contacts of one colour share no dynamic body, so they can be solved in lanes and by threads without locks.
struct GraphColor {
    /// By kind, twice: first those of contacts whose bodies are among the first half of all, then the others.
    /// See `ConstraintGraph::divide`.
    std::array<ContactList, 2 * contact_kind_count> lists;

    [[nodiscard]] static std::size_t list_number(const Contact& contact) {
        return static_cast<std::size_t>(contact.kind) + (contact.second_half ? contact_kind_count : 0);
    }
};

/// A persistent greedy colouring of the touching contacts, and the lanes that hold them.
///
/// Contacts between two dynamic bodies take the first colours; contacts with static or kinematic bodies have
/// the last ones to themselves, which are solved last so that the ground has the final word. A contact that
/// finds no colour goes into the overflow, whose contacts are solved one after another. Where A dominates B,
/// it is as if A were static. Contacts that push nobody are found with the others, but not solved. Colouring
/// depends on the order of the calls alone, never on instruction sets or threads.
///
/// In large worlds the bodies are divided into two halves, and contacts between them have the last of the
/// dynamic colours: nothing in the other colours touches both halves, so that two workers can each solve all
/// colours of a half without waiting for the other, and bodies stay in the cache of one core. (Source: the
/// interior and interface unknowns of domain decomposition, as in Smith, Bjorstad and Gropp, Domain
/// Decomposition, 1996.)
class ConstraintGraph {
public:
    static constexpr int inner_color_count = 15;  ///< None of a contact between the halves.
    static constexpr int dynamic_color_count = 22;
    static constexpr int static_color_count = 8;
    static constexpr int color_count = dynamic_color_count + static_color_count;
    static constexpr int overflow = color_count;
    static constexpr int forceless = overflow + 1;  ///< Contacts that push nobody.

    ConstraintGraph();

    /// The order of the solver for which the blocks know where their bodies are.
    std::uint32_t seen_order = no_index;

    /// Bodies from that number on are of the second half from now on (`no_index`: none is). Contacts that
    /// lie between the halves since then, or did until then, are taken out, asleep, and appended to
    /// `left_out`, to be added again: they are the same, in whatever order, wherever lanes lie. Cost: a look
    /// at every contact of two dynamic bodies; those whose bodies change sides move from list to list where
    /// halves are kept apart.
    void divide(std::uint32_t second_half, std::vector<Contact>& contacts,
                std::vector<std::uint32_t>& left_out);
    [[nodiscard]] std::uint32_t second_half() const { return second_half_; }
    [[nodiscard]] bool is_in_second_half(std::uint32_t body) const { return body >= second_half_; }
    /// From now on contacts of the two halves are in lists of their own, for several workers. Changes no
    /// result. To be called before there are any.
    void keep_halves_apart() { halves_apart_ = true; }
    [[nodiscard]] bool keeps_halves_apart() const { return halves_apart_; }
    /// Gives the contact the first colour that is free for it; it must have none.
    void assign_color(Contact& contact, bool dynamic_a, bool dynamic_b);
    /// Makes room for the lanes of many coloured contacts at once. Threads may do it at the same time for
    /// contacts of different colours or halves.
    void expect(std::span<const std::uint32_t> numbers, const std::vector<Contact>& contacts);
    /// Gives a coloured contact a lane with the impulses that it holds. Threads may do it at the same time
    /// for contacts of different colours or halves.
    void open_lane(std::uint32_t index, Contact& contact);
    /// Both at once.
    void add(std::uint32_t index, Contact& contact, bool dynamic_a, bool dynamic_b) {
        assign_color(contact, dynamic_a, dynamic_b);
        open_lane(index, contact);
    }
    /// Takes the contact out, asleep; the last of its list moves into its lane. What the lane held is saved
    /// in it.
    void remove(std::vector<Contact>& contacts, std::uint32_t index) {
        give_back_color(contacts[index]);
        close_lane(contacts, index);
    }
    /// The first part of that, for one of many: others may take its colour. Nothing is asked of the contact
    /// before its lane is closed.
    void give_back_color(const Contact& contact);
    /// The second part. Threads may do it at the same time for contacts of different colours or halves.
    void close_lane(std::vector<Contact>& contacts, std::uint32_t index);
    /// The same for one of many, cheaper: its lane stays empty until `close_gaps`, before which the graph is
    /// asked for nothing else.
    void take_out(std::vector<Contact>& contacts, std::uint32_t index);
    void close_gaps(std::vector<Contact>& contacts);

    /// What the surfaces of a contact's pair do; in force when the contact gets its lane, or at once through
    /// `write_material`.
    void set_surface(std::uint32_t index, Contact& contact, const PairSurface& surface);
    /// None of them where the pair has nothing of the kind.
    [[nodiscard]] PairSurface surface_of(std::uint32_t index, const Contact& contact) const;
    /// The two bodies have been swapped; the contact must have no lane.
    void swap_sides(std::uint32_t index) {
        if (index < surfaces_.size()) {
            surfaces_[index].rolling_impulse = -surfaces_[index].rolling_impulse;
        }
    }
    /// What it was pushed with is over.
    void forget_impulse(std::uint32_t index) {
        if (index < surfaces_.size()) {
            surfaces_[index].rolling_impulse = 0.0f;
        }
    }
    /// Writes friction, restitution and surfaces of a contact into its lane.
    void write_material(std::uint32_t index, const Contact& contact);
    /// Writes other values into its lane, for this step.
    void write_material(const Contact& contact, float friction, float restitution, float tangent_speed);

    [[nodiscard]] std::array<GraphColor, forceless + 1>& colors() { return colors_; }
    [[nodiscard]] const std::array<GraphColor, forceless + 1>& colors() const { return colors_; }
    /// Its contacts each push bodies of one half only.
    [[nodiscard]] static bool is_inner_color(int color) {
        return color < inner_color_count || is_static_color(color);
    }
    /// Contacts with static or kinematic bodies have this colour.
    [[nodiscard]] static bool is_static_color(int color) {
        return color >= dynamic_color_count && color < color_count;
    }
    /// Moves contacts of a dynamic colour into lower ones that have become free for them: the fewer colours
    /// there are, and the fuller they are, the less do workers of the solver wait for each other. What
    /// becomes of a contact does not depend on the others of its colour, nor on their order.
    void move_down(std::vector<Contact>& contacts, int color);
    /// Puts the lanes of a colour into the order of their bodies in the solver, where neighbours follow each
    /// other: gathers hit the same lines, and a worker of the solver finds its own bodies again. Changes no
    /// result.
    void sort_lanes(std::vector<Contact>& contacts, const std::vector<std::uint32_t>& solver_slots,
                    int color);
    /// Lists of a colour cease to look for impacts where no contact asks for them any more. Changes no
    /// result.
    void forget_impacts(int color);

    /// An empty lane in a list of a colour, for what another graph lends, see `LentLanes`; no contact knows
    /// of it.
    std::uint32_t push_lane(int color, std::size_t list) {
        note_use(color, list, true);
        return colors_[static_cast<std::size_t>(color)].lists[list].push();
    }
    /// Takes all lanes out, of which no contact may know; memory for as many stays.
    void clear_lanes();

    /// The list that holds a coloured contact, at `contact.place`.
    [[nodiscard]] ContactList& list_of(const Contact& contact) {
        return colors_[static_cast<std::size_t>(contact.color)].lists[GraphColor::list_number(contact)];
    }
    [[nodiscard]] const ContactList& list_of(const Contact& contact) const {
        return colors_[static_cast<std::size_t>(contact.color)].lists[GraphColor::list_number(contact)];
    }
    [[nodiscard]] const BodyColors& body_colors() const { return body_colors_; }
    /// Contacts in the colour.
    [[nodiscard]] std::uint32_t count(int color) const;
    /// Bits of the colours that have contacts, and of the lists of one that have some: small worlds have few
    /// of all lists in use.
    [[nodiscard]] std::uint32_t used_colors() const {
        std::uint32_t colors = 0;
        for (int color = 0; color <= forceless; ++color) {
            colors |= (used_lists(color) != 0 ? 1u : 0u) << color;
        }
        return colors;
    }
    [[nodiscard]] std::uint32_t used_lists(int color) const {
        const HalvesInUse& lists = used_lists_[static_cast<std::size_t>(color)];
        return lists[0] | static_cast<std::uint32_t>(lists[1]) << contact_kind_count;
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] int find_color(const Contact& contact, bool dynamic_a, bool dynamic_b) const;
    [[nodiscard]] int find_dynamic_color(std::uint32_t body_a, std::uint32_t body_b) const;
    /// Once it has its colour. B is what an inner contact pushes, alone or with another of its half.
    [[nodiscard]] bool belongs_to_second_half(const Contact& contact) const {
        return is_inner_color(contact.color) && is_in_second_half(contact.body_b);
    }
    void collect_divided(std::uint32_t border_before, std::vector<std::uint32_t>& divided) const;
    void move_to_own_half(std::vector<Contact>& contacts, int color);
    /// A contact's place and what it is sorted by.
    struct LaneOrder {
        std::uint32_t key;
        std::uint32_t place;
    };
    void sort_list(std::vector<Contact>& contacts, const std::vector<std::uint32_t>& solver_slots,
                   ContactList& list);
    void permute_lanes(std::vector<Contact>& contacts, ContactList& list);

    void write_surface(std::uint32_t index, const Contact& contact);
    void save_surface(std::uint32_t index, const Contact& contact);

    /// After the list of that number became longer or shorter. Threads change lists of different colours, or
    /// of different halves.
    void note_use(int color, std::size_t list, bool used) {
        const std::size_t half = list / contact_kind_count;
        const auto bit = static_cast<std::uint8_t>(1u << list % contact_kind_count);
        std::uint8_t& lists = used_lists_[static_cast<std::size_t>(color)][half];
        // Nothing is written where nothing changes: other threads have the same line of the cache.
        if (((lists & bit) != 0) != used) {
            lists = static_cast<std::uint8_t>(lists ^ bit);
        }
    }
    void note_use(const Contact& contact, bool used) {
        note_use(contact.color, GraphColor::list_number(contact), used);
    }

    void save(std::uint32_t index, Contact& contact);
    static void forget_lane(Contact& contact) {
        contact.color = -1;
        contact.place = no_index;
        contact.state = ContactState::Asleep;
    }
    static void close_gaps(std::vector<Contact>& contacts, ContactList& list);

    bool has_gaps_ = false;
    bool halves_apart_ = false;
    std::uint32_t second_half_ = no_index;
    std::array<GraphColor, forceless + 1> colors_{};
    BodyColors body_colors_;
    /// Bits of the kinds of contacts that a colour has, by half.
    using HalvesInUse = std::array<std::uint8_t, 2>;
    std::array<HalvesInUse, forceless + 1> used_lists_{};
    std::vector<PairSurface> surfaces_;  ///< By contact, as far as there are any.
    std::vector<LaneOrder> order_;
    ContactList spare_;  ///< Room for one contact.
};

}  // namespace drystone
