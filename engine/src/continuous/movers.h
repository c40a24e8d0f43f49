#pragma once

#include "continuous/fast_body.h"
#include "continuous/motion.h"
#include "core/arrays.h"
#include "parallel/deterministic_collector.h"
#include "parallel/team.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

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
        selected_.clear();
        for (const PathBox& mover : sorted_) {
            if (wanted(mover.extent)) {
                grow_push_back(selected_, mover);
            }
        }
    }
    /// Calls `visitor(body, extent)` for each body whose path may overlap the box.
    template <class Visitor>
    void visit(const Aabb& box, Visitor&& visitor) const {
        visit_paths(sorted_, box, visitor);
    }
    /// The same for the bodies that were selected, and maybe for others.
    template <class Visitor>
    void visit_selected(const Aabb& box, Visitor&& visitor) const {
        visit_paths(selected_, box, visitor);
    }
    [[nodiscard]] std::size_t bytes() const {
        return (sorted_.capacity() + selected_.capacity() + spare_.capacity() + wide_.capacity()) *
                   sizeof(PathBox) +
               found_.bytes() + bodies_.capacity() * sizeof(std::uint32_t) +
               motions_.capacity() * sizeof(float);
    }

private:
    struct PathBox {
        Aabb box;  ///< Around the whole motion of the body in the step.
        std::uint32_t body;
        float extent;  ///< Distance of its farthest point from the centre of mass [m].
    };

    template <class Visitor>
    void visit_paths(const std::vector<PathBox>& sorted, const Aabb& box, Visitor& visitor) const {
        const auto first =
            std::lower_bound(sorted.begin(), sorted.end(), box.lower.x - max_width_,
                             [](const PathBox& mover, float lower) { return mover.box.lower.x < lower; });
        for (auto mover = first; mover != sorted.end() && mover->box.lower.x <= box.upper.x; ++mover) {
            if (overlaps(mover->box, box)) {
                visitor(mover->body, mover->extent);
            }
        }
        for (const PathBox& mover : wide_) {
            if (overlaps(mover.box, box)) {
                visitor(mover.body, mover.extent);
            }
        }
    }

    void find_bodies(const ContinuousContext& context, Team& team);
    void sort();

    DeterministicCollector found_;
    std::vector<std::uint32_t> bodies_;  ///< By solver slot.
    std::vector<float> motions_;         ///< By worker: maximum motion of the other bodies [m].
    float others_motion_ = 0.0f;         ///< The maximum of these.
    std::vector<PathBox> sorted_;        ///< By the lower ends of their paths.
    std::vector<PathBox> selected_;      ///< Part of `sorted_` that `select` wants.
    std::vector<PathBox> spare_;
    std::vector<PathBox> wide_;  ///< Bodies with much wider boxes than others, in any order.
    float max_width_ = 0.0f;     ///< Maximum width of the paths in `sorted_` [m].
};

}  // namespace drystone
