#include "contacts/filter_answers.h"

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>

namespace drystone {

namespace {

ShapePair in_order(const ShapePair& pair) { return pair.a < pair.b ? pair : ShapePair{pair.b, pair.a}; }

bool is_before(const ShapePair& p, const ShapePair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }

bool holds(const std::vector<ShapePair>& pairs, const ShapePair& pair) {
    return std::binary_search(pairs.begin(), pairs.end(), pair, is_before);
}

}  // namespace

std::optional<bool> FilterAnswers::find(const ShapePair& pair) const {
    const ShapePair ordered = in_order(pair);
    if (holds(refused_, ordered)) {
        return false;
    }
    return holds(allowed_, ordered) ? std::optional(true) : std::nullopt;
}

void FilterAnswers::add(const ShapePair& pair, bool allows) {
    std::vector<ShapePair>& pairs = allows ? allowed_ : refused_;
    const ShapePair ordered = in_order(pair);
    pairs.insert(std::lower_bound(pairs.begin(), pairs.end(), ordered, is_before), ordered);
}

void FilterAnswers::refuse(const ShapePair& pair) { new_refusals_.push_back(in_order(pair)); }

void FilterAnswers::end_refusals() {
    if (new_refusals_.empty()) {
        return;
    }
    refused_.insert(refused_.end(), new_refusals_.begin(), new_refusals_.end());
    sort_items(refused_.begin(), refused_.end(), is_before);
    new_refusals_.clear();
}

void FilterAnswers::forget_shape(std::uint32_t shape) {
    const auto names_it = [&](const ShapePair& pair) { return pair.a == shape || pair.b == shape; };
    std::erase_if(refused_, names_it);
    std::erase_if(allowed_, names_it);
}

void FilterAnswers::forget_parted(const std::vector<FatBox>& boxes, bool any_moved) {
    if (!any_moved) {
        return;
    }
    const auto have_parted = [&](const ShapePair& pair) { return !overlaps(boxes[pair.a], boxes[pair.b]); };
    std::erase_if(refused_, have_parted);
    std::erase_if(allowed_, have_parted);
}

}  // namespace drystone
