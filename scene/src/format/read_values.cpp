#include "format/read_values.h"

#include "json/number.h"
#include "values/finite.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace drystone::scene {
namespace {

/// Returns what the number or string says, for an error.
std::string shown(const Node& node) {
    switch (node.kind) {
        case Node::Kind::Null: return "null";
        case Node::Kind::Boolean: return node.is_true ? "true" : "false";
        case Node::Kind::Number: return node.text.substr(0, 80);
        case Node::Kind::String: return quote(std::string_view(node.text).substr(0, 80));
        case Node::Kind::Array: return "an array";
        case Node::Kind::Object: break;
    }
    return "an object";
}

[[noreturn]] void refuse(const Place& place, std::string_view requirement) {
    place.stop(std::string("must be ").append(requirement).append(", got ").append(shown(place.node())));
}

template <class Float>
void read_float(const Place& place, Float& value) {
    const std::string& text = place.node().text;
    if (place.is(Node::Kind::String) && text == "unlimited") {
        value = std::numeric_limits<Float>::infinity();
        return;
    }
    if (!place.is(Node::Kind::Number)) {
        refuse(place, "a number");
    }
    const char* const end = text.data() + text.size();
    if (std::from_chars(text.data(), end, value).ec == std::errc{}) {
        return;
    }
    // Beyond the range of the type: too small to differ from zero, or too large.
    double wide = 0.0;
    const bool is_double = std::from_chars(text.data(), end, wide).ec == std::errc{};
    if (is_double ? std::abs(wide) > 1.0 : is_beyond_double(text)) {
        refuse(place, std::is_same_v<Float, float> ? "a number up to 3.4e38" : "a number up to 1.7e308");
    }
    value = Float{0};
}

/// Returns whether a number is an integer of 64 bits.
bool is_integer(const std::string& text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && stop == end;
}

template <class Integer>
void read_integer(const Place& place, Integer& value) {
    const std::string& text = place.node().text;
    const char* const end = text.data() + text.size();
    if (!place.is(Node::Kind::Number)) {
        refuse(place, "an integer");
    }
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || stop != end) {
        refuse(place, std::is_unsigned_v<Integer> ? "an integer >= 0 of 64 bits"
                      : sizeof(Integer) == 4      ? "an integer of 32 bits"
                                                  : "an integer of 64 bits");
    }
}

}  // namespace

void read(const Place& place, float& value) { read_float(place, value); }
void read(const Place& place, double& value) { read_float(place, value); }

void read(const Place& place, bool& value) {
    if (!place.is(Node::Kind::Boolean)) {
        refuse(place, "true or false");
    }
    value = place.node().is_true;
}

void read(const Place& place, std::int32_t& value) { read_integer(place, value); }
void read(const Place& place, std::int64_t& value) { read_integer(place, value); }

void read(const Place& place, std::uint64_t& value) {
    const std::string& text = place.node().text;
    if (!place.is(Node::Kind::String)) {
        read_integer(place, value);
        return;
    }
    const char* const end = text.data() + text.size();
    const bool has_prefix = text.starts_with("0x") && text.size() > 2;
    const auto [stop, error] = std::from_chars(text.data() + (has_prefix ? 2 : 0), end, value, 16);
    if (!has_prefix || error != std::errc{} || stop != end) {
        refuse(place, "an integer >= 0 of 64 bits, or its digits as in \"0xff\"");
    }
}

void read(const Place& place, std::string& value) {
    if (!place.is(Node::Kind::String)) {
        refuse(place, "a string");
    }
    value = place.node().text;
}

void read(const Place& place, Vec2& value) {
    if (!place.is(Node::Kind::Array) || place.size() != 2) {
        refuse(place, "a point [x, y]");
    }
    read(place.at(0), value.x);
    read(place.at(1), value.y);
}

void read(const Place& place, Property& value) {
    if (place.is(Node::Kind::Boolean)) {
        read(place, value.emplace<bool>());
    } else if (place.is(Node::Kind::String)) {
        read(place, value.emplace<std::string>());
    } else if (place.is(Node::Kind::Array)) {
        read(place, value.emplace<Vec2>());
        if (!has_finite_numbers(value)) {
            place.stop("must be a point with finite coordinates");
        }
    } else if (!place.is(Node::Kind::Number)) {
        refuse(place, "true, false, a number, a string or a point");
    } else if (is_integer(place.node().text)) {
        read(place, value.emplace<std::int64_t>());
    } else {
        read(place, value.emplace<double>());
    }
}

void read(const Place& place, Properties& value) {
    place.expect(Node::Kind::Object, "an object");
    value.clear();
    for (std::size_t i = 0; i < place.size(); ++i) {
        read(place.at(i), value[place.node().keys[i]]);
    }
}

void read(const Place& place, Pose& value) {
    place.expect(Node::Kind::Object, "an object");
    float angle = 0.0f;
    read_member(place, "position", value.position);
    if (read_member(place, "angle", angle)) {
        if (!std::isfinite(angle)) {
            refuse(*place.find("angle"), "finite");
        }
        value.rotation = Rot::from_angle(angle);
    }
    place.check_known();
}

std::size_t read_name(const Place& place, std::span<const std::string_view> names) {
    std::string choices;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (place.is(Node::Kind::String) && place.node().text == names[i]) {
            return i;
        }
        choices.append(i == 0 ? "" : ", ").append(quote(names[i]));
    }
    refuse(place, std::string("one of ").append(choices));
}

}  // namespace drystone::scene
