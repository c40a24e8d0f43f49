#include "narrow_phase/predicted_impacts.h"

#include "core/arrays.h"
#include "parallel/radix_sort.h"

#include <algorithm>

namespace drystone {

void ForeseenImpacts::clear(int workers) {
    added_.resize(std::max(added_.size(), static_cast<std::size_t>(workers)));
    for (std::vector<ForeseenImpact>& each : added_) {
        clear_after_step(each);
    }
    clear_after_step(sorted_);
}

void ForeseenImpacts::add(int worker, const ForeseenImpact& impact) {
    added_[static_cast<std::size_t>(worker)].push_back(impact);
}

void ForeseenImpacts::finish() {
    for (const std::vector<ForeseenImpact>& each : added_) {
        sorted_.insert(sorted_.end(), each.begin(), each.end());
    }
    radix_sort(sorted_, spare_, [](const ForeseenImpact& impact) { return std::uint64_t{impact.contact}; });
}

const ForeseenImpact* ForeseenImpacts::find(std::uint32_t contact) const {
    const auto found = std::lower_bound(
        sorted_.begin(), sorted_.end(), contact,
        [](const ForeseenImpact& impact, std::uint32_t number) { return impact.contact < number; });
    return found != sorted_.end() && found->contact == contact ? &*found : nullptr;
}

std::size_t ForeseenImpacts::bytes() const {
    std::size_t sum = (sorted_.capacity() + spare_.capacity()) * sizeof(ForeseenImpact);
    for (const std::vector<ForeseenImpact>& each : added_) {
        sum += each.capacity() * sizeof(ForeseenImpact);
    }
    return sum;
}

}  // namespace drystone
