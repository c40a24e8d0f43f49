#include <doctest/doctest.h>

#include "joints/direct/block_matrix.h"

#include <algorithm>
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

/// Random matrix, behind three rows of another one, and the same with all entries.
struct RandomMatrix {
    static constexpr std::size_t first = 3;

    RandomMatrix(Numbers& random, std::uint32_t rows, bool loops) : count(rows), numbers(random) {
        EliminationOrder before;
        before.begin(3);
        before.couple(0, 1);
        before.find();
        matrix.append(before);
        order.begin(count);
        coupled.assign(count, std::vector<bool>(count, false));
        for (std::uint32_t i = 1; i < count; ++i) {
            couple(i);
            if (loops) {
                couple(i);
            }
        }
        order.find();
        matrix.append(order);
        matrix.set_zero(first, count);
        dense.assign(3 * count, std::vector<double>(3 * count, 0.0));
        fill();
    }

    void couple(std::uint32_t i) {
        const auto other = static_cast<std::uint32_t>((numbers.next() + 1.0) * 0.5 * i);
        order.couple(i, other);
        coupled[i][other] = true;
    }
    double put(std::size_t row, std::size_t column, double value) {
        dense[row][column] = value;
        dense[column][row] = value;
        return value;
    }
    void fill() {
        for (std::uint32_t i = 0; i < count; ++i) {
            for (std::uint32_t k = 0; k < i; ++k) {
                if (coupled[i][k]) {
                    fill_block(std::min(order.place(i), order.place(k)),
                               std::max(order.place(i), order.place(k)));
                }
            }
        }
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t k = 3 * i;
            const double large = 8.0 * static_cast<double>(count);
            matrix.diagonal(first + i) = {put(k, k, large),
                                          put(k + 1, k, numbers.next()),
                                          put(k + 1, k + 1, large),
                                          put(k + 2, k, numbers.next()),
                                          put(k + 2, k + 1, numbers.next()),
                                          put(k + 2, k + 2, large)};
        }
    }
    void fill_block(std::size_t low, std::size_t high) {
        auto& block = matrix.block(matrix.find_block(first + low, first + high));
        for (std::size_t row = 0; row < 3; ++row) {
            block.rows[row] = {put(3 * high + row, 3 * low, numbers.next()),
                               put(3 * high + row, 3 * low + 1, numbers.next()),
                               put(3 * high + row, 3 * low + 2, numbers.next())};
        }
    }
    [[nodiscard]] std::vector<Twist> solve(const std::vector<Twist>& right) const {
        std::vector<double> flat;
        for (const Twist& value : right) {
            flat.insert(flat.end(), {value.x, value.y, value.w});
        }
        flat = solve_dense(dense, flat);
        std::vector<Twist> values;
        for (std::size_t i = 0; i < count; ++i) {
            values.push_back({flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]});
        }
        return values;
    }

    std::uint32_t count;
    Numbers& numbers;
    EliminationOrder order;
    BlockMatrix matrix;
    std::vector<std::vector<bool>> coupled;
    std::vector<std::vector<double>> dense;
};

bool is_near(const Twist& a, const Twist& b) {
    return std::abs(a.x - b.x) < 1e-12 && std::abs(a.y - b.y) < 1e-12 && std::abs(a.w - b.w) < 1e-12;
}

/// Calls `test` with matrices of trees and of loops.
template <class Test>
void for_random_matrices(Test&& test) {
    Numbers numbers;
    for (int trial = 0; trial < 40; ++trial) {
        RandomMatrix random(numbers, static_cast<std::uint32_t>(1 + trial % 13), trial % 3 != 0);
        random.matrix.factorise(RandomMatrix::first, random.count);
        test(random);
    }
}

}  // namespace

TEST_CASE("block matrix: solves as Gauss elimination does, whatever is coupled") {
    for_random_matrices([](RandomMatrix& random) {
        std::vector<Twist> values;
        for (std::size_t i = 0; i < random.count; ++i) {
            values.push_back({random.numbers.next(), random.numbers.next(), random.numbers.next()});
        }
        const std::vector<Twist> expected = random.solve(values);
        random.matrix.solve(RandomMatrix::first, random.count, values.data());
        for (std::size_t i = 0; i < random.count; ++i) {
            CHECK(is_near(values[i], expected[i]));
        }
    });
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
