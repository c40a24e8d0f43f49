#include "format/write_values.h"

#include "values/exact_angle.h"
#include "values/finite.h"

#include <drystone/error.h>

#include <charconv>
#include <cmath>

namespace drystone::scene {
namespace {

template <class Number>
std::string digits(Number value) {
    char text[40];
    return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

template <class Float>
Out write_float(Float value) {
    if (std::isinf(value) && value > Float{0}) {
        return Out("\"unlimited\"");
    }
    // An integer would lose the sign of zero.
    return Out(value == Float{0} && std::signbit(value) ? "-0.0" : digits(value));
}

}  // namespace

Out write(float value) { return write_float(value); }
Out write(bool value) { return Out(value ? "true" : "false"); }
Out write(std::int32_t value) { return Out(digits(value)); }
Out write(std::int64_t value) { return Out(digits(value)); }

Out write(double value) {
    // A point tells it from an integer.
    const std::string text = digits(value);
    return std::isfinite(value) && text.find_first_of(".e") == std::string::npos ? Out(text + ".0")
                                                                                 : write_float(value);
}

Out write(std::uint64_t value) {
    constexpr std::uint64_t exact_in_doubles = std::uint64_t{1} << 53;
    if (value <= exact_in_doubles) {
        return Out(digits(value));
    }
    char text[20];
    return Out("\"0x" + std::string(text, std::to_chars(text, text + sizeof text, value, 16).ptr) + '"');
}

Out write(const std::string& value) { return Out(quote(value)); }

Out write(const Vec2& value) {
    Out array = Out::array();
    array.add(write(value.x));
    array.add(write(value.y));
    return array;
}

Out write(const Properties& value) {
    Out object = Out::object();
    for (const auto& [key, property] : value) {
        if (!has_finite_numbers(property)) {
            fail("format: properties must be finite, and " + quote(key) + " is not");
        }
        object.add(key, std::visit([](const auto& content) { return write(content); }, property));
    }
    return object;
}

Out write(const Pose& value) {
    Out object = Out::object();
    if (value.position != Vec2{0.0f, 0.0f}) {
        object.add("position", write(value.position));
    }
    if (value.rotation.c != 1.0f || value.rotation.s != 0.0f) {
        object.add("angle", write(exact_angle(value.rotation)));
    }
    return object;
}

}  // namespace drystone::scene
