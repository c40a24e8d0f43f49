#pragma once

#include "json/node.h"
#include "json/out.h"
#include "values/is_same.h"
#include "values/members.h"

#include <type_traits>

namespace drystone::scene {

Out write(float value);
Out write(double value);
Out write(bool value);
Out write(std::int32_t value);
Out write(std::int64_t value);
Out write(std::uint64_t value);
Out write(const std::string& value);
Out write(const Vec2& value);
Out write(const Properties& value);
Out write(const Pose& value);

template <HasNames Enumeration>
Out write(const Enumeration& value) {
    return Out(quote(names_of(Type<Enumeration>{})[static_cast<std::size_t>(value)]));
}
template <HasMembers Struct>
Out write(const Struct& value);

template <class T>
Out write(const std::vector<T>& values) {
    Out array = Out::array();
    for (const T& value : values) {
        array.add(write(value));
    }
    return array;
}
template <class T>
Out write(const std::optional<T>& value) {
    return value ? write(*value) : Out("null");
}

/// Adds those members of the type's list that differ from their defaults.
template <class Struct>
void write_members([[maybe_unused]] Out& object, [[maybe_unused]] const Struct& value) {
    [[maybe_unused]] static const Struct defaults{};
    visit_members<Struct>([&](std::string_view key, auto member) {
        if (!is_same(value.*member, defaults.*member)) {
            object.add(key, write(value.*member));
        }
    });
}
template <HasMembers Struct>
Out write(const Struct& value) {
    Out object = Out::object();
    write_members(object, value);
    return object;
}

}  // namespace drystone::scene
