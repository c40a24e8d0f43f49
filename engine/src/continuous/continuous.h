#pragma once

#include <drystone/collision/time_of_impact.h>

#include "broad_phase/broad_phase.h"
#include "broad_phase/fat_boxes.h"
#include "continuous/sliding_bodies.h"
#include "narrow_phase/narrow_phase.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"
#include "store/body_store.h"
#include "store/contact_store.h"
#include "store/joint_store.h"
#include "store/shape_store.h"
#include "store/solver_state.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace drystone {

/// Impact at which a fast body is about to be stopped.
struct SweptHit {
    std::uint32_t shape = 0;
    std::uint32_t other = 0;
    Vec2 normal{0.0f, 0.0f};  ///< From `shape` to `other`.
    Vec2 point{0.0f, 0.0f};
    float separation = 0.0f;
};

/// Stores and results that continuous collision reads and changes.
struct ContinuousContext {
    BodyStore& bodies;
    ShapeStore& shapes;
    BroadPhase& broad_phase;
    const JointStore& joints;
    const std::vector<BodySolverState>& states;  ///< Solver states of the step that has just ended.
    const std::vector<IntegrationBlock>& integration;
    const NarrowPhaseInput& narrow;
    const ContactStore& contacts;
    const ConstraintGraph& graph;
    int sub_steps;
    float max_push_out_velocity;
    float time_step;
    float speculative_distance;
    /// Returns whether two shapes may collide by filters, exclusions and joints.
    const std::function<bool(std::uint32_t shape_a, std::uint32_t shape_b)>& may_collide;
    /// Returns whether two shapes stop each other at an impact; called if one of them needs pre-solve.
    const std::function<bool(const SweptHit& hit)>& allows_hit;
    /// Overlap with static and kinematic shapes at the start of the step, by solver slot [m], see
    /// `at_surface`. Filled by `Continuous`.
    std::span<const float> overlaps{};
    bool bullets;     ///< Some bodies are bullets.
    bool one_thread;  ///< One of the functions above calls the user.
};

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
    /// Stops fast bullets at dynamic shapes, and updates the boxes of stopped bodies. Call after boxes are
    /// updated.
    void stop_bullets(const ContinuousContext& context);
    /// Stops the bodies of those of the given contacts that moved through each other in spite of their
    /// predicted impact: what follows an impact within the step is not solved. Bodies that hang on joints and
    /// kinematic ones continue, and carry the other body along. Call after `stop_bullets`. Costs a comparison
    /// for each contact, and a time of impact for those whose bodies still approach fast.
    void stop_swept_pairs(const ContinuousContext& context, const ContactStore& contacts,
                          std::span<const std::uint32_t> swept);
    /// Clears the fast bodies if nothing moved in this step.
    void forget_fast() { fast_.clear(); }
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
        return (fast_.capacity() + stopped_.capacity()) * sizeof(FastBody) +
               free_space_cache_.capacity() * sizeof(Aabb) + overlaps_.capacity() * sizeof(float) +
               (bodies_found_.capacity() + jointed_.capacity()) * sizeof(std::uint32_t) + seen_.capacity() +
               found_.bytes() + sliding_.bytes();
    }

private:
    /// A body that moved far, its motion, and the fraction at which it was stopped.
    struct FastBody {
        std::uint32_t body;
        float fraction;
        Sweep sweep;
    };

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
    [[nodiscard]] const FastBody* find_fast(const BodyStore& bodies, std::uint32_t body) const;
    static void stop(const ContinuousContext& context, FastBody& fast, float fraction);
    /// Updates the fat boxes that no longer contain their shapes.
    static void update_boxes(const ContinuousContext& context, std::uint32_t body);
    /// Returns the motion of a body in the step, up to where it was stopped.
    [[nodiscard]] FastBody motion_of_pair(const ContinuousContext& context, std::uint32_t body) const;
    void stop_in_pair(const ContinuousContext& context, FastBody fast, float fraction);
    void stop_at_each_other(const ContinuousContext& context, const Contact& contact);
    void stop_at_fast(const ContinuousContext& context, FastBody& bullet);

    std::vector<FastBody> fast_;
    SlidingBodies sliding_;
    /// Free space by body: a box without static shapes, which is a property of space, independent of the body
    /// that moves there. Or a mark that there was none at the last query, and that the body has been near
    /// something since.
    std::vector<Aabb> free_space_cache_;
    std::uint64_t seen_changes_ = 0;  ///< Change counter of the static tree when the boxes were found.
    DeterministicCollector found_;
    std::vector<float> overlaps_;  ///< See `ContinuousContext`.
    std::vector<std::uint32_t> bodies_found_;
    std::vector<std::uint32_t> jointed_;  ///< Bodies that joints hold together.
    std::vector<FastBody> stopped_;       ///< Bodies that stopped each other, sorted by body.
    std::vector<std::uint8_t> seen_;      ///< By body: it was moved back.
};

}  // namespace drystone
