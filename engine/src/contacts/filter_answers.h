#pragma once

#include "broad_phase/broad_phase.h"
#include "store/shape_store.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace drystone {

/// Answers of the collision filter for pairs of shapes that have no contact, kept until their fat boxes part,
/// so that the filter is asked once. The order of the two shapes in a pair does not matter. Empty in worlds
/// without a filter.
class FilterAnswers {
public:
    [[nodiscard]] bool empty() const { return refused_.empty() && allowed_.empty(); }
    /// Returns the answer for a pair, if there is one. Cost: two binary searches.
    [[nodiscard]] std::optional<bool> find(const ShapePair& pair) const;
    /// Adds the answer for a pair that has none. Cost: linear in the number of answers.
    void add(const ShapePair& pair, bool allows);
    /// Adds a refused pair that has no answer; `find` sees it after `end_refusals`. Constant cost.
    void refuse(const ShapePair& pair);
    void end_refusals();

    /// Forgets the pairs that were allowed: from now on, their contacts tell.
    void forget_allowed() { allowed_.clear(); }
    /// Forgets the answers for a shape that has changed or is about to be destroyed.
    void forget_shape(std::uint32_t shape);
    /// Forgets the answers for pairs whose fat boxes no longer overlap. `any_moved`: a box was moved since
    /// the last call; if not, no pair has parted.
    void forget_parted(const std::vector<FatBox>& boxes, bool any_moved);

    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.refused_, self.allowed_);
    }
    [[nodiscard]] std::size_t bytes() const {
        return (refused_.capacity() + allowed_.capacity() + new_refusals_.capacity()) * sizeof(ShapePair);
    }

private:
    std::vector<ShapePair> refused_;  ///< Sorted.
    /// Sorted. Fast bodies meet shapes that their boxes did not reach at the beginning of the step.
    std::vector<ShapePair> allowed_;
    std::vector<ShapePair> new_refusals_;  ///< Empty but while contacts are created.
};

}  // namespace drystone
