#pragma once

#include <drystone/collision/aabb_tree.h>

#include "continuous/fast_body.h"
#include "continuous/swept_shapes.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Finds the fast bodies that something may meet, by boxes around their whole motions.
class FastBodySearch {
public:
    /// Finds the boxes. Cost: about 100 ns for each body and each shape.
    void find(const ContinuousContext& context, std::span<const FastBody> fast);
    /// Returns the indices of the bodies whose shapes may come within the speculative distance of the shapes
    /// of a body in a motion, in ascending order. Valid until the next call.
    std::span<const std::uint32_t> near_to(const ContinuousContext& context, std::uint32_t body,
                                           const Sweep& sweep);
    /// Returns a body in its whole motion, for `visit_swept_pairs`.
    [[nodiscard]] SweptBody swept(const FastBody& fast, std::size_t index) const {
        return {fast.body, fast.sweep, shapes_[index] != no_index ? &pool_[shapes_[index]] : nullptr};
    }
    [[nodiscard]] std::size_t bytes() const {
        return tree_.bytes() + items_.capacity() * sizeof(TreeItem) +
               (proxies_.capacity() + found_.capacity() + shapes_.capacity()) * sizeof(std::uint32_t) +
               pool_.bytes();
    }

private:
    AabbTree tree_;  ///< Proxies are indices of the fast bodies.
    std::vector<TreeItem> items_;
    std::vector<AabbTree::Proxy> proxies_;
    std::vector<std::uint32_t> found_;
    std::vector<std::uint32_t>
        shapes_;  ///< By index: place in the pool, or `no_index` if the shapes are few.
    SweptShapesPool pool_;
    bool can_be_searched_ = false;  ///< All motions are finite.
};

}  // namespace drystone
