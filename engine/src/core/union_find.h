#pragma once

#include <cstdint>
#include <vector>

namespace drystone {

/// Returns the root of an item's set; halves the path to it.
inline std::uint32_t find_root(std::vector<std::uint32_t>& parents, std::uint32_t item) {
    while (parents[item] != item) {
        parents[item] = parents[parents[item]];
        item = parents[item];
    }
    return item;
}

/// Joins two sets. The smaller root wins, so that the result does not depend on the order of unions.
inline void unite(std::vector<std::uint32_t>& parents, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t root_a = find_root(parents, a);
    const std::uint32_t root_b = find_root(parents, b);
    if (root_a < root_b) {
        parents[root_b] = root_a;
    } else {
        parents[root_a] = root_b;
    }
}

}  // namespace drystone
