#pragma once

#include <cstddef>
#include <cstdint>

namespace drystone::c {

/// Sizes of the structs of the header, in its order.
extern const std::uint16_t struct_sizes[];
extern const std::size_t struct_count;

}  // namespace drystone::c
