#pragma once

#include "world/save/saved_type.h"

#include <cstdint>
#include <set>
#include <string>
#include <type_traits>

namespace drystone {

/// Archive that describes types as text: one line for each, `Name{field:type,...}`, after those of its
/// fields.
///
/// Types of fields are `bool`, `u8` ... `u64`, `i8` ... `i64`, `f32`, `f64`, `text`, a name, `type[n]` for n
/// items, `[type]` for a list, `type?` for a value that may be absent, and `(a|b)` for one of several.
class Schema {
public:
    template <class T>
    void operator()(const char* name, const T& member) {
        add(name, type_name(member));
    }
    template <class Value, class... Limits>
    void limited(const char* name, const Value& /*value*/, const Limits&... /*limits*/) {
        add(name, number_name<std::underlying_type_t<Value>>());
    }
    template <class Value, class... Limits>
    void in_range(const char* name, const Value& /*value*/, const Limits&... /*limits*/) {
        add(name, number_name<Value>());
    }
    template <class Value, class Set>
    void packed(const char* name, const Value& value, Set&& /*set*/) {
        add(name, type_name(value));
    }
    template <class List, class Enumeration>
    void limited_list(const char* name, const List& /*values*/, Enumeration /*last*/) {
        add(name, std::string("[").append(number_name<std::underlying_type_t<Enumeration>>()).append("]"));
    }
    template <class Shape>
    void custom_shape(const char* name, const Shape& /*shape*/) {
        add(name, "text");
    }
    [[nodiscard]] const std::string& text() const { return text_; }

    /// Adds the description of the type of an object, and of all types in it.
    template <class T>
    std::string type_name(const T& object) {
        if constexpr (std::is_same_v<T, bool>) {
            return "bool";
        } else if constexpr (detail::is_number<T>) {
            return number_name<T>();
        } else if constexpr (std::is_same_v<T, std::string>) {
            return "text";
        } else if constexpr (detail::is_list<T>) {
            return std::string("[").append(type_name(typename T::value_type{})).append("]");
        } else if constexpr (detail::is_fixed<T>) {
            return type_name(*std::begin(object))
                .append("[")
                .append(std::to_string(std::size(object)))
                .append("]");
        } else if constexpr (detail::is_optional<T>) {
            return type_name(typename T::value_type{}).append("?");
        } else if constexpr (detail::is_variant<T>) {
            return alternatives(object);
        } else {
            return describe(object);
        }
    }

private:
    template <class Number>
    static std::string number_name() {
        const std::string bits = std::to_string(8 * sizeof(Number));
        return std::string(std::is_floating_point_v<Number> ? "f"
                           : std::is_signed_v<Number>       ? "i"
                                                            : "u")
            .append(bits);
    }
    template <class... Types>
    std::string alternatives(const std::variant<Types...>& /*value*/) {
        std::string names;
        (names.append(names.empty() ? "(" : "|").append(type_name(Types{})), ...);
        return names.append(")");
    }
    template <class T>
    std::string describe(const T& object) {
        const std::string name = Saved<T>::name();
        if (known_.insert(name).second) {
            Schema own;
            own.known_.swap(known_);
            Saved<T>::fields(object, own);
            own.known_.swap(known_);
            text_.append(own.text_).append(name).append("{").append(own.fields_).append("}\n");
        }
        return name;
    }
    void add(const char* name, const std::string& type) {
        fields_.append(fields_.empty() ? "" : ",").append(name).append(":").append(type);
    }

    std::string text_;
    std::string fields_;
    std::set<std::string> known_;
};

}  // namespace drystone
