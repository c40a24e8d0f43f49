#pragma once

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ranges>
#include <string>
#include <system_error>

/// What the standard library of Debian's emscripten lacks and scene files need. Included before all else.
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 200000
namespace std {

/// Writes the fewest digits that read back to the same bits.
template <class Number>
requires(__is_same(Number, float) || __is_same(Number, double)) inline to_chars_result
    to_chars(char* first, char* last, Number value) {
    char text[40];
    const int most = sizeof(Number) == 4 ? 9 : 17;
    for (int digits = 1; digits <= most; ++digits) {
        snprintf(text, sizeof text, "%.*g", digits, static_cast<double>(value));
        if ((sizeof(Number) == 4 ? static_cast<double>(strtof(text, nullptr)) : strtod(text, nullptr)) ==
            static_cast<double>(value)) {
            break;
        }
    }
    const size_t length = strlen(text);
    if (static_cast<size_t>(last - first) < length) {
        return {last, errc::value_too_large};
    }
    memcpy(first, text, length);
    return {first + length, errc{}};
}

/// Reads a number as `strtod` does.
template <class Number>
requires(__is_same(Number, float) || __is_same(Number, double)) inline from_chars_result
    from_chars(const char* first, const char* last, Number& value) {
    const string text(first, last);
    char* end = nullptr;
    Number read{};
    if constexpr (sizeof(Number) == 4) {
        read = strtof(text.c_str(), &end);
    } else {
        read = strtod(text.c_str(), &end);
    }
    if (end == text.c_str()) {
        return {first, errc::invalid_argument};
    }
    const char* stop = first + (end - text.c_str());
    if (read - read != Number{}) {
        return {stop, errc::result_out_of_range};
    }
    value = read;
    return {stop, errc{}};
}

namespace views {

template <class Container>
struct Reversed {
    Container& container;
    auto begin() const { return container.rbegin(); }
    auto end() const { return container.rend(); }
};
struct Reverse {};
inline constexpr Reverse reverse{};
template <class Container>
Reversed<Container> operator|(Container& container, Reverse) {
    return {container};
}

}  // namespace views
}  // namespace std
#endif
