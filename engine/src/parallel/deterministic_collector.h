#pragma once

#include "core/arrays.h"
#include "parallel/radix_sort.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// What the workers of a loop find, put into the order of a loop on one thread: every finding has the number
/// of the item at which it was made.
class OrderedOutput {
public:
    /// Forgets everything; room for this many workers.
    void clear(int workers) {
        findings_.resize(std::max(findings_.size(), static_cast<std::size_t>(workers)));
        for (std::vector<Finding>& each : findings_) {
            clear_after_step(each);
        }
    }
    /// At most one worker at a time uses a number of a worker; items are distinct.
    void add(int worker, std::uint32_t item, std::uint32_t value) {
        findings_[static_cast<std::size_t>(worker)].push_back({item, value});
    }
    /// Appends all values in the order of their items.
    void append_to(std::vector<std::uint32_t>& values) {
        if (is_empty()) {
            return;
        }
        clear_after_step(merged_);
        for (const std::vector<Finding>& each : findings_) {
            merged_.insert(merged_.end(), each.begin(), each.end());
        }
        radix_sort(merged_, spare_, [](const Finding& finding) { return std::uint64_t{finding.item}; });
        for (const Finding& finding : merged_) {
            values.push_back(finding.value);
        }
    }

    [[nodiscard]] bool is_empty() const {
        return std::all_of(findings_.begin(), findings_.end(),
                           [](const std::vector<Finding>& each) { return each.empty(); });
    }
    [[nodiscard]] std::size_t bytes() const {
        std::size_t sum = (merged_.capacity() + spare_.capacity()) * sizeof(Finding);
        for (const std::vector<Finding>& each : findings_) {
            sum += each.capacity() * sizeof(Finding);
        }
        return sum;
    }

private:
    struct Finding {
        std::uint32_t item;
        std::uint32_t value;
    };

    std::vector<std::vector<Finding>> findings_;
    std::vector<Finding> merged_;
    std::vector<Finding> spare_;
};

}  // namespace drystone
