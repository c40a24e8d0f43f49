#pragma once

#include "constraint_graph/constraint_graph.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Lanes of some contacts, taken out of the constraint graph while the solver runs: they have the same
/// colours here, and are solved apart from the others. In their own places are lanes meanwhile in which
/// nothing happens, so that it makes no difference to the contacts beside them.
///
/// Impulses and all that the solver changes are here until they are given back. Nothing is ever allocated
/// where none are taken out.
class ContactSubset {
public:
    /// Borrows the lanes of the contacts, which must push and be in the graph. They give way
    /// `compliance_scale` times as far as there, except for those with a softness of their own. None may be
    /// taken out yet. Cost: some 50 ns each, giving back included.
    void extract(ConstraintGraph& from, const std::vector<Contact>& contacts,
                 std::span<const std::uint32_t> numbers, float compliance_scale);
    /// Writes the impulses that they have now into the graph, for those who look at them there.
    void copy_impulses_back(ConstraintGraph& graph) const;
    void merge_back(ConstraintGraph& graph);

    [[nodiscard]] ConstraintGraph& graph() { return graph_; }
    [[nodiscard]] std::size_t bytes() const { return graph_.bytes() + moved_.capacity() * sizeof(MovedLane); }

private:
    /// A place in a list of the graph, and that in the list of the same colour and number here.
    struct MovedLane {
        std::uint8_t color;
        std::uint8_t list;
        std::uint32_t place;
        std::uint32_t own_place;
    };

    void extract(ContactList& from, float compliance_scale, MovedLane& moved);

    ConstraintGraph graph_;
    std::vector<MovedLane> moved_;
};

}  // namespace drystone
