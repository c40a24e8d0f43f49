#include "regions/edge_boxes.h"

#include <algorithm>

namespace drystone::detail {

void EdgeBoxes::build(const EdgeSoup& soup, std::uint32_t begin, std::uint32_t end) {
    boxes_.clear();
    levels_.clear();
    begin_ = begin;
    end_ = end;
    if (begin == end) {
        return;
    }
    boxes_.reserve((end - begin) / 7 + 8);
    levels_.push_back(0);
    const Vec2* const points = soup.points.data();
    for (std::uint32_t first = begin; first < end; first += width) {
        const std::uint32_t last = std::min<std::uint32_t>(end, first + width) - 1;
        Vec2 lower = min(points[first], soup.end(last));
        Vec2 upper = max(points[first], soup.end(last));
        for (std::uint32_t edge = first + 1; edge <= last; ++edge) {
            lower = min(lower, points[edge]);
            upper = max(upper, points[edge]);
            if (soup.next[edge - 1] != edge) {
                lower = min(lower, soup.end(edge - 1));
                upper = max(upper, soup.end(edge - 1));
            }
        }
        boxes_.push_back({lower, upper});
    }
    while (count(levels_.size() - 1) > 1) {
        const std::size_t below = levels_.back();
        const std::size_t above = boxes_.size();
        levels_.push_back(above);
        for (std::size_t first = below; first < above; first += width) {
            Aabb box = boxes_[first];
            for (std::size_t i = first + 1; i < std::min(above, first + width); ++i) {
                box = merge(box, boxes_[i]);
            }
            boxes_.push_back(box);
        }
    }
}

}  // namespace drystone::detail
