#include "narrow_phase/predicted_impacts.h"

#include "core/arrays.h"
#include "parallel/radix_sort.h"

#include <algorithm>

namespace drystone {

void PredictedImpacts::clear(int workers) {
    added_.resize(std::max(added_.size(), static_cast<std::size_t>(workers)));
    for (std::vector<PredictedImpact>& each : added_) {
        clear_and_shrink(each);
    }
    clear_and_shrink(sorted_);
}

void PredictedImpacts::add(int worker, const PredictedImpact& impact) {
    added_[static_cast<std::size_t>(worker)].push_back(impact);
}

void PredictedImpacts::finish() {
    for (const std::vector<PredictedImpact>& each : added_) {
        sorted_.insert(sorted_.end(), each.begin(), each.end());
    }
    radix_sort(sorted_, spare_, [](const PredictedImpact& impact) { return std::uint64_t{impact.contact}; });
}

const PredictedImpact* PredictedImpacts::find(std::uint32_t contact) const {
    const auto found = std::lower_bound(
        sorted_.begin(), sorted_.end(), contact,
        [](const PredictedImpact& impact, std::uint32_t number) { return impact.contact < number; });
    return found != sorted_.end() && found->contact == contact ? &*found : nullptr;
}

std::size_t PredictedImpacts::bytes() const {
    std::size_t sum = (sorted_.capacity() + spare_.capacity()) * sizeof(PredictedImpact);
    for (const std::vector<PredictedImpact>& each : added_) {
        sum += each.capacity() * sizeof(PredictedImpact);
    }
    return sum;
}

}  // namespace drystone
