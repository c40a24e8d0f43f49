#include <drystone/collision/aabb_tree.h>
#include <drystone/collision/detail/sort_items.h>
#include <drystone/collision/error.h>

#include "aabb_tree/aabb_pair_join.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace drystone {

namespace {

/// Sorts by the lowest `bits` bits of both halves of the keys: a byte-wise radix sort, or by comparison for
/// short lists.
void sort_keys(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& spare, std::uint32_t bits) {
    if (keys.size() < 256) {
        sort_items(keys.begin(), keys.end());
        return;
    }
    spare.resize(keys.size());
    for (const std::uint32_t half : {0u, 32u}) {
        for (std::uint32_t shift = half; shift < half + bits; shift += 8) {
            std::array<std::uint32_t, 256> place{};
            for (const std::uint64_t key : keys) {
                ++place[key >> shift & 255u];
            }
            std::uint32_t sum = 0;
            for (std::uint32_t& first : place) {
                sum += std::exchange(first, sum);
            }
            for (const std::uint64_t key : keys) {
                spare[place[key >> shift & 255u]++] = key;
            }
            keys.swap(spare);
        }
    }
}

}  // namespace

/// Collects the pairs between this tree's blocks in [first_block, end_block) and the other tree.
void AabbTree::collect_pairs(const AabbTree& other, const PairFilter& filter, std::uint32_t first_block,
                             std::uint32_t end_block, detail::PairScratch& scratch) const {
    const auto join = [&]<bool only_new, bool filtered>() {
        detail::PairJoin<only_new, filtered>(*this, other, filter, scratch, first_block, end_block).run();
    };
    if (filter.only_new) {
        filter.by_category ? join.operator()<true, true>() : join.operator()<true, false>();
    } else {
        filter.by_category ? join.operator()<false, true>() : join.operator()<false, false>();
    }
}

void AabbTree::append_sorted(detail::PairScratch& scratch, std::vector<ProxyPair>& out) {
    std::uint64_t used = 0;
    for (const std::uint64_t key : scratch.keys) {
        used |= key | key >> 32;
    }
    sort_keys(scratch.keys, scratch.sorted, static_cast<std::uint32_t>(std::bit_width(used & 0xFFFFFFFFu)));
    for (const std::uint64_t key : scratch.keys) {
        out.push_back({static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)});
    }
    scratch.keys.clear();
}

void AabbTree::append_pairs(const AabbTree& other, const PairFilter& filter, std::vector<ProxyPair>& out) {
    collect_pairs(other, filter, 0, block_count(), pair_scratch_);
    append_sorted(pair_scratch_, out);
}

void PairSearch::begin(const AabbTree& first, const AabbTree& second, int workers, const PairFilter& filter) {
    if (workers < 1) {
        fail("PairSearch::begin", "workers", ">= 1", workers);
    }
    first_ = &first;
    second_ = &second;
    filter_ = filter;
    if (scratches_.size() < static_cast<std::size_t>(workers)) {
        scratches_.resize(static_cast<std::size_t>(workers));
    }
    for (detail::PairScratch& scratch : scratches_) {  // an earlier search may have been abandoned
        scratch.keys.clear();
    }
}

void PairSearch::run(std::uint32_t part, int worker) {
    if (part >= part_count()) {
        fail("PairSearch::run", "part", "in [0, part_count())", static_cast<double>(part));
    }
    if (worker < 0 || static_cast<std::size_t>(worker) >= scratches_.size()) {
        fail("PairSearch::run", "worker", "in [0, workers)", worker);
    }
    first_->collect_pairs(*second_, filter_, part * AabbTree::blocks_per_part,
                          (part + 1) * AabbTree::blocks_per_part,
                          scratches_[static_cast<std::size_t>(worker)]);
}

void PairSearch::append(std::vector<ProxyPair>& out) {
    if (scratches_.empty()) {
        return;
    }
    std::vector<std::uint64_t>& keys = scratches_[0].keys;
    for (std::size_t i = 1; i < scratches_.size(); ++i) {
        keys.insert(keys.end(), scratches_[i].keys.begin(), scratches_[i].keys.end());
        scratches_[i].keys.clear();
    }
    AabbTree::append_sorted(scratches_[0], out);
    first_ = nullptr;
    second_ = nullptr;
}

}  // namespace drystone
