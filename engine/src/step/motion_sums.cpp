#include "step/motion_sums.h"

#include <bit>
#include <cstring>

namespace drystone {

namespace {

/// Numbers added to the eight words of a body before they are multiplied in pairs: odd, with bits of the
/// golden ratio, pi, e, and square roots of primes.
constexpr std::uint32_t keys[] = {0x9e3779b9, 0x243f6a89, 0xb7e15163, 0x6a09e667,
                                  0xbb67ae85, 0x3c6ef373, 0xa54ff53b, 0x510e527f};

using Words = std::array<std::uint32_t, 4>;

template <class Four>
Words words_of(const Four& values) {
    static_assert(sizeof(Four) == sizeof(Words));
    Words words{};
    std::memcpy(words.data(), &values, sizeof words);
    return words;
}

/// Product of two words of 32 bits.
std::uint64_t product(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} * b; }

}  // namespace

void MotionSum::clear() {
    for (std::atomic<std::uint64_t>& field : fields_) {
        field.store(0, std::memory_order_relaxed);
    }
    by_slot_.store(0, std::memory_order_relaxed);
}

// The hash is the sum of the products of key and word pairs. Source: Black, Halevi, Krawczyk, Krovetz and
// Rogaway, UMAC: Fast and Secure Message Authentication, CRYPTO 1999 (NH). A changed word changes its product
// by the change times the other factor, which is zero for one value in 2^32 alone.
void MotionSum::add(const BodyStore& bodies, std::size_t begin, std::size_t end) {
    std::uint64_t fields[4] = {};
    std::uint64_t by_slot = 0;
    for (std::size_t k = begin; k < end; ++k) {
        const std::uint32_t body = bodies.awake[k];
        const Words pose = words_of(bodies.poses[body]);
        const Words velocity = words_of(bodies.velocities[body]);
        const std::uint64_t products[] = {product(pose[0] + keys[0], pose[1] + keys[1]),
                                          product(pose[2] + keys[2], pose[3] + keys[3]),
                                          product(velocity[0] + keys[4], velocity[1] + keys[5]),
                                          product(velocity[2] + keys[6], velocity[3] + keys[7])};
        for (std::size_t i = 0; i < 4; ++i) {
            fields[i] += products[i];
        }
        by_slot += (products[0] + products[1] + products[2] + products[3]) * (std::uint64_t{body} + 1);
    }
    for (std::size_t i = 0; i < 4; ++i) {
        fields_[i].fetch_add(fields[i], std::memory_order_relaxed);
    }
    by_slot_.fetch_add(by_slot, std::memory_order_relaxed);
}

MotionSums MotionSum::sums() const {
    // An odd factor brings all bits of a sum into its upper ones.
    constexpr std::uint64_t factor = 0x9e3779b97f4a7c15;
    MotionSums sums;
    sums.by_slot = by_slot_.load(std::memory_order_relaxed);
    for (std::size_t i = 0; i < 4; ++i) {
        const std::uint64_t field = fields_[i].load(std::memory_order_relaxed);
        sums.all += field;
        sums.fields[i] = static_cast<std::uint16_t>((field ^ field >> 32) * factor >> 48);
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
