#pragma once

#include <drystone/save_file.h>

#include "world/save/flat_type.h"
#include "world/save/saved_type.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace drystone {

/// Returns the name that the options give a custom shape. Throws `Error` if they have none.
const std::string& name_of(const CustomShape& shape, const SaveOptions& options);

/// Appends the members of an object to the bytes of a save file, in little-endian order.
class SaveWriter {
public:
    SaveWriter(std::vector<std::byte>& out, const SaveOptions& options) : options_(options), out_(out) {}

    template <class T>
    void operator()(const char* /*name*/, const T& value) {
        write(value);
    }
    template <class Enumeration>
    void limited(const char* /*name*/, Enumeration value, Enumeration /*last*/) {
        number(static_cast<std::underlying_type_t<Enumeration>>(value));
    }
    template <class Number>
    void in_range(const char* /*name*/, Number value, Number /*low*/, Number /*high*/) {
        number(value);
    }
    template <class Value, class Set>
    void packed(const char* /*name*/, const Value& value, Set&& /*set*/) {
        write(value);
    }

    template <class List, class Enumeration>
    void limited_list(const char* /*name*/, const List& values, Enumeration /*last*/) {
        count(values.size());
        for (const Enumeration value : values) {
            number(static_cast<std::underlying_type_t<Enumeration>>(value));
        }
    }
    void custom_shape(const char* /*name*/, const std::optional<CustomShape>& shape) {
        write(shape ? name_of(*shape, options_) : std::string());
    }

private:
    template <class T>
    void write(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            number(static_cast<std::uint8_t>(value ? 1 : 0));
        } else if constexpr (detail::is_number<T>) {
            number(value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            count(value.size());
            append(value.data(), value.size());
        } else if constexpr (detail::is_list<T>) {
            count(value.size());
            items(value.data(), value.size());
        } else if constexpr (detail::is_fixed<T>) {
            items(std::data(value), std::size(value));
        } else if constexpr (detail::is_optional<T>) {
            write(value.has_value());
            if (value) {
                write(*value);
            }
        } else if constexpr (detail::is_variant<T>) {
            number(static_cast<std::uint8_t>(value.index()));
            std::visit([&](const auto& alternative) { write(alternative); }, value);
        } else {
            Saved<T>::fields(value, *this);
        }
    }
    template <class Item>
    void items(const Item* items, std::size_t count) {
        if (is_flat<Item>()) {
            append(items, count * sizeof(Item));
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            write(items[i]);
        }
    }
    void count(std::size_t count) { number(static_cast<std::uint32_t>(count)); }
    template <class Number>
    void number(Number value) {
        if constexpr (std::endian::native == std::endian::little) {
            append(&value, sizeof value);
        } else {
            std::byte bytes[sizeof value];
            std::memcpy(bytes, &value, sizeof value);
            for (std::size_t i = sizeof value; i > 0; --i) {
                out_.push_back(bytes[i - 1]);
            }
        }
    }
    void append(const void* data, std::size_t size) {
        const auto* const bytes = static_cast<const std::byte*>(data);
        out_.insert(out_.end(), bytes, bytes + size);
    }

    const SaveOptions& options_;
    std::vector<std::byte>& out_;
};

}  // namespace drystone
