#pragma once

#include "core/definition_array.h"

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace drystone {

/// Members of a type in save files, and their names.
///
/// A specialization has `name()`, the name of the type, and `fields(self, archive)`, which calls
/// `archive("name", member)` for each member, in their order in the file, for a const object too. Archives
/// also have `limited("name", member, last)` for enumerations, `packed("name", value, set)` for bit fields
/// and values that are recomputed, and `in_range("name", member, low, high)` for numbers.
template <class T>
struct Saved;

/// Types whose members are private list them themselves.
template <class T>
requires requires { T::saved_name; }
struct Saved<T> {
    static std::string name() { return T::saved_name; }
    template <class Self, class Archive>
    static void fields(Self& self, Archive& archive) {
        T::saved_fields(self, archive);
    }
};

template <class T>
concept HasFields = requires {
    Saved<std::remove_const_t<T>>::name();
};

namespace detail {

template <class T>
inline constexpr bool is_list = false;
template <class Item>
inline constexpr bool is_list<std::vector<Item>> = true;
template <class Item>
inline constexpr bool is_list<DefinitionArray<Item>> = true;
template <class T>
inline constexpr bool is_fixed = std::is_bounded_array_v<T>;
template <class Item, std::size_t count>
inline constexpr bool is_fixed<std::array<Item, count>> = true;
template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;
template <class T>
inline constexpr bool is_variant = false;
template <class... Types>
inline constexpr bool is_variant<std::variant<Types...>> = true;
/// Numbers that are saved as they are; enumerations need `limited`.
template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;

}  // namespace detail

}  // namespace drystone
