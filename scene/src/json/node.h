#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace drystone::scene {

/// Value of a JSON text, with the line on which it begins.
struct Node {
    enum class Kind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

    Kind kind = Kind::Null;
    bool is_true = false;
    mutable bool is_used = false;  ///< Set by the reader, to find members that are unknown.
    int line = 1;
    std::string text{};               ///< Content of a string, or a number as it is written.
    std::vector<std::string> keys{};  ///< Names of an object's members.
    std::vector<Node> items{};        ///< Members of an object, or items of an array.

    /// Returns the member of that name; null if there is none.
    [[nodiscard]] const Node* find(std::string_view key) const;
};

/// Largest number of values of a text, and of values nested in one another.
inline constexpr std::size_t largest_value_count = std::size_t{4} << 20;
inline constexpr std::size_t scene_depth = 16;
inline constexpr std::size_t imported_depth = 64;

/// Parses a JSON text. Throws `Error` with `name` and line where it is no JSON, too large or too deep, or
/// where an object has two members of the same name.
Node parse_json(std::string_view text, std::string_view name, std::size_t max_depth = scene_depth);

/// Returns the string in quotes, with escapes.
std::string quote(std::string_view text);

}  // namespace drystone::scene
