#pragma once

#include <drystone/collision/shapes.h>
#include <drystone/queries.h>

#include "step/world_state.h"
#include "store/with_core.h"

#include <cstdint>
#include <optional>

namespace drystone {

/// The frame of the shape's body.
Pose shape_pose(const WorldState& world, std::uint32_t shape);

/// A way on which a core meets another, in the frame of the other. Nothing but `hit` has a meaning without
/// one.
struct SweepHit {
    bool hit = false;
    float fraction = 0.0f;    ///< Of the translation, in [0, 1].
    Vec2 point{0.0f, 0.0f};   ///< On the surface of the target.
    Vec2 normal{0.0f, 0.0f};  ///< Of the target there; zero where they overlap from the start.
};

/// Where a core that is moved without turning meets another: conservative advancement. Along a straight way,
/// the distance of convex shapes is a convex function, on which the tangent never steps beyond the first
/// root, so each step is safe, and two shapes that move apart never meet.
///
/// \param moving_in_target  the frame of the moving core before it moves, seen from the target's
/// \param translation       in the frame of the target
/// Source: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996 (conservative advancement);
/// van den Bergen, Ray Casting against General Convex Objects, 2004.
SweepHit sweep(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
               const Vec2& translation);

/// May the query find the shape?
bool passes(const WorldState& world, const QueryFilter& query, std::uint32_t shape);

/// The same for one that turns evenly by `turn` about the origin of its frame on its way [rad]. Curved shapes
/// count as their outlines.
SweepHit sweep_turning(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
                       const Vec2& translation, float turn);

/// Do two shapes share a point?
bool overlaps_shape(const AnyShape& a, const AnyShape& b, const Pose& b_in_a);

/// The smallest box around a shape in the world.
Aabb exact_aabb(const WorldState& world, std::uint32_t shape);

/// Does the shape hold a point of the world?
bool holds_point(const WorldState& world, std::uint32_t shape, const Vec2& point);

/// The point of the shape nearest to a point of the world.
NearestPoint find_closest_point(const WorldState& world, std::uint32_t shape, const Vec2& point);

void check_ray(const char* function, const RayCast& ray);

/// Where a ray, thick or not, meets a shape.
class RayTest {
public:
    RayTest(const WorldState& world, const RayCast& ray) : world_(world), ray_(ray) {}
    [[nodiscard]] std::optional<RayHit> operator()(std::uint32_t shape) const;

private:
    const WorldState& world_;
    const RayCast& ray_;
};

/// Where a moving shape, turning or not, meets a shape of the world.
class SweepTest {
public:
    SweepTest(const WorldState& world, const AnyShape& moving, const ShapeCastInput& cast)
        : world_(world), moving_(moving), cast_(cast) {}
    [[nodiscard]] std::optional<RayHit> operator()(std::uint32_t shape) const;

private:
    const WorldState& world_;
    const AnyShape& moving_;
    const ShapeCastInput& cast_;
};

/// The reach of a shape from its frame's origin [m].
float reach(const AnyShape& shape);

}  // namespace drystone
