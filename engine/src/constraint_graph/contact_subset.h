#pragma once

#include "constraint_graph/constraint_graph.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace drystone {

/// Lanes of some contacts, lent by the constraint graph while the solver runs: they have the same colours
/// here, and are solved apart from the others. In their own places are lanes meanwhile in which nothing
/// happens, so that it makes no difference to the contacts beside them.
///
/// Impulses and all that the solver changes are here until they are given back. Nothing is ever allocated
/// where none are lent.
class LentLanes {
public:
    /// Borrows the lanes of the contacts, which must push and be in the graph. They give way `give` times as
    /// far as there, but for those with a softness of their own. None may be on loan. Cost: some 50 ns each,
    /// giving back included.
    void borrow(ConstraintGraph& from, const std::vector<Contact>& contacts,
                std::span<const std::uint32_t> numbers, float give);
    /// Writes the impulses that they have now into the graph, for those who look at them there.
    void show_impulses(ConstraintGraph& graph) const;
    void give_back(ConstraintGraph& graph);

    [[nodiscard]] ConstraintGraph& graph() { return graph_; }
    [[nodiscard]] std::size_t bytes() const { return graph_.bytes() + loans_.capacity() * sizeof(Loan); }

private:
    /// A place in a list of the graph, and that in the list of the same colour and number here.
    struct Loan {
        std::uint8_t color;
        std::uint8_t list;
        std::uint32_t place;
        std::uint32_t own_place;
    };

    void borrow(ContactList& from, float give, Loan& loan);

    ConstraintGraph graph_;
    std::vector<Loan> loans_;
};

}  // namespace drystone
