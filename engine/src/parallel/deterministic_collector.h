#pragma once

#include "core/arrays.h"
#include "parallel/radix_sort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Collector of results of a parallel loop, which orders them as a loop on one thread would: every result has
/// the number of its item.
class DeterministicCollector {
public:
    /// Clears all results and prepares for this many workers.
    void clear(int workers) {
        entries_.resize(std::max(entries_.size(), static_cast<std::size_t>(workers)));
        for (std::vector<Entry>& each : entries_) {
            clear_and_shrink(each);
        }
    }
    /// Adds a result. At most one thread at a time may use a worker number; items are distinct.
    void add(int worker, std::uint32_t item, std::uint32_t value) {
        entries_[static_cast<std::size_t>(worker)].push_back({item, value});
    }
    /// Appends all values in the order of their items.
    void append_to(std::vector<std::uint32_t>& values) {
        if (is_empty()) {
            return;
        }
        clear_and_shrink(merged_);
        for (const std::vector<Entry>& each : entries_) {
            merged_.insert(merged_.end(), each.begin(), each.end());
        }
        radix_sort(merged_, spare_, [](const Entry& entry) { return std::uint64_t{entry.item}; });
        for (const Entry& entry : merged_) {
            values.push_back(entry.value);
        }
    }

    [[nodiscard]] bool is_empty() const {
        return std::all_of(entries_.begin(), entries_.end(),
                           [](const std::vector<Entry>& each) { return each.empty(); });
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = (merged_.capacity() + spare_.capacity()) * sizeof(Entry);
        for (const std::vector<Entry>& each : entries_) {
            sum += each.capacity() * sizeof(Entry);
        }
        return sum;
    }

private:
    struct Entry {
        std::uint32_t item;
        std::uint32_t value;
    };

    std::vector<std::vector<Entry>> entries_;
    std::vector<Entry> merged_;
    std::vector<Entry> spare_;
};

}  // namespace drystone
