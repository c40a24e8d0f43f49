#include "regions/region_graph.h"

#include "math/orientation.h"

#include <drystone/collision/assert.h>
#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace drystone::detail {
namespace {

/// Edges of a loop from a meeting point to the next one, or a whole loop without any. Its half-edges are
/// 2 i along it and 2 i + 1 back.
struct EdgeChain {
    std::uint32_t first = 0;        ///< Point that it starts from.
    std::uint32_t edges = 0;        ///< Number of its edges.
    std::uint32_t from = no_index;  ///< Node that it starts from.
    std::uint32_t to = no_index;    ///< Node that it ends in.
    std::uint32_t last = 0;         ///< Point before its end.
    Winding winding;                ///< Increase from its right to its left.
};

class RegionGraph {
public:
    RegionGraph(const EdgeSoup& soup, const OperandBoxes& boxes, const RegionRule& rule)
        : soup_(soup), boxes_(boxes), rule_(rule) {
        find_nodes();
        find_chains();
        merge_equal_chains();
        sort_rings();
        find_windings();
    }
    BorderLoops trace();

private:
    static std::uint32_t twin(std::uint32_t h) { return h ^ 1u; }
    [[nodiscard]] std::uint32_t origin(std::uint32_t h) const {
        return h % 2 == 0 ? chains_[h / 2].from : chains_[h / 2].to;
    }
    /// Returns the point that follows the origin on a half-edge.
    [[nodiscard]] const Vec2& second_point(std::uint32_t h) const {
        const EdgeChain& chain = chains_[h / 2];
        return h % 2 == 0 ? soup_.end(chain.first) : soup_.points[chain.last];
    }
    [[nodiscard]] Winding step(std::uint32_t h) const {
        return h % 2 == 0 ? chains_[h / 2].winding : Winding{} - chains_[h / 2].winding;
    }
    void find_nodes();
    void find_chains();
    void merge_equal_chains();
    void sort_rings();
    void find_windings();
    void join_components(std::vector<std::uint32_t>& parents) const;
    [[nodiscard]] std::uint32_t lowest_point(std::uint32_t chain) const;
    [[nodiscard]] std::uint32_t half_edge_left_of(std::uint32_t chain, std::uint32_t point) const;
    [[nodiscard]] Winding wind_left_of(const Vec2& point) const;
    void spread(std::uint32_t h, const Winding& left);
    [[nodiscard]] bool is_border(std::uint32_t h) const {
        return rule_.is_inside(left_[h]) && !rule_.is_inside(left_[twin(h)]);
    }
    [[nodiscard]] std::uint32_t next_border(std::uint32_t h) const;
    void append(std::uint32_t h, BorderLoops& loops) const;

    const EdgeSoup& soup_;
    const OperandBoxes& boxes_;
    RegionRule rule_;
    std::vector<std::uint32_t> marked_;       ///< Marked points, sorted by their places.
    std::vector<std::uint32_t> node_of_;      ///< Node of each marked point, by the order of points.
    std::vector<std::uint32_t> by_index_;     ///< Marked points in ascending order.
    std::vector<std::uint32_t> node_points_;  ///< A point of each node.
    std::vector<EdgeChain> chains_;
    std::vector<std::uint32_t> ring_;         ///< Half-edges by origin, counter-clockwise.
    std::vector<std::uint32_t> ring_starts_;  ///< Place of the first half-edge of each node.
    std::vector<std::uint32_t> place_;        ///< Place of each half-edge in `ring_`.
    std::vector<Winding> left_;               ///< Numbers of the face to the left of each half-edge.
    std::vector<bool> is_known_;
};

void RegionGraph::find_nodes() {
    for (std::uint32_t i = 0; i < soup_.size(); ++i) {
        if ((soup_.marks[i] & meets) != 0) {
            by_index_.push_back(i);
        }
    }
    marked_.resize(by_index_.size());
    std::iota(marked_.begin(), marked_.end(), 0u);
    sort_items(marked_.begin(), marked_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Vec2& p = soup_.points[by_index_[a]];
        const Vec2& q = soup_.points[by_index_[b]];
        return p != q ? comes_before(p, q) : a < b;
    });
    node_of_.resize(marked_.size());
    for (std::size_t i = 0; i < marked_.size(); ++i) {
        const std::uint32_t point = by_index_[marked_[i]];
        if (i == 0 || soup_.points[point] != soup_.points[node_points_.back()]) {
            node_points_.push_back(point);
        }
        node_of_[marked_[i]] = static_cast<std::uint32_t>(node_points_.size()) - 1;
    }
}

void RegionGraph::find_chains() {
    std::uint32_t next_marked = 0;
    for (std::size_t loop = 0; loop < soup_.loop_count(); ++loop) {
        const std::uint32_t begin = soup_.starts[loop];
        const std::uint32_t end = soup_.starts[loop + 1];
        const std::uint32_t first_marked = next_marked;
        while (next_marked < by_index_.size() && by_index_[next_marked] < end) {
            ++next_marked;
        }
        const std::uint32_t count = next_marked - first_marked;
        const Winding winding = begin < soup_.points_of_a ? Winding{1, 0} : Winding{0, 1};
        if (count == 0) {
            chains_.push_back({begin, end - begin, no_index, no_index, end - 1, winding});
        }
        for (std::uint32_t k = 0; k < count; ++k) {
            const std::uint32_t from = by_index_[first_marked + k];
            const std::uint32_t other = first_marked + (k + 1) % count;
            const std::uint32_t to = by_index_[other];
            const std::uint32_t edges = to > from ? to - from : to + (end - begin) - from;
            const std::uint32_t last = to == begin ? end - 1 : to - 1;
            chains_.push_back({from, edges, node_of_[first_marked + k], node_of_[other], last, winding});
        }
    }
}

/// Joins chains that are the same edge, in whichever direction; none is left where they cancel out.
void RegionGraph::merge_equal_chains() {
    std::vector<std::uint32_t> single;
    for (std::uint32_t i = 0; i < chains_.size(); ++i) {
        if (chains_[i].edges == 1) {
            single.push_back(i);
        }
    }
    const auto ends = [&](std::uint32_t i) { return std::minmax({chains_[i].from, chains_[i].to}); };
    sort_items(single.begin(), single.end(), [&](std::uint32_t a, std::uint32_t b) {
        return ends(a) != ends(b) ? ends(a) < ends(b) : a < b;
    });
    for (std::size_t i = 0, kept = 0; i < single.size(); ++i) {
        if (i == kept || ends(single[i]) != ends(single[kept])) {
            kept = i;
            continue;
        }
        EdgeChain& chain = chains_[single[kept]];
        EdgeChain& other = chains_[single[i]];
        chain.winding =
            chain.from == other.from ? chain.winding + other.winding : chain.winding - other.winding;
        other.winding = {};
    }
    chains_.erase(std::remove_if(chains_.begin(), chains_.end(),
                                 [](const EdgeChain& chain) { return chain.winding == Winding{}; }),
                  chains_.end());
}

void RegionGraph::sort_rings() {
    for (std::uint32_t h = 0; h < 2 * chains_.size(); ++h) {
        if (origin(h) != no_index) {
            ring_.push_back(h);
        }
    }
    sort_items(ring_.begin(), ring_.end(), [&](std::uint32_t a, std::uint32_t b) {
        if (origin(a) != origin(b)) {
            return origin(a) < origin(b);
        }
        const Vec2& center = soup_.points[node_points_[origin(a)]];
        const Vec2& p = second_point(a);
        const Vec2& q = second_point(b);
        // From straight down, which comes last, over the right to the left.
        const bool p_left = comes_before(p, center);
        const bool q_left = comes_before(q, center);
        return p_left != q_left ? q_left : orientation(center, p, q) > 0;
    });
    ring_starts_.assign(node_points_.size() + 1, static_cast<std::uint32_t>(ring_.size()));
    place_.assign(2 * chains_.size(), no_index);
    for (std::uint32_t i = static_cast<std::uint32_t>(ring_.size()); i-- > 0;) {
        ring_starts_[origin(ring_[i])] = i;
        place_[ring_[i]] = i;
    }
    for (std::size_t node = node_points_.size(); node-- > 0;) {
        ring_starts_[node] = std::min(ring_starts_[node], ring_starts_[node + 1]);
    }
}

std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t i) {
    while (parents[i] != i) {
        parents[i] = parents[parents[i]];
        i = parents[i];
    }
    return i;
}

/// Joins chains with a node in common.
void RegionGraph::join_components(std::vector<std::uint32_t>& parents) const {
    parents.resize(chains_.size());
    std::iota(parents.begin(), parents.end(), 0u);
    for (std::size_t i = 0; i + 1 < ring_.size(); ++i) {
        if (origin(ring_[i]) == origin(ring_[i + 1])) {
            parents[find_root(parents, ring_[i] / 2)] = find_root(parents, ring_[i + 1] / 2);
        }
    }
}

/// Returns the smallest point of a chain, its end included.
std::uint32_t RegionGraph::lowest_point(std::uint32_t chain) const {
    const EdgeChain& c = chains_[chain];
    std::uint32_t point = c.first;
    std::uint32_t lowest = point;
    for (std::uint32_t i = 0; i < c.edges; ++i) {
        point = soup_.next[point];
        if (comes_before(soup_.points[point], soup_.points[lowest])) {
            lowest = point;
        }
    }
    return lowest;
}

/// Returns the half-edge that has the place left of its connected part's smallest point to its left.
std::uint32_t RegionGraph::half_edge_left_of(std::uint32_t chain, std::uint32_t point) const {
    const EdgeChain& c = chains_[chain];
    for (const std::uint32_t node : {c.from, c.to}) {
        if (node != no_index && soup_.points[node_points_[node]] == soup_.points[point]) {
            return ring_[ring_starts_[node + 1] - 1];
        }
    }
    // No edge goes to the left from there: the larger turn is around the place.
    const auto loop = std::upper_bound(soup_.starts.begin(), soup_.starts.end(), point);
    const std::uint32_t before = point == *(loop - 1) ? *loop - 1 : point - 1;
    const int turn = orientation(soup_.points[before], soup_.points[point], soup_.end(point));
    DRYSTONE_ASSERT(turn != 0, "edges that run back on each other meet in nodes");
    return 2 * chain + (turn > 0 ? 1u : 0u);
}

/// Returns the winding numbers immediately to the left of a point, and a bit above, of edges none of which
/// reaches there.
Winding RegionGraph::wind_left_of(const Vec2& point) const {
    const Aabb ray{{-std::numeric_limits<float>::max(), point.y}, point};
    Winding winding;
    for (int operand = 0; operand < 2; ++operand) {
        int& number = operand == 0 ? winding.a : winding.b;
        boxes_.of[operand].visit(soup_, ray, [&](std::uint32_t edge) {
            const Vec2& p = soup_.points[edge];
            const Vec2& q = soup_.end(edge);
            if ((p.y > point.y) == (q.y > point.y)) {
                return;
            }
            const bool goes_up = q.y > point.y;
            const int side = orientation(p, q, point);
            if (side != 0 && (side < 0) == goes_up) {
                number += goes_up ? -1 : 1;
            }
        });
    }
    return winding;
}

/// Sets the winding numbers of all faces of a connected part.
void RegionGraph::spread(std::uint32_t h, const Winding& left) {
    std::vector<std::uint32_t> open;
    const auto set = [&](std::uint32_t half_edge, const Winding& winding) {
        if (!is_known_[half_edge]) {
            is_known_[half_edge] = true;
            left_[half_edge] = winding;
            open.push_back(half_edge);
        }
    };
    set(h, left);
    while (!open.empty()) {
        const std::uint32_t now = open.back();
        open.pop_back();
        set(twin(now), left_[now] - step(now));
        if (place_[now] == no_index) {
            continue;
        }
        const std::uint32_t node = origin(now);
        const std::uint32_t place = place_[now] + 1;
        const std::uint32_t next = ring_[place < ring_starts_[node + 1] ? place : ring_starts_[node]];
        set(next, left_[now] + step(next));
    }
}

void RegionGraph::find_windings() {
    left_.resize(2 * chains_.size());
    is_known_.assign(2 * chains_.size(), false);
    std::vector<std::uint32_t> parents;
    join_components(parents);
    struct Lowest {
        std::uint32_t chain = no_index;
        std::uint32_t point = no_index;
    };
    std::vector<Lowest> lowest(chains_.size());
    for (std::uint32_t chain = 0; chain < chains_.size(); ++chain) {
        Lowest& best = lowest[find_root(parents, chain)];
        const std::uint32_t own = lowest_point(chain);
        if (best.point == no_index || comes_before(soup_.points[own], soup_.points[best.point])) {
            best = {chain, own};
        }
    }
    for (const Lowest& at : lowest) {
        if (at.point != no_index) {
            spread(half_edge_left_of(at.chain, at.point), wind_left_of(soup_.points[at.point]));
        }
    }
}

/// Returns the half-edge that follows on the border of the same corner of the inside.
std::uint32_t RegionGraph::next_border(std::uint32_t h) const {
    std::uint32_t next = twin(h);
    if (place_[next] == no_index) {
        return h;
    }
    const std::uint32_t node = origin(next);
    std::uint32_t place = place_[next];
    do {
        place = (place == ring_starts_[node] ? ring_starts_[node + 1] : place) - 1;
        next = ring_[place];
    } while (!is_border(next));
    return next;
}

/// Appends the points of a half-edge except for its end.
void RegionGraph::append(std::uint32_t h, BorderLoops& loops) const {
    const EdgeChain& chain = chains_[h / 2];
    const std::size_t begin = loops.points.size();
    // Along the loop, in one or two pieces.
    const std::uint32_t point = h % 2 == 0 ? chain.first : soup_.next[chain.first];
    const auto end = *std::upper_bound(soup_.starts.begin(), soup_.starts.end(), point);
    const std::uint32_t count = std::min(chain.edges, end - point);
    const auto add = [&](std::uint32_t first, std::uint32_t number) {
        const auto place = soup_.points.begin() + static_cast<std::ptrdiff_t>(first);
        loops.points.insert(loops.points.end(), place, place + static_cast<std::ptrdiff_t>(number));
    };
    add(point, count);
    if (count < chain.edges) {
        add(soup_.next[end - 1], chain.edges - count);
    }
    if (h % 2 != 0) {
        std::reverse(loops.points.begin() + static_cast<std::ptrdiff_t>(begin), loops.points.end());
    }
    loops.nodes.resize(loops.points.size(), no_index);
    loops.nodes[begin] = origin(h);
}

BorderLoops RegionGraph::trace() {
    BorderLoops loops;
    loops.points.reserve(soup_.points.size());
    loops.nodes.reserve(soup_.points.size());
    loops.node_count = static_cast<std::uint32_t>(node_points_.size());
    std::vector<bool> is_done(2 * chains_.size(), false);
    for (std::uint32_t first = 0; first < is_done.size(); ++first) {
        if (is_done[first] || !is_border(first)) {
            continue;
        }
        for (std::uint32_t h = first; !is_done[h]; h = next_border(h)) {
            is_done[h] = true;
            append(h, loops);
        }
        loops.starts.push_back(static_cast<std::uint32_t>(loops.points.size()));
    }
    return loops;
}

}  // namespace

BorderLoops trace_border(const EdgeSoup& soup, const OperandBoxes& boxes, const RegionRule& rule) {
    return RegionGraph(soup, boxes, rule).trace();
}

}  // namespace drystone::detail
