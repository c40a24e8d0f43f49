#pragma once

#include "core/arrays.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace drystone {

/// Returns the capacity of an array that has grown to a size item by item, see `next_capacity`.
constexpr std::size_t stepwise_capacity(std::size_t size) { return grown_capacity(0, size); }

/// Growth policy of parallel arrays. While more items have been added since the last step than existed
/// before, as when a scene is built, the arrays double: each item is copied about once and not nine times.
/// The next step frees the excess. Otherwise they grow sparingly.
class GrowthPolicy {
public:
    /// Returns the capacity for one more than `size` items, which fill the arrays.
    std::size_t next(std::size_t size) {
        const bool is_burst = size >= 2 * settled_size_;
        is_generous_ = is_generous_ || is_burst;
        return is_burst ? (size > 0 ? 2 * size : 1) : next_capacity(size);
    }
    /// Notes that a step begins. Returns whether the arrays may exceed the sparing capacity.
    bool shrink_to_fit(std::size_t size) {
        settled_size_ = size;
        return std::exchange(is_generous_, false);
    }

private:
    std::size_t settled_size_ = 0;
    bool is_generous_ = false;
};

/// Frees the memory of an array beyond `capacity`, which is not less than its size; not if the memory for the
/// smaller array is refused.
template <class Item>
void shrink_to(std::vector<Item>& items, std::size_t capacity) noexcept {
    const auto shrink = [&] {
        std::vector<Item> smaller;
        smaller.reserve(capacity);
        smaller.insert(smaller.end(), items.begin(), items.end());
        items.swap(smaller);
    };
    if (items.capacity() <= capacity) {
        return;
    }
#if defined(__cpp_exceptions)
    try {
        shrink();
    } catch (...) {
        return;
    }
#else
    shrink();
#endif
}

}  // namespace drystone
