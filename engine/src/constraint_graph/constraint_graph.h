#pragma once

#include "constraint_graph/body_colors.h"
#include "constraint_graph/contact_list.h"
#include "store/contact_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace drystone {

/// Contacts of one colour share no dynamic body, so they can be solved in lanes and by threads without locks.
struct GraphColor {
    std::array<ContactList, contact_kind_count> lists;  ///< By kind.

    [[nodiscard]] static std::size_t list_number(const Contact& contact) {
        return static_cast<std::size_t>(contact.kind);
    }
};

/// A persistent greedy colouring of the touching contacts, and the lanes that hold them.
///
/// Contacts between two dynamic bodies take the first colours; contacts with static or kinematic bodies have
/// the last ones to themselves, which are solved last so that the ground has the final word. A contact that
/// finds no colour goes into the overflow, whose contacts are solved one after another. Where A dominates B,
/// it is as if A were static. Contacts that push nobody are found with the others, but not solved. Colouring
/// depends on the order of the calls alone, never on instruction sets or threads.
class ConstraintGraph {
public:
    static constexpr int dynamic_color_count = 22;
    static constexpr int static_color_count = 8;
    static constexpr int color_count = dynamic_color_count + static_color_count;
    static constexpr int overflow = color_count;
    static constexpr int no_response = overflow + 1;  ///< Contacts that push nobody.

    ConstraintGraph();

    /// The order of the solver for which the blocks know where their bodies are.
    std::uint32_t seen_order = no_index;

    /// Gives the contact the first colour that is free for it; it must have none.
    void assign_color(Contact& contact, bool dynamic_a, bool dynamic_b);
    /// Makes room for the lanes of many coloured contacts at once. Threads may do it at the same time for
    /// contacts of different colours.
    void reserve_additional(std::span<const std::uint32_t> numbers, const std::vector<Contact>& contacts);
    /// Gives a coloured contact a lane with the impulses that it holds. Threads may do it at the same time
    /// for contacts of different colours.
    void open_lane(std::uint32_t index, Contact& contact);
    /// Both at once.
    void add(std::uint32_t index, Contact& contact, bool dynamic_a, bool dynamic_b) {
        assign_color(contact, dynamic_a, dynamic_b);
        open_lane(index, contact);
    }
    /// Takes the contact out, asleep; the last of its list moves into its lane. What the lane held is saved
    /// in it.
    void remove(std::vector<Contact>& contacts, std::uint32_t index) {
        release_color(contacts[index]);
        close_lane(contacts, index);
    }
    /// The first part of that, for one of many: others may take its colour. Nothing is asked of the contact
    /// before its lane is closed.
    void release_color(const Contact& contact);
    /// The second part. Threads may do it at the same time for contacts of different colours.
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

    [[nodiscard]] std::array<GraphColor, no_response + 1>& colors() { return colors_; }
    [[nodiscard]] const std::array<GraphColor, no_response + 1>& colors() const { return colors_; }
    /// Contacts with static or kinematic bodies have this colour.
    [[nodiscard]] static bool is_static_color(int color) {
        return color >= dynamic_color_count && color < color_count;
    }
    /// Moves contacts of a dynamic colour into lower ones that have become free for them: the fewer colours
    /// there are, and the fuller they are, the less do workers of the solver wait for each other. What
    /// becomes of a contact does not depend on the others of its colour, nor on their order.
    void compact(std::vector<Contact>& contacts, int color);
    /// Puts the lanes of a colour into the order of their bodies in the solver, where neighbours follow each
    /// other: gathers hit the same lines, and a worker of the solver finds its own bodies again. Changes no
    /// result.
    void sort_blocks(std::vector<Contact>& contacts, const std::vector<std::uint32_t>& solver_slots,
                     int color);
    /// Lists of a colour cease to look for impacts where no contact asks for them any more. Changes no
    /// result.
    void forget_impacts(int color);

    /// An empty lane in a list of a colour, for what another graph takes out, see `ContactSubset`; no contact
    /// knows of it.
    std::uint32_t push_lane(int color, std::size_t list) {
        record_use(color, list, true);
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
        for (int color = 0; color <= no_response; ++color) {
            colors |= (used_lists(color) != 0 ? 1u : 0u) << color;
        }
        return colors;
    }
    [[nodiscard]] std::uint32_t used_lists(int color) const {
        return used_lists_[static_cast<std::size_t>(color)];
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    [[nodiscard]] int find_color(const Contact& contact, bool dynamic_a, bool dynamic_b) const;
    [[nodiscard]] int find_dynamic_color(std::uint32_t body_a, std::uint32_t body_b) const;
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

    /// After the list of that number became longer or shorter. Threads change lists of different colours.
    void record_use(int color, std::size_t list, bool used) {
        const auto bit = static_cast<std::uint8_t>(1u << list);
        std::uint8_t& lists = used_lists_[static_cast<std::size_t>(color)];
        // Nothing is written where nothing changes: other threads have the same line of the cache.
        if (((lists & bit) != 0) != used) {
            lists = static_cast<std::uint8_t>(lists ^ bit);
        }
    }
    void record_use(const Contact& contact, bool used) {
        record_use(contact.color, GraphColor::list_number(contact), used);
    }

    void save(std::uint32_t index, Contact& contact);
    static void forget_lane(Contact& contact) {
        contact.color = -1;
        contact.place = no_index;
        contact.state = ContactState::Asleep;
    }
    static void close_gaps(std::vector<Contact>& contacts, ContactList& list);

    bool has_gaps_ = false;
    std::array<GraphColor, no_response + 1> colors_{};
    BodyColors body_colors_;
    std::array<std::uint8_t, no_response + 1> used_lists_{};  ///< Bits of the kinds that a colour has.
    std::vector<PairSurface> surfaces_;                       ///< By contact, as far as there are any.
    std::vector<LaneOrder> order_;
    ContactList spare_;  ///< Room for one contact.
};

}  // namespace drystone
