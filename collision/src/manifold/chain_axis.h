#pragma once

#include "manifold/chain_side.h"

namespace drystone::detail {

/// Overlaps of more than this part of a segment's length are looked at twice.
inline constexpr double deep_part = 0.1;

/// The best axis of those that the side has.
struct Axis {
    enum class Kind : std::uint8_t { FaceOfA, FaceOfB, Vertices };
    Kind kind = Kind::FaceOfA;
    Vec2d direction;
    double separation = 0.0;
    int face = 0;    ///< Of B, where its normal is the axis.
    int vertex = 0;  ///< Of B, where the axis joins two vertices.
};

/// The axis along which the side and the core are farthest apart, or overlap least.
Axis find_axis(const Side& side, const PlacedCore& b);

/// The contact along an axis that `find_axis` gave; empty where it is a neighbour's.
/// \param is_solid  there is an inside behind the segment, and what lies there is pushed out
Manifold collide_side(const Side& side, const PlacedCore& b, Axis axis, double margin, bool is_solid);

}  // namespace drystone::detail
