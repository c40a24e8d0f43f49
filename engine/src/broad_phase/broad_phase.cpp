#include "broad_phase/broad_phase.h"

#include "core/arrays.h"
#include "parallel/radix_sort.h"

namespace drystone {

namespace {

/// Minimum number of tree parts per worker. Committing a part whose boxes have all moved takes about a
/// microsecond; finding its pairs takes some microseconds.
constexpr std::uint32_t commits_per_worker = 4;
constexpr std::uint32_t searches_per_worker = 1;

}  // namespace

void BroadPhase::append_new_pairs(const AabbTree& first, const AabbTree& second, Team& team) {
    search_.begin(first, second, team.size());
    const int workers = workers_for(search_.part_count(), searches_per_worker);
    team.parallel_for(search_.part_count(), 1, workers, [&](std::size_t begin, std::size_t end, int worker) {
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
    clear_and_shrink(proxy_pairs_);
}

void BroadPhase::refit() {
    for (AabbTree& each : trees_) {
        each.refit();
    }
}

bool BroadPhase::find_new_pairs(Team& team) {
    clear_and_shrink(pairs_);
    const AabbTree& dynamic = tree(BodyType::Dynamic);
    for (const BodyType type : {BodyType::Dynamic, BodyType::Static, BodyType::Kinematic}) {
        if (has_changed(BodyType::Dynamic) || has_changed(type)) {
            append_new_pairs(dynamic, tree(type), team);
        }
    }
    radix_sort(pairs_, pairs_spare_,
               [](const ShapePair& pair) { return std::uint64_t{pair.a} << 32 | pair.b; });
    bool any_change = false;
    for (std::size_t type = 0; type < trees_.size(); ++type) {
        commit(trees_[type], team);
        any_change = any_change || trees_[type].changes() != seen_changes_[type];
        seen_changes_[type] = trees_[type].changes();
    }
    return any_change;
}

void BroadPhase::commit(AabbTree& tree, Team& team) {
    const int workers = workers_for(tree.part_count(), commits_per_worker);
    if (!team.would_share(workers) || !tree.has_moved()) {
        tree.commit();
        return;
    }
    team.parallel_for(tree.part_count(), 1, workers, [&](std::size_t begin, std::size_t end, int) {
        for (std::size_t part = begin; part < end; ++part) {
            tree.commit_part(static_cast<std::uint32_t>(part));
        }
    });
    tree.finish_commit();
}

void BroadPhase::rebuild_degraded_trees() {
    for (AabbTree& each : trees_) {
        if (each.needs_rebuild_soon()) {
            each.rebuild();
        }
    }
}

void BroadPhase::reserve(std::size_t shapes) { tree(BodyType::Dynamic).reserve(shapes); }

}  // namespace drystone
