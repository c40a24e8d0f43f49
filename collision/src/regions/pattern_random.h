#pragma once

#include <cstdint>

namespace drystone::detail {

/// Random numbers of patterns: the same on every machine.
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014 (SplitMix64).
class PatternRandom {
public:
    explicit PatternRandom(std::uint32_t seed) : state_(seed) {}
    /// Returns a number in [0, 1) with 24 bits.
    double unit() {
        state_ += 0x9e3779b97f4a7c15ull;
        std::uint64_t bits = state_;
        bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9ull;
        bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebull;
        return static_cast<double>((bits ^ (bits >> 31)) >> 40) / 16777216.0;
    }
    double between(double low, double high) { return low + (high - low) * unit(); }

private:
    std::uint64_t state_;
};

}  // namespace drystone::detail
