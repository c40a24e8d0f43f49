#pragma once

// Included by generated/convert.h after all conversions: a template finds those only that are declared before
// it.

namespace drystone::c {

template <class Cpp, class C>
Cpp element_to_cpp(const C& c) {
    if constexpr (std::is_same_v<C, const char*>) {
        return Cpp(to_text(c));
    } else if constexpr (std::is_enum_v<Cpp> && !std::is_same_v<Cpp, std::byte>) {
        return to_enum<Cpp>(c);
    } else if constexpr (std::is_arithmetic_v<C>) {
        return static_cast<Cpp>(c);
    } else {
        return to_cpp(c);
    }
}

template <class Cpp, class C>
std::vector<Cpp> to_list(const C* elements, std::size_t count, const char* name = "list") {
    if (count > 0) {
        check_pointer(elements, name);
    }
    std::vector<Cpp> result;
    result.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        result.push_back(element_to_cpp<Cpp>(elements[i]));
    }
    return result;
}

template <class Cpp, class C>
void element_to_c(const Cpp& cpp, C& c, Memory& memory) {
    if constexpr (std::is_arithmetic_v<C>) {
        c = static_cast<C>(cpp);
    } else {
        to_c(cpp, c, memory);
    }
}

/// Puts a list into the memory, and points to it.
template <class List, class C>
void to_array(const List& list, const C*& out, std::size_t& count, Memory& memory) {
    out = nullptr;
    count = 0;
    if (std::empty(list)) {
        return;
    }
    C* const elements = static_cast<C*>(memory.allocate(std::size(list) * sizeof(C)));
    std::size_t i = 0;
    for (const auto& element : list) {
        elements[i] = C{};
        element_to_c(element, elements[i], memory);
        ++i;
    }
    out = elements;
    count = i;
}

/// Writes a list to an array of the caller.
template <class List, class C>
void copy_array(const List& list, C* out) {
    Memory memory;
    std::size_t i = 0;
    for (const auto& element : list) {
        element_to_c(element, out[i++], memory);
    }
}

/// A shape that C gives as a core or a custom shape.
class HeldAnyShape {
public:
    explicit HeldAnyShape(const DsAnyShape& c) : custom_(to_cpp_or_none(c.custom)) {
        if (custom_.has_value()) {
            shape_.custom = &*custom_;
        } else {
            shape_.core = to_cpp(c.core);
        }
    }
    [[nodiscard]] const AnyShape& get() const { return shape_; }

private:
    std::optional<CustomShape> custom_;
    AnyShape shape_;
};

class HeldPolygonWithActiveEdges {
public:
    explicit HeldPolygonWithActiveEdges(const DsPolygonWithActiveEdges& c)
        : edges_(to_list<ActiveEdge>(c.edges, c.edges_count, "edges")),
          polygon_{to_cpp(c.core), edges_, c.slack} {
        check_shape(polygon_);
    }
    [[nodiscard]] const PolygonWithActiveEdges& get() const { return polygon_; }

private:
    std::vector<ActiveEdge> edges_;
    PolygonWithActiveEdges polygon_;
};

/// Renderer that calls the functions of C.
class DebugDrawAdaptor : public DebugDraw {
public:
    explicit DebugDrawAdaptor(const DsDebugDraw& functions) : functions_(functions) {}

    void polygon(std::span<const Vec2> points, float radius, const DebugStyle& style) override;
    void circle(const Vec2& center, float radius, const Rot& rotation, const DebugStyle& style) override;
    void capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& style) override;
    void segment(const Vec2& a, const Vec2& b, const DebugStyle& style) override;
    void point(const Vec2& position, const DebugStyle& style) override;
    void arrow(const Vec2& from, const Vec2& to, const DebugStyle& style) override;
    void text(const Vec2& position, std::string_view text, const DebugStyle& style) override;

private:
    DsDebugDraw functions_;
};

}  // namespace drystone::c
