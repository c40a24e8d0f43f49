#pragma once

#include <drystone/collision/detail/aabb_tree_class.h>

#include <bit>
#include <cstdint>
#include <limits>

/// Definitions of the member templates of `AabbTree`: loops around cursors, which are compiled in the
/// library.
namespace drystone {

template <std::predicate<AabbTree::Proxy> Visitor>
TreeStats AabbTree::query(const Aabb& box, std::uint64_t mask, Visitor&& visitor) const {
    check_box("AabbTree::query", box);
    detail::OverlapCursor cursor(*this, box, mask);
    while (cursor.next()) {
        for (std::uint32_t hits = cursor.hits; hits != 0; hits &= hits - 1) {
            ++cursor.stats.boxes;
            if (!visitor(proxies_[cursor.first_slot + static_cast<std::uint32_t>(std::countr_zero(hits))])) {
                return cursor.stats;
            }
        }
    }
    return cursor.stats;
}

template <class Measure>
std::uint32_t detail::OrderedCursor<Measure>::user_data() const {
    return tree_.user_data(tree_.proxies_[slot]);
}

template <class Cursor, class Visitor>
TreeStats AabbTree::walk_cast(Cursor&& cursor, Visitor& visitor) const {
    float max_fraction = 1.0f;
    while (cursor.next(max_fraction)) {
        ++cursor.stats.boxes;
        const float fraction = visitor(proxies_[cursor.slot], max_fraction);
        if (!(fraction > 0.0f)) {
            break;
        }
        max_fraction = fraction < max_fraction ? fraction : max_fraction;
    }
    return cursor.stats;
}

template <class Cursor, class Visitor>
TreeStats AabbTree::walk_closest(Cursor&& cursor, float max_distance, Visitor& visitor) const {
    constexpr float largest = std::numeric_limits<float>::max();
    max_distance = max_distance < largest ? max_distance : largest;
    while (cursor.next(max_distance)) {
        ++cursor.stats.boxes;
        const float distance = visitor(proxies_[cursor.slot], max_distance);
        if (!(distance >= 0.0f)) {
            break;
        }
        max_distance = distance < max_distance ? distance : max_distance;
    }
    return cursor.stats;
}

template <std::invocable<AabbTree::Proxy, float> Visitor>
TreeStats AabbTree::cast_ray(const Vec2& origin, const Vec2& translation, std::uint64_t mask,
                             Visitor&& visitor) const {
    check_vector("AabbTree::cast_ray", "origin", origin);
    check_vector("AabbTree::cast_ray", "translation", translation);
    const detail::CastMeasure measure({origin, origin}, translation);
    return walk_cast(detail::OrderedCursor<detail::CastMeasure>(*this, measure, mask), visitor);
}

template <std::invocable<AabbTree::Proxy, float> Visitor>
TreeStats AabbTree::cast_box(const Aabb& box, const Vec2& translation, std::uint64_t mask,
                             Visitor&& visitor) const {
    check_box("AabbTree::cast_box", box);
    check_vector("AabbTree::cast_box", "translation", translation);
    const detail::CastMeasure measure(box, translation);
    return walk_cast(detail::OrderedCursor<detail::CastMeasure>(*this, measure, mask), visitor);
}

template <std::invocable<AabbTree::Proxy, float> Visitor>
TreeStats AabbTree::closest(const Vec2& point, float max_distance, std::uint64_t mask,
                            Visitor&& visitor) const {
    check_vector("AabbTree::closest", "point", point);
    check_distance("AabbTree::closest", max_distance);
    const detail::PointMeasure measure{point.x, point.y};
    return walk_closest(detail::OrderedCursor<detail::PointMeasure>(*this, measure, mask), max_distance,
                        visitor);
}

template <std::invocable<AabbTree::Proxy, float> Visitor>
TreeStats AabbTree::cast_ray_in_order(TreeQueue& queue, const Vec2& origin, const Vec2& translation,
                                      std::uint64_t mask, Visitor&& visitor) const {
    check_vector("AabbTree::cast_ray_in_order", "origin", origin);
    check_vector("AabbTree::cast_ray_in_order", "translation", translation);
    const detail::CastMeasure measure({origin, origin}, translation);
    return walk_cast(detail::SortedCursor<detail::CastMeasure>(*this, measure, mask, queue), visitor);
}

template <std::invocable<AabbTree::Proxy, float> Visitor>
TreeStats AabbTree::cast_box_in_order(TreeQueue& queue, const Aabb& box, const Vec2& translation,
                                      std::uint64_t mask, Visitor&& visitor) const {
    check_box("AabbTree::cast_box_in_order", box);
    check_vector("AabbTree::cast_box_in_order", "translation", translation);
    const detail::CastMeasure measure(box, translation);
    return walk_cast(detail::SortedCursor<detail::CastMeasure>(*this, measure, mask, queue), visitor);
}

template <std::invocable<AabbTree::Proxy, float> Visitor>
TreeStats AabbTree::closest_in_order(TreeQueue& queue, const Vec2& point, float max_distance,
                                     std::uint64_t mask, Visitor&& visitor) const {
    check_vector("AabbTree::closest_in_order", "point", point);
    check_distance("AabbTree::closest_in_order", max_distance);
    const detail::PointMeasure measure{point.x, point.y};
    return walk_closest(detail::SortedCursor<detail::PointMeasure>(*this, measure, mask, queue), max_distance,
                        visitor);
}

template <std::invocable<AabbTree::Proxy> Distance>
NearestResult AabbTree::nearest(const Vec2& point, float max_distance, std::uint64_t mask,
                                std::span<Neighbor> storage, Distance&& distance) const {
    check_vector("AabbTree::nearest", "point", point);
    check_distance("AabbTree::nearest", max_distance);
    detail::NearestList list(storage, max_distance);
    const detail::PointMeasure measure{point.x, point.y};
    detail::OrderedCursor<detail::PointMeasure> cursor(*this, measure, mask);
    while (cursor.next(list.limit_with_slack())) {
        ++cursor.stats.boxes;
        list.offer(proxies_[cursor.slot], distance(proxies_[cursor.slot]));
    }
    return {list.finish(), cursor.stats};
}

template <std::invocable<AabbTree::Proxy, const Aabb&> Visitor>
void AabbTree::visit_boxes(Visitor&& visitor) const {
    for (Proxy proxy = 0; proxy < entries_.size(); ++proxy) {
        if (entries_[proxy].slot != detail::no_slot) {
            visitor(proxy, detail::unpack(boxes_[entries_[proxy].slot]));
        }
    }
}

template <std::invocable<int, const Aabb&> Visitor>
void AabbTree::visit_nodes(Visitor&& visitor) const {
    if (size_ == 0) {
        return;
    }
    visitor(height(), bounds());
    for (std::uint32_t level = level_count_; level-- > 0;) {
        const std::vector<NodeLanes>& nodes = levels_[level].children;
        for (std::uint32_t child = 0; child < nodes.size() * detail::node_lanes; ++child) {
            const NodeLanes& node = nodes[child / detail::node_lanes];
            const std::uint32_t lane = child % detail::node_lanes;
            if (node.min_x[lane] <= node.max_x[lane]) {
                visitor(static_cast<int>(level), detail::unpack({node.min_x[lane], node.min_y[lane],
                                                                 node.max_x[lane], node.max_y[lane]}));
            }
        }
    }
}

}  // namespace drystone
