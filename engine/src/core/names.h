#pragma once

#include "core/sparse_set.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace drystone {

/// Returns the name of a slot; empty if it has none.
inline std::string_view name_of(const SparseSet<std::string>& names, std::uint32_t slot) {
    const std::string* const name = names.find(slot);
    return name != nullptr ? std::string_view(*name) : std::string_view();
}

/// Copies the name to a slot; an empty one removes the entry. Changes nothing if an allocation fails.
inline void set_name_of(SparseSet<std::string>& names, std::uint32_t slot, std::string_view name) {
    if (name.empty()) {
        names.clear(slot);
        return;
    }
    // The name may be that of another slot, which moves when the set grows.
    std::string copy(name);
    names.prepare(slot);
    names.set(slot, std::move(copy));
}

}  // namespace drystone
