#pragma once

#include <drystone/body.h>
#include <drystone/collision/aabb_tree.h>
#include <drystone/profile.h>

#include "parallel/team.h"

#include <array>
#include <cstdint>
#include <vector>

namespace drystone {

/// Two shapes whose fat boxes have begun to overlap; `a < b`.
struct ShapePair {
    std::uint32_t a = 0;
    std::uint32_t b = 0;

    friend bool operator==(const ShapePair&, const ShapePair&) = default;
};

/// The AABB trees of a world, one for each type of body, so that static boxes are never joined with each
/// other and are not touched while nothing static changes. The user data of a proxy is its shape's number.
class BroadPhase {
public:
    AabbTree& tree(BodyType type) { return trees_[static_cast<std::size_t>(type)]; }
    [[nodiscard]] const AabbTree& tree(BodyType type) const { return trees_[static_cast<std::size_t>(type)]; }
    [[nodiscard]] const std::array<AabbTree, 3>& trees() const { return trees_; }

    /// Makes the trees tight where boxes have moved.
    void refit();
    /// Finds the pairs that have begun to overlap since the last call: dynamic against dynamic, static and
    /// kinematic. Fastest after `refit`.
    void find_new_pairs(Team& team);
    /// Those found last, in the order of their shape numbers.
    [[nodiscard]] const std::vector<ShapePair>& new_pairs() const { return pairs_; }

    /// Sorts the trees that soon will have to be: beside other work, as long as no box moves.
    void rebuild_degraded_trees();

    void reserve(std::size_t shapes);
    /// Of what a search needs; the trees count their own.
    [[nodiscard]] std::size_t bytes() const {
        return proxy_pairs_.capacity() * sizeof(ProxyPair) +
               (pairs_.capacity() + pairs_spare_.capacity()) * sizeof(ShapePair) + search_.bytes();
    }

private:
    static void commit(AabbTree& tree, Team& team);
    void append_new_pairs(const AabbTree& first, const AabbTree& second, Team& team);
    /// Has a box come, gone or moved since pairs were last looked for? If not, none is new.
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
