#include "outlines/triangulation.h"

#include "math/orientation.h"
#include "outlines/monotone_partition.h"

#include <algorithm>
#include <utility>

namespace drystone::detail {
namespace {

/// A point of a monotone polygon and its chain, left or right. The ends count as right.
struct ChainPoint {
    int point = 0;
    bool left = false;
};

/// Returns the points from top to bottom. Counter-clockwise order leads down the left chain and up the right
/// one.
std::vector<ChainPoint> from_top_to_bottom(const OutlineLoops& loops, const std::vector<int>& polygon) {
    const auto first = [&loops](int a, int b) { return comes_first(loops.point(a), loops.point(b)); };
    const auto size = polygon.size();
    const auto top =
        static_cast<std::size_t>(std::min_element(polygon.begin(), polygon.end(), first) - polygon.begin());
    std::size_t down = (top + 1) % size;
    std::size_t up = (top + size - 1) % size;
    std::vector<ChainPoint> sorted{{polygon[top], false}};
    while (sorted.size() < size) {
        const bool left = up != down && first(polygon[down], polygon[up]);
        if (left) {
            sorted.push_back({polygon[down], true});
            down = (down + 1) % size;
        } else {
            sorted.push_back({polygon[up], false});
            up = (up + size - 1) % size;
        }
    }
    return sorted;
}

class MonotoneTriangulation {
public:
    MonotoneTriangulation(const OutlineLoops& loops, std::vector<Triangle>& triangles)
        : loops_(loops), triangles_(triangles) {}

    void add(const std::vector<int>& polygon) {
        const std::vector<ChainPoint> sorted = from_top_to_bottom(loops_, polygon);
        stack_.assign({sorted[0], sorted[1]});
        for (std::size_t i = 2; i < sorted.size(); ++i) {
            const ChainPoint& p = sorted[i];
            // The last point is on both chains, and sees all that are left.
            if (p.left != stack_.back().left || i + 1 == sorted.size()) {
                cut_all(p);
            } else {
                cut_convex(p);
            }
        }
    }

private:
    void add_triangle(int a, int b, int c) {
        if (orientation(loops_.point(a), loops_.point(b), loops_.point(c)) < 0) {
            std::swap(b, c);
        }
        triangles_.push_back({a, b, c});
    }

    /// Cuts the triangles of a point on the opposite chain, from which all waiting points are visible.
    void cut_all(const ChainPoint& p) {
        for (std::size_t i = 0; i + 1 < stack_.size(); ++i) {
            add_triangle(p.point, stack_[i].point, stack_[i + 1].point);
        }
        stack_.assign({stack_.back(), p});
    }

    /// Cuts the triangles of a point on the same chain, from which waiting points are visible as far as they
    /// turn towards the inside.
    void cut_convex(const ChainPoint& p) {
        ChainPoint last = stack_.back();
        stack_.pop_back();
        const int inward = p.left ? 1 : -1;
        while (!stack_.empty() && inward * orientation(loops_.point(stack_.back().point),
                                                       loops_.point(last.point), loops_.point(p.point)) >
                                      0) {
            add_triangle(p.point, last.point, stack_.back().point);
            last = stack_.back();
            stack_.pop_back();
        }
        stack_.push_back(last);
        stack_.push_back(p);
    }

    const OutlineLoops& loops_;
    std::vector<Triangle>& triangles_;
    std::vector<ChainPoint> stack_;
};

}  // namespace

std::vector<Triangle> triangulate(const OutlineLoops& loops) {
    std::vector<Triangle> triangles;
    MonotoneTriangulation triangulation(loops, triangles);
    for (const std::vector<int>& polygon : cut_along(loops, find_monotone_diagonals(loops))) {
        triangulation.add(polygon);
    }
    return triangles;
}

}  // namespace drystone::detail
