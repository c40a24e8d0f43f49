#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

namespace drystone {

/// Sorts items as `std::sort` does. Items of which none comes before the other must be the same to the
/// caller, since the order of such items differs between libraries.
///
/// `std::sort` of libc++ has 2 to 3 kB of code for each type of item. With DRYSTONE_SMALL_CODE, as for the
/// Web, this is a short loop: insertion over distances that shrink to 5/11 each time, after Gonnet and
/// Baeza-Yates, Handbook of Algorithms and Data Structures.
template <class Iterator, class Less = std::less<>>
void sort_items(Iterator begin, Iterator end, Less less = {}) {
#ifdef DRYSTONE_SMALL_CODE
    const std::ptrdiff_t count = end - begin;
    for (std::ptrdiff_t gap = count; gap > 1;) {
        gap = gap < 5 ? 1 : (5 * gap - 1) / 11;
        for (std::ptrdiff_t i = gap; i < count; ++i) {
            auto item = std::move(begin[i]);
            std::ptrdiff_t to = i;
            for (; to >= gap && less(item, begin[to - gap]); to -= gap) {
                begin[to] = std::move(begin[to - gap]);
            }
            begin[to] = std::move(item);
        }
    }
#else
    std::sort(begin, end, less);
#endif
}

}  // namespace drystone
