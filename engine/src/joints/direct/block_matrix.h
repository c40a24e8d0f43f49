#pragma once

#include "joints/direct/elimination_order.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Velocity of a body, its change, or an impulse: (x, y, angle).
struct Twist {
    double x = 0.0, y = 0.0, w = 0.0;
};

inline double dot(const Twist& a, const Twist& b) { return a.x * b.x + a.y * b.y + a.w * b.w; }

inline void add_scaled(Twist& sum, double factor, const Twist& twist) {
    sum.x += factor * twist.x;
    sum.y += factor * twist.y;
    sum.w += factor * twist.w;
}

/// A symmetric 3 x 3 matrix over (x, y, angle). Of its factors L D L^T the diagonal holds 1 / D, the rest L.
struct SymmetricMatrix {
    double xx = 0.0, xy = 0.0, yy = 0.0, xw = 0.0, yw = 0.0, ww = 0.0;
};

/// sum += factor * (p q^T + q p^T) / 2
void add_product(SymmetricMatrix& sum, double factor, const Twist& p, const Twist& q);

/// A 3 x 3 matrix by its rows.
struct SquareMatrix {
    Twist rows[3];
};

/// Symmetric positive matrices of 3 x 3 blocks, sparse, one behind the other; each is factorised as L D L^T
/// in the order of its rows, of which the pattern is known beforehand. In double precision, without
/// allocation once the patterns stand.
class BlockMatrix {
public:
    void clear();
    /// Appends a matrix with the pattern of an order, of which row i becomes row `row_count()` + i.
    void append(const EliminationOrder& order);
    [[nodiscard]] std::size_t row_count() const { return columns_.size(); }
    /// The block below the diagonal at two coupled rows, `low` < `high`: its rows belong to `high`.
    [[nodiscard]] std::size_t find_block(std::size_t low, std::size_t high) const;

    // What follows is for the rows from `first` on of one matrix.
    void set_zero(std::size_t first, std::size_t count);
    [[nodiscard]] SymmetricMatrix& diagonal(std::size_t row) { return diagonals_[row]; }
    [[nodiscard]] SquareMatrix& block(std::size_t block) { return blocks_[block]; }
    void factorise(std::size_t first, std::size_t count);
    /// With the factors; in place, `values` being those of row `first`.
    void solve(std::size_t first, std::size_t count, Twist* values) const;
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Column {
        std::uint32_t first_block = 0, block_count = 0;
        std::uint32_t first_target = 0;  ///< Of each pair of its blocks: which block it changes.
    };

    std::vector<Column> columns_;
    std::vector<SymmetricMatrix> diagonals_;
    std::vector<std::uint32_t> block_rows_;
    std::vector<SquareMatrix> blocks_;
    std::vector<std::uint32_t> targets_;
    std::vector<std::uint32_t> pattern_;
};

}  // namespace drystone
