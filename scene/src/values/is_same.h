#pragma once

#include "values/members.h"

namespace drystone::scene {

template <class T>
inline constexpr bool is_optional = false;
template <class T>
inline constexpr bool is_optional<std::optional<T>> = true;

/// Returns whether two values have the same text.
template <class T>
bool is_same(const T& a, const T& b) {
    if constexpr (HasMembers<T>) {
        bool same = true;
        visit_members<T>(
            [&](std::string_view, auto member) { same = same && is_same(a.*member, b.*member); });
        return same;
    } else if constexpr (is_optional<T>) {
        return a.has_value() == b.has_value() && (!a || is_same(*a, *b));
    } else {
        return a == b;
    }
}

}  // namespace drystone::scene
