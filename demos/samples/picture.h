#pragma once

#include <drystone/collision/shapes.h>
#include <scenes/colors.h>

#include <string>

namespace samples {

/// Drawing interface for samples, on top of the bodies, in metres of the world. Inks are entries of
/// `scenes::color`.
class Picture {
public:
    virtual ~Picture() = default;
    virtual void line(const drystone::Vec2& a, const drystone::Vec2& b, int ink) = 0;
    /// Draws a line with an arrow head at `b`.
    virtual void arrow(const drystone::Vec2& a, const drystone::Vec2& b, int ink) = 0;
    /// Draws a dot whose size does not depend on the view.
    virtual void point(const drystone::Vec2& at, int ink) = 0;
    virtual void circle(const drystone::Vec2& center, float radius, int ink) = 0;
    virtual void box(const drystone::Aabb& box, int ink) = 0;
    /// Draws the border of a shape.
    virtual void shape(const drystone::ShapeGeometry& geometry, const drystone::Pose& pose, int ink) = 0;
    /// Writes to the right of the point.
    virtual void text(const drystone::Vec2& at, const std::string& words, int ink) = 0;
};

}  // namespace samples
