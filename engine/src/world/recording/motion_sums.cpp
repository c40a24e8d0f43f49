#include "world/recording/motion_sums.h"

#include "store/body_store.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace drystone {

namespace {

/// Rotates to the left by 0 to 63 bits.
constexpr std::uint64_t rotate(std::uint64_t word, std::size_t bits) {
    return word << bits | word >> ((64 - bits) & 63);
}

/// Four floats as two words, the first of each pair in the lower half.
template <class Four>
std::array<std::uint64_t, 2> words_of(const Four& values) {
    static_assert(sizeof(Four) == 16);
    std::array<std::uint64_t, 2> words{};
    std::memcpy(words.data(), &values, sizeof words);
    if constexpr (std::endian::native == std::endian::big) {
        words = {rotate(words[0], 32), rotate(words[1], 32)};
    }
    return words;
}

}  // namespace

MotionSums sum_motion(const BodyStore& bodies) {
    // Odd factors with bits from the golden ratio, pi, e and the square root of 2.
    constexpr std::uint64_t factors[] = {0x9e3779b97f4a7c15, 0x243f6a8885a308d3, 0xb7e151628aed2a6b,
                                         0x6a09e667f3bcc909};
    MotionSums sums;
    std::uint64_t fields[4] = {};
    for (const std::uint32_t body : bodies.awake) {
        const std::array<std::uint64_t, 2> pose = words_of(bodies.poses[body]);
        const std::array<std::uint64_t, 2> velocity = words_of(bodies.velocities[body]);
        const std::uint64_t words[] = {pose[0] * factors[0], pose[1] * factors[1], velocity[0] * factors[2],
                                       velocity[1] * factors[3]};
        std::uint64_t hash = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            fields[i] += words[i];
            hash ^= rotate(words[i], 13 * i);
        }
        hash = (hash ^ hash >> 32) * factors[0];
        sums.all += hash;
        sums.by_slot += hash * (std::uint64_t{body} + 1);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        sums.fields[i] = static_cast<std::uint16_t>(fields[i] >> 48);
    }
    return sums;
}

std::optional<std::uint32_t> find_different_body(const MotionSums& a, const MotionSums& b,
                                                 std::uint32_t slots) {
    const std::uint64_t all = a.all - b.all;
    const std::uint64_t by_slot = a.by_slot - b.by_slot;
    if (all == 0) {
        return {};
    }
    const int shift = std::countr_zero(all);
    if (shift > 31 || (by_slot & ((std::uint64_t{1} << shift) - 1)) != 0) {
        return {};
    }
    // by_slot = all * (slot + 1): the inverse of an odd number modulo 2^64, by Newton's iteration.
    const std::uint64_t odd = all >> shift;
    std::uint64_t inverse = odd;
    for (int i = 0; i < 6; ++i) {
        inverse *= 2 - odd * inverse;
    }
    const std::uint64_t quotient = (by_slot >> shift) * inverse & (~std::uint64_t{0} >> shift);
    if (quotient == 0 || quotient > slots || quotient * all != by_slot) {
        return {};
    }
    return static_cast<std::uint32_t>(quotient - 1);
}

std::string different_fields(const MotionSums& a, const MotionSums& b) {
    const char* const names[] = {"position", "angle", "linear velocity", "angular velocity"};
    std::string text;
    for (std::size_t i = 0; i < 4; ++i) {
        if (a.fields[i] != b.fields[i]) {
            text.append(text.empty() ? "" : ", ").append(names[i]);
        }
    }
    return text;
}

}  // namespace drystone
