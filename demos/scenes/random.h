#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace scenes {

/// Small random generator whose numbers are the same on every platform. Source: O'Neill, PCG: A Family of
/// Simple Fast Space-Efficient Statistically Good Algorithms, 2014 (XSH-RR).
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 6364136223846793005ull + 1442695040888963407ull) {
        next();
    }

    std::uint32_t next() {
        const std::uint64_t old = state_;
        state_ = old * 6364136223846793005ull + 1442695040888963407ull;
        const auto mixed = static_cast<std::uint32_t>(((old >> 18) ^ old) >> 27);
        const auto turn = static_cast<std::uint32_t>(old >> 59);
        return (mixed >> turn) | (mixed << ((32u - turn) & 31u));
    }
    /// Returns a number in [0, 1), on a grid that float represents exactly.
    float uniform() { return static_cast<float>(next() >> 8) * (1.0f / 16777216.0f); }
    float between(float low, float high) { return low + (high - low) * uniform(); }
    /// Returns a number in [0, count).
    int below(int count) { return static_cast<int>(next() % static_cast<std::uint32_t>(count)); }

private:
    std::uint64_t state_;
};

/// Shuffles the items. Source: Durstenfeld, Algorithm 235: Random Permutation, 1964.
template <class Items>
void shuffle(Items& items, Random& random) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[static_cast<std::size_t>(random.below(static_cast<int>(i)))]);
    }
}

}  // namespace scenes
