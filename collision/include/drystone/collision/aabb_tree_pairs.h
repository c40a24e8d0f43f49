#pragma once

#include <drystone/collision/detail/aabb_tree_class.h>
#include <drystone/collision/export.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// A pair search, as by `AabbTree::append_pairs`, in parts that threads can share. It does not change the
/// trees, so several threads can search the same trees at once, each with a `PairSearch` of its own.
///
/// The result does not depend on which worker runs which part. Keeps its memory from search to search.
class DRYSTONE_COLLISION_API PairSearch {
public:
    /// Begins a search between the boxes of the first tree and those of the second, which may be the same
    /// tree, by at most `workers` workers. Neither tree may be changed or destroyed until `append`. Throws
    /// `Error` for less than one worker.
    void begin(const AabbTree& first, const AabbTree& second, int workers, const PairFilter& filter = {});
    /// Returns the number of parts; 0 unless a search has begun, and for an empty first tree.
    [[nodiscard]] std::uint32_t part_count() const { return first_ == nullptr ? 0 : first_->part_count(); }
    /// Runs one part. Different parts may run at the same time, with different workers in [0, workers); each
    /// part must run once. Throws `Error` for a part or a worker that does not exist.
    void run(std::uint32_t part, int worker);
    /// Appends the pairs, sorted, and ends the search.
    void append(std::vector<ProxyPair>& out);
    /// Returns the memory that is kept [bytes].
    [[nodiscard]] std::size_t bytes() const;

private:
    const AabbTree* first_ = nullptr;
    const AabbTree* second_ = nullptr;
    PairFilter filter_;
    std::vector<detail::PairScratch> scratches_;
};

}  // namespace drystone
