#pragma once

#include "constraint_graph/body_colors.h"
#include "constraint_graph/contact_list.h"
#include "store/contact_store.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace drystone {

/// Contacts of one colour share no dynamic body, so they can be solved in lanes and by threads without locks.
struct GraphColor {
    std::array<ContactList, contact_kind_count> lists;  ///< By kind.

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.lists);
    }
    [[nodiscard]] static std::size_t list_number(const Contact& contact) {
        return static_cast<std::size_t>(contact.kind);
    }
};

/// A persistent greedy colouring of the touching contacts, and the lanes that hold them.
///
/// Contacts between two dynamic bodies take the first colours. Contacts with static or kinematic bodies have
/// the last colours to themselves; these are solved last, so that the ground has the final word. A contact
/// that finds no colour goes into the overflow, whose contacts are solved one after another. If A dominates
/// B, A counts as static. Contacts that push no body go through the narrow phase like the others, but are not
/// solved. The colouring depends on the order of the calls alone, never on instruction sets or threads.
class ConstraintGraph {
public:
    static constexpr int dynamic_color_count = 22;
    static constexpr int static_color_count = 8;
    static constexpr int color_count = dynamic_color_count + static_color_count;
    static constexpr int overflow = color_count;
    static constexpr int no_response = overflow + 1;  ///< Contacts that push no body.

    ConstraintGraph();

    /// `BodyStore::order_version` for which the state offsets in the blocks are valid.
    std::uint32_t seen_order = no_index;

    /// Assigns the contact the first colour that is free for it; it must have none.
    void assign_color(Contact& contact, bool dynamic_a, bool dynamic_b);
    /// Makes room for the lanes of many coloured contacts at once. Threads may do this concurrently for
    /// contacts of different colours.
    void reserve_additional(std::span<const std::uint32_t> numbers, const DefinitionArray<Contact>& contacts);
    /// Opens a lane for a coloured contact, with the impulses that it holds. Threads may do this concurrently
    /// for contacts of different colours.
    void open_lane(std::uint32_t index, Contact& contact);
    /// Calls `assign_color` and `open_lane`.
    void add(std::uint32_t index, Contact& contact, bool dynamic_a, bool dynamic_b) {
        assign_color(contact, dynamic_a, dynamic_b);
        open_lane(index, contact);
    }
    /// Removes the contact, which is asleep then; the last contact of its list moves into its lane. Impulses
    /// and feature ids of the lane are saved in the contact.
    void remove(DefinitionArray<Contact>& contacts, std::uint32_t index) {
        release_color(contacts[index]);
        close_lane(contacts, index);
    }
    /// Performs the first part of `remove`, for one of many contacts: others may take its colour. The contact
    /// must not be used before its lane is closed.
    void release_color(const Contact& contact);
    /// Performs the second part of `remove`. Threads may do this concurrently for contacts of different
    /// colours.
    void close_lane(DefinitionArray<Contact>& contacts, std::uint32_t index);
    /// Removes one of many contacts, cheaper than `remove`: its lane stays empty until `close_gaps`, and the
    /// graph must not be used for anything else until then.
    void take_out(DefinitionArray<Contact>& contacts, std::uint32_t index);
    void close_gaps(DefinitionArray<Contact>& contacts);

    /// Sets the surface properties of a contact's pair. They take effect when the contact gets its lane, or
    /// at once through `write_material`.
    void set_surface(std::uint32_t index, Contact& contact, const PairSurface& surface);
    /// Returns the surface properties of the pair; the defaults if it has none of its own.
    [[nodiscard]] PairSurface surface_of(std::uint32_t index, const Contact& contact) const;
    /// Adapts the surface data to swapped bodies; the contact must have no lane.
    void swap_sides(std::uint32_t index) {
        if (index < surfaces_.size()) {
            surfaces_[index].rolling_impulse = -surfaces_[index].rolling_impulse;
        }
    }
    /// Clears the saved rolling impulse.
    void forget_impulse(std::uint32_t index) {
        if (index < surfaces_.size()) {
            surfaces_[index].rolling_impulse = 0.0f;
        }
    }
    /// Writes friction, restitution and surfaces of a contact into its lane.
    void write_material(std::uint32_t index, const Contact& contact);
    /// Writes other values into the contact's lane, for this step.
    void write_material(const Contact& contact, float friction, float restitution, float tangent_speed);

    /// Sets the sub-step [s] and scales the impulses of all lanes to it: forces stay, between sub-steps of
    /// 1e-9 s and 1e9 s. Cost: none unless it changes, else linear in the lanes.
    void set_sub_step(float length);
    /// Returns the sub-step [s].
    [[nodiscard]] float sub_step() const { return sub_step_; }
    /// Returns the factor from saved impulses, which are those of the first sub-step ever set, to impulses of
    /// the present one. Exactly 1 as long as it has not changed.
    [[nodiscard]] float sub_step_ratio() const { return sub_step_ / reference_sub_step_; }

    [[nodiscard]] std::array<GraphColor, no_response + 1>& colors() { return colors_; }
    [[nodiscard]] const std::array<GraphColor, no_response + 1>& colors() const { return colors_; }
    /// Returns whether the colour is reserved for contacts with static or kinematic bodies.
    [[nodiscard]] static bool is_static_color(int color) {
        return color >= dynamic_color_count && color < color_count;
    }
    /// Moves contacts of a dynamic colour into lower colours that have become free for them: with fewer and
    /// fuller colours, workers of the solver wait less for each other. The result for a contact does not
    /// depend on the others of its colour, nor on their order.
    void compact(DefinitionArray<Contact>& contacts, int color);
    /// Sorts the lanes of a colour by the solver slots of their bodies: gathers then hit the same cache
    /// lines, and each worker of the solver gets the same bodies in every colour. Changes no result.
    void sort_blocks(DefinitionArray<Contact>& contacts, const std::vector<std::uint32_t>& solver_slots,
                     int color);
    /// Clears the impact flags of the lists of a colour that have no contact with restitution or hit events
    /// left. Changes no result.
    void forget_impacts(int color);

    /// Adds an empty lane to a list of a colour, for lanes that are extracted from another graph, see
    /// `ContactSubset`; no contact refers to it. Returns its place.
    std::uint32_t push_lane(int color, std::size_t list) {
        record_use(color, list, true);
        return colors_[static_cast<std::size_t>(color)].lists[list].push();
    }
    /// Fills the last block of each list with empty lanes: the next lane begins a block.
    void fill_blocks() {
        visit_lists(0, no_response + 1, [](ContactList& list) {
            list.count = static_cast<std::uint32_t>(list.blocks.size()) * block_lanes;
        });
    }
    /// Removes all lanes, to which no contact may refer; their memory is kept.
    void clear_lanes();

    /// Returns the list that holds a coloured contact, at `contact.place`.
    [[nodiscard]] ContactList& list_of(const Contact& contact) {
        return colors_[static_cast<std::size_t>(contact.color)].lists[GraphColor::list_number(contact)];
    }
    [[nodiscard]] const ContactList& list_of(const Contact& contact) const {
        return colors_[static_cast<std::size_t>(contact.color)].lists[GraphColor::list_number(contact)];
    }
    /// Returns whether `set_surface` was called for the contact or a later one.
    [[nodiscard]] bool has_surface(std::uint32_t index) const { return index < surfaces_.size(); }
    /// Records a contact whose lane was read from a save file; `restore_use` records the lists, at the end.
    void restore_color(const Contact& contact, bool pushed_a) {
        if (contact.color < overflow) {
            if (pushed_a) {
                body_colors_.take(contact.body_a, contact.color);
            }
            body_colors_.take(contact.body_b, contact.color);
        }
    }
    void restore_use() {
        for (std::size_t color = 0; color < colors_.size(); ++color) {
            for (std::size_t list = 0; list < contact_kind_count; ++list) {
                record_use(static_cast<int>(color), list, colors_[color].lists[list].count != 0);
            }
        }
    }
    [[nodiscard]] const BodyColors& body_colors() const { return body_colors_; }
    /// Returns the number of contacts in the colour.
    [[nodiscard]] std::uint32_t count(int color) const;
    /// Returns the colours that have contacts, as bits. Small worlds use few colours and lists.
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
    /// Calls `visitor(list)` for the lists of the colours [begin, end) that have contacts. The others, which
    /// are most of them in a small world, are not read.
    template <class Visitor>
    void visit_lists(int begin, int end, Visitor&& visitor) const {
        visit_lists_of(*this, begin, end, visitor);
    }
    template <class Visitor>
    void visit_lists(int begin, int end, Visitor&& visitor) {
        visit_lists_of(*this, begin, end, visitor);
    }
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.seen_order, self.colors_, self.body_colors_, self.used_lists_, self.surfaces_,
                self.sub_step_, self.reference_sub_step_, self.is_sub_step_set_);
    }
    /// The same without the lists that have no contacts, see `ListsUsedState`.
    template <class Self, class Visitor>
    static void visit_used_state(Self& self, Visitor&& visitor) {
        const auto before = self.used_lists_;
        visitor(self.seen_order, self.body_colors_, self.used_lists_, self.surfaces_, self.sub_step_,
                self.reference_sub_step_, self.is_sub_step_set_);
        for (std::size_t color = 0; color < before.size(); ++color) {
            auto& lists = self.colors_[color].lists;
            for (std::uint32_t used = before[color] | self.used_lists_[color]; used != 0; used &= used - 1) {
                const auto list = static_cast<std::size_t>(std::countr_zero(used));
                if ((self.used_lists_[color] >> list & 1u) != 0) {
                    visitor(lists[list]);
                } else if constexpr (!std::is_const_v<Self>) {
                    lists[list].make_unused();
                }
            }
        }
    }
    [[nodiscard]] std::size_t bytes() const;

private:
    template <class Self, class Visitor>
    static void visit_lists_of(Self& self, int begin, int end, Visitor& visitor) {
        for (int color = begin; color < end; ++color) {
            for (std::uint32_t lists = self.used_lists(color); lists != 0; lists &= lists - 1) {
                visitor(self.colors_[static_cast<std::size_t>(color)]
                            .lists[static_cast<std::size_t>(std::countr_zero(lists))]);
            }
        }
    }
    [[nodiscard]] int find_color(const Contact& contact, bool dynamic_a, bool dynamic_b) const;
    [[nodiscard]] int find_dynamic_color(std::uint32_t body_a, std::uint32_t body_b) const;
    /// Place of a contact and its sort key.
    struct LaneOrder {
        std::uint32_t key;
        std::uint32_t place;
    };
    void sort_list(DefinitionArray<Contact>& contacts, const std::vector<std::uint32_t>& solver_slots,
                   ContactList& list);
    void permute_lanes(DefinitionArray<Contact>& contacts, ContactList& list);

    void write_surface(std::uint32_t index, const Contact& contact);
    void save_surface(std::uint32_t index, const Contact& contact);

    /// Updates `used_lists_` after the list has become longer or shorter. Threads change lists of different
    /// colours.
    void record_use(int color, std::size_t list, bool used) {
        const auto bit = static_cast<std::uint8_t>(1u << list);
        std::uint8_t& lists = used_lists_[static_cast<std::size_t>(color)];
        // Nothing is written without a change: other threads have the same cache line.
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
    static void close_gaps(DefinitionArray<Contact>& contacts, ContactList& list);

    bool has_gaps_ = false;
    float sub_step_ = 1.0f;            ///< Time in which the impulses of the lanes act [s].
    float reference_sub_step_ = 1.0f;  ///< Time in which saved impulses act [s].
    bool is_sub_step_set_ = false;
    std::array<GraphColor, no_response + 1> colors_{};
    BodyColors body_colors_;
    std::array<std::uint8_t, no_response + 1> used_lists_{};  ///< Kinds that a colour has, as bits.
    std::vector<PairSurface> surfaces_;  ///< By contact; shorter than the contacts if the rest have none.
    std::vector<LaneOrder> order_;
    ContactList spare_;  ///< Room for one contact.
};

}  // namespace drystone
