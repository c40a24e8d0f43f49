#pragma once

#include <drystone/collision/detail/aabb_tree_class.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// The same as `AabbTree::append_pairs`, in parts that threads can share, and without touching the trees: so
/// several threads can also search the same trees at once, each with a `PairSearch` of its own.
///
/// What is found does not depend on who runs which part. Keeps its memory from search to search.
class PairSearch {
public:
    /// A search between a box of the first tree and one of the second, which may be the same tree, by at most
    /// so many workers. Neither tree may change, or go, until `append`. Throws `Error` for less than one
    /// worker.
    void begin(const AabbTree& first, const AabbTree& second, int workers, const PairFilter& filter = {});
    /// 0 before the first search, and for an empty first tree.
    [[nodiscard]] std::uint32_t part_count() const { return first_ == nullptr ? 0 : first_->part_count(); }
    /// Different parts may run at the same time, with different workers in [0, workers). Each runs once.
    /// Throws `Error` for a part or a worker that does not exist.
    void run(std::uint32_t part, int worker);
    /// Appends the pairs, sorted, and ends the search.
    void append(std::vector<ProxyPair>& out);
    /// Memory that is kept.
    [[nodiscard]] std::size_t bytes() const;

private:
    const AabbTree* first_ = nullptr;
    const AabbTree* second_ = nullptr;
    PairFilter filter_;
    std::vector<detail::PairScratch> scratches_;
};

}  // namespace drystone
