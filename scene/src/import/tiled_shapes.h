#pragma once

#include "import/outline_repairs.h"
#include "json/place.h"

#include <drystone/scene/description.h>

#include <drystone/collision/vec2.h>

#include <cstdint>
#include <string>
#include <vector>

namespace drystone::scene {

/// Largest coordinate of a map [pixels].
inline constexpr double largest_pixel = 1048576.0;

/// Reads a number of pixels; 0 if there is none. Throws `Error` for one that is too large.
double read_pixels(const Place& object, std::string_view key);

/// Shape of a Tiled object [pixels], y downwards.
struct FlatShape {
    enum class Kind : std::uint8_t {
        None,     ///< A point.
        Area,     ///< A polygon.
        Circle,   ///< A centre and the radius.
        Capsule,  ///< Two centres and the radius.
        Line,
    };

    Kind kind = Kind::None;
    std::vector<Vec2d> points{};
    double radius = 0.0;
};

/// Affine map of the plane [pixels], y downwards.
struct PixelFrame {
    Vec2d origin{0.0, 0.0};
    Vec2d x{1.0, 0.0};
    Vec2d y{0.0, 1.0};

    [[nodiscard]] Vec2d direction(const Vec2d& d) const { return d.x * x + d.y * y; }
    [[nodiscard]] Vec2d point(const Vec2d& p) const { return origin + direction(p); }
    /// Returns the map that applies `inner` first.
    [[nodiscard]] PixelFrame operator*(const PixelFrame& inner) const {
        return {point(inner.origin), direction(inner.x), direction(inner.y)};
    }
};

/// Returns the frame of an object: its position and rotation.
PixelFrame read_object_frame(const Place& object);

/// Reads the shape of an object in its own frame. Throws `Error` for one without size. A width or height that
/// is negative reaches to the other side.
FlatShape read_flat_shape(const Place& object);

/// Returns the shape in the outer frame. A circle or capsule that is stretched becomes an area of 32 points.
FlatShape transform(const FlatShape& shape, const PixelFrame& frame);

/// Returns areas that cover the inside of an area, none of which crosses itself, and tells in `repair` if
/// they differ from it. Throws `Error` for one that has no inside.
std::vector<FlatShape> simple_areas(const FlatShape& shape, OutlineRepairs& repairs, std::string& repair);

/// Returns a chain with the name, material, filter and events of a shape.
ChainEntry chain_like(const ShapeEntry& pattern);

/// Appends the shape to a body [m], y upwards, with everything else as in `pattern`; a line becomes a chain.
/// Throws `Error` for a shape without size. Returns what was repaired; usually nothing.
std::string append_shape(const FlatShape& shape, double pixels_per_meter, const ShapeEntry& pattern,
                         BodyEntry& body, OutlineRepairs& repairs);

}  // namespace drystone::scene
