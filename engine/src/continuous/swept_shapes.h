#pragma once

#include <drystone/collision/aabb_tree.h>

#include "continuous/motion.h"
#include "core/arrays.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Shapes of a body with a tree of boxes around their motions, for searches between bodies of many shapes.
class SweptShapes {
public:
    /// Finds the shapes, and puts boxes around their whole motions, which may consist of several sweeps. The
    /// boxes also contain that of each part of these sweeps. Cost: about 100 ns for each shape and sweep.
    void find(const ContinuousContext& context, std::uint32_t body, std::span<const Sweep> sweeps);
    /// Returns whether the boxes can be searched. They cannot if a motion is not finite.
    [[nodiscard]] bool can_be_searched() const { return can_be_searched_; }
    /// Returns the shapes in the order of the body's list.
    [[nodiscard]] std::span<const std::uint32_t> shapes() const { return shapes_; }
    /// Calls `visitor(index in shapes())`, in any order, for all shapes whose motion may come into the box.
    template <class Visitor>
    void query(const Aabb& box, Visitor&& visitor) const {
        tree_.query(box, every_category, [&](AabbTree::Proxy proxy) {
            visitor(proxy);
            return true;
        });
    }
    [[nodiscard]] std::size_t bytes() const {
        return shapes_.capacity() * sizeof(std::uint32_t) + items_.capacity() * sizeof(TreeItem) +
               proxies_.capacity() * sizeof(AabbTree::Proxy) + tree_.bytes();
    }

private:
    std::vector<std::uint32_t> shapes_;
    std::vector<TreeItem> items_;
    std::vector<AabbTree::Proxy> proxies_;
    AabbTree tree_;  ///< Proxies are indices of `shapes_`.
    bool can_be_searched_ = false;
};

/// Several of these, whose memory is used again.
class SweptShapesPool {
public:
    void clear() { count_ = 0; }
    /// Returns the index of one more, whose content is left from an earlier use. The others move in memory.
    std::uint32_t add() {
        if (count_ == items_.size()) {
            grow_emplace_back(items_);
        }
        return static_cast<std::uint32_t>(count_++);
    }
    [[nodiscard]] SweptShapes& operator[](std::uint32_t index) { return items_[index]; }
    [[nodiscard]] const SweptShapes& operator[](std::uint32_t index) const { return items_[index]; }
    [[nodiscard]] std::size_t bytes() const;

private:
    std::vector<SweptShapes> items_;
    std::size_t count_ = 0;
};

/// Returns whether `SweptShapes` pay for pairs of a body: it has more than a few shapes.
bool has_many_shapes(const ContinuousContext& context, std::uint32_t body);

/// A body in a pair whose shapes may meet.
struct SweptBody {
    std::uint32_t body;
    const Sweep& sweep;
    /// Shapes with boxes that contain those of `sweep`; null: all shapes are tested. The latter is slow for
    /// bodies of many shapes.
    const SweptShapes* shapes = nullptr;
};

/// Result and scratch memory of `find_swept_pairs`.
struct SweptPairs {
    std::vector<std::uint64_t> pairs;   ///< The shape of A in the upper half, that of B in the lower one.
    std::vector<std::uint32_t> shapes;  ///< Shapes of one of the bodies.

    [[nodiscard]] std::size_t bytes() const {
        return pairs.capacity() * sizeof(std::uint64_t) + shapes.capacity() * sizeof(std::uint32_t);
    }
};

/// Finds the pairs of shapes of two bodies whose motions may meet: the boxes of the motions overlap, that of
/// the shape of A expanded by the speculative distance. In the order of the shapes of A, and then of B.
/// Cost: a search for each shape of the body that has fewer, and about 100 ns for each pair of boxes.
void find_swept_pairs(const ContinuousContext& context, const SweptBody& a, const SweptBody& b,
                      SweptPairs& found);

/// Calls `visitor(shape of A, shape of B)` for these pairs, as far as the shapes may collide.
template <class Visitor>
void visit_swept_pairs(const ContinuousContext& context, const SweptBody& a, const SweptBody& b,
                       SweptPairs& found, Visitor&& visitor) {
    find_swept_pairs(context, a, b, found);
    for (const std::uint64_t pair : found.pairs) {
        const auto shape = static_cast<std::uint32_t>(pair >> 32);
        const auto other = static_cast<std::uint32_t>(pair);
        if (context.may_collide(shape, other)) {
            visitor(shape, other);
        }
    }
}

}  // namespace drystone
