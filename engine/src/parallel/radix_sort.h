#pragma once

#include <drystone/collision/detail/sort_items.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace drystone {

/// Sorts items by a 64-bit unsigned key, least significant byte first. Few items use `sort_items`, and sorted
/// input returns at once. Stable only for 64 items or more, or sorted input. `spare` is scratch memory.
template <class Item, class Key>
void radix_sort(std::vector<Item>& items, std::vector<Item>& spare, Key&& key) {
    constexpr std::size_t few = 64;
    const auto before = [&](const Item& a, const Item& b) { return key(a) < key(b); };
    if (std::is_sorted(items.begin(), items.end(), before)) {
        return;
    }
    if (items.size() < few) {
        sort_items(items.begin(), items.end(), before);
        return;
    }
    std::uint64_t differing = 0;
    for (const Item& item : items) {
        differing |= key(item) ^ key(items.front());
    }
    spare.resize(items.size());
    for (int shift = 0; shift < 64; shift += 8) {
        if ((differing >> shift & 255u) == 0) {
            continue;
        }
        std::array<std::uint32_t, 256> places{};
        for (const Item& item : items) {
            ++places[key(item) >> shift & 255u];
        }
        std::uint32_t sum = 0;
        for (std::uint32_t& place : places) {
            sum += std::exchange(place, sum);
        }
        for (const Item& item : items) {
            spare[places[key(item) >> shift & 255u]++] = item;
        }
        items.swap(spare);
    }
}

}  // namespace drystone
