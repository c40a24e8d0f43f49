#pragma once

#include "world/save/saved_type.h"

#include <bit>
#include <cstddef>

namespace drystone {

/// Archive that finds whether an object's bytes in memory are those in the file.
class FlatCheck {
public:
    explicit FlatCheck(const void* object) : next_(static_cast<const std::byte*>(object)) {}

    template <class T>
    void operator()(const char* /*name*/, const T& member) {
        if constexpr (detail::is_number<T>) {
            take(&member, sizeof member);
        } else if constexpr (detail::is_fixed<T>) {
            for (const auto& item : member) {
                (*this)(nullptr, item);
            }
        } else if constexpr (HasFields<T>) {
            Saved<T>::fields(member, *this);
        } else {
            is_flat_ = false;
        }
    }
    template <class Value, class... Limits>
    void limited(const char* /*name*/, const Value& /*value*/, const Limits&... /*limits*/) {
        is_flat_ = false;
    }
    template <class Value, class... Limits>
    void in_range(const char* /*name*/, const Value& /*value*/, const Limits&... /*limits*/) {
        is_flat_ = false;
    }
    template <class Value, class Set>
    void packed(const char* /*name*/, const Value& /*value*/, Set&& /*set*/) {
        is_flat_ = false;
    }
    template <class Value, class... Limits>
    void limited_list(const char* /*name*/, const Value& /*value*/, const Limits&... /*limits*/) {
        is_flat_ = false;
    }
    template <class Shape>
    void custom_shape(const char* /*name*/, const Shape& /*shape*/) {
        is_flat_ = false;
    }
    /// Returns the result for an object of this size; padding makes it false.
    [[nodiscard]] bool result(const void* object, std::size_t size) const {
        return is_flat_ && next_ == static_cast<const std::byte*>(object) + size;
    }

private:
    void take(const void* member, std::size_t size) {
        is_flat_ = is_flat_ && member == next_;
        next_ += size;
    }

    const std::byte* next_;
    bool is_flat_ = true;
};

/// Returns whether arrays of the type can be copied from memory to the file and back as they are.
template <class T>
bool is_flat() {
    if constexpr (std::endian::native != std::endian::little || !std::is_trivially_copyable_v<T>) {
        return false;
    } else if constexpr (detail::is_number<T>) {
        return true;
    } else if constexpr (HasFields<T>) {
        static const bool flat = [] {
            const T object{};
            FlatCheck check(&object);
            check(nullptr, object);
            return check.result(&object, sizeof object);
        }();
        return flat;
    } else {
        return false;
    }
}

}  // namespace drystone
