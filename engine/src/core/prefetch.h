#pragma once

#include <cstddef>

namespace drystone {

/// Prefetches the cache line of `address`, which will be read or written soon. Changes no result.
inline void prefetch(const void* address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
#else
    static_cast<void>(address);
#endif
}

/// Prefetches all cache lines of an object that begins on one.
template <class Object>
inline void prefetch_object(const Object* object) {
    constexpr std::size_t line = 64;
    for (std::size_t i = 0; i < sizeof(Object); i += line) {
        prefetch(reinterpret_cast<const char*>(object) + i);
    }
}

}  // namespace drystone
