#pragma once

#include <drystone/collision/aabb_tree.h>

#include "continuous/fast_body.h"
#include "continuous/motion.h"
#include "core/arrays.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Box around the whole motion of a body in the step.
struct PathBox {
    Aabb box;
    std::uint32_t body;
    float extent;  ///< Distance of its farthest point from the centre of mass [m].
};

/// Paths that are found by their boxes.
class PathSearch {
public:
    [[nodiscard]] std::vector<PathBox>& paths() { return paths_; }
    /// Makes the paths ready to be searched. Cost: about 50 ns for each.
    void build();
    /// Calls `visitor(path)` for each path whose box overlaps the box, in an order that the paths alone
    /// determine.
    template <class Visitor>
    void visit(const Aabb& box, Visitor&& visitor) const {
        if (!can_be_searched_ || !is_valid(box)) {
            for (const PathBox& path : paths_) {
                if (overlaps(path.box, box)) {
                    visitor(path);
                }
            }
            return;
        }
        tree_.query(box, every_category, [&](AabbTree::Proxy proxy) {
            visitor(paths_[proxy]);
            return true;
        });
    }
    [[nodiscard]] std::size_t bytes() const {
        return paths_.capacity() * sizeof(PathBox) + items_.capacity() * sizeof(TreeItem) +
               proxies_.capacity() * sizeof(AabbTree::Proxy) + tree_.bytes();
    }

private:
    std::vector<PathBox> paths_;
    std::vector<TreeItem> items_;
    std::vector<AabbTree::Proxy> proxies_;
    AabbTree tree_;                 ///< Proxies are indices of `paths_`.
    bool can_be_searched_ = false;  ///< All boxes are finite.
};

/// Bodies that moved farther than their thickness, found by where they moved. Their paths are bounded by
/// circles around the centres of mass, so that no motion is computed for a body that nothing comes near.
class Movers {
public:
    /// Finds the bodies. Cost: a nanosecond for each awake body, and about 100 ns for each mover.
    /// \param fast  bodies that were swept against static shapes, with where they were stopped, by solver
    /// slot
    void find(const ContinuousContext& context, std::span<const FastBody> fast, Team& team);
    /// Returns an upper bound for the motion of all other bodies [m].
    [[nodiscard]] float others_motion() const { return others_motion_; }
    /// Selects those bodies for which `wanted(extent)` is true, for `visit_selected`; after `find`.
    template <class Predicate>
    void select(Predicate&& wanted) {
        selected_.paths().clear();
        for (const PathBox& mover : all_.paths()) {
            if (wanted(mover.extent)) {
                grow_push_back(selected_.paths(), mover);
            }
        }
        selected_.build();
    }
    /// Calls `visitor(body, extent)` for each body whose path may overlap the box.
    template <class Visitor>
    void visit(const Aabb& box, Visitor&& visitor) const {
        all_.visit(box, [&](const PathBox& mover) { visitor(mover.body, mover.extent); });
    }
    /// The same for the bodies that were selected.
    template <class Visitor>
    void visit_selected(const Aabb& box, Visitor&& visitor) const {
        selected_.visit(box, [&](const PathBox& mover) { visitor(mover.body, mover.extent); });
    }
    [[nodiscard]] std::size_t bytes() const {
        return all_.bytes() + selected_.bytes() + found_.bytes() +
               bodies_.capacity() * sizeof(std::uint32_t) + motions_.capacity() * sizeof(float);
    }

private:
    void find_bodies(const ContinuousContext& context, Team& team);

    DeterministicCollector found_;
    std::vector<std::uint32_t> bodies_;  ///< By solver slot.
    std::vector<float> motions_;         ///< By worker: maximum motion of the other bodies [m].
    float others_motion_ = 0.0f;         ///< The maximum of these.
    PathSearch all_;                     ///< All, by solver slot.
    PathSearch selected_;                ///< Bodies that `select` wants.
};

}  // namespace drystone
