#pragma once

#include <drystone/save_file.h>

#include "world/save/flat_type.h"
#include "world/save/saved_type.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace drystone {

/// Returns the custom shape of this name. Throws `Error` if the options have none.
const CustomShape& find_custom_shape(const std::string& name, const LoadOptions& options);

/// Throws `Error`: the bytes are damaged at this member.
[[noreturn]] void fail_damaged(const char* name);

/// Archive that computes the least number of bytes that an object takes in the file.
class MinSize {
public:
    template <class T>
    void operator()(const char* /*name*/, const T& member) {
        if constexpr (std::is_same_v<T, std::string> || detail::is_list<T>) {
            bytes += sizeof(std::uint32_t);
        } else if constexpr (std::is_arithmetic_v<T>) {
            bytes += sizeof(T);
        } else if constexpr (detail::is_fixed<T>) {
            for (const auto& item : member) {
                (*this)(nullptr, item);
            }
        } else if constexpr (detail::is_optional<T> || detail::is_variant<T>) {
            ++bytes;
        } else {
            Saved<T>::fields(member, *this);
        }
    }
    template <class Value, class... Limits>
    void limited(const char* /*name*/, const Value& /*value*/, const Limits&... /*limits*/) {
        bytes += sizeof(Value);
    }
    template <class Value, class... Limits>
    void in_range(const char* /*name*/, const Value& /*value*/, const Limits&... /*limits*/) {
        bytes += sizeof(Value);
    }
    template <class Value, class Set>
    void packed(const char* /*name*/, const Value& value, Set&& /*set*/) {
        (*this)(nullptr, value);
    }

    template <class List, class Enumeration>
    void limited_list(const char* /*name*/, const List& /*values*/, Enumeration /*last*/) {
        bytes += sizeof(std::uint32_t);
    }
    template <class Shape>
    void custom_shape(const char* /*name*/, const Shape& /*shape*/) {
        bytes += sizeof(std::uint32_t);
    }

    std::size_t bytes = 0;
};

/// Returns the least number of bytes that an item of a list takes in the file, at least 1.
template <class T>
std::size_t min_size() {
    static const std::size_t least = [] {
        MinSize size;
        size(nullptr, T{});
        return size.bytes > 0 ? size.bytes : 1;
    }();
    return least;
}

/// Reads members in the order in which `SaveWriter` wrote them. Throws `Error` where the bytes end, and for
/// values that no object has; never allocates more than a small multiple of the remaining bytes.
class SaveReader {
public:
    SaveReader(std::span<const std::byte> bytes, const LoadOptions& options)
        : options_(options), bytes_(bytes) {}

    template <class T>
    void operator()(const char* name, T& value) {
        name_ = name;
        read(value);
    }
    template <class Enumeration>
    void limited(const char* name, Enumeration& value, Enumeration last) {
        name_ = name;
        std::underlying_type_t<Enumeration> raw{};
        number(raw);
        if (raw > static_cast<std::underlying_type_t<Enumeration>>(last)) {
            fail_damaged(name);
        }
        value = static_cast<Enumeration>(raw);
    }
    template <class Number>
    void in_range(const char* name, Number& value, Number low, Number high) {
        name_ = name;
        number(value);
        if (!(value >= low && value <= high)) {
            fail_damaged(name);
        }
    }
    template <class Value, class Set>
    void packed(const char* name, Value value, Set&& set) {
        name_ = name;
        read(value);
        set(value);
    }
    template <class List, class Enumeration>
    void limited_list(const char* name, List& list, Enumeration last) {
        name_ = name;
        std::vector<Enumeration>& values = edit(list);
        values.resize(count(sizeof(Enumeration)));
        for (Enumeration& value : values) {
            limited(name, value, last);
        }
    }
    void custom_shape(const char* name, std::optional<CustomShape>& shape) {
        std::string own;
        (*this)(name, own);
        shape.reset();
        if (!own.empty()) {
            shape = find_custom_shape(own, options_);
        }
    }
    [[nodiscard]] bool at_end() const { return bytes_.empty(); }
    [[nodiscard]] std::size_t remaining() const { return bytes_.size(); }

private:
    template <class T>
    void read(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            std::uint8_t raw = 0;
            number(raw);
            if (raw > 1) {
                fail_damaged(name_);
            }
            value = raw != 0;
        } else if constexpr (detail::is_number<T>) {
            number(value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            value.resize(count(1));
            take(value.data(), value.size());
        } else if constexpr (detail::is_list<T>) {
            const std::size_t size = count(min_size<typename T::value_type>());
            auto& list = edit(value);
            list.clear();
            list.resize(size);
            items(list.data(), size);
        } else if constexpr (detail::is_fixed<T>) {
            items(std::data(value), std::size(value));
        } else if constexpr (detail::is_optional<T>) {
            bool has_value = false;
            read(has_value);
            value.reset();
            if (has_value) {
                read(value.emplace());
            }
        } else if constexpr (detail::is_variant<T>) {
            alternative(value, std::make_index_sequence<std::variant_size_v<T>>{});
        } else {
            Saved<T>::fields(value, *this);
        }
    }
    template <class Variant, std::size_t... indices>
    void alternative(Variant& value, std::index_sequence<indices...> /*all*/) {
        std::uint8_t index = 0;
        number(index);
        if (index >= sizeof...(indices)) {
            fail_damaged(name_);
        }
        ((index == indices ? read(value.template emplace<indices>()) : void()), ...);
    }
    template <class Item>
    void items(Item* items, std::size_t count) {
        if (is_flat<Item>()) {
            take(items, count * sizeof(Item));
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            read(items[i]);
        }
    }
    /// Returns the number of items that follow, of at least `least` bytes each.
    std::size_t count(std::size_t least) {
        std::uint32_t count = 0;
        number(count);
        if (count > bytes_.size() / least) {
            fail_damaged(name_);
        }
        return count;
    }
    template <class Number>
    void number(Number& value) {
        std::byte bytes[sizeof value];
        take(bytes, sizeof value);
        if constexpr (std::endian::native == std::endian::big) {
            std::reverse(bytes, bytes + sizeof value);
        }
        std::memcpy(&value, bytes, sizeof value);
    }
    void take(void* data, std::size_t size) {
        if (size > bytes_.size()) {
            fail_damaged(name_);
        }
        if (size != 0) {
            std::memcpy(data, bytes_.data(), size);
        }
        bytes_ = bytes_.subspan(size);
    }

    const LoadOptions& options_;
    std::span<const std::byte> bytes_;
    const char* name_ = "";
};

}  // namespace drystone
