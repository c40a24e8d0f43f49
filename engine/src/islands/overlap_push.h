#pragma once

#include "islands/islands.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Push that moves the bodies of still islands out of each other before they fall asleep.
///
/// Contacts push overlap out slowly: faster, they would drive the sway of tall columns. What is at rest needs
/// no such care. So the poses are corrected directly, and no velocity comes of it: first the lowest bodies,
/// then those that rest on them, which moves a whole stack in a single pass (shock propagation; Guendelman,
/// Bridson, Fedkiw, Nonconvex Rigid Bodies with Stacking, SIGGRAPH 2003). A contact that was pushed rests at
/// its new depth, as one that wakes does.
class OverlapPush {
public:
    /// Pushes the bodies apart in each still island with an overlap of more than about a thousandth of the
    /// smaller body's size. No body moves faster than at its sleep speed, or than at `max_push_out_velocity`,
    /// seen from one search to the next; islands that would need that stay awake until the next search. Where
    /// the push would not make the deepest overlap smaller, as between wedged bodies, it moves nothing, nor
    /// where a body stands on one point and leans on another one, as cards of a house: it knows no friction.
    /// Nor does it move bodies with joints, and it does not know what does not touch yet.
    ///
    /// Call it after the bodies have moved and before their fat boxes are updated, in each step. Cost:
    /// nothing in steps without a search for islands at rest, see `searches_next`, and while no body is
    /// still; else linear in awake bodies and touching contacts, and n log n in those of islands that are
    /// pushed.
    void push(const SleepContext& context, const SleepLimits& limits);
    [[nodiscard]] std::size_t bytes() const;

private:
    /// Contact of a still island.
    struct PushedContact {
        float height;            ///< Height of the body that it moves [m].
        std::uint32_t number;    ///< Number of the contact.
        std::uint32_t island;    ///< Place of the island's root in the solver's order.
        std::uint32_t place[2];  ///< Places of the bodies in the solver's order.
        float inverse_mass[2];   ///< 0 if the contact does not move the body [1/kg].
        float extent;            ///< Extent of the smaller body [m].
        ContactBlock* block;
        int lane;
        float sum[2];  ///< Push so far at each point [kg m].

        [[nodiscard]] std::partial_ordering operator<=>(const PushedContact& other) const {
            const std::partial_ordering order = height <=> other.height;
            return order != 0 ? order : number <=> other.number;
        }
        bool operator==(const PushedContact& other) const { return number == other.number; }
    };
    /// Motion of a body, as in `BodySolverState`.
    struct Shift {
        float x = 0.0f;
        float y = 0.0f;
        float w = 0.0f;
        bool locked_x = false;
        bool locked_y = false;
        int supports = 0;    ///< Points that bear the body from below.
        bool leans = false;  ///< A body beside it presses it.
    };
    struct Island {
        float depth_before = 0.0f;  ///< Deepest overlap, as a part of the extent of the smaller body.
        float depth_after = 0.0f;
        float part = 1.0f;   ///< Part of the shifts that is not too fast.
        bool leans = false;  ///< A body stands on one point and leans on another body.
    };

    void add_contacts(const SleepContext& context, const SleepLimits& limits);
    void add_contact(const SleepContext& context, ContactList& list, std::size_t block, int lane, Vec2 up);
    void find_shifts();
    void push_point(PushedContact& contact, int point);
    void limit_shifts(const SleepContext& context, const SleepLimits& limits);
    void move_bodies(const SleepContext& context, const SleepLimits& limits);
    [[nodiscard]] float separation_of(const PushedContact& contact, int point) const;
    /// Returns the deepest overlap of a contact, as a part of the extent.
    [[nodiscard]] float depth_of(const PushedContact& contact) const;
    [[nodiscard]] bool is_pushed(std::uint32_t island) const;

    std::vector<PushedContact> contacts_;
    std::vector<Shift> shifts_;    ///< In the solver's order, and one for all bodies that are not pushed.
    std::vector<Island> islands_;  ///< By root, in the solver's order.
};

}  // namespace drystone
