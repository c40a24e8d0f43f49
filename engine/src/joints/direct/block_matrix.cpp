#include "joints/direct/block_matrix.h"

#include <algorithm>

namespace drystone {

namespace {

void factorise_diagonal(SymmetricMatrix& m) {
    const double d_x = 1.0 / m.xx;
    const double l_yx = m.xy * d_x;
    const double l_wx = m.xw * d_x;
    const double d_y = 1.0 / (m.yy - l_yx * m.xy);
    const double e = m.yw - l_wx * m.xy;
    const double l_wy = e * d_y;
    m = {d_x, l_yx, d_y, l_wx, l_wy, 1.0 / (m.ww - l_wx * m.xw - l_wy * e)};
}

Twist solve_diagonal(const SymmetricMatrix& m, const Twist& b) {
    const double y = b.y - m.xy * b.x;
    const double w = (b.w - m.xw * b.x - m.yw * y) * m.ww;
    const double v = y * m.yy - m.yw * w;
    return {b.x * m.xx - m.xy * v - m.xw * w, v, w};
}

/// sum -= a b^T; computes only the lower half of the symmetric product.
void subtract_symmetric(SymmetricMatrix& sum, const SquareMatrix& a, const SquareMatrix& b) {
    sum.xx -= dot(a.rows[0], b.rows[0]);
    sum.xy -= dot(a.rows[1], b.rows[0]);
    sum.yy -= dot(a.rows[1], b.rows[1]);
    sum.xw -= dot(a.rows[2], b.rows[0]);
    sum.yw -= dot(a.rows[2], b.rows[1]);
    sum.ww -= dot(a.rows[2], b.rows[2]);
}

/// sum -= a b^T
void subtract_product(SquareMatrix& sum, const SquareMatrix& a, const SquareMatrix& b) {
    for (int i = 0; i < 3; ++i) {
        sum.rows[i].x -= dot(a.rows[i], b.rows[0]);
        sum.rows[i].y -= dot(a.rows[i], b.rows[1]);
        sum.rows[i].w -= dot(a.rows[i], b.rows[2]);
    }
}

}  // namespace

void BlockMatrix::clear() {
    columns_.clear();
    diagonals_.clear();
    block_rows_.clear();
    blocks_.clear();
    targets_.clear();
}

void BlockMatrix::append(const EliminationOrder& order) {
    const std::size_t first = columns_.size();
    for (std::uint32_t i = 0; i < order.count(); ++i) {
        order.collect_column(i, pattern_);
        Column column;
        column.first_block = static_cast<std::uint32_t>(block_rows_.size());
        column.block_count = static_cast<std::uint32_t>(pattern_.size());
        columns_.push_back(column);
        for (const std::uint32_t row : pattern_) {
            block_rows_.push_back(static_cast<std::uint32_t>(first) + row);
        }
    }
    diagonals_.resize(columns_.size());
    blocks_.resize(block_rows_.size());
    for (std::size_t i = first; i < columns_.size(); ++i) {
        Column& column = columns_[i];
        column.first_target = static_cast<std::uint32_t>(targets_.size());
        for (std::uint32_t a = 0; a < column.block_count; ++a) {
            for (std::uint32_t b = a + 1; b < column.block_count; ++b) {
                targets_.push_back(static_cast<std::uint32_t>(
                    find_block(block_rows_[column.first_block + a], block_rows_[column.first_block + b])));
            }
        }
    }
}

std::size_t BlockMatrix::find_block(std::size_t low, std::size_t high) const {
    const Column& column = columns_[low];
    const std::uint32_t* const begin = block_rows_.data() + column.first_block;
    const std::uint32_t* const found =
        std::lower_bound(begin, begin + column.block_count, static_cast<std::uint32_t>(high));
    return static_cast<std::size_t>(found - block_rows_.data());
}

void BlockMatrix::set_zero(std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
        diagonals_[i] = {};
        const Column& column = columns_[i];
        for (std::uint32_t k = 0; k < column.block_count; ++k) {
            blocks_[column.first_block + k] = {};
        }
    }
}

void BlockMatrix::factorise(std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) {
        const Column& column = columns_[i];
        SymmetricMatrix& own = diagonals_[i];
        factorise_diagonal(own);
        SquareMatrix* const blocks = blocks_.data() + column.first_block;
        const std::uint32_t* const rows = block_rows_.data() + column.first_block;
        const std::uint32_t* target = targets_.data() + column.first_target;
        for (std::uint32_t a = 0; a < column.block_count; ++a) {
            SquareMatrix lower;
            for (int k = 0; k < 3; ++k) {
                lower.rows[k] = solve_diagonal(own, blocks[a].rows[k]);
            }
            subtract_symmetric(diagonals_[rows[a]], blocks[a], lower);
            for (std::uint32_t b = a + 1; b < column.block_count; ++b) {
                subtract_product(blocks_[*target++], blocks[b], lower);
            }
            blocks[a] = lower;
        }
    }
}

void BlockMatrix::solve(std::size_t first, std::size_t count, Twist* values) const {
    if (count == 1) {
        values[0] = solve_diagonal(diagonals_[first], values[0]);
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        const Column& column = columns_[first + i];
        const Twist own = values[i];
        for (std::uint32_t k = column.first_block; k < column.first_block + column.block_count; ++k) {
            Twist& later = values[block_rows_[k] - first];
            later.x -= dot(blocks_[k].rows[0], own);
            later.y -= dot(blocks_[k].rows[1], own);
            later.w -= dot(blocks_[k].rows[2], own);
        }
        values[i] = solve_diagonal(diagonals_[first + i], own);
    }
    for (std::size_t i = count; i-- > 0;) {
        const Column& column = columns_[first + i];
        Twist own = values[i];
        for (std::uint32_t k = column.first_block; k < column.first_block + column.block_count; ++k) {
            const Twist& later = values[block_rows_[k] - first];
            add_scaled(own, -later.x, blocks_[k].rows[0]);
            add_scaled(own, -later.y, blocks_[k].rows[1]);
            add_scaled(own, -later.w, blocks_[k].rows[2]);
        }
        values[i] = own;
    }
}

std::size_t BlockMatrix::bytes() const {
    return columns_.capacity() * sizeof(Column) + diagonals_.capacity() * sizeof(SymmetricMatrix) +
           (block_rows_.capacity() + targets_.capacity() + pattern_.capacity()) * sizeof(std::uint32_t) +
           blocks_.capacity() * sizeof(SquareMatrix);
}

}  // namespace drystone
