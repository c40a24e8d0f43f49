#pragma once

#include <cstdint>

namespace drystone {

/// No slot: the end of a list, the absence of a link.
inline constexpr std::uint32_t no_index = 0xffffffff;

}  // namespace drystone
