#pragma once

#include <drystone/collision/time_of_impact.h>

#include "broad_phase/broad_phase.h"
#include "broad_phase/fat_boxes.h"
#include "parallel/team.h"
#include "store/body_store.h"
#include "store/shape_store.h"
#include "store/solver_state.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace drystone {

/// What continuous collision reads and changes.
struct ContinuousContext {
    BodyStore& bodies;
    ShapeStore& shapes;
    BroadPhase& broad_phase;
    const std::vector<BodySolverState>& states;  ///< Of the step that has just ended.
    float time_step;
    float speculative_distance;
    /// Whether two shapes may collide by filters, exclusions and joints.
    const std::function<bool(std::uint32_t shape_a, std::uint32_t shape_b)>& may_collide;
    bool bullets;     ///< There are some.
    bool one_thread;  ///< `may_collide` asks the user.
};

/// A motion shorter than this part of half a shape's thickness cannot pass through anything.
inline constexpr float harmless_part = 0.5f;

inline bool is_long(float motion, float half_thickness) { return motion > harmless_part * half_thickness; }

/// The motion of a body in the step that has just ended.
Sweep sweep_of(const ContinuousContext& context, std::uint32_t body);

/// A box around the whole motion of a shape: it stays within a circle about the centre of mass.
Aabb swept_box(const ConvexCore& core, const Sweep& sweep);

/// No point of the body moved farther in the step [m].
float greatest_motion(const ContinuousContext& context, std::uint32_t body, const BodySolverState& state);

/// Stops bodies that moved so far in a step that they may have passed through something: they are put to
/// where they first touched, and keep their velocity for the next step's contacts. Slow bodies, whose steps
/// are shorter than a part of their thickness, cost one comparison.
///
/// Every body against static shapes; bullets against kinematic and dynamic ones as well, one after another.
/// Shapes that touch when the step begins are the contacts' business as long as they do not come nearer.
class Continuous {
public:
    /// After the poses were stored, before boxes follow: fast bodies against shapes that nothing pushes.
    void stop_at_fixed_shapes(const ContinuousContext& context, Team& team);
    /// After the boxes followed: fast bullets against dynamic shapes. Their boxes follow again.
    void stop_bullets(const ContinuousContext& context);
    /// The motion of a body in the step as it came to be: up to where the body was stopped.
    [[nodiscard]] Sweep travelled(const ContinuousContext& context, std::uint32_t body) const;
    [[nodiscard]] std::size_t bytes() const { return fast_.capacity() * sizeof(FastBody); }

private:
    /// A body that moved far, how, and where it was stopped.
    struct FastBody {
        std::uint32_t body;
        float fraction;
        Sweep sweep;
    };

    void collect_fast(const ContinuousContext& context);
    [[nodiscard]] const FastBody* find_fast(const BodyStore& bodies, std::uint32_t body) const;
    void stop(const ContinuousContext& context, FastBody& fast, float fraction);
    void stop_at_fast(const ContinuousContext& context, FastBody& bullet);

    std::vector<FastBody> fast_;
};

}  // namespace drystone
