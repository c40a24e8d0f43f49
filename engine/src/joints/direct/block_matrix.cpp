#include "joints/direct/block_matrix.h"

#include "core/arrays.h"

#include <algorithm>
#include <utility>

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

/// Returns the inverse of a factorised block.
SymmetricMatrix invert_diagonal(const SymmetricMatrix& m) {
    const Twist x = solve_diagonal(m, {1.0, 0.0, 0.0});
    const Twist y = solve_diagonal(m, {0.0, 1.0, 0.0});
    const Twist w = solve_diagonal(m, {0.0, 0.0, 1.0});
    return {x.x, x.y, y.y, x.w, y.w, w.w};
}

/// Returns v^T m.
Twist multiply_row(const Twist& v, const SquareMatrix& m) {
    Twist product;
    add_scaled(product, v.x, m.rows[0]);
    add_scaled(product, v.y, m.rows[1]);
    add_scaled(product, v.w, m.rows[2]);
    return product;
}

SquareMatrix transpose(const SquareMatrix& m) {
    return {{{m.rows[0].x, m.rows[1].x, m.rows[2].x},
             {m.rows[0].y, m.rows[1].y, m.rows[2].y},
             {m.rows[0].w, m.rows[1].w, m.rows[2].w}}};
}

/// sum -= a b
void subtract_matrix(SquareMatrix& sum, const SquareMatrix& a, const SquareMatrix& b) {
    for (int i = 0; i < 3; ++i) {
        add_scaled(sum.rows[i], -1.0, multiply_row(a.rows[i], b));
    }
}

}  // namespace

void add_product(SymmetricMatrix& sum, double factor, const Twist& p, const Twist& q) {
    sum.xx += factor * p.x * q.x;
    sum.xy += factor * 0.5 * (p.x * q.y + p.y * q.x);
    sum.yy += factor * p.y * q.y;
    sum.xw += factor * 0.5 * (p.x * q.w + p.w * q.x);
    sum.yw += factor * 0.5 * (p.y * q.w + p.w * q.y);
    sum.ww += factor * p.w * q.w;
}

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
    solve_back(first, count, values);
}

void BlockMatrix::solve_back(std::size_t first, std::size_t count, Twist* values) const {
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

void BlockMatrix::push(std::size_t row, const Twist& value, Twist* zeros, Twist* halfway) const {
    Twist own = value;
    for (;;) {
        add_scaled(halfway[row], 1.0, solve_diagonal(diagonals_[row], own));
        const Column& column = columns_[row];
        if (column.block_count == 0) {
            return;
        }
        for (std::uint32_t k = column.first_block; k < column.first_block + column.block_count; ++k) {
            Twist& later = zeros[block_rows_[k]];
            later.x -= dot(blocks_[k].rows[0], own);
            later.y -= dot(blocks_[k].rows[1], own);
            later.w -= dot(blocks_[k].rows[2], own);
        }
        row = block_rows_[column.first_block];
        own = std::exchange(zeros[row], Twist{});
    }
}

Twist BlockMatrix::value(std::size_t row, const Twist* halfway, Twist* scratch) {
    if (columns_[row].block_count == 0) {
        return halfway[row];
    }
    path_.clear();
    for (std::size_t i = row;; i = block_rows_[columns_[i].first_block]) {
        path_.push_back(static_cast<std::uint32_t>(i));
        if (columns_[i].block_count == 0) {
            break;
        }
    }
    for (std::size_t i = path_.size(); i-- > 0;) {
        const Column& column = columns_[path_[i]];
        Twist own = halfway[path_[i]];
        for (std::uint32_t k = column.first_block; k < column.first_block + column.block_count; ++k) {
            const Twist& later = scratch[block_rows_[k]];
            add_scaled(own, -later.x, blocks_[k].rows[0]);
            add_scaled(own, -later.y, blocks_[k].rows[1]);
            add_scaled(own, -later.w, blocks_[k].rows[2]);
        }
        scratch[path_[i]] = own;
    }
    const Twist result = scratch[row];
    for (const std::uint32_t i : path_) {
        scratch[i] = {};
    }
    return result;
}

void BlockMatrix::clear_path(std::size_t row, Twist* halfway) const {
    halfway[row] = {};
    while (columns_[row].block_count != 0) {
        row = block_rows_[columns_[row].first_block];
        halfway[row] = {};
    }
}

void BlockMatrix::prepare_inverse() {
    grow_resize(inverse_diagonals_, diagonals_.size());
    grow_resize(inverse_blocks_, blocks_.size());
}

/// Computes, from the last row to the first, Z_Sj = -Z_SS L_Sj and Z_jj = 1 / D_j - L_Sj^T Z_Sj with the rows
/// S of column j, for which the pattern contains Z_SS.
void BlockMatrix::invert(std::size_t first, std::size_t count) {
    for (std::size_t i = first + count; i-- > first;) {
        const Column& column = columns_[i];
        const SquareMatrix* const lower = blocks_.data() + column.first_block;
        const std::uint32_t* const rows = block_rows_.data() + column.first_block;
        const std::uint32_t* target = targets_.data() + column.first_target;
        SquareMatrix* const own = inverse_blocks_.data() + column.first_block;
        std::fill_n(own, column.block_count, SquareMatrix{});
        for (std::uint32_t a = 0; a < column.block_count; ++a) {
            const SymmetricMatrix& z = inverse_diagonals_[rows[a]];
            subtract_matrix(own[a], {{{z.xx, z.xy, z.xw}, {z.xy, z.yy, z.yw}, {z.xw, z.yw, z.ww}}}, lower[a]);
            for (std::uint32_t b = a + 1; b < column.block_count; ++b) {
                const SquareMatrix& between = inverse_blocks_[*target++];
                subtract_matrix(own[b], between, lower[a]);
                subtract_matrix(own[a], transpose(between), lower[b]);
            }
        }
        inverse_diagonals_[i] = invert_diagonal(diagonals_[i]);
        for (std::uint32_t a = 0; a < column.block_count; ++a) {
            subtract_symmetric(inverse_diagonals_[i], transpose(lower[a]), transpose(own[a]));
        }
    }
}

std::size_t BlockMatrix::bytes() const {
    return columns_.capacity() * sizeof(Column) +
           (diagonals_.capacity() + inverse_diagonals_.capacity()) * sizeof(SymmetricMatrix) +
           inverse_blocks_.capacity() * sizeof(SquareMatrix) +
           (block_rows_.capacity() + targets_.capacity() + pattern_.capacity() + path_.capacity()) *
               sizeof(std::uint32_t) +
           blocks_.capacity() * sizeof(SquareMatrix);
}

}  // namespace drystone
