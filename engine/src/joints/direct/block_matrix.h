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

/// sum += factor * p p^T
inline void add_square(SymmetricMatrix& sum, double factor, const Twist& p) {
    const Twist scaled{factor * p.x, factor * p.y, factor * p.w};
    sum.xx += scaled.x * p.x;
    sum.xy += scaled.x * p.y;
    sum.yy += scaled.y * p.y;
    sum.xw += scaled.x * p.w;
    sum.yw += scaled.y * p.w;
    sum.ww += scaled.w * p.w;
}

/// A 3 x 3 matrix, stored by rows.
struct SquareMatrix {
    Twist rows[3];
};

/// sum += factor * p q^T
inline void add_outer(SquareMatrix& sum, double factor, const Twist& p, const Twist& q) {
    add_scaled(sum.rows[0], factor * p.x, q);
    add_scaled(sum.rows[1], factor * p.y, q);
    add_scaled(sum.rows[2], factor * p.w, q);
}

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
};

}  // namespace drystone
