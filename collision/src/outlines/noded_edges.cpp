#include "outlines/noded_edges.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace drystone::detail {
namespace {

/// Edge of the outline, or a part of one, with its box.
struct SplitEdge {
    NodePoint from;
    NodePoint to;

    [[nodiscard]] std::int64_t lower_x() const { return std::min(from.x, to.x); }
    [[nodiscard]] std::int64_t upper_x() const { return std::max(from.x, to.x); }
    [[nodiscard]] std::int64_t lower_y() const { return std::min(from.y, to.y); }
    [[nodiscard]] std::int64_t upper_y() const { return std::max(from.y, to.y); }
    /// Returns whether a point on the line through the edge is on the edge, and none of its ends.
    [[nodiscard]] bool has_inside(const NodePoint& p) const {
        return p != from && p != to && p.x >= lower_x() && p.x <= upper_x() && p.y >= lower_y() &&
               p.y <= upper_y();
    }
};

/// Point at which an edge is to be split.
struct SplitPlace {
    std::size_t edge = 0;
    std::int64_t along = 0;  ///< Dot product with the edge, by which the places of an edge are sorted.
    NodePoint point;
};

class EdgeSplitter {
public:
    EdgeSplitter(std::span<const NodePoint> outline, std::size_t limit) : limit_(limit) {
        for (std::size_t i = 0; i < outline.size(); ++i) {
            add(outline[i], outline[(i + 1) % outline.size()]);
        }
    }

    /// Returns whether the edges meet in their ends only, and are not too many.
    bool split() {
        // Rounded edges may cross others again, ever shorter ones: a few rounds are enough.
        constexpr int largest_rounds = 64;
        for (int round = 0; round < largest_rounds; ++round) {
            if (!find_places()) {
                return false;
            }
            if (places_.empty()) {
                return true;
            }
            split_at_places();
        }
        return false;
    }
    [[nodiscard]] const std::vector<SplitEdge>& edges() const { return edges_; }

private:
    void add(const NodePoint& from, const NodePoint& to) {
        if (from != to) {
            edges_.push_back({from, to});
        }
    }
    void add_place(std::size_t edge, const NodePoint& point) {
        const NodePoint way = edges_[edge].to - edges_[edge].from;
        const NodePoint part = point - edges_[edge].from;
        if (point != edges_[edge].from && point != edges_[edge].to) {
            places_.push_back({edge, way.x * part.x + way.y * part.y, point});
        }
    }
    void meet(std::size_t i, std::size_t k);
    bool find_places();
    void split_at_places();

    std::vector<SplitEdge> edges_;
    std::vector<SplitPlace> places_;
    std::size_t limit_;
};

/// Finds where two edges whose boxes overlap cross or touch.
void EdgeSplitter::meet(std::size_t i, std::size_t k) {
    const SplitEdge& e = edges_[i];
    const SplitEdge& f = edges_[k];
    const std::int64_t f_from = cross(e.to - e.from, f.from - e.from);
    const std::int64_t f_to = cross(e.to - e.from, f.to - e.from);
    const std::int64_t e_from = cross(f.to - f.from, e.from - f.from);
    const std::int64_t e_to = cross(f.to - f.from, e.to - f.from);
    if (f_from == 0 && e.has_inside(f.from)) {
        add_place(i, f.from);
    }
    if (f_to == 0 && e.has_inside(f.to)) {
        add_place(i, f.to);
    }
    if (e_from == 0 && f.has_inside(e.from)) {
        add_place(k, e.from);
    }
    if (e_to == 0 && f.has_inside(e.to)) {
        add_place(k, e.to);
    }
    const bool crosses = f_from != 0 && f_to != 0 && e_from != 0 && e_to != 0 && (f_from > 0) != (f_to > 0) &&
                         (e_from > 0) != (e_to > 0);
    if (crosses) {
        const double share = static_cast<double>(e_from) / static_cast<double>(e_from - e_to);
        const NodePoint way = e.to - e.from;
        const NodePoint point{
            e.from.x + static_cast<std::int64_t>(std::floor(share * static_cast<double>(way.x) + 0.5)),
            e.from.y + static_cast<std::int64_t>(std::floor(share * static_cast<double>(way.y) + 0.5))};
        add_place(i, point);
        add_place(k, point);
    }
}

bool EdgeSplitter::find_places() {
    places_.clear();
    sort_items(edges_.begin(), edges_.end(), [](const SplitEdge& a, const SplitEdge& b) {
        return std::make_tuple(a.lower_x(), a.from, a.to) < std::make_tuple(b.lower_x(), b.from, b.to);
    });
    std::vector<std::size_t> active;
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        const SplitEdge& edge = edges_[i];
        std::size_t kept = 0;
        for (const std::size_t other : active) {
            const SplitEdge& before = edges_[other];
            if (before.upper_x() < edge.lower_x()) {
                continue;
            }
            active[kept++] = other;
            if (before.lower_y() <= edge.upper_y() && edge.lower_y() <= before.upper_y()) {
                meet(other, i);
            }
        }
        active.resize(kept);
        active.push_back(i);
        if (edges_.size() + places_.size() > 2 * limit_) {
            return false;
        }
    }
    return edges_.size() <= limit_;
}

void EdgeSplitter::split_at_places() {
    sort_items(places_.begin(), places_.end(), [](const SplitPlace& a, const SplitPlace& b) {
        return std::tie(a.edge, a.along, a.point) < std::tie(b.edge, b.along, b.point);
    });
    const std::vector<SplitEdge> old = std::move(edges_);
    edges_.clear();
    std::size_t place = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
        NodePoint from = old[i].from;
        for (; place < places_.size() && places_[place].edge == i; ++place) {
            add(from, places_[place].point);
            from = places_[place].point;
        }
        add(from, old[i].to);
    }
}

}  // namespace

SplitEdges split_edges(std::span<const NodePoint> outline, std::size_t limit) {
    EdgeSplitter splitter(outline, limit);
    if (!splitter.split()) {
        return {{}, true};
    }
    std::vector<NodedEdge> edges;
    for (const SplitEdge& edge : splitter.edges()) {
        const bool is_forward = edge.from < edge.to;
        edges.push_back(
            {is_forward ? edge.from : edge.to, is_forward ? edge.to : edge.from, is_forward ? 1 : -1, 1});
    }
    sort_items(edges.begin(), edges.end(), [](const NodedEdge& a, const NodedEdge& b) {
        return std::tie(a.from, a.to) < std::tie(b.from, b.to);
    });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        if (kept > 0 && edges[kept - 1].from == edges[i].from && edges[kept - 1].to == edges[i].to) {
            edges[kept - 1].winding += edges[i].winding;
            edges[kept - 1].count += edges[i].count;
        } else {
            edges[kept++] = edges[i];
        }
    }
    edges.resize(kept);
    return {std::move(edges), false};
}

}  // namespace drystone::detail
