#pragma once

#include "continuous/fast_body.h"
#include "continuous/movers.h"
#include "continuous/pair_motion.h"
#include "continuous/swept_shapes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Motions of the step before pairs are swept.
struct FastPairsInput {
    std::span<const FastBody> fast;        ///< Bodies swept against static shapes, by solver slot.
    std::span<const std::uint32_t> swept;  ///< Contacts whose impact in this step was predicted.
    /// Bodies whose way was changed in the step by more than their thickness.
    std::span<const std::uint32_t> deflected;
    Team& team;
};

/// Stops bodies that moved through each other in the step, none of them bullets.
///
/// The solver knows the pairs that would meet at the velocities of the start of the step, and their first
/// impact. What follows an impact within the step is found here, by conservative advancement over all pairs
/// in the order of time. Each body has its own motion: first that of the solver. Where two bodies meet, both
/// move on together, as after a plastic impact without rotation, up to the next static shape; but kinematic
/// bodies, those on joints and much heavier ones continue and carry the other one along. A body that one of
/// these carries does the same to what it meets. After each impact, the pairs of the bodies whose motion has
/// changed are swept again, from then on. Velocities stay as the solver left them: the contacts of the next
/// step change them.
///
/// An impact that the solver has resolved stops nothing: the bodies end on the sides on which they met.
///
/// Swept are predicted pairs that still approach fast, and all pairs of bodies whose motion has changed. A
/// body that the solver has deflected is swept against bodies of other sizes only: it does not leave what
/// contains, carries or stops it. What passes through another one of its size might as well have gone round.
/// Pairs that approach by less than the sum of their thicknesses, less what they overlap already, cannot
/// pass. Cost: a comparison for each predicted pair, a search of the trees for each body that was deflected,
/// and about a microsecond for each pair that is left. A motion changes at most `max_changes` times before
/// the body stands. Mostly on one thread, in an order that depends on the bodies alone.
class FastPairs {
public:
    void stop(const ContinuousContext& context, const FastPairsInput& input);
    /// Clears the bodies that were stopped in the last step.
    void forget() { changed_.clear(); }
    /// Returns the motion of a body, up to where it was stopped; null if it was not.
    [[nodiscard]] const FastBody* find(std::uint32_t body) const;
    [[nodiscard]] std::size_t bytes() const {
        return motions_.capacity() * sizeof(PairMotion) + boxes_.capacity() * sizeof(Aabb) +
               events_.capacity() * sizeof(Event) +
               (index_.capacity() + altered_.capacity()) * sizeof(std::uint32_t) +
               changed_.capacity() * sizeof(FastBody) + movers_.bytes() + shapes_.bytes() + found_.bytes() +
               altered_boxes_.bytes() + altered_found_.capacity() * sizeof(AabbTree::Proxy) +
               predicted_.capacity() * sizeof(PredictedPair);
    }

private:
    /// An impact, valid as long as neither motion changes.
    struct Event {
        float time;
        std::uint32_t a, b;  ///< Indices of the motions.
        std::uint32_t version_a, version_b;
        std::uint32_t shape_a, shape_b;
        /// Way of a body from below the surface of one that carries it to that surface [m].
        Vec2 shift;
        bool is_shift;
    };

    /// Pair of bodies with a contact whose impact was predicted.
    struct PredictedPair {
        std::uint64_t bodies;   ///< A in the upper half, B in the lower one.
        std::uint32_t contact;  ///< Index of its first contact in the list of those.
    };

    /// Finds the pairs of bodies of the predicted contacts that still approach fast, in the order of their
    /// first contacts.
    void find_predicted(const ContinuousContext& context, const FastPairsInput& input);
    void add_predicted(const ContinuousContext& context, const FastPairsInput& input);
    void add_deflected(const ContinuousContext& context, const FastPairsInput& input);
    void find_movers(const ContinuousContext& context, const FastPairsInput& input);
    /// Returns the index of the motion of a body, which is added if there is none.
    std::uint32_t motion_of(const ContinuousContext& context, const FastPairsInput& input,
                            std::uint32_t body);
    /// Returns the place of the shapes of a motion in `shapes_`, which are found if that is due; `no_index`
    /// if these are few.
    std::uint32_t shapes_of(const ContinuousContext& context, std::uint32_t motion);
    [[nodiscard]] std::uint32_t carrier_of(std::uint32_t motion) const;
    [[nodiscard]] std::uint32_t fixed_carrier_of(std::uint32_t motion) const;
    [[nodiscard]] std::uint32_t carrier_for(const ContinuousContext& context, std::uint32_t met,
                                            std::uint32_t motion) const;
    [[nodiscard]] bool move_together(std::uint32_t a, std::uint32_t b) const;
    [[nodiscard]] bool stays_carried(std::uint32_t motion, std::uint32_t carrier) const;
    [[nodiscard]] bool may_carry(const ContinuousContext& context, std::uint32_t carrier,
                                 std::uint32_t carried) const;
    /// Adds an event if two motions meet after `from`.
    void test(const ContinuousContext& context, std::uint32_t a, std::uint32_t b, float from,
              bool is_predicted = false);
    void push(const Event& event);
    [[nodiscard]] Vec2 way_out(const ContinuousContext& context, const Event& event) const;
    void handle(const ContinuousContext& context, const FastPairsInput& input, const Event& event);
    /// Sweeps the pairs of a changed motion again: all, or those of bodies of other sizes.
    void look_around(const ContinuousContext& context, const FastPairsInput& input, std::uint32_t motion,
                     float from, bool all);
    template <class Visitor>
    void visit_others(const ContinuousContext& context, std::uint32_t motion, bool all, Visitor&& visitor);
    template <class Visitor>
    void visit_altered(const Aabb& box, Visitor&& visitor);
    /// Notes that a motion has changed, and where it is now.
    void mark_altered(std::uint32_t motion);
    void write_back(const ContinuousContext& context);

    std::vector<PairMotion> motions_;
    std::vector<Aabb> boxes_;             ///< Boxes of the motions.
    std::vector<std::uint32_t> index_;    ///< By body: index of its motion, or `no_index`.
    std::vector<std::uint32_t> altered_;  ///< Motions that have changed.
    AabbTree altered_boxes_;              ///< Their boxes; proxies are indices of `altered_`.
    std::vector<AabbTree::Proxy> altered_found_;
    Movers movers_;              ///< Collected when first needed.
    std::vector<Event> events_;  ///< Heap, the earliest first.
    std::vector<PredictedPair> predicted_;
    SweptShapesPool shapes_;  ///< Shapes of the bodies that have many.
    SweptPairs found_;
    std::vector<FastBody> changed_;  ///< Bodies that were stopped, sorted by body.
    std::uint32_t searches_ = 0;
    bool has_movers_ = false;
    bool can_search_altered_ = true;  ///< The boxes of all motions that have changed are finite.
};

}  // namespace drystone
