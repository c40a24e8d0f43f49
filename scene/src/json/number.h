#pragma once

#include <cstddef>
#include <string_view>

namespace drystone::scene {

/// Returns the length of the JSON number with which a text begins; 0: it begins with none.
std::size_t length_of_number(std::string_view text);

/// Returns whether a JSON number is too large for a double.
bool is_beyond_double(std::string_view number);

}  // namespace drystone::scene
