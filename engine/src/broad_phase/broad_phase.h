#pragma once

#include <drystone/body.h>
#include <drystone/collision/aabb_tree.h>
#include <drystone/profile.h>

#include "parallel/team.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drystone {

/// Two shapes whose fat boxes have started to overlap; `a < b`.
struct ShapePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const ShapePair&, const ShapePair&) = default;
};

/// The AABB trees of a world, one for each type of body: static boxes are never paired with each other, and
/// their tree is not touched while nothing static changes. The user data of a proxy is its shape's number.
class BroadPhase {
public:
    AabbTree& tree(BodyType type) { return trees_[static_cast<std::size_t>(type)]; }
    [[nodiscard]] const AabbTree& tree(BodyType type) const { return trees_[static_cast<std::size_t>(type)]; }
    [[nodiscard]] const std::array<AabbTree, 3>& trees() const { return trees_; }

    /// Refits the trees where boxes have moved.
    void refit();
    /// Finds the pairs that have started to overlap since the last call: dynamic against dynamic, static and
    /// kinematic. Fastest after `refit`. Returns whether any box was added, removed or moved since then.
    bool find_new_pairs(Team& team);
    /// Returns the pairs found by the last call, sorted by shape numbers.
    [[nodiscard]] const std::vector<ShapePair>& new_pairs() const { return pairs_; }

    /// Rebuilds the trees that will need it soon. May run concurrently with other work, as long as no box
    /// moves.
    void rebuild_degraded_trees();

    void reserve(std::size_t shapes);
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.trees_, self.seen_changes_);
    }
    /// Returns the memory of the search; the trees count their own.
    [[nodiscard]] std::size_t bytes() const {
        return proxy_pairs_.capacity() * sizeof(ProxyPair) +
               (pairs_.capacity() + pairs_spare_.capacity()) * sizeof(ShapePair) + search_.bytes();
    }

private:
    static void commit(AabbTree& tree, Team& team);
    void append_new_pairs(const AabbTree& first, const AabbTree& second, Team& team);
    /// Returns whether a box was added, removed or moved since the last search for pairs. If not, no pair is
    /// new.
    [[nodiscard]] bool has_changed(BodyType type) const {
        return tree(type).changes() != seen_changes_[static_cast<std::size_t>(type)];
    }

    std::array<AabbTree, 3> trees_;
    std::array<std::uint64_t, 3> seen_changes_{};
    PairSearch search_;
    std::vector<ProxyPair> proxy_pairs_;
    std::vector<ShapePair> pairs_;
    std::vector<ShapePair> pairs_spare_;
};

}  // namespace drystone
