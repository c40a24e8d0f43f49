#include "regions/voronoi_cells.h"

#include "regions/edge_noding.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace drystone::detail {
namespace {

/// Number of a wall: the site beyond it, or a side of the box, from -1 below counter-clockwise to -4.
using Wall = int;

/// Corner of a cell, and the wall that starts there.
struct CellCorner {
    Vec2d point;
    Wall wall = 0;
};

class VoronoiCells {
public:
    VoronoiCells(std::span<const Vec2> sites, const Aabb& box)
        : sites_(sites), lower_(to_double(box.lower)), upper_(to_double(box.upper)), order_(sites.size()) {
        std::iota(order_.begin(), order_.end(), 0);
        sort_items(order_.begin(), order_.end(),
                   [&](int a, int b) { return site(a).x != site(b).x ? site(a).x < site(b).x : a < b; });
    }
    std::vector<std::vector<Vec2>> find() {
        std::vector<std::vector<Vec2>> cells(sites_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            std::vector<Vec2>& cell = cells[static_cast<std::size_t>(order_[i])];
            for (const CellCorner& corner : find_cell(i)) {
                cell.push_back(round_point(corner.point, 0.0));
            }
        }
        return cells;
    }

private:
    [[nodiscard]] Vec2d site(int i) const { return to_double(sites_[static_cast<std::size_t>(i)]); }
    [[nodiscard]] std::vector<CellCorner> find_cell(std::size_t place) const;
    static double reach_of(const std::vector<CellCorner>& cell, const Vec2d& site);
    void clip(std::vector<CellCorner>& cell, int own, int other) const;
    [[nodiscard]] Vec2d meeting_of(int own, Wall first, Wall second, const Vec2d& otherwise) const;
    [[nodiscard]] Vec2d meeting_with_side(int a, int b, Wall side, const Vec2d& otherwise) const;

    std::span<const Vec2> sites_;
    Vec2d lower_;
    Vec2d upper_;
    std::vector<int> order_;  ///< Sites from left to right.
};

/// Returns the square of the distance to the farthest corner.
double VoronoiCells::reach_of(const std::vector<CellCorner>& cell, const Vec2d& site) {
    double reach = 0.0;
    for (const CellCorner& corner : cell) {
        reach = std::max(reach, length_squared(corner.point - site));
    }
    return reach;
}

/// Clips the box by the walls to other sites, from the nearest on along x, until all that are left are more
/// than twice as far as the farthest corner.
std::vector<CellCorner> VoronoiCells::find_cell(std::size_t place) const {
    const int own = order_[place];
    std::vector<CellCorner> cell{
        {lower_, -1}, {{upper_.x, lower_.y}, -2}, {upper_, -3}, {{lower_.x, upper_.y}, -4}};
    double reach = reach_of(cell, site(own));
    bool goes_on[2] = {true, true};
    for (std::size_t step = 1; goes_on[0] || goes_on[1]; ++step) {
        for (const int side : {0, 1}) {
            goes_on[side] = goes_on[side] && (side == 0 ? step <= place : place + step < order_.size());
            if (!goes_on[side]) {
                continue;
            }
            const int other = order_[side == 0 ? place - step : place + step];
            const Vec2d way = site(other) - site(own);
            if (way.x * way.x > 4.0 * reach) {
                goes_on[side] = false;
            } else if (length_squared(way) <= 4.0 * reach) {
                clip(cell, own, other);
                reach = reach_of(cell, site(own));
            }
        }
    }
    return cell;
}

/// Returns the point at the same distance from three sites. They are taken in ascending order, so that it has
/// the same bits for the cells of all three.
Vec2d VoronoiCells::meeting_of(int own, Wall first, Wall second, const Vec2d& otherwise) const {
    if (first < 0 || second < 0) {
        return meeting_with_side(own, first < 0 ? second : first, first < 0 ? first : second, otherwise);
    }
    std::array<int, 3> all{own, first, second};
    std::sort(all.begin(), all.end());
    const Vec2d origin = site(all[0]);
    const Vec2d p = site(all[1]) - origin;
    const Vec2d q = site(all[2]) - origin;
    const double below = 2.0 * cross(p, q);
    if (below == 0.0) {
        return otherwise;
    }
    const double pp = length_squared(p);
    const double qq = length_squared(q);
    return origin + Vec2d{(pp * q.y - qq * p.y) / below, (qq * p.x - pp * q.x) / below};
}

/// Returns the point of a side of the box at the same distance from two sites.
Vec2d VoronoiCells::meeting_with_side(int a, int b, Wall side, const Vec2d& otherwise) const {
    const Vec2d p = site(std::min(a, b));
    const Vec2d q = site(std::max(a, b));
    const Vec2d way = q - p;
    const Vec2d middle = 0.5 * (p + q);
    const bool is_level = side == -1 || side == -3;
    const double fixed = side == -1 ? lower_.y : side == -2 ? upper_.x : side == -3 ? upper_.y : lower_.x;
    if ((is_level ? way.x : way.y) == 0.0) {
        return otherwise;
    }
    return is_level ? Vec2d{middle.x - (fixed - middle.y) * way.y / way.x, fixed}
                    : Vec2d{fixed, middle.y - (fixed - middle.x) * way.x / way.y};
}

/// Removes what is nearer to the other site.
void VoronoiCells::clip(std::vector<CellCorner>& cell, int own, int other) const {
    const Vec2d way = site(other) - site(own);
    const Vec2d middle = 0.5 * (site(own) + site(other));
    const auto beyond = [&](const CellCorner& corner) { return dot(corner.point - middle, way); };
    if (std::none_of(cell.begin(), cell.end(), [&](const CellCorner& c) { return beyond(c) > 0.0; })) {
        return;
    }
    std::vector<CellCorner> kept;
    kept.reserve(cell.size() + 1);
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const CellCorner& from = cell[i];
        const CellCorner& to = cell[i + 1 < cell.size() ? i + 1 : 0];
        const double from_beyond = beyond(from);
        const double to_beyond = beyond(to);
        if (from_beyond <= 0.0) {
            kept.push_back(from);
        }
        if ((from_beyond <= 0.0) != (to_beyond <= 0.0)) {
            const double share = from_beyond / (from_beyond - to_beyond);
            const Vec2d point = from.point + share * (to.point - from.point);
            const bool goes_out = from_beyond <= 0.0;
            kept.push_back({meeting_of(own, from.wall, other, point), goes_out ? other : from.wall});
        }
    }
    cell = std::move(kept);
}

}  // namespace

std::vector<std::vector<Vec2>> voronoi_cells(std::span<const Vec2> sites, const Aabb& box) {
    return VoronoiCells(sites, box).find();
}

}  // namespace drystone::detail
