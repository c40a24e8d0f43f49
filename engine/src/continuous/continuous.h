#pragma once

#include "continuous/continuous_context.h"
#include "continuous/fast_body.h"
#include "continuous/fast_body_search.h"
#include "continuous/fast_pairs.h"
#include "continuous/sliding_bodies.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

/// Stops bodies that moved so far in a step that they may have passed through something: puts them where they
/// first touched, and keeps their velocity for the contacts of the next step. Slow bodies, which move by less
/// than a fraction of their thickness, cost one comparison.
///
/// Bodies that joints hold together with a stopped body are moved back to the same time, so that no joint is
/// torn.
///
/// Motion along a static shape is not lost: a body that met one slides along it, together with all bodies
/// that joints hold together with it, if these are free and move as it does. Otherwise, stopped again in
/// every step, it would stand still in bends at its full speed. Nothing slides in a step with fast bullets,
/// which are swept against other bodies where those were stopped.
///
/// All bodies are swept against static shapes; bullets also against kinematic and dynamic ones, one after
/// another. Shapes that touch at the start of the step are left to contacts as long as they do not approach.
class Continuous {
public:
    /// Finds the bodies that slide fast along static shapes. Call before contacts are solved.
    void find_sliding(const SlidingContext& context) { sliding_.find(context); }
    /// Stops fast bodies at static shapes, and bullets at kinematic ones also. Call after poses are stored
    /// and before boxes are updated.
    void stop_at_fixed_shapes(const ContinuousContext& context, Team& team);
    /// Stops fast bullets at dynamic shapes, then the bodies that moved through each other, see `FastPairs`,
    /// and updates the boxes of stopped bodies. Call after boxes are updated.
    /// \param swept  contacts whose impact in this step was predicted
    void stop_at_moving_shapes(const ContinuousContext& context, std::span<const std::uint32_t> swept,
                               Team& team) {
        stop_bullets(context);
        pairs_.stop(context, {fast_, swept, deflected_, team});
    }
    /// Returns whether `stop_at_moving_shapes` may have anything to stop.
    [[nodiscard]] bool has_more(const ContinuousContext& context,
                                std::span<const std::uint32_t> swept) const {
        return context.bullets || !swept.empty() || !deflected_.empty();
    }
    /// Clears the fast bodies if nothing moved in this step.
    void forget_fast() {
        fast_.clear();
        deflected_.clear();
        pairs_.forget();
    }
    /// Clears all that is known of the space around bodies, after bodies and trees were replaced.
    void forget_free_space() {
        free_space_cache_.clear();
        seen_changes_ = 0;
    }
    /// Returns the actual motion of a body in the step, up to where it was stopped.
    [[nodiscard]] Sweep ccd_motion(const ContinuousContext& context, std::uint32_t body) const;
    /// Returns the motion of a body after it was stopped, along a wall or with a kinematic body, if any.
    [[nodiscard]] std::optional<Sweep> post_impact_motion(const ContinuousContext& context,
                                                          std::uint32_t body) const;
    [[nodiscard]] std::size_t bytes() const {
        return fast_.capacity() * sizeof(FastBody) + free_space_cache_.capacity() * sizeof(Aabb) +
               overlaps_.capacity() * sizeof(float) +
               (bodies_found_.capacity() + deflected_.capacity() + jointed_.capacity()) *
                   sizeof(std::uint32_t) +
               seen_.capacity() + found_.bytes() + found_deflected_.bytes() + sliding_.bytes() +
               pairs_.bytes() + fast_search_.bytes() + swept_pairs_.bytes();
    }

private:
    void collect_fast(const ContinuousContext& context, Team& team);
    /// Finds the overlaps of awake bodies with static and kinematic shapes. Cost: linear in these contacts.
    void find_overlaps(const ContinuousContext& context);
    void stop_all_at_fixed_shapes(const ContinuousContext& context, Team& team);
    /// Adds the sliding bodies that are not fast.
    void collect_sliding(const ContinuousContext& context);
    /// Returns whether no static shape is where the body moved, so that it need not be swept. Bodies in
    /// flight query the tree only once in a few steps.
    [[nodiscard]] bool is_clear_of_static(const ContinuousContext& context, std::uint32_t body);
    /// Resets the cached free space of a body that met no static box: it may have left the shapes it was
    /// near.
    void invalidate_free_space(std::uint32_t body);
    /// Returns whether the body is fast and there is something that it may meet.
    [[nodiscard]] bool may_meet(const ContinuousContext& context, std::uint32_t body);
    void prefetch_body(const ContinuousContext& context, std::uint32_t body) const;
    void roll_back_jointed(const ContinuousContext& context, bool may_slide);
    /// Collects the bodies that joints hold together with `first`. Returns false if one of them is held by a
    /// body that the solver does not move.
    bool collect_jointed(const ContinuousContext& context, std::uint32_t first);
    void slide_jointed(const ContinuousContext& context, const FastBody& leader);
    [[nodiscard]] const FastBody* find_fast(const BodyStore& bodies, std::uint32_t body) const {
        return drystone::find_fast(bodies, fast_, body);
    }
    /// Returns the motion of a stopped body up to its first stop; null if nothing stopped it.
    [[nodiscard]] const FastBody* find_stopped(const BodyStore& bodies, std::uint32_t body) const;
    static void stop(const ContinuousContext& context, FastBody& fast, float fraction);
    /// Stops a bullet, given by its index in `fast_`, and another fast body where they first meet.
    void stop_at_fast(const ContinuousContext& context, std::uint32_t number);
    void stop_others_at_bullet(const ContinuousContext& context, const FastBody& bullet);
    void stop_bullets(const ContinuousContext& context);

    std::vector<FastBody> fast_;
    SlidingBodies sliding_;
    /// Free space by body: a box without static shapes, which is a property of space, independent of the body
    /// that moves there. Or a mark that there was none at the last query, and that the body has been near
    /// something since.
    std::vector<Aabb> free_space_cache_;
    std::uint64_t seen_changes_ = 0;  ///< Change counter of the static tree when the boxes were found.
    DeterministicCollector found_;
    DeterministicCollector found_deflected_;
    FastPairs pairs_;
    FastBodySearch fast_search_;  ///< For bullets.
    SweptPairs swept_pairs_;
    std::vector<float> overlaps_;  ///< See `ContinuousContext`.
    std::vector<std::uint32_t> bodies_found_;
    std::vector<std::uint32_t> deflected_;  ///< See `FastPairsInput`.
    std::vector<std::uint32_t> jointed_;    ///< Bodies that joints hold together.
    std::vector<std::uint8_t> seen_;        ///< By body: it was moved back.
};

}  // namespace drystone
