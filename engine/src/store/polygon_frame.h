#pragma once

#include <drystone/collision/shapes.h>

#include <cstdint>

namespace drystone {

/// Four floats that lanes gather together.
struct alignas(16) FrameRow {
    float values[4] = {};
};

/// Maximum number of points of a core that has a frame for lanes.
inline constexpr int max_frame_points = 8;

/// Returns the rows of the frame of a core, see `write_polygon_frame`: 6 for at most four points, 10 for at
/// most eight.
constexpr std::uint32_t frame_rows(int count) { return count <= 4 ? 6 : 10; }

/// Writes the frame of a core as lanes of polygon contacts gather it: (thickness, 0, radius, count); an
/// unused row; the points relative to the body's centre of mass, two in a row; the normals, two in a row.
/// Places beyond the last point repeat the first point and have zero normals; a single point has zero normals
/// too. \param thickness  half of the minimum width [m]
inline void write_polygon_frame(const ConvexCore& core, float thickness, const Vec2& mass_center,
                                FrameRow* rows) {
    const int places = core.count <= 4 ? 4 : 8;
    rows[0] = {{thickness, 0.0f, core.radius, static_cast<float>(core.count)}};
    rows[1] = {};
    for (int i = 0; i < places; ++i) {
        const bool there = i < core.count;
        const Vec2 point = core.points[there ? i : 0] - mass_center;
        const Vec2 normal = there && core.count > 1 ? core.normals[i] : Vec2{0.0f, 0.0f};
        float* const at = rows[2 + i / 2].values + 2 * (i % 2);
        at[0] = point.x;
        at[1] = point.y;
        float* const out = rows[2 + places / 2 + i / 2].values + 2 * (i % 2);
        out[0] = normal.x;
        out[1] = normal.y;
    }
}

}  // namespace drystone
