#include "import/rube_values.h"

#include "format/read_values.h"
#include "values/finite.h"

#include <charconv>
#include <cstring>

namespace drystone::scene {
namespace {

float read_number(const Place& place) {
    float value = 0.0f;
    if (!place.is(Node::Kind::String)) {
        read(place, value);
        return value;
    }
    const std::string& text = place.node().text;
    std::uint32_t bits = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, bits, 16);
    if (text.size() != 8 || error != std::errc{} || stop != end) {
        place.stop(std::string("must be a number, or eight hexadecimal digits, got ")
                       .append(quote(text.substr(0, 80))));
    }
    std::memcpy(&value, &bits, sizeof value);
    return value;
}

std::vector<float> read_numbers(const Place& object, std::string_view key) {
    const Place list = object.get(key);
    list.expect(Node::Kind::Array, "an array of numbers");
    std::vector<float> numbers(list.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = read_number(list.at(i));
    }
    return numbers;
}

std::string read_color(const Place& color) {
    if (!color.is(Node::Kind::Array) || color.size() != 4) {
        color.stop("must be an array of four integers");
    }
    std::string text = "#";
    for (std::size_t i = 0; i < 4; ++i) {
        constexpr std::string_view digits = "0123456789abcdef";
        std::int32_t part = 0;
        read(color.at(i), part);
        if (part < 0 || part > 255) {
            color.at(i).stop("must be in [0, 255]");
        }
        const auto value = static_cast<std::size_t>(part);
        text += digits[value / 16];
        text += digits[value % 16];
    }
    return text;
}

void read_property(const Place& place, Properties& properties) {
    place.expect(Node::Kind::Object, "an object");
    const Place name = place.get("name");
    name.expect(Node::Kind::String, "a string");
    Property value;
    if (const std::optional<Place> integer = place.find("int")) {
        read(*integer, value.emplace<std::int64_t>());
    } else if (place.find("float")) {
        value = static_cast<double>(read_rube_float(place, "float"));
    } else if (const std::optional<Place> text = place.find("string")) {
        read(*text, value.emplace<std::string>());
    } else if (place.find("vec2")) {
        value = read_rube_vector(place, "vec2");
    } else if (const std::optional<Place> flag = place.find("bool")) {
        read(*flag, value.emplace<bool>());
    } else if (const std::optional<Place> color = place.find("color")) {
        value = read_color(*color);
    } else {
        place.stop("must have an int, float, string, vec2, bool or color");
    }
    if (!has_finite_numbers(value)) {
        place.stop("must be finite");
    }
    properties[name.node().text] = std::move(value);
}

}  // namespace

float read_rube_float(const Place& object, std::string_view key, float otherwise) {
    const std::optional<Place> member = object.find(key);
    return member ? read_number(*member) : otherwise;
}

bool read_rube_flag(const Place& object, std::string_view key, bool otherwise) {
    read_member(object, key, otherwise);
    return otherwise;
}

int read_rube_integer(const Place& object, std::string_view key, int lower, int upper, int otherwise) {
    std::int32_t value = otherwise;
    if (read_member(object, key, value) && (value < lower || value > upper)) {
        object.get(key).stop(std::string("must be in [")
                                 .append(std::to_string(lower))
                                 .append(", ")
                                 .append(std::to_string(upper))
                                 .append("], got ")
                                 .append(std::to_string(value)));
    }
    return value;
}

Vec2 read_rube_vector(const Place& object, std::string_view key) {
    const std::optional<Place> member = object.find(key);
    if (!member) {
        return {};
    }
    if (!member->is(Node::Kind::Object)) {
        const float zero = read_number(*member);
        if (zero != 0.0f) {
            member->stop("must be 0 or a point with x and y");
        }
        return {};
    }
    const float x = read_rube_float(*member, "x");
    return {x, read_rube_float(*member, "y")};
}

std::vector<Vec2> read_rube_vectors(const Place& object, std::string_view key) {
    const Place member = object.get(key);
    member.expect(Node::Kind::Object, "an object with arrays x and y");
    const std::vector<float> x = read_numbers(member, "x");
    const std::vector<float> y = read_numbers(member, "y");
    if (x.size() != y.size()) {
        member.stop("must have as many x as y");
    }
    std::vector<Vec2> points;
    points.reserve(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        points.emplace_back(x[i], y[i]);
    }
    return points;
}

void read_rube_label(const Place& object, std::string& name, Properties& properties, ImportNotes& notes) {
    const auto left_out = [] { return "it is left out"; };
    std::string path;
    attempt(
        notes, [&] { read_member(object, "name", name); }, left_out);
    if (attempt(
            notes, [&] { read_member(object, "path", path); }, left_out) &&
        !path.empty()) {
        properties["path"] = path;
    }
    const std::optional<Place> list = object.find("customProperties");
    if (!list || !attempt(
                     notes, [&] { list->expect(Node::Kind::Array, "an array"); }, left_out)) {
        return;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        attempt(
            notes, [&] { read_property(list->at(i), properties); },
            [] { return "the property is left out"; });
    }
}

}  // namespace drystone::scene
