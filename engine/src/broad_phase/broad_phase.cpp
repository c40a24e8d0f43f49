#include "broad_phase/broad_phase.h"

#include <algorithm>

namespace drystone {

void BroadPhase::append(const AabbTree& first, const AabbTree& second) {
    for (const ProxyPair& pair : proxy_pairs_) {
        const std::uint32_t a = first.user_data(pair.a);
        const std::uint32_t b = second.user_data(pair.b);
        pairs_.push_back(a < b ? ShapePair{a, b} : ShapePair{b, a});
    }
    proxy_pairs_.clear();
}

const std::vector<ShapePair>& BroadPhase::find_new_pairs() {
    for (AabbTree& each : trees_) {
        each.refit();
    }
    pairs_.clear();
    const AabbTree& dynamic = tree(BodyType::Dynamic);
    dynamic.append_new_pairs(proxy_pairs_);
    append(dynamic, dynamic);
    for (const BodyType type : {BodyType::Static, BodyType::Kinematic}) {
        dynamic.append_new_pairs(tree(type), proxy_pairs_);
        append(dynamic, tree(type));
    }
    std::sort(pairs_.begin(), pairs_.end(),
              [](const ShapePair& p, const ShapePair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    for (AabbTree& each : trees_) {
        each.commit();
    }
    return pairs_;
}

void BroadPhase::reserve(std::size_t shapes) { tree(BodyType::Dynamic).reserve(shapes); }

}  // namespace drystone
