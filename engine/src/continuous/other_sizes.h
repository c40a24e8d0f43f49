#pragma once

#include "continuous/motion.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace drystone {

/// Bodies whose extents differ by more than this factor are of different sizes: one may contain, carry or
/// stop the other one.
inline constexpr float much_larger = 2.0f;

inline bool differ_in_size(float extent_a, float extent_b) {
    return extent_a > much_larger * extent_b || extent_b > much_larger * extent_a;
}

inline bool differ_in_size(const ContinuousContext& context, std::uint32_t body_a, std::uint32_t body_b) {
    return differ_in_size(context.bodies.damping_and_sleep[body_a].extent,
                          context.bodies.damping_and_sleep[body_b].extent);
}

/// Awake bodies that differ in size from some bodies of a range of extents.
struct OtherSizes {
    static constexpr std::size_t max_listed = 16;

    std::array<std::uint32_t, max_listed> listed;  ///< Bodies that move farther than their thickness.
    std::size_t count = 0;                         ///< Number of these; at most `max_listed` are listed.
    float motion = 0.0f;                           ///< Maximum motion of the others of them [m].

    /// Finds them. Cost: a few nanoseconds for each awake body.
    OtherSizes(const ContinuousContext& context, float smallest, float largest) : listed{} {
        for (const std::uint32_t body : context.bodies.awake) {
            const float extent = context.bodies.damping_and_sleep[body].extent;
            const std::uint32_t slot = context.bodies.solver_slots[body];
            // Bodies awake only since the end of the step have not moved.
            const bool has_moved = slot != 0 && slot < context.states.size();
            if (!has_moved || (!differ_in_size(extent, smallest) && !differ_in_size(extent, largest))) {
                continue;
            }
            const float moved = max_motion(context, body, context.states[slot]);
            if (moved <= thickness_of(context, body)) {
                motion = std::max(motion, moved);
            } else if (count++ < max_listed) {
                listed[count - 1] = body;
            }
        }
    }
};

/// Returns the overlap of the shapes of a contact at the start of the step [m]; 0 if they do not touch.
inline float overlap_at_start(const ContinuousContext& context, const Contact& contact) {
    if (contact.color < 0) {
        return 0.0f;
    }
    const ContactList& list = context.graph.list_of(contact);
    return overlap_in_lane(list.blocks[ContactList::block(contact.place)], ContactList::lane(contact.place));
}

/// Returns the overlap of two bodies of different sizes at the start of the step, as far as contacts know it
/// [m]; 0 for bodies of one size, of which many may lie in each other.
inline float overlap_of_sizes(const ContinuousContext& context, std::uint32_t body_a, std::uint32_t body_b) {
    if (!differ_in_size(context, body_a, body_b)) {
        return 0.0f;
    }
    // The smaller body usually has fewer contacts.
    const auto& rows = context.bodies.damping_and_sleep;
    const bool is_smaller = rows[body_a].extent < rows[body_b].extent;
    const std::uint32_t body = is_smaller ? body_a : body_b;
    const std::uint32_t other = is_smaller ? body_b : body_a;
    float overlap = 0.0f;
    visit_contacts_of_body(context.bodies, context.contacts, body, [&](std::uint32_t number) {
        const Contact& contact = context.contacts.contacts[number];
        if (contact.body_a == other || contact.body_b == other) {
            overlap = std::max(overlap, overlap_at_start(context, contact));
        }
    });
    return overlap;
}

}  // namespace drystone
