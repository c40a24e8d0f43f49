#pragma once

#include <cstdint>

namespace drystone {

/// Null slot: the end of a list, or a missing link.
inline constexpr std::uint32_t no_index = 0xffffffff;

}  // namespace drystone
