#include <doctest/doctest.h>

#include "joints/direct/block_matrix.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

using drystone::BlockMatrix;
using drystone::EliminationOrder;
using drystone::Twist;

namespace {

/// Pseudo-random numbers in [-1, 1).
class Numbers {
public:
    double next() {
        state_ = state_ * 1664525u + 1013904223u;
        return static_cast<double>(state_ >> 8) / 8388608.0 - 1.0;
    }

private:
    std::uint32_t state_ = 7;
};

/// Solves by Gaussian elimination with all entries, as the reference.
std::vector<double> solve_dense(std::vector<std::vector<double>> matrix, std::vector<double> right) {
    const std::size_t count = right.size();
    for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t i = k + 1; i < count; ++i) {
            const double factor = matrix[i][k] / matrix[k][k];
            for (std::size_t j = k; j < count; ++j) {
                matrix[i][j] -= factor * matrix[k][j];
            }
            right[i] -= factor * right[k];
        }
    }
    for (std::size_t k = count; k-- > 0;) {
        for (std::size_t j = k + 1; j < count; ++j) {
            right[k] -= matrix[k][j] * right[j];
        }
        right[k] /= matrix[k][k];
    }
    return right;
}

}  // namespace

TEST_CASE("block matrix: solves as Gauss elimination does, whatever is coupled") {
    Numbers numbers;
    for (int trial = 0; trial < 40; ++trial) {
        const auto count = static_cast<std::uint32_t>(1 + trial % 13);
        EliminationOrder order;
        order.begin(count);
        std::vector<std::vector<bool>> coupled(count, std::vector<bool>(count, false));
        for (std::uint32_t i = 1; i < count; ++i) {
            const auto other = static_cast<std::uint32_t>((numbers.next() + 1.0) * 0.5 * i);
            order.couple(i, other);
            coupled[i][other] = true;
            if (trial % 3 != 0) {  // With loops.
                const auto more = static_cast<std::uint32_t>((numbers.next() + 1.0) * 0.5 * i);
                order.couple(more, i);
                coupled[i][more] = true;
            }
        }
        order.find();
        BlockMatrix matrix;
        EliminationOrder before;
        before.begin(3);
        before.couple(0, 1);
        before.find();
        matrix.append(before);
        matrix.append(order);
        const std::size_t first = 3;
        matrix.set_zero(first, count);
        std::vector<std::vector<double>> dense(3 * count, std::vector<double>(3 * count, 0.0));
        const auto put = [&](std::size_t row, std::size_t column, double value) {
            dense[row][column] = value;
            dense[column][row] = value;
            return value;
        };
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t k = 0; k < i; ++k) {
                if (!coupled[i][k]) {
                    continue;
                }
                const std::uint32_t a = order.place(i);
                const std::uint32_t b = order.place(k);
                const std::size_t low = a < b ? a : b;
                const std::size_t high = a < b ? b : a;
                auto& block = matrix.block(matrix.find_block(first + low, first + high));
                for (std::size_t row = 0; row < 3; ++row) {
                    block.rows[row] = {put(3 * high + row, 3 * low, numbers.next()),
                                       put(3 * high + row, 3 * low + 1, numbers.next()),
                                       put(3 * high + row, 3 * low + 2, numbers.next())};
                }
            }
        }
        std::vector<double> right;
        std::vector<Twist> values;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t k = 3 * i;
            const double large = 8.0 * static_cast<double>(count);
            matrix.diagonal(first + i) = {put(k, k, large),
                                          put(k + 1, k, numbers.next()),
                                          put(k + 1, k + 1, large),
                                          put(k + 2, k, numbers.next()),
                                          put(k + 2, k + 1, numbers.next()),
                                          put(k + 2, k + 2, large)};
            values.push_back({numbers.next(), numbers.next(), numbers.next()});
            right.insert(right.end(), {values.back().x, values.back().y, values.back().w});
        }
        const std::vector<double> expected = solve_dense(dense, right);
        matrix.factorise(first, count);
        matrix.solve(first, count, values.data());
        for (std::size_t i = 0; i < count; ++i) {
            CHECK(std::abs(values[i].x - expected[3 * i]) < 1e-12);
            CHECK(std::abs(values[i].y - expected[3 * i + 1]) < 1e-12);
            CHECK(std::abs(values[i].w - expected[3 * i + 2]) < 1e-12);
        }
    }
}

TEST_CASE("block matrix: trees are eliminated from the leaves to the root, without further entries") {
    EliminationOrder order;
    order.begin(200);
    for (std::uint32_t i = 1; i < 200; ++i) {
        order.couple(i, (i * 7919u) % i);
    }
    order.find();
    std::vector<std::uint32_t> column;
    std::size_t entries = 0;
    for (std::uint32_t i = 0; i < 200; ++i) {
        order.collect_column(i, column);
        entries += column.size();
        CHECK(order.place(order.unknown(i)) == i);
    }
    CHECK(entries == 199);
    for (std::uint32_t i = 1; i < 200; ++i) {
        CHECK(order.place(i) < order.place((i * 7919u) % i));
    }
}
