#pragma once

#include <drystone/collision/active_edges.h>

namespace drystone::detail {

/// Turns of less than this count as flat [rad]: the corner of a line whose points are rounded.
inline constexpr double flat_turn = 1e-5;
/// At corners that turn less than this a polygon touches both segments, so that it rests on either side of
/// the corner and not on the corner alone [rad].
inline constexpr double gentle_turn = 0.02;

/// Corners that turn inward by more than this are concave [sine].
inline constexpr double sharp_turn = 0.5;
/// How far the middle of a shape has to be beyond a concave corner for the shape to lie on the neighbour [m].
inline constexpr double beyond_concave = 0.01;

/// The core B in the frame of the chain. Positions are not made relative to the segment, so that neighbours
/// compute the same bits from the same corner and agree on whose it is.
struct PlacedCore {
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
          hidden(hidden_faces) {}

    [[nodiscard]] bool is_hidden(int face) const { return face < 64 && ((hidden >> face) & 1) != 0; }
    /// Is it a corner of covered faces alone?
    [[nodiscard]] bool is_hidden_vertex(int i) const {
        return is_hidden(i) && is_hidden(i > 0 ? i - 1 : core.count - 1);
    }

    [[nodiscard]] Vec2d turned(const Vec2& v) const {
        const double x = static_cast<double>(v.x);
        const double y = static_cast<double>(v.y);
        return {c * x - s * y, s * x + c * y};
    }
    [[nodiscard]] Vec2d point(int i) const { return turned(core.points[i]) + position; }
    [[nodiscard]] Vec2d normal(int i) const { return normalized(turned(core.normals[i])); }
    [[nodiscard]] int next(int i) const { return i + 1 < core.count ? i + 1 : 0; }

    [[nodiscard]] Vec2d middle() const {
        Vec2d sum{0.0, 0.0};
        for (int i = 0; i < core.count; ++i) {
            sum += point(i);
        }
        return sum / core.count;
    }
    /// The point that lies lowest along a direction.
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
};

/// One end of a segment: which normals lie about its corner. They begin at the segment's own.
struct Corner {
    Vec2d vertex;
    std::uint32_t feature = 0;
    bool is_open = false;    ///< Whether there are normals other than the segment's own.
    bool is_shared = false;  ///< Whether those from `limit` on are the neighbour's.
    bool is_gentle = false;
    bool is_concave = false;  ///< The neighbour rises sharply.
    Vec2d end{0.0, 0.0};      ///< The last one about the corner.
    Vec2d limit{0.0, 0.0};    ///< The last one of this segment.
};

/// The segment as seen from the side on which B lies.
class Side {
public:
    /// \param slack  how far beyond an end that continues in a neighbour a point still counts as on the
    /// segment
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
    /// Does a point lie on this side of the line: in front of the segment, or of its neighbour at a corner
    /// that sticks out?
    [[nodiscard]] bool faces(const Vec2d& point) const {
        const Corner& corner = 2.0 * along(point) < length_ ? a_ : b_;
        return dot(normal_, point - a_.vertex) >= 0.0 ||
               (corner.is_shared && dot(corner.end, point - corner.vertex) >= 0.0);
    }
    /// How far along the segment a point stands.
    [[nodiscard]] double along(const Vec2d& point) const { return dot(tangent_, point - a_.vertex); }
    /// Does a point at `along` stand on the segment?
    [[nodiscard]] bool reaches(double along) const {
        return along >= (a_.is_open ? 0.0 : -slack_) && along <= (b_.is_open ? length_ : length_ + slack_);
    }
    /// Is a point on the other side of a concave corner, where the neighbour is?
    [[nodiscard]] bool is_beyond_concave(const Vec2d& point) const {
        return (a_.is_concave && along(point) < -beyond_concave) ||
               (b_.is_concave && along(point) > length_ + beyond_concave);
    }
    /// The end that reaches farther along a direction.
    [[nodiscard]] const Corner& highest(const Vec2d& direction) const {
        return dot(direction, tangent_) > 0.0 ? b_ : a_;
    }
    [[nodiscard]] double separation(const PlacedCore& core, const Vec2d& direction) const {
        return core.height_of_lowest(direction) - dot(direction, highest(direction).vertex);
    }
    /// The corner to whose side the direction leans.
    [[nodiscard]] const Corner& corner_at(const Vec2d& direction) const {
        return cross(normal_, direction) < 0.0 ? a_ : b_;
    }
    /// Is the direction about one of the corners, or the normal itself?
    [[nodiscard]] bool has(const Vec2d& direction) const {
        const double turn = cross(normal_, direction);
        const Corner& corner = corner_at(direction);
        const double beyond = cross(direction, corner.end);
        return corner.is_open && (turn < 0.0 ? beyond <= 0.0 : beyond >= 0.0) &&
               dot(direction, normal_ + corner.end) >= 0.0;
    }
    /// Is a direction that it has its own, not the neighbour's? Of the middle between both normals, the
    /// segment that begins there has it.
    [[nodiscard]] bool owns(const Vec2d& direction) const {
        const double turn = cross(normal_, direction);
        const Corner& corner = corner_at(direction);
        const double beyond = cross(direction, corner.limit);
        return turn == 0.0 || !corner.is_shared || (turn < 0.0 ? beyond <= 0.0 : beyond > 0.0);
    }

private:
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
        // Folded back onto itself, the corner is the end of a line.
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
