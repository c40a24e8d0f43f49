#include "json/number.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <system_error>

namespace drystone::scene {
namespace {

bool begins_with(std::string_view text, std::string_view characters) {
    return !text.empty() && characters.find(text.front()) != std::string_view::npos;
}

/// Removes the digits with which the text begins; returns their number.
std::size_t remove_digits(std::string_view& text) {
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
}

/// Returns the power of ten of a number's first digit that is not 0, or one of 300 and more; 0 for zero.
std::int64_t magnitude(std::string_view number) {
    const std::size_t end = std::min(number.find_first_of("eE"), number.size());
    const std::string_view mantissa = number.substr(0, end);
    const std::size_t first = mantissa.find_first_of("123456789");
    if (first == std::string_view::npos) {
        return 0;
    }
    const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
    std::string_view digits = number.substr(std::min(end + 1, number.size()));
    digits.remove_prefix(begins_with(digits, "+") ? 1 : 0);
    // What 32 bits cannot hold outweighs the digits of any text.
    std::int32_t exponent = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), exponent).ec ==
        std::errc::result_out_of_range) {
        return begins_with(digits, "-") ? 0 : 300;
    }
    return point - static_cast<std::int64_t>(first) + exponent;
}

}  // namespace

std::size_t length_of_number(std::string_view text) {
    std::string_view rest = text;
    rest.remove_prefix(begins_with(rest, "-") ? 1 : 0);
    const bool begins_with_zero = begins_with(rest, "0");
    const std::size_t digits = remove_digits(rest);
    if (digits == 0 || (begins_with_zero && digits > 1)) {
        return 0;
    }
    if (begins_with(rest, ".")) {
        rest.remove_prefix(1);
        if (remove_digits(rest) == 0) {
            return 0;
        }
    }
    if (begins_with(rest, "eE")) {
        rest.remove_prefix(1);
        rest.remove_prefix(begins_with(rest, "+-") ? 1 : 0);
        if (remove_digits(rest) == 0) {
            return 0;
        }
    }
    return text.size() - rest.size();
}

bool is_beyond_double(std::string_view number) {
    double value = 0.0;
    return magnitude(number) >= 300 &&
           std::from_chars(number.data(), number.data() + number.size(), value).ec ==
               std::errc::result_out_of_range;
}

}  // namespace drystone::scene
