#pragma once

#include "joints/direct/elimination_order.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// Velocity of a body, a change of velocity, or an impulse: (x, y, angle).
struct Twist {
    double x = 0.0, y = 0.0, w = 0.0;
};

inline double dot(const Twist& a, const Twist& b) { return a.x * b.x + a.y * b.y + a.w * b.w; }

inline void add_scaled(Twist& sum, double factor, const Twist& twist) {
    sum.x += factor * twist.x;
    sum.y += factor * twist.y;
    sum.w += factor * twist.w;
}

/// A symmetric 3 x 3 matrix over (x, y, angle). When factorised as L D L^T, the diagonal holds 1 / D and the
/// rest holds L.
struct SymmetricMatrix {
    double xx = 0.0, xy = 0.0, yy = 0.0, xw = 0.0, yw = 0.0, ww = 0.0;
};

inline Twist multiply(const SymmetricMatrix& m, const Twist& v) {
    return {m.xx * v.x + m.xy * v.y + m.xw * v.w, m.xy * v.x + m.yy * v.y + m.yw * v.w,
            m.xw * v.x + m.yw * v.y + m.ww * v.w};
}

/// sum += factor * (p q^T + q p^T) / 2
void add_product(SymmetricMatrix& sum, double factor, const Twist& p, const Twist& q);

/// A 3 x 3 matrix, stored by rows.
struct SquareMatrix {
    Twist rows[3];
};

/// Sparse symmetric positive definite matrices of 3 x 3 blocks, stored one after another. Each is factorised
/// as L D L^T in the order of its rows; the pattern of the factors is known beforehand. Uses double
/// precision, and allocates nothing once the patterns are set.
class BlockMatrix {
public:
    void clear();
    /// Appends a matrix with the factor pattern of `order`: its place i becomes row `row_count()` + i, with
    /// `row_count()` before the call.
    void append(const EliminationOrder& order);
    [[nodiscard]] std::size_t row_count() const { return columns_.size(); }
    /// Returns the index of the block below the diagonal that couples two rows, `low` < `high`. The block's
    /// rows belong to `high`. The pattern must contain it.
    [[nodiscard]] std::size_t find_block(std::size_t low, std::size_t high) const;

    // The functions below work on one matrix, which has rows `first` to `first` + `count` - 1.
    void set_zero(std::size_t first, std::size_t count);
    [[nodiscard]] SymmetricMatrix& diagonal(std::size_t row) { return diagonals_[row]; }
    [[nodiscard]] SquareMatrix& block(std::size_t block) { return blocks_[block]; }
    void factorise(std::size_t first, std::size_t count);
    /// Solves with the factors, in place; `values` points to the value of row `first`.
    void solve(std::size_t first, std::size_t count, Twist* values) const;
    /// Calls `visitor(members...)` with the state that later steps depend on, see `ListsState`.
    template <class Self, class Visitor>
    static void visit_state(Self& self, Visitor&& visitor) {
        visitor(self.columns_, self.block_rows_, self.targets_, self.pattern_);
    }
    /// Makes room for the values, after the pattern was replaced.
    void make_room() {
        diagonals_.resize(columns_.size());
        blocks_.resize(block_rows_.size());
    }
    /// Runs the second half of `solve`.
    void solve_back(std::size_t first, std::size_t count, Twist* values) const;

    // The functions below visit only a row and the rows after it that its elimination changes. Their arrays
    // are indexed by row. Source: Gilbert, Peierls, Sparse Partial Pivoting in Time Proportional to
    // Arithmetic Operations, 1988 (elimination tree).
    /// Adds the first half of `solve` for the right-hand side `value` in this row to `halfway`; `zeros` must
    /// be zero, and is zero afterwards.
    void push(std::size_t row, const Twist& value, Twist* zeros, Twist* halfway) const;
    /// Returns the value of this row that the second half of `solve` gives; uses `scratch`, whose rows it
    /// sets to zero.
    [[nodiscard]] Twist value(std::size_t row, const Twist* halfway, Twist* scratch);
    /// Sets the rows that `push` changes to zero.
    void clear_path(std::size_t row, Twist* halfway) const;
    /// Computes the blocks of the inverse in the pattern of the factors. Cost: that of `factorise`. Source:
    /// Takahashi, Fagan, Chen, Formation of a Sparse Bus Impedance Matrix, 1973.
    void invert(std::size_t first, std::size_t count);
    /// Returns the diagonal block of the inverse that the last `invert` computed.
    [[nodiscard]] const SymmetricMatrix& inverse(std::size_t row) const { return inverse_diagonals_[row]; }
    /// Allocates what `invert` needs.
    void prepare_inverse();
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Column {
        std::uint32_t first_block = 0, block_count = 0;
        std::uint32_t first_target = 0;  ///< First entry in `targets_`, one for each pair of blocks.
    };

    std::vector<Column> columns_;
    std::vector<SymmetricMatrix> diagonals_;
    std::vector<std::uint32_t> block_rows_;
    std::vector<SquareMatrix> blocks_;
    std::vector<std::uint32_t> targets_;
    std::vector<std::uint32_t> pattern_;
    std::vector<std::uint32_t> path_;
    // Blocks of the inverse, like those of the matrix.
    std::vector<SymmetricMatrix> inverse_diagonals_;
    std::vector<SquareMatrix> inverse_blocks_;
};

}  // namespace drystone
