#pragma once

#include <drystone/collision/shapes.h>
#include <drystone/queries.h>

#include "step/world_state.h"
#include "store/with_core.h"

#include <cstdint>
#include <optional>

namespace drystone {

/// Returns the frame of the shape's body.
Pose shape_pose(const WorldState& world, std::uint32_t shape);

/// Result of sweeping a core against another, in the other's frame. Without a hit, only `hit` has a meaning.
struct SweepHit {
    bool hit = false;
    float fraction = 0.0f;    ///< Fraction of the translation, in [0, 1].
    Vec2 point{0.0f, 0.0f};   ///< Point on the surface of the target.
    Vec2 normal{0.0f, 0.0f};  ///< Normal of the target there; zero where they overlap at the start.
};

/// Sweeps a core without rotation until its distance from another is `gap`, from a place where it is larger.
/// See `sweep` for the method and the arguments.
SweepHit advance(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
                 const Vec2& translation, float gap);

/// Sweeps a core without rotation against another by conservative advancement. On a straight path, the
/// distance of convex shapes is a convex function. Its tangent never steps beyond the first root, so each
/// step is safe, and separating shapes never hit.
///
/// \param moving_in_target  the frame of the moving core at the start, in the target's frame
/// \param translation       in the frame of the target
/// Source: Mirtich, Impulse-based Dynamic Simulation of Rigid Body Systems, 1996 (conservative advancement);
/// van den Bergen, Ray Casting against General Convex Objects, 2004.
SweepHit sweep(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
               const Vec2& translation);

/// Returns whether the filter of the query accepts the shape.
bool passes(const WorldState& world, const QueryFilter& query, std::uint32_t shape);

/// Sweeps a shape that turns evenly by `turn` about the origin of its frame [rad]. Curved shapes count as
/// their outlines.
SweepHit sweep_turning(const AnyShape& target, const AnyShape& moving, const Pose& moving_in_target,
                       const Vec2& translation, float turn);

/// Returns whether two shapes have a common point.
bool overlaps_shape(const AnyShape& a, const AnyShape& b, const Pose& b_in_a);

/// Returns the tight box around a shape in the world.
Aabb exact_aabb(const WorldState& world, std::uint32_t shape);

/// Returns whether the shape contains a point of the world.
bool holds_point(const WorldState& world, std::uint32_t shape, const Vec2& point);

/// Returns the point of the shape nearest to a point of the world.
NearestPoint find_closest_point(const WorldState& world, std::uint32_t shape, const Vec2& point);

void check_ray(const char* function, const RayCast& ray);

/// Test of a ray, thick or not, against a shape.
class RayTest {
public:
    RayTest(const WorldState& world, const RayCast& ray) : world_(world), ray_(ray) {}
    [[nodiscard]] std::optional<RayHit> operator()(std::uint32_t shape) const;

private:
    const WorldState& world_;
    const RayCast& ray_;
};

/// Test of a swept shape, turning or not, against a shape of the world.
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

/// Returns the reach of a shape from its frame's origin [m].
float reach(const AnyShape& shape);

}  // namespace drystone
