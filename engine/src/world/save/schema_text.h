#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace drystone {

/// Type in a schema that was read from its text.
struct SchemaType {
    enum class Kind : std::uint8_t { Number, Text, Named, Fixed, List, Optional, Variant };
    Kind kind = Kind::Number;
    std::string text;       ///< Spelling; equal for equal types, apart from the members of named ones.
    std::size_t size = 0;   ///< Bytes of a number.
    std::size_t count = 0;  ///< Items of a fixed array, or place of a named type.
    std::vector<SchemaType> parts;  ///< Type of the items or the value, or the alternatives.
    std::size_t min_size = 0;       ///< Least bytes of a value.
    /// Number of values in the least value, empty ones included: what it takes to read one.
    std::uint64_t min_values = 1;
};

/// Member of a named type.
struct SchemaMember {
    std::string name;
    SchemaType type;
};

/// Schema that was read from its text. Types name only earlier ones, so that none contains itself.
class SchemaText {
public:
    /// Throws `Error` for a text that is no schema.
    explicit SchemaText(std::string_view text);

    /// Returns the members of a named type.
    [[nodiscard]] const std::vector<SchemaMember>& members(std::size_t place) const {
        return members_[place];
    }
    /// Returns a named type. Throws `Error` if there is none.
    [[nodiscard]] SchemaType find(const std::string& name) const;

private:
    [[nodiscard]] SchemaType parse_type(std::string_view& rest, int depth) const;
    [[nodiscard]] SchemaType parse_base(std::string_view& rest, int depth) const;
    [[nodiscard]] SchemaType parse_name(std::string_view& rest) const;
    void parse_line(std::string_view line);
    [[nodiscard]] int depth_of(const SchemaType& type) const;

    std::vector<std::vector<SchemaMember>> members_;
    std::vector<std::size_t> min_sizes_;
    std::vector<std::uint64_t> min_values_;
    std::vector<int> depths_;
    std::map<std::string, std::size_t, std::less<>> places_;
};

}  // namespace drystone
