#pragma once

#include <drystone/collision/time_of_impact.h>

#include "broad_phase/broad_phase.h"
#include "broad_phase/fat_boxes.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"
#include "store/body_store.h"
#include "store/joint_store.h"
#include "store/shape_store.h"
#include "store/solver_state.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace drystone {

/// Where a fast body is about to be stopped.
struct SweptHit {
    std::uint32_t shape = 0;
    std::uint32_t other = 0;
    Vec2 normal{0.0f, 0.0f};  ///< From `shape` to `other`.
    Vec2 point{0.0f, 0.0f};
    float separation = 0.0f;
};

/// What continuous collision reads and changes.
struct ContinuousContext {
    BodyStore& bodies;
    ShapeStore& shapes;
    BroadPhase& broad_phase;
    const JointStore& joints;
    const std::vector<BodySolverState>& states;  ///< Of the step that has just ended.
    float time_step;
    float speculative_distance;
    /// Whether two shapes may collide by filters, exclusions and joints.
    const std::function<bool(std::uint32_t shape_a, std::uint32_t shape_b)>& may_collide;
    /// Whether two shapes stop each other there; asked where one of them is watched.
    const std::function<bool(const SweptHit& hit)>& allows_hit;
    bool bullets;     ///< There are some.
    bool one_thread;  ///< One of these asks the user.
};

/// Stops bodies that moved so far in a step that they may have passed through something: they are put to
/// where they first touched, and keep their velocity for the next step's contacts. Slow bodies, whose steps
/// are shorter than a part of their thickness, cost one comparison.
///
/// What joints hold together with a body that a fixed shape stops goes back to the same time, so that no
/// joint is torn.
///
/// What leads along a static shape is not lost: a body that met one goes on beside it, with all that joints
/// hold together with it, if that is free and moves as it does. Else it would stand still in bends with all
/// of its speed, stopped in every step again. Not while bullets move far, which meet others where these were
/// stopped.
///
/// Every body against static shapes; bullets against kinematic and dynamic ones as well, one after another.
/// Shapes that touch when the step begins are the contacts' business as long as they do not come nearer.
class Continuous {
public:
    /// After the poses were stored, before boxes follow: fast bodies against shapes that nothing pushes.
    void stop_at_fixed_shapes(const ContinuousContext& context, Team& team);
    /// After the boxes followed: fast bullets against dynamic shapes. Their boxes follow again.
    void stop_bullets(const ContinuousContext& context);
    /// Nothing moved in this step.
    void forget_fast() { fast_.clear(); }
    /// The motion of a body in the step as it came to be: up to where the body was stopped.
    [[nodiscard]] Sweep ccd_motion(const ContinuousContext& context, std::uint32_t body) const;
    /// How it went on from there, along a wall or with a kinematic body, if it did.
    [[nodiscard]] std::optional<Sweep> post_impact_motion(const ContinuousContext& context,
                                                          std::uint32_t body) const;
    [[nodiscard]] std::size_t bytes() const {
        return fast_.capacity() * sizeof(FastBody) + free_space_cache_.capacity() * sizeof(Aabb) +
               (bodies_found_.capacity() + jointed_.capacity()) * sizeof(std::uint32_t) + seen_.capacity() +
               found_.bytes();
    }

private:
    /// A body that moved far, how, and where it was stopped.
    struct FastBody {
        std::uint32_t body;
        float fraction;
        Sweep sweep;
    };

    void collect_fast(const ContinuousContext& context, Team& team);
    /// Nothing fixed is where the body moved, so it need not be looked at. Bodies in flight ask the tree once
    /// in a few steps only.
    [[nodiscard]] bool is_clear_of_static(const ContinuousContext& context, std::uint32_t body);
    /// Nothing fixed was there: the body may have left what it was near.
    void invalidate_free_space(std::uint32_t body);
    /// Is the body fast, and is there something that it may meet?
    [[nodiscard]] bool may_meet(const ContinuousContext& context, std::uint32_t body);
    void prefetch_body(const ContinuousContext& context, std::uint32_t body) const;
    void roll_back_jointed(const ContinuousContext& context, bool may_slide);
    /// False if one of them hangs on something that the solver does not move.
    bool collect_jointed(const ContinuousContext& context, std::uint32_t first);
    void slide_jointed(const ContinuousContext& context, const FastBody& leader);
    [[nodiscard]] const FastBody* find_fast(const BodyStore& bodies, std::uint32_t body) const;
    void stop(const ContinuousContext& context, FastBody& fast, float fraction);
    void stop_at_fast(const ContinuousContext& context, FastBody& bullet);

    std::vector<FastBody> fast_;
    /// By body: a box that was found to have no fixed shape in it; a fact about space, whoever moves there.
    /// Or that there was none when the body last looked, and it has been near something since.
    std::vector<Aabb> free_space_cache_;
    std::uint64_t seen_changes_ = 0;  ///< Of the tree of fixed shapes, when they were found.
    DeterministicCollector found_;
    std::vector<std::uint32_t> bodies_found_;
    std::vector<std::uint32_t> jointed_;  ///< Bodies that joints hold together.
    std::vector<std::uint8_t> seen_;      ///< By body: it was taken back.
};

}  // namespace drystone
