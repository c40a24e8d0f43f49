#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// In which order the unknowns of a sparse symmetric matrix are best eliminated, and which entries its
/// factors then have: the unknown with the fewest neighbours comes first, of equals that with the highest
/// number: so trees that are numbered from the root on go from the leaves to the root.
///
/// Trees get no entry that they did not have. Source: Tinney, Walker, Direct Solutions of Sparse Network
/// Equations by Optimally Ordered Triangular Factorization, 1967 (minimum degree).
class EliminationOrder {
public:
    /// Begins a matrix of `count` unknowns without couplings.
    void begin(std::uint32_t count);
    /// Two unknowns that differ; any number of times.
    void couple(std::uint32_t a, std::uint32_t b);
    void find();

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(order_.size()); }
    /// The unknown that is eliminated at this place, and the place of an unknown.
    [[nodiscard]] std::uint32_t unknown(std::uint32_t place) const { return order_[place]; }
    [[nodiscard]] std::uint32_t place(std::uint32_t unknown) const { return places_[unknown]; }
    /// Places after this one that its elimination couples, ascending.
    void collect_column(std::uint32_t place, std::vector<std::uint32_t>& column) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    using Candidate = std::pair<std::uint32_t, std::uint32_t>;  ///< Degree, and the unknown inverted.

    void eliminate(std::uint32_t unknown);
    void merge(std::uint32_t into, const std::vector<std::uint32_t>& clique);
    void offer(std::uint32_t unknown);

    std::vector<std::vector<std::uint32_t>> neighbours_;  ///< Ascending; may name what is eliminated.
    std::vector<std::uint32_t> degrees_;
    std::vector<std::uint32_t> order_;
    std::vector<std::uint32_t> places_;
    std::vector<Candidate> heap_;  ///< Some out of date.
    std::vector<std::uint32_t> merged_;
};

}  // namespace drystone
