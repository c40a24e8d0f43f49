#include "broad_phase/broad_phase.h"

#include "memory/arrays.h"

#include <algorithm>

namespace drystone {

void BroadPhase::append_new_pairs(const AabbTree& first, const AabbTree& second, Team& team) {
    search_.begin(first, second, team.size());
    team.parallel_for(search_.part_count(), 1, [&](std::size_t begin, std::size_t end, int worker) {
        for (std::size_t part = begin; part < end; ++part) {
            search_.run(static_cast<std::uint32_t>(part), worker);
        }
    });
    search_.append(proxy_pairs_);
    for (const ProxyPair& pair : proxy_pairs_) {
        const std::uint32_t a = first.user_data(pair.a);
        const std::uint32_t b = second.user_data(pair.b);
        pairs_.push_back(a < b ? ShapePair{a, b} : ShapePair{b, a});
    }
    clear_after_step(proxy_pairs_);
}

const std::vector<ShapePair>& BroadPhase::find_new_pairs(Team& team) {
    for (AabbTree& each : trees_) {
        each.refit();
    }
    clear_after_step(pairs_);
    const AabbTree& dynamic = tree(BodyType::Dynamic);
    for (const BodyType type : {BodyType::Dynamic, BodyType::Static, BodyType::Kinematic}) {
        if (has_changed(BodyType::Dynamic) || has_changed(type)) {
            append_new_pairs(dynamic, tree(type), team);
        }
    }
    std::sort(pairs_.begin(), pairs_.end(),
              [](const ShapePair& p, const ShapePair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
    for (std::size_t type = 0; type < trees_.size(); ++type) {
        trees_[type].commit();
        seen_changes_[type] = trees_[type].changes();
    }
    return pairs_;
}

void BroadPhase::reserve(std::size_t shapes) { tree(BodyType::Dynamic).reserve(shapes); }

}  // namespace drystone
