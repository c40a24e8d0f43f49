#pragma once

#include <drystone/collision/math.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone::test {

/// Point with whole coordinates of at most 256: all fractions below then fit into 128 bits.
struct WholePoint {
    int x = 0;
    int y = 0;

    friend bool operator==(const WholePoint&, const WholePoint&) = default;
};
using WholeLoop = std::vector<WholePoint>;

/// Cell of the plane between two vertical lines and two edges, none of which crosses another one there.
struct ExactCell {
    Vec2d sample;          ///< A point inside, within the rounding of doubles.
    double clearance = 0;  ///< Its distance from the nearest edge, within the same.
    double area = 0;
    int winding[2] = {0, 0};  ///< Number of times that each operand winds around it.
};

/// Divides the plane between loops of two operands into cells, by exact rational arithmetic: all decisions
/// are by signs of whole numbers of 128 bits. An independent reference for regions; cost O(n^3) and worse.
class ExactCells {
public:
    ExactCells(const std::vector<WholeLoop>& a, const std::vector<WholeLoop>& b) {
        add(a, 0);
        add(b, 1);
        find_stops();
        for (std::size_t i = 0; i + 1 < stops_.size(); ++i) {
            add_slab(stops_[i], stops_[i + 1]);
        }
    }
    [[nodiscard]] const std::vector<ExactCell>& cells() const { return cells_; }
    [[nodiscard]] double length_of_edges() const { return length_; }

private:
    __extension__ using Whole = __int128;
    /// A fraction; the denominator is positive.
    struct Fraction {
        Whole above = 0;
        Whole below = 1;

        [[nodiscard]] long double value() const {
            return static_cast<long double>(above) / static_cast<long double>(below);
        }
        friend bool operator<(const Fraction& p, const Fraction& q) {
            return p.above * q.below < q.above * p.below;
        }
        friend bool operator==(const Fraction& p, const Fraction& q) {
            return p.above * q.below == q.above * p.below;
        }
    };
    struct Edge {
        WholePoint left;
        WholePoint right;
        int operand = 0;
        int winding = 0;  ///< Increase from below to above.

        /// Returns the height at x, for an edge that is not vertical.
        [[nodiscard]] Fraction at(const Fraction& x) const {
            const Whole dx = right.x - left.x;
            const Whole dy = right.y - left.y;
            return {(Whole{left.y} * dx - Whole{left.x} * dy) * x.below + dy * x.above, dx * x.below};
        }
    };

    void add(const std::vector<WholeLoop>& loops, int operand) {
        for (const WholeLoop& loop : loops) {
            for (std::size_t i = 0; i < loop.size(); ++i) {
                const WholePoint& p = loop[i];
                const WholePoint& q = loop[(i + 1) % loop.size()];
                const bool goes_right = p.x < q.x || (p.x == q.x && p.y < q.y);
                edges_.push_back({goes_right ? p : q, goes_right ? q : p, operand, goes_right ? 1 : -1});
                length_ += std::hypot(static_cast<double>(q.x - p.x), static_cast<double>(q.y - p.y));
            }
        }
    }
    /// Finds all x of points and crossings.
    void find_stops() {
        for (std::size_t i = 0; i < edges_.size(); ++i) {
            const Edge& e = edges_[i];
            stops_.push_back({e.left.x, 1});
            stops_.push_back({e.right.x, 1});
            for (std::size_t k = 0; k < i; ++k) {
                const Edge& f = edges_[k];
                const Whole ex = e.right.x - e.left.x;
                const Whole ey = e.right.y - e.left.y;
                const Whole fx = f.right.x - f.left.x;
                const Whole fy = f.right.y - f.left.y;
                Whole below = ex * fy - ey * fx;
                if (below == 0) {
                    continue;
                }
                Whole share = (Whole{f.left.x} - e.left.x) * fy - (Whole{f.left.y} - e.left.y) * fx;
                if (below < 0) {
                    below = -below;
                    share = -share;
                }
                if (share > 0 && share < below) {
                    stops_.push_back({Whole{e.left.x} * below + ex * share, below});
                }
            }
        }
        std::sort(stops_.begin(), stops_.end());
        stops_.erase(std::unique(stops_.begin(), stops_.end()), stops_.end());
    }
    void add_slab(const Fraction& from, const Fraction& to) {
        const Fraction middle{from.above * to.below + to.above * from.below, 2 * from.below * to.below};
        std::vector<std::pair<Fraction, const Edge*>> crossed;
        for (const Edge& edge : edges_) {
            if (edge.left.x != edge.right.x && Fraction{edge.left.x, 1} < middle &&
                middle < Fraction{edge.right.x, 1}) {
                crossed.emplace_back(edge.at(middle), &edge);
            }
        }
        std::sort(crossed.begin(), crossed.end(),
                  [](const auto& p, const auto& q) { return p.first < q.first; });
        const long double width = to.value() - from.value();
        ExactCell cell;
        for (std::size_t i = 0; i + 1 < crossed.size(); ++i) {
            // Below an edge to the right its operand winds once less than above: the left is above.
            cell.winding[crossed[i].second->operand] += crossed[i].second->winding;
            if (crossed[i].first == crossed[i + 1].first) {
                continue;
            }
            const long double low = crossed[i].first.value();
            const long double high = crossed[i + 1].first.value();
            cell.area = static_cast<double>(width * (high - low));
            cell.sample = {static_cast<double>(middle.value()), static_cast<double>(0.5L * (low + high))};
            cell.clearance = clearance_of(cell.sample);
            cells_.push_back(cell);
        }
    }
    [[nodiscard]] double clearance_of(const Vec2d& point) const {
        double minimum = 1e30;
        for (const Edge& edge : edges_) {
            const Vec2d from{static_cast<double>(edge.left.x), static_cast<double>(edge.left.y)};
            const Vec2d way =
                Vec2d{static_cast<double>(edge.right.x), static_cast<double>(edge.right.y)} - from;
            const double below = length_squared(way);
            const double share = below > 0.0 ? std::clamp(dot(point - from, way) / below, 0.0, 1.0) : 0.0;
            minimum = std::min(minimum, length(point - from - share * way));
        }
        return minimum;
    }

    std::vector<Edge> edges_;
    std::vector<Fraction> stops_;
    std::vector<ExactCell> cells_;
    double length_ = 0.0;
};

}  // namespace drystone::test
