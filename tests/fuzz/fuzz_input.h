#pragma once

#include <drystone/collision/math.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace drystone::test {

/// Ends the program with the sentence unless the condition holds, so that libFuzzer keeps the input.
inline void expect(bool condition, const char* sentence) {
    if (!condition) {
        std::fprintf(stderr, "broken: %s\n", sentence);
        std::abort();
    }
}

/// Reads a fuzzer's bytes as numbers; zeros after the last byte.
class FuzzInput {
public:
    FuzzInput(const std::uint8_t* data, std::size_t size) : data_(data), end_(data + size) {}

    [[nodiscard]] bool empty() const { return data_ == end_; }
    std::uint8_t byte() { return empty() ? std::uint8_t{0} : *data_++; }
    std::uint32_t bits(int bytes) {
        std::uint32_t value = 0;
        for (int i = 0; i < bytes; ++i) {
            value = value << 8 | byte();
        }
        return value;
    }
    bool flag() { return (byte() & 1) != 0; }
    /// Returns a number in [0, count), count <= 256.
    int below(int count) { return byte() % count; }
    /// Returns a number in [low, high], with 65536 steps.
    float between(float low, float high) {
        return low + (high - low) * (static_cast<float>(bits(2)) / 65535.0f);
    }
    /// Returns any of the 2^32 floats, including NaN and infinities.
    float any_float() {
        const std::uint32_t pattern = bits(4);
        float value = 0.0f;
        std::memcpy(&value, &pattern, sizeof value);
        return value;
    }

    /// Returns a number that is likely to break geometry: on a coarse grid, so that features touch, coincide
    /// and align; a few units in the last place off the grid; or anywhere in +-32.
    float coordinate() {
        const int kind = below(4);
        const int whole = static_cast<std::int8_t>(byte()) / 8;
        const float grid = static_cast<float>(whole);
        if (kind == 0) {
            const float digit = 1.1920929e-7f * static_cast<float>(static_cast<std::int8_t>(byte()));
            return grid == 0.0f ? digit : grid * (1.0f + digit);
        }
        return kind == 1 ? between(-32.0f, 32.0f) : grid;
    }
    Vec2 point() {
        const float x = coordinate();
        return {x, coordinate()};
    }
    /// Returns a rotation by any angle, or by an exact quarter turn.
    Rot rotation() {
        const int kind = below(8);
        constexpr float axes[4][2] = {{1.0f, 0.0f}, {0.0f, 1.0f}, {-1.0f, 0.0f}, {0.0f, -1.0f}};
        return kind < 4 ? Rot{axes[kind][0], axes[kind][1]}
                        : Rot::from_angle(between(-3.1415927f, 3.1415927f));
    }

private:
    const std::uint8_t* data_;
    const std::uint8_t* end_;
};

}  // namespace drystone::test
