#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <span>
#include <vector>

namespace drystone::detail {

/// Source of a point: the loop (0 is the outline, i is hole i - 1) and its index there.
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
    /// Returns the next point in the loop; `previous` returns the one before.
    [[nodiscard]] int next(int loop, int i) const { return i + 1 < end(loop) ? i + 1 : begin(loop); }
    [[nodiscard]] int previous(int loop, int i) const { return i > begin(loop) ? i - 1 : end(loop) - 1; }

    void add_point(const Vec2& point, const OutlineSource& source) {
        points.push_back(point);
        sources.push_back(source);
    }
    /// Closes the loop of all points added since the last one was closed.
    void close_loop() { starts.push_back(size()); }
};

/// Adds the points as the next loop. A run of equal points is stored as its last one, from which the next
/// edge starts.
void add_loop(OutlineLoops& loops, std::span<const Vec2> points);

/// Returns whether all points of the loop lie on one line. Exact.
bool is_flat(const OutlineLoops& loops, int loop);

/// Returns whether the loop turns counter-clockwise. Exact for a simple loop.
bool turns_left(const OutlineLoops& loops, int loop);

/// Turns the first loop counter-clockwise and all others clockwise: the inside is then to the left of every
/// edge.
void orient_loops(OutlineLoops& loops);

/// The larger extent of all points along an axis, and the largest absolute coordinate [m].
struct OutlineScale {
    double extent = 0.0;
    double coordinate = 0.0;
};
OutlineScale scale_of(std::span<const Vec2> points);

/// Returns the loops without the points whose removal changes the outline by `tolerance` [m] at most; see
/// `simplify.h`. Simple loops that do not touch one another remain so; every loop keeps at least three
/// points. For paths (not `closed`) the ends are kept.
OutlineLoops simplify_loops(const OutlineLoops& loops, double tolerance, bool closed = true);

}  // namespace drystone::detail
