#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// Sorts by the key of an item: numbers of 64 bits, all different, that lie anywhere with equal likelihood.
/// Their first bits say about where an item belongs; what is left are pairs and threes to put in order, of
/// many items a thousandth. `spare` is scratch.
template <class Item, class Key>
void sort_scrambled(std::vector<Item>& items, std::vector<Item>& spare, Key&& key) {
    constexpr int most_bits = 10;
    const int bits = std::clamp(static_cast<int>(std::bit_width(items.size())), 1, most_bits);
    const auto bin_of = [&](const Item& item) { return static_cast<std::size_t>(key(item) >> (64 - bits)); };
    std::array<std::uint32_t, std::size_t{1} << most_bits> places{};
    for (const Item& item : items) {
        ++places[bin_of(item)];
    }
    std::uint32_t sum = 0;
    for (std::size_t bin = 0; bin < std::size_t{1} << bits; ++bin) {
        sum += std::exchange(places[bin], sum);
    }
    spare.resize(items.size());
    for (const Item& item : items) {
        spare[places[bin_of(item)]++] = item;
    }
    items.swap(spare);
    std::size_t begin = 0;
    for (std::size_t bin = 0; bin < std::size_t{1} << bits; ++bin) {
        const std::size_t end = places[bin];
        std::sort(items.begin() + static_cast<std::ptrdiff_t>(begin),
                  items.begin() + static_cast<std::ptrdiff_t>(end),
                  [&](const Item& a, const Item& b) { return key(a) < key(b); });
        begin = end;
    }
}

}  // namespace drystone
