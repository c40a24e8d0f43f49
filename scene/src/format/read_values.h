#pragma once

#include "json/place.h"
#include "values/members.h"

#include <string>
#include <type_traits>

namespace drystone::scene {

void read(const Place& place, float& value);
void read(const Place& place, double& value);
void read(const Place& place, bool& value);
void read(const Place& place, std::int32_t& value);
void read(const Place& place, std::int64_t& value);
/// Reads a number, or a string with hexadecimal digits: not all JSON tools keep more than 53 bits.
void read(const Place& place, std::uint64_t& value);
void read(const Place& place, std::string& value);
void read(const Place& place, Vec2& value);
void read(const Place& place, Property& value);
void read(const Place& place, Properties& value);
/// Reads a frame with the members "position" and "angle".
void read(const Place& place, Pose& value);
/// Returns the index of the name that the string is.
std::size_t read_name(const Place& place, std::span<const std::string_view> names);

template <HasNames Enumeration>
void read(const Place& place, Enumeration& value) {
    constexpr auto names = names_of(Type<Enumeration>{});
    value = static_cast<Enumeration>(read_name(place, names));
}
template <HasMembers Struct>
void read(const Place& place, Struct& value);

template <class T>
void read(const Place& place, std::vector<T>& values) {
    place.expect(Node::Kind::Array, "an array");
    values.assign(place.size(), T{});
    for (std::size_t i = 0; i < values.size(); ++i) {
        read(place.at(i), values[i]);
    }
}
template <class T>
void read(const Place& place, std::optional<T>& value) {
    value.reset();
    if (!place.is(Node::Kind::Null)) {
        read(place, value.emplace());
    }
}

/// Reads the member of that name if there is one; returns whether there is.
template <class T>
bool read_member(const Place& object, std::string_view key, T& value) {
    const std::optional<Place> member = object.find(key);
    if (member) {
        read(*member, value);
    }
    return member.has_value();
}
/// Reads those members of an object that the type lists; there may be others.
template <class Struct>
void read_members(const Place& object, Struct& value) {
    object.expect(Node::Kind::Object, "an object");
    visit_members<Struct>(
        [&](std::string_view key, auto member) { read_member(object, key, value.*member); });
}
template <HasMembers Struct>
void read(const Place& place, Struct& value) {
    read_members(place, value);
    place.check_known();
}

}  // namespace drystone::scene
