#include "adaptors.h"

namespace drystone::adaptors {

TreeStats aabb_tree_query(const AabbTree& tree, const Aabb& box, std::uint64_t mask,
                          FunctionRef<bool(std::uint32_t)> visitor) {
    return tree.query(box, mask, visitor);
}

TreeStats aabb_tree_cast_ray(const AabbTree& tree, const Vec2& origin, const Vec2& translation,
                             std::uint64_t mask, FunctionRef<float(std::uint32_t, float)> visitor) {
    return tree.cast_ray(origin, translation, mask, visitor);
}

TreeStats aabb_tree_cast_box(const AabbTree& tree, const Aabb& box, const Vec2& translation,
                             std::uint64_t mask, FunctionRef<float(std::uint32_t, float)> visitor) {
    return tree.cast_box(box, translation, mask, visitor);
}

TreeStats aabb_tree_closest(const AabbTree& tree, const Vec2& point, float max_distance, std::uint64_t mask,
                            FunctionRef<float(std::uint32_t, float)> visitor) {
    return tree.closest(point, max_distance, mask, visitor);
}

TreeStats aabb_tree_cast_ray_in_order(const AabbTree& tree, TreeQueue& queue, const Vec2& origin,
                                      const Vec2& translation, std::uint64_t mask,
                                      FunctionRef<float(std::uint32_t, float)> visitor) {
    return tree.cast_ray_in_order(queue, origin, translation, mask, visitor);
}

TreeStats aabb_tree_cast_box_in_order(const AabbTree& tree, TreeQueue& queue, const Aabb& box,
                                      const Vec2& translation, std::uint64_t mask,
                                      FunctionRef<float(std::uint32_t, float)> visitor) {
    return tree.cast_box_in_order(queue, box, translation, mask, visitor);
}

TreeStats aabb_tree_closest_in_order(const AabbTree& tree, TreeQueue& queue, const Vec2& point,
                                     float max_distance, std::uint64_t mask,
                                     FunctionRef<float(std::uint32_t, float)> visitor) {
    return tree.closest_in_order(queue, point, max_distance, mask, visitor);
}

NearestResult aabb_tree_nearest_by(const AabbTree& tree, const Vec2& point, float max_distance,
                                   std::uint64_t mask, std::span<Neighbor> storage,
                                   FunctionRef<float(std::uint32_t)> distance) {
    return tree.nearest(point, max_distance, mask, storage, distance);
}

void aabb_tree_visit_boxes(const AabbTree& tree, FunctionRef<void(std::uint32_t, const Aabb&)> visitor) {
    tree.visit_boxes(visitor);
}

void aabb_tree_visit_nodes(const AabbTree& tree, FunctionRef<void(int, const Aabb&)> visitor) {
    tree.visit_nodes(visitor);
}

}  // namespace drystone::adaptors
