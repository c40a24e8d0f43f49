#pragma once

#include <drystone/collision/active_edges.h>

#include <cmath>

namespace drystone::detail {

/// Turns below this count as flat: corners of a line whose points are rounded [rad].
inline constexpr double flat_turn = 1e-5;
/// Turn of a corner below which a polygon touches both segments, so that it rests on both sides of the corner
/// and not on the corner alone [rad].
inline constexpr double gentle_turn = 0.02;

/// Inward turn above which a corner is concave [sine].
inline constexpr double sharp_turn = 0.5;
/// Distance of a shape's centre beyond a concave corner above which the shape lies on the neighbour [m].
inline constexpr double beyond_concave = 0.01;
/// Part of the extent of a core that may be before a concave corner while it is still over the neighbour.
inline constexpr double small_part = 0.25;

/// The core B in the frame of the chain. Positions are not relative to the segment, so that neighbours
/// compute the same bits from the same corner and agree on which of them owns it.
struct PlacedCore {
    /// Number of vertices that are placed once and kept; those of larger cores are placed whenever they are
    /// needed.
    static constexpr int max_kept = 8;

    const ConvexCore& core;
    double c;
    double s;
    Vec2d position;
    FaceBits hidden;

    PlacedCore(const ConvexCore& placed, const Pose& pose, FaceBits hidden_faces)
        : core(placed),
          c(static_cast<double>(pose.rotation.c)),
          s(static_cast<double>(pose.rotation.s)),
          position(to_double(pose.position)),
          hidden(hidden_faces) {
        for (int i = 0; i < kept(); ++i) {
            points_[i] = place(i);
        }
    }
    /// Places the normals, for cores that are near enough to need them.
    void place_normals() {
        kept_normals_ = core.count > 1 ? kept() : 0;
        for (int i = 0; i < kept_normals_; ++i) {
            normals_[i] = place_normal(i);
        }
    }

    [[nodiscard]] bool is_hidden(int face) const { return face < 64 && ((hidden >> face) & 1) != 0; }
    /// Returns whether both faces at the vertex are covered.
    [[nodiscard]] bool is_hidden_vertex(int i) const {
        return is_hidden(i) && is_hidden(i > 0 ? i - 1 : core.count - 1);
    }

    [[nodiscard]] Vec2d turned(const Vec2& v) const {
        const double x = static_cast<double>(v.x);
        const double y = static_cast<double>(v.y);
        return {c * x - s * y, s * x + c * y};
    }
    [[nodiscard]] Vec2d point(int i) const { return i < max_kept ? points_[i] : place(i); }
    [[nodiscard]] Vec2d normal(int i) const { return i < kept_normals_ ? normals_[i] : place_normal(i); }
    [[nodiscard]] int next(int i) const { return i + 1 < core.count ? i + 1 : 0; }

    [[nodiscard]] Vec2d middle() const {
        Vec2d sum{0.0, 0.0};
        for (int i = 0; i < core.count; ++i) {
            sum += point(i);
        }
        return sum / core.count;
    }
    /// Returns the vertex that is lowest along a direction.
    [[nodiscard]] int lowest(const Vec2d& direction) const {
        int best = 0;
        double minimum = dot(direction, point(0));
        for (int i = 1; i < core.count; ++i) {
            const double height = dot(direction, point(i));
            best = height < minimum ? i : best;
            minimum = height < minimum ? height : minimum;
        }
        return best;
    }
    [[nodiscard]] double height_of_lowest(const Vec2d& direction) const {
        return dot(direction, point(lowest(direction)));
    }

private:
    [[nodiscard]] int kept() const { return core.count < max_kept ? core.count : max_kept; }
    [[nodiscard]] Vec2d place(int i) const { return turned(core.points[i]) + position; }
    [[nodiscard]] Vec2d place_normal(int i) const { return normalized(turned(core.normals[i])); }

    Vec2d points_[max_kept];
    Vec2d normals_[max_kept];
    int kept_normals_ = 0;
};

/// One end of a segment, with the range of normals at its corner, which begins at the segment's own.
struct Corner {
    Vec2d vertex;
    std::uint32_t feature = 0;
    bool is_open = false;    ///< There are normals other than the segment's own.
    bool is_shared = false;  ///< Normals from `limit` on belong to the neighbour.
    bool is_gentle = false;
    bool is_concave = false;  ///< The neighbour rises sharply.
    Vec2d end{0.0, 0.0};      ///< Last normal at the corner.
    Vec2d limit{0.0, 0.0};    ///< Last normal of this segment.
};

/// The segment as seen from the side on which B lies.
class Side {
public:
    /// \param slack  distance beyond an end with a neighbour up to which a point still counts as on the
    ///  segment [m]
    Side(const ChainSegment& segment, bool from_left, double slack = 0.0) : slack_(slack) {
        a_.vertex = to_double(from_left ? segment.b : segment.a);
        b_.vertex = to_double(from_left ? segment.a : segment.b);
        a_.feature = from_left ? 1 : 0;
        b_.feature = from_left ? 0 : 1;
        const Vec2d edge = b_.vertex - a_.vertex;
        length_ = drystone::length(edge);
        tangent_ = normalized(edge);
        normal_ = right_perp(tangent_);
        const std::optional<Vec2>& before = from_left ? segment.ghost_after : segment.ghost_before;
        const std::optional<Vec2>& after = from_left ? segment.ghost_before : segment.ghost_after;
        set_corner(a_, before, -1.0);
        set_corner(b_, after, 1.0);
    }

    [[nodiscard]] const Vec2d& normal() const { return normal_; }
    [[nodiscard]] double length() const { return length_; }
    [[nodiscard]] const Corner& a() const { return a_; }
    [[nodiscard]] const Corner& b() const { return b_; }
    /// Returns whether a point lies on this side of the line: in front of the segment, or of its neighbour at
    /// a convex corner.
    [[nodiscard]] bool faces(const Vec2d& point) const {
        const Corner& corner = 2.0 * along(point) < length_ ? a_ : b_;
        return dot(normal_, point - a_.vertex) >= 0.0 ||
               (corner.is_shared && dot(corner.end, point - corner.vertex) >= 0.0);
    }
    /// Returns the coordinate of a point along the segment [m].
    [[nodiscard]] double along(const Vec2d& point) const { return dot(tangent_, point - a_.vertex); }
    /// Returns whether a point at `along` is over the segment.
    [[nodiscard]] bool reaches(double along) const {
        return along >= (a_.is_open ? 0.0 : -slack_) && along <= (b_.is_open ? length_ : length_ + slack_);
    }
    /// Returns whether the middle of a core, and all but a small part of it, is past a concave corner, over
    /// the neighbour.
    [[nodiscard]] bool is_beyond_concave(const PlacedCore& core, const Vec2d& middle) const {
        const double at = along(middle);
        const bool beyond_a = a_.is_concave && at < -beyond_concave;
        const bool beyond_b = b_.is_concave && at > length_ + beyond_concave;
        if (!beyond_a && !beyond_b) {
            return false;
        }
        const double radius = static_cast<double>(core.core.radius);
        const double start = dot(tangent_, a_.vertex);
        const double low = core.height_of_lowest(tangent_) - start - radius;
        const double high = -core.height_of_lowest(-tangent_) - start + radius;
        const double part = small_part * (high - low);
        return (beyond_a && high < part) || (beyond_b && length_ - low < part);
    }
    /// Returns the end that is farther along a direction.
    [[nodiscard]] const Corner& highest(const Vec2d& direction) const {
        return dot(direction, tangent_) > 0.0 ? b_ : a_;
    }
    [[nodiscard]] double separation(const PlacedCore& core, const Vec2d& direction) const {
        return core.height_of_lowest(direction) - dot(direction, highest(direction).vertex);
    }
    /// Returns the corner towards which the direction is inclined.
    [[nodiscard]] const Corner& corner_at(const Vec2d& direction) const {
        return cross(normal_, direction) < 0.0 ? a_ : b_;
    }
    /// Returns whether the direction is among the normals of an open corner, the segment's own included.
    [[nodiscard]] bool has(const Vec2d& direction) const {
        const double turn = cross(normal_, direction);
        const Corner& corner = corner_at(direction);
        const double beyond = cross(direction, corner.end);
        return corner.is_open && (turn < 0.0 ? beyond <= 0.0 : beyond >= 0.0) &&
               dot(direction, normal_ + corner.end) >= 0.0;
    }
    /// Returns whether a direction among its normals belongs to this segment and not to the neighbour. The
    /// direction midway between both normals belongs to the segment that begins at the corner. Neighbours of
    /// polygons are known by rounded ghost vertices; the segments of both overlap there by that rounding.
    [[nodiscard]] bool owns(const Vec2d& direction) const {
        const double turn = cross(normal_, direction);
        const Corner& corner = corner_at(direction);
        const double beyond = cross(direction, corner.limit);
        return turn == 0.0 || !corner.is_shared ||
               (turn < 0.0 ? beyond <= ghost_rounding(corner) : beyond > 0.0);
    }

private:
    /// Returns the largest error of the limit of normals at a corner of a polygon, whose ghost vertex is a
    /// float at a distance of 1 m; none for chains, whose ghosts are vertices of the neighbours [rad].
    [[nodiscard]] double ghost_rounding(const Corner& corner) const {
        const Vec2d& at = corner.vertex;
        return slack_ > 0.0 ? 2.5e-7 * (2.0 + std::abs(at.x) + std::abs(at.y)) : 0.0;
    }

    /// \param sense  -1 at the beginning of the segment, 1 at its end
    void set_corner(Corner& corner, const std::optional<Vec2>& ghost, double sense) const {
        corner.is_open = true;
        corner.end = corner.limit = sense * tangent_;
        if (!ghost) {
            return;
        }
        const Vec2d edge = sense * (to_double(*ghost) - corner.vertex);
        const Vec2d neighbor = right_perp(normalized(edge));
        const double turn = sense * cross(normal_, neighbor);
        corner.is_concave = turn < -sharp_turn;
        // A line folded back onto itself ends at the corner.
        const bool folded = turn <= flat_turn && dot(normal_, neighbor) < 0.0 && turn >= -flat_turn;
        corner.is_open = turn > flat_turn || folded;
        corner.is_shared = corner.is_open;
        corner.is_gentle = corner.is_open && turn < gentle_turn && !folded;
        if (corner.is_open && !folded) {
            corner.end = neighbor;
            corner.limit = normal_ + neighbor;
        }
    }

    Corner a_;
    Corner b_;
    Vec2d tangent_;
    Vec2d normal_;
    double length_ = 0.0;
    double slack_ = 0.0;
};

}  // namespace drystone::detail
