#include <drystone/collision/fracture.h>

#include "regions/edge_noding.h"
#include "regions/pattern_random.h"
#include "regions/region_build.h"
#include "regions/voronoi_cells.h"

#include <drystone/collision/error.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace drystone {
namespace {

using Cell = std::vector<Vec2>;

constexpr double max_bricks = 1e6;

Aabb box_of(std::span<const Vec2> points) {
    Aabb box{points[0], points[0]};
    for (const Vec2& point : points) {
        box = {min(box.lower, point), max(box.upper, point)};
    }
    return box;
}

void check_focus(const std::optional<Vec2>& focus) {
    if (focus && !is_finite(*focus)) {
        fail("fracture", "focus", "finite", "a point that is not");
    }
}

void check_range(const char* argument, const char* range, double value, double low, double high) {
    if (!(value >= low && value <= high)) {
        fail("fracture", argument, range, value);
    }
}

std::vector<Outline> fracture_by(const Region& region, const std::vector<Cell>& cells) {
    std::vector<Outline> parts;
    if (region.size() == 0) {
        return parts;
    }
    const Aabb box = box_of(detail::RegionAccess::points(region));
    for (const Cell& cell : cells) {
        if (cell.size() < 3 || !overlaps(box_of(cell), box)) {
            continue;
        }
        for (Outline& part : intersect(region, Region(std::span<const Vec2>(cell))).outlines()) {
            parts.push_back(std::move(part));
        }
    }
    return parts;
}

/// Returns the box around the region with a margin as large as itself, and never without area.
Aabb wide_box(const Aabb& box) {
    const Vec2 size = box.upper - box.lower;
    return expand(box, std::max(size.x, size.y));
}

/// Returns points about the focus: evenly spread ones, of which each is moved to the focus by a random part.
std::vector<Vec2> draw_sites(const VoronoiPattern& pattern, const Aabb& box) {
    detail::PatternRandom random(pattern.seed);
    const Vec2d focus = to_double(pattern.focus.value_or(center(box)));
    const Vec2d lower = to_double(box.lower);
    const Vec2d upper = to_double(box.upper);
    const auto spread = static_cast<double>(pattern.spread);
    std::vector<Vec2> sites;
    for (int i = 0; i < pattern.cells; ++i) {
        const double x = random.between(lower.x, upper.x);
        const Vec2d even{x, random.between(lower.y, upper.y)};
        const double random_part = random.unit();
        const double share = spread + (1.0 - spread) * random_part * random_part;
        const Vec2 site = to_float(focus + share * (even - focus));
        sites.push_back(max(box.lower, min(box.upper, site)));
    }
    std::sort(sites.begin(), sites.end(),
              [](const Vec2& a, const Vec2& b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    return sites;
}

/// Maps a point of the frame of the bricks [m].
class BrickFrame {
public:
    explicit BrickFrame(const BrickPattern& pattern)
        : origin_(to_double(pattern.origin)), rotation_(Rot::from_angle(pattern.angle)) {}
    [[nodiscard]] Vec2 to_world(const Vec2d& p) const {
        const auto c = static_cast<double>(rotation_.c);
        const auto s = static_cast<double>(rotation_.s);
        return detail::round_point(origin_ + Vec2d{c * p.x - s * p.y, s * p.x + c * p.y}, 0.0);
    }
    [[nodiscard]] Vec2d to_frame(const Vec2& point) const {
        const auto c = static_cast<double>(rotation_.c);
        const auto s = static_cast<double>(rotation_.s);
        const Vec2d p = to_double(point) - origin_;
        return {c * p.x + s * p.y, c * p.y - s * p.x};
    }

private:
    Vec2d origin_;
    Rot rotation_;
};

/// Returns the rectangle of the bricks' frame around a box.
std::pair<Vec2d, Vec2d> reach_in_frame(const BrickFrame& frame, const Aabb& box) {
    Vec2d lower = frame.to_frame(box.lower);
    Vec2d upper = lower;
    for (const Vec2& corner : {box.upper, Vec2{box.lower.x, box.upper.y}, Vec2{box.upper.x, box.lower.y}}) {
        const Vec2d p = frame.to_frame(corner);
        lower = min(lower, p);
        upper = max(upper, p);
    }
    return {lower, upper};
}

/// Returns a brick with the corners of its neighbours above and below on its edges, so that rounding moves
/// both alike.
Cell make_brick(const BrickFrame& frame, const Vec2d& size, double shift, double row, double column) {
    const auto start_of = [&](double of_row) {
        const double shifted = shift * of_row;
        return (shifted - std::floor(shifted)) * size.x;
    };
    const double low = start_of(row) + column * size.x;
    const double high = start_of(row) + (column + 1.0) * size.x;
    Cell cell;
    for (const bool is_top : {false, true}) {
        const double y = (is_top ? row + 1.0 : row) * size.y;
        const double other = start_of(is_top ? row + 1.0 : row - 1.0);
        // The joint of the other row that is within the brick.
        const double joint_column = std::floor((low - other) / size.x) + 1.0;
        const double joint = other + joint_column * size.x;
        std::vector<Vec2> edge{frame.to_world({low, y})};
        if (joint > low && joint < high) {
            edge.push_back(frame.to_world({joint, y}));
        }
        edge.push_back(frame.to_world({high, y}));
        if (is_top) {
            std::reverse(edge.begin(), edge.end());
        }
        cell.insert(cell.end(), edge.begin(), edge.end());
    }
    return cell;
}

/// Points of a pane: `rings + 1` along each ray, the first of them the focus.
class GlassPoints {
public:
    GlassPoints(const GlassPattern& pattern, const Vec2& focus, double reach) : pattern_(pattern) {
        detail::PatternRandom random(pattern.seed);
        const auto irregularity = static_cast<double>(pattern.irregularity);
        const Vec2d origin = to_double(focus);
        for (int ray = 0; ray < pattern.rays; ++ray) {
            const double turn = (ray + 0.5 * irregularity * (random.unit() - 0.5)) / pattern.rays;
            const Rot direction = Rot::from_angle(static_cast<float>(2.0 * static_cast<double>(pi) * turn));
            points_.push_back(focus);
            for (int ring = 1; ring <= pattern.rings; ++ring) {
                const double part = (ring + 0.8 * irregularity * (random.unit() - 0.5)) / pattern.rings;
                // Beyond the last ring there is nothing, so that it reaches around all corners of the box.
                const double radius = ring == pattern.rings ? 2.0 * reach : part * std::sqrt(part) * reach;
                points_.push_back(detail::round_point(
                    origin +
                        radius * Vec2d{static_cast<double>(direction.c), static_cast<double>(direction.s)},
                    0.0));
            }
        }
    }
    [[nodiscard]] const Vec2& at(int ray, int ring) const {
        const int own = ray == pattern_.rays ? 0 : ray;
        return points_[static_cast<std::size_t>(own) * static_cast<std::size_t>(pattern_.rings + 1) +
                       static_cast<std::size_t>(ring)];
    }

private:
    const GlassPattern& pattern_;
    std::vector<Vec2> points_;
};

}  // namespace

std::vector<Outline> fracture(const Region& region, const VoronoiPattern& pattern) {
    check_focus(pattern.focus);
    check_range("cells", "from 1 to 100,000", pattern.cells, 1.0, 1e5);
    check_range("spread", "above 0 to 1", static_cast<double>(pattern.spread), 1e-6, 1.0);
    if (region.size() == 0) {
        return {};
    }
    const Aabb box = box_of(detail::RegionAccess::points(region));
    return fracture_by(region, detail::voronoi_cells(draw_sites(pattern, box), wide_box(box)));
}

std::vector<Outline> fracture(const Region& region, const BrickPattern& pattern) {
    if (!is_finite(pattern.origin) || !is_finite(pattern.angle) || !is_finite(pattern.shift)) {
        fail("fracture", "origin, angle and shift", "finite", "a number that is not");
    }
    if (!is_finite(pattern.size) || !(pattern.size.x > 0.0f) || !(pattern.size.y > 0.0f)) {
        fail("fracture", "size", "finite and > 0", static_cast<double>(min_coordinate(pattern.size)));
    }
    if (region.size() == 0) {
        return {};
    }
    const BrickFrame frame(pattern);
    const Vec2d size = to_double(pattern.size);
    const auto [lower, upper] = reach_in_frame(frame, box_of(detail::RegionAccess::points(region)));
    const double first_row = std::floor(lower.y / size.y);
    const double last_row = std::floor(upper.y / size.y);
    const double first = std::floor(lower.x / size.x) - 1.0;
    const double last = std::floor(upper.x / size.x);
    const double count = (last_row - first_row + 1.0) * (last - first + 1.0);
    check_range("size", "so large that a million bricks cover the region", -count, -max_bricks, 0.0);
    std::vector<Cell> cells;
    for (double row = first_row; row <= last_row; row += 1.0) {
        for (double column = first; column <= last; column += 1.0) {
            cells.push_back(make_brick(frame, size, static_cast<double>(pattern.shift), row, column));
        }
    }
    return fracture_by(region, cells);
}

std::vector<Outline> fracture(const Region& region, const GlassPattern& pattern) {
    check_focus(pattern.focus);
    check_range("rays", "from 5 to 1,000", pattern.rays, 5.0, 1e3);
    check_range("rings", "from 1 to 1,000", pattern.rings, 1.0, 1e3);
    check_range("irregularity", "from 0 to 1", static_cast<double>(pattern.irregularity), 0.0, 1.0);
    if (region.size() == 0) {
        return {};
    }
    const Aabb box = box_of(detail::RegionAccess::points(region));
    const Vec2 focus = pattern.focus.value_or(center(box));
    const Vec2d reach =
        max(abs(to_double(box.lower) - to_double(focus)), abs(to_double(box.upper) - to_double(focus)));
    const GlassPoints points(pattern, focus, std::sqrt(length_squared(reach)));
    std::vector<Cell> cells;
    for (int ray = 0; ray < pattern.rays; ++ray) {
        for (int ring = 0; ring < pattern.rings; ++ring) {
            cells.push_back({points.at(ray, ring), points.at(ray, ring + 1), points.at(ray + 1, ring + 1)});
            if (ring > 0) {
                cells.back().push_back(points.at(ray + 1, ring));
            }
        }
    }
    return fracture_by(region, cells);
}

std::vector<Outline> fracture(const Region& region, std::span<const Outline> cells) {
    std::vector<Outline> parts;
    for (const Outline& cell : cells) {
        for (Outline& part : intersect(region, Region(cell)).outlines()) {
            parts.push_back(std::move(part));
        }
    }
    return parts;
}

}  // namespace drystone
