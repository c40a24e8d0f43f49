#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace drystone {

/// For each body the colours that have a contact which pushes it, as bits: one look at two bodies finds the
/// colours that are free for both. And to which half of the bodies it belongs, for as long as it has any.
class BodyColors {
public:
    static constexpr int most_colors = 31;

    /// Bodies that were never given a colour have none.
    [[nodiscard]] std::uint32_t of(std::uint32_t body) const { return entry(body) & ~half_bit; }
    void take(std::uint32_t body, int color) {
        if (body >= used_.size()) {
            used_.resize(body + 1, 0);
        }
        used_[body] = of(body) | (is_in_second_half(body) ? half_bit : 0u) | 1u << color;
    }
    void give_back(std::uint32_t body, int color) {
        if (body < used_.size()) {
            used_[body] &= ~(1u << color);
        }
    }
    /// Bodies from that number on are of the second half, but for those that have a colour: they stay where
    /// they are until they have none.
    void divide(std::uint32_t second_half) { second_half_ = second_half; }
    [[nodiscard]] bool is_in_second_half(std::uint32_t body) const {
        const std::uint32_t found = entry(body);
        return (found & ~half_bit) != 0 ? (found & half_bit) != 0 : body >= second_half_;
    }
    [[nodiscard]] std::uint32_t second_half() const { return second_half_; }
    /// Would it be of the other half if it had no colour?
    [[nodiscard]] bool is_in_wrong_half(std::uint32_t body) const {
        return is_in_second_half(body) != (body >= second_half_);
    }
    /// Bodies from that number on were never given a colour.
    [[nodiscard]] std::uint32_t end() const { return static_cast<std::uint32_t>(used_.size()); }
    [[nodiscard]] std::size_t bytes() const { return used_.capacity() * sizeof(std::uint32_t); }

private:
    static constexpr std::uint32_t half_bit = 1u << most_colors;

    [[nodiscard]] std::uint32_t entry(std::uint32_t body) const {
        return body < used_.size() ? used_[body] : 0;
    }

    std::uint32_t second_half_ = UINT32_MAX;
    std::vector<std::uint32_t> used_;
};

}  // namespace drystone
