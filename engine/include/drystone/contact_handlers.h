#pragma once

#include <drystone/callback.h>
#include <drystone/events.h>
#include <drystone/export.h>

#include <cstdint>
#include <vector>

namespace drystone {

class World;

/// Functions for the contacts of two kinds of shapes, see `ContactHandlers`. Empty ones are not called. Every
/// event has a shape of `categories_a` as its A and one of `categories_b` as its B: where the world has them
/// the other way round, normals and forces are reversed.
struct ContactHandler {
    std::uint64_t categories_a = ~std::uint64_t{0};  ///< Kinds of shape A: bits of `Filter::category`.
    std::uint64_t categories_b = ~std::uint64_t{0};  ///< Kinds of shape B.
    Callback<void(const ContactBegin&)> begin{};     ///< Begins of contacts.
    Callback<void(const ContactEnd&)> end{};         ///< Ends of contacts; a shape may be gone.
    Callback<void(const ContactHit&)> hit{};         ///< Impacts, see `ShapeDefinition::hit_events`.
    Callback<void(const ContactForce&)> force{};     ///< Forces, see `force_events`.
};

/// Handlers of contacts by the kinds of the shapes: "a bullet hits a crate". They run after a step, from the
/// events that it left, so they may change the world.
///
/// A pair that fits a handler both ways is passed once, as the world has it. Ends are known by their begins,
/// so that shapes that were destroyed meanwhile have their kinds still.
class DRYSTONE_API ContactHandlers {
public:
    /// Adds a handler and returns its number, for `remove`.
    int add(ContactHandler handler);
    /// Removes a handler; throws `Error` for a number that has none. Not allowed inside a handler.
    void remove(int number);
    /// Calls the handlers for the events of the last step: ends, then begins, hits and forces, each in the
    /// order of the world's list, of one event in the order of the numbers. Call it once after each step.
    /// What handlers destroy is still passed to later ones by its dead handle. An exception from a handler
    /// leaves the rest undone. Cost: one comparison for each event and handler, and a note for each contact
    /// that touches.
    void dispatch(const World& world);
    /// Forgets the contacts that touch: call it after the world was restored or replaced.
    void forget_contacts() { touching_.clear(); }

private:
    /// Kinds of the shapes of an event.
    struct Kinds {
        std::uint64_t a = 0;
        std::uint64_t b = 0;
    };
    struct Touching {
        ContactId contact;
        Kinds kinds;
    };

    void note(ContactId contact, const Kinds& kinds);
    [[nodiscard]] Kinds take(ContactId contact);
    template <class Event>
    void call(const std::vector<Event>& events, const std::vector<Kinds>& kinds,
              Callback<void(const Event&)> ContactHandler::*function) const;

    std::vector<ContactHandler> handlers_;
    std::vector<bool> removed_;
    std::vector<Touching> touching_;  ///< Sorted by the slot of the contact.
};

}  // namespace drystone
