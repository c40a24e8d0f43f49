#pragma once

#include "manifold/chain_side.h"

namespace drystone::detail {

/// Part of a segment's length above which an overlap needs a further check.
inline constexpr double deep_part = 0.1;

/// The best of the axes that the side has.
struct Axis {
    enum class Kind : std::uint8_t { FaceOfA, FaceOfB, Vertices };
    Kind kind = Kind::FaceOfA;
    Vec2d direction;
    double separation = 0.0;
    int face = 0;    ///< Face of B whose normal is the axis.
    int vertex = 0;  ///< Vertex of B where the axis joins two vertices.
};

/// Finds the axis along which the side and the core are farthest apart, or overlap least.
Axis find_axis(const Side& side, const PlacedCore& b);

/// Computes the contact along an axis from `find_axis`; empty if that axis belongs to a neighbour.
/// \param is_solid  the segment has an inside behind it, and shapes there are pushed out
Manifold collide_side(const Side& side, const PlacedCore& b, Axis axis, double margin, bool is_solid);

}  // namespace drystone::detail
