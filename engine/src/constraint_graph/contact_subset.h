#pragma once

#include "constraint_graph/constraint_graph.h"
#include "constraint_graph/contact_batches.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Lanes of some contacts, extracted from the constraint graph while the solver runs. They keep their colours
/// here, and are solved separately. Their lanes in the graph are empty meanwhile, so the contacts next to
/// them are not affected.
///
/// Impulses and everything else that the solver changes are here until they are merged back. Without
/// extracted lanes, nothing is allocated.
class ContactSubset {
public:
    /// Removes all lanes, which must not be extracted.
    void clear() { graph_.clear_lanes(); }
    /// Extracts the lanes of the contacts, which must push and be in the graph. In each list, their lanes
    /// begin with a new block. Cost: some 50 ns per contact, merging back included.
    void extract(ConstraintGraph& from, const DefinitionArray<Contact>& contacts,
                 std::span<const std::uint32_t> numbers);
    /// The same; appends the blocks of these contacts to `ranges`.
    void extract(ConstraintGraph& from, const DefinitionArray<Contact>& contacts,
                 std::span<const std::uint32_t> numbers, std::vector<BlockRange>& ranges);
    /// Copies the current impulses into the graph, for code that reads them there.
    void copy_impulses_back(ConstraintGraph& graph) const;
    void merge_back(ConstraintGraph& graph);

    [[nodiscard]] ConstraintGraph& graph() { return graph_; }
    [[nodiscard]] std::size_t bytes() const { return graph_.bytes() + moved_.capacity() * sizeof(MovedLane); }

private:
    /// Place of a lane in a list of the graph, and in the list of the same colour and number here.
    struct MovedLane {
        std::uint8_t color;
        std::uint8_t list;
        std::uint32_t place;
        std::uint32_t own_place;
    };

    void extract(ContactList& from, MovedLane& moved);
    template <class Visitor>
    void visit_ranges(Visitor&& visitor) const;

    ConstraintGraph graph_;
    std::vector<MovedLane> moved_;
};

}  // namespace drystone
