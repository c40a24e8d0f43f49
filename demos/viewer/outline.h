#pragma once

#include <drystone/collision/shapes.h>
#include <SFML/System/Vector2.hpp>

#include <vector>

namespace viewer {

/// Border of a shape for drawing: its convex core in the body's frame and the radius around it [m].
struct Outline {
    std::vector<drystone::Vec2> points;
    /// `normals[i]` belongs to the edge from point i to point i + 1.
    std::vector<drystone::Vec2> normals;
    float radius = 0.0f;
    /// Half of the smallest width, radius included [m].
    float half_width = 0.0f;

    /// Returns whether the shape is a line without area.
    [[nodiscard]] bool is_segment() const { return points.size() == 2 && radius == 0.0f; }
    [[nodiscard]] bool is_disc() const { return points.size() == 1; }
    /// Returns the maximum distance from the body's origin [m].
    [[nodiscard]] float reach() const;
};

Outline make_outline(const drystone::ShapeGeometry& geometry);

/// Appends the border of the shape, moved inwards by `inset` [m], in the body's frame. `scale` is in pixels
/// per metre and determines the resolution of arcs.
void trace(const Outline& outline, float inset, float scale, std::vector<drystone::Vec2>& border);

}  // namespace viewer
