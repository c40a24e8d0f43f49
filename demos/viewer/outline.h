#pragma once

#include <drystone/collision/shapes.h>
#include <SFML/System/Vector2.hpp>

#include <vector>

namespace viewer {

/// What is drawn of a shape: its convex core in the body's frame and the radius around it [m].
struct Outline {
    std::vector<drystone::Vec2> points;
    /// `normals[i]` is that of the edge from point i to point i + 1.
    std::vector<drystone::Vec2> normals;
    float radius = 0.0f;
    /// Half of the least width, radius included [m].
    float half_width = 0.0f;

    /// A line without area.
    [[nodiscard]] bool is_segment() const { return points.size() == 2 && radius == 0.0f; }
    [[nodiscard]] bool is_disc() const { return points.size() == 1; }
    /// The farthest point from the body's origin [m].
    [[nodiscard]] float reach() const;
};

Outline make_outline(const drystone::ShapeGeometry& geometry);

/// Appends the border of the shape, drawn in by `inset` [m] on all sides, in the body's frame.
/// `scale` is in pixels per metre and decides how finely arcs are cut.
void trace(const Outline& outline, float inset, float scale, std::vector<drystone::Vec2>& border);

}  // namespace viewer
