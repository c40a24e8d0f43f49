#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone::detail {

/// Returns whether p is smaller than q: by x, then by y.
inline bool comes_before(const Vec2& p, const Vec2& q) { return p.x != q.x ? p.x < q.x : p.y < q.y; }

/// Marks of a point of an `EdgeSoup` and of the edge that starts there.
enum SoupMark : std::uint8_t {
    meets = 1,    ///< Another edge or point may be at this point.
    is_moved = 2  ///< The edge was moved by rounding, and may cross others again.
};

/// Closed loops of directed edges of one or two operands, A before B. Edge i runs from point i to point
/// `next[i]`.
struct EdgeSoup {
    std::vector<Vec2> points;
    std::vector<std::uint32_t> next;
    std::vector<std::uint8_t> marks;       ///< Sets of `SoupMark`.
    std::vector<std::uint32_t> starts{0};  ///< Loop i has the points [starts[i], starts[i + 1]).
    std::uint32_t points_of_a = 0;         ///< Points before this one are of operand A.

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(points.size()); }
    [[nodiscard]] std::size_t loop_count() const { return starts.size() - 1; }
    [[nodiscard]] const Vec2& end(std::uint32_t edge) const { return points[next[edge]]; }

    void reserve(std::size_t count);
    /// Adds a point to the loop that is open, unless it repeats the last one.
    void add_point(const Vec2& point, std::uint8_t mark = 0);
    /// Closes the loop; takes it back if it has fewer than three points.
    void close_loop();
    void add_loop(std::span<const Vec2> loop, bool is_reversed = false);
    /// Adds a loop of three or more points without repeated ones.
    void add_simple_loop(std::span<const Vec2> loop);
    /// Appends points of another soup to the loop that is open. None may repeat the one before.
    void append_points(const EdgeSoup& from, std::uint32_t begin, std::uint32_t end);
    /// Ends operand A: loops that follow are of B.
    void end_a() { points_of_a = size(); }
};

}  // namespace drystone::detail
