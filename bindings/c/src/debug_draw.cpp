#include "convert.h"

namespace drystone::c {

namespace {

template <class C, class Cpp>
C as_c_value(const Cpp& cpp) {
    Memory memory;
    C c{};
    to_c(cpp, c, memory);
    return c;
}

DsVec2 vector(const Vec2& v) { return {v.x, v.y}; }

}  // namespace

void DebugDrawAdaptor::polygon(std::span<const Vec2> points, float radius, const DebugStyle& style) {
    if (functions_.polygon != nullptr) {
        const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
        functions_.polygon(functions_.data, reinterpret_cast<const DsVec2*>(points.data()), points.size(),
                           radius, &c_style);
    }
}

void DebugDrawAdaptor::circle(const Vec2& center, float radius, const Rot& rotation,
                              const DebugStyle& style) {
    if (functions_.circle != nullptr) {
        const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
        functions_.circle(functions_.data, vector(center), radius, {rotation.c, rotation.s}, &c_style);
    }
}

void DebugDrawAdaptor::capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& style) {
    if (functions_.capsule != nullptr) {
        const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
        functions_.capsule(functions_.data, vector(a), vector(b), radius, &c_style);
    }
}

void DebugDrawAdaptor::segment(const Vec2& a, const Vec2& b, const DebugStyle& style) {
    if (functions_.segment != nullptr) {
        const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
        functions_.segment(functions_.data, vector(a), vector(b), &c_style);
    }
}

void DebugDrawAdaptor::point(const Vec2& position, const DebugStyle& style) {
    if (functions_.point != nullptr) {
        const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
        functions_.point(functions_.data, vector(position), &c_style);
    }
}

void DebugDrawAdaptor::arrow(const Vec2& from, const Vec2& to, const DebugStyle& style) {
    if (functions_.arrow == nullptr) {
        DebugDraw::arrow(from, to, style);
        return;
    }
    const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
    functions_.arrow(functions_.data, vector(from), vector(to), &c_style);
}

void DebugDrawAdaptor::text(const Vec2& position, std::string_view text, const DebugStyle& style) {
    if (functions_.text != nullptr) {
        const DsDebugStyle c_style = as_c_value<DsDebugStyle>(style);
        const std::string copy(text);
        functions_.text(functions_.data, vector(position), copy.c_str(), &c_style);
    }
}

}  // namespace drystone::c
