#pragma once

#include "regions/edge_soup.h"

namespace drystone::detail {

/// Boxes around eight consecutive edges of a soup each, around eight of those, and so on. Edges of a loop lie
/// beside one another, so that few boxes overlap, and nothing has to be sorted.
class EdgeBoxes {
public:
    /// Makes the boxes of the edges [begin, end).
    void build(const EdgeSoup& soup, std::uint32_t begin, std::uint32_t end);
    /// Calls `visit(edge)` for all edges whose boxes overlap the box, in ascending order.
    template <class Visit>
    void visit(const EdgeSoup& soup, const Aabb& box, const Visit& visit) const {
        if (!levels_.empty()) {
            descend(soup, box, visit, levels_.size() - 1, 0, count(levels_.size() - 1));
        }
    }
    /// Returns the box around all edges; only of at least one edge.
    [[nodiscard]] const Aabb& bounds() const { return boxes_.back(); }
    [[nodiscard]] bool is_empty() const { return boxes_.empty(); }

    static Aabb box_of(const EdgeSoup& soup, std::uint32_t edge) {
        const Vec2& p = soup.points[edge];
        const Vec2& q = soup.end(edge);
        return {min(p, q), max(p, q)};
    }

private:
    static constexpr std::size_t width = 8;

    [[nodiscard]] std::size_t count(std::size_t level) const {
        return (level + 1 < levels_.size() ? levels_[level + 1] : boxes_.size()) - levels_[level];
    }
    template <class Visit>
    void descend(const EdgeSoup& soup, const Aabb& box, const Visit& visit, std::size_t level,
                 std::size_t begin, std::size_t end) const {
        for (std::size_t i = begin; i < end; ++i) {
            if (!overlaps(boxes_[levels_[level] + i], box)) {
                continue;
            }
            if (level > 0) {
                const std::size_t last = width * (i + 1);
                descend(soup, box, visit, level - 1, width * i,
                        last < count(level - 1) ? last : count(level - 1));
                continue;
            }
            const auto from = begin_ + static_cast<std::uint32_t>(width * i);
            const auto to = from + static_cast<std::uint32_t>(width);
            for (std::uint32_t edge = from; edge < (to < end_ ? to : end_); ++edge) {
                if (overlaps(box_of(soup, edge), box)) {
                    visit(edge);
                }
            }
        }
    }

    std::vector<Aabb> boxes_;
    std::vector<std::size_t> levels_;  ///< Index of the first box of each level.
    std::uint32_t begin_ = 0;
    std::uint32_t end_ = 0;
};

}  // namespace drystone::detail
