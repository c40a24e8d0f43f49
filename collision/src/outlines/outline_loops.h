#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <span>
#include <vector>

namespace drystone::detail {

/// Where a point came from: the loop (0 is the outline, i is hole i - 1) and its index there.
struct OutlineSource {
    int loop = 0;
    int point = 0;
};

/// Closed loops of points, one after the other: loop i holds the points [starts[i], starts[i + 1]).
struct OutlineLoops {
    std::vector<Vec2> points;
    std::vector<OutlineSource> sources;
    std::vector<int> starts{0};

    [[nodiscard]] int size() const { return static_cast<int>(points.size()); }
    [[nodiscard]] int loop_count() const { return static_cast<int>(starts.size()) - 1; }
    [[nodiscard]] int loop_size(int loop) const { return end(loop) - begin(loop); }
    [[nodiscard]] int begin(int loop) const { return starts[static_cast<std::size_t>(loop)]; }
    [[nodiscard]] int end(int loop) const { return starts[static_cast<std::size_t>(loop) + 1]; }
    [[nodiscard]] const Vec2& point(int i) const { return points[static_cast<std::size_t>(i)]; }
    [[nodiscard]] const OutlineSource& source(int i) const { return sources[static_cast<std::size_t>(i)]; }
    /// The point after and the one before in the loop of the point.
    [[nodiscard]] int next(int loop, int i) const { return i + 1 < end(loop) ? i + 1 : begin(loop); }
    [[nodiscard]] int previous(int loop, int i) const { return i > begin(loop) ? i - 1 : end(loop) - 1; }

    void add_point(const Vec2& point, const OutlineSource& source) {
        points.push_back(point);
        sources.push_back(source);
    }
    /// All points added since the last one form a loop.
    void close_loop() { starts.push_back(size()); }
};

/// Adds the points as the next loop, each run of equal points as its last one, which the next edge starts
/// from.
void add_loop(OutlineLoops& loops, std::span<const Vec2> points);

/// Do all points of the loop lie on one line? Exact.
bool is_flat(const OutlineLoops& loops, int loop);

/// Does the loop turn counter-clockwise? Exact for a simple loop.
bool turns_left(const OutlineLoops& loops, int loop);

/// Turns the first loop counter-clockwise and all others clockwise: the inside is to the left of every edge.
void orient_loops(OutlineLoops& loops);

/// The greatest extent of all points along an axis, and the greatest coordinate by amount [m].
struct OutlineScale {
    double extent = 0.0;
    double coordinate = 0.0;
};
OutlineScale scale_of(std::span<const Vec2> points);

/// The loops without the points that deviate from what remains by `tolerance` [m] at most; see `simplify.h`.
/// Simple loops that do not touch one another stay so; every loop keeps three points. Where the loops are
/// paths (not `closed`), their ends stay.
OutlineLoops simplify_loops(const OutlineLoops& loops, double tolerance, bool closed = true);

}  // namespace drystone::detail
