#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// Elimination order of the unknowns of a sparse symmetric matrix, and the pattern of its factors. The
/// unknown with the fewest neighbours is eliminated first; of equals, the one with the highest number. A tree
/// that is numbered from its root is thus eliminated from the leaves to the root.
///
/// Trees get no fill-in. Source: Tinney, Walker, Direct Solutions of Sparse Network Equations by Optimally
/// Ordered Triangular Factorization, 1967 (minimum degree).
class EliminationOrder {
public:
    /// Begins a new matrix of `count` unknowns without couplings.
    void begin(std::uint32_t count);
    /// Couples two different unknowns; duplicates are allowed.
    void couple(std::uint32_t a, std::uint32_t b);
    /// Finds the order of the coupled unknowns.
    void find();

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(order_.size()); }
    /// Returns the unknown that is eliminated at this place.
    [[nodiscard]] std::uint32_t unknown(std::uint32_t place) const { return order_[place]; }
    /// Returns the place of an unknown in the order.
    [[nodiscard]] std::uint32_t place(std::uint32_t unknown) const { return places_[unknown]; }
    /// Collects the later places that the elimination of this one couples, ascending: a column of the factor.
    void collect_column(std::uint32_t place, std::vector<std::uint32_t>& column) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    using Candidate = std::pair<std::uint32_t, std::uint32_t>;  ///< Degree, and complement of the unknown.

    void eliminate(std::uint32_t unknown);
    void merge(std::uint32_t into, const std::vector<std::uint32_t>& clique);
    void offer(std::uint32_t unknown);

    std::vector<std::vector<std::uint32_t>> neighbours_;  ///< Ascending; may contain eliminated unknowns.
    std::vector<std::uint32_t> degrees_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> places_;
    std::vector<Candidate> heap_;  ///< By degree; some entries are out of date.
    std::vector<std::uint32_t> merged_;
};

}  // namespace drystone
