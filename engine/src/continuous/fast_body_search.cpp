#include "continuous/fast_body_search.h"

#include <drystone/collision/detail/sort_items.h>

#include <numeric>

namespace drystone {

namespace {

/// Returns a box around the motion of a body and what is within the speculative distance of it.
Aabb box_around(const ContinuousContext& context, std::uint32_t body, const Sweep& sweep) {
    constexpr float rounding = 1.001f;
    Aabb box{sweep.center_start, sweep.center_start};
    visit_shapes(context, body, [&](std::uint32_t shape) {
        box = merge(box, swept_box(context.shapes.view(shape), sweep));
    });
    return expand(box, rounding * context.speculative_distance);
}

}  // namespace

void FastBodySearch::find(const ContinuousContext& context, std::span<const FastBody> fast) {
    pool_.clear();
    items_.clear();
    shapes_.clear();
    can_be_searched_ = true;
    for (const FastBody& each : fast) {
        const Aabb box = box_around(context, each.body, each.sweep);
        can_be_searched_ = can_be_searched_ && is_valid(box);
        grow_push_back(items_, TreeItem{box});
        grow_push_back(shapes_, no_index);
        if (has_many_shapes(context, each.body)) {
            shapes_.back() = pool_.add();
            pool_[shapes_.back()].find(context, each.body, {&each.sweep, 1});
        }
    }
    tree_.clear();
    if (can_be_searched_) {
        grow_resize(proxies_, items_.size());
        tree_.insert(items_, proxies_);
    }
}

std::span<const std::uint32_t> FastBodySearch::near_to(const ContinuousContext& context, std::uint32_t body,
                                                       const Sweep& sweep) {
    found_.clear();
    const Aabb box = box_around(context, body, sweep);
    if (can_be_searched_ && is_valid(box)) {
        tree_.query(box, every_category, [&](AabbTree::Proxy proxy) {
            grow_push_back(found_, proxy);
            return true;
        });
        sort_items(found_.begin(), found_.end());
    } else {
        grow_resize(found_, items_.size());
        std::iota(found_.begin(), found_.end(), 0u);
    }
    return found_;
}

}  // namespace drystone
