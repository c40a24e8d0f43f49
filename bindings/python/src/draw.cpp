#include "module.h"

#include <string_view>

namespace drystone::python {
namespace {

/// A renderer in Python. Its methods are called with the interpreter's lock held.
class PyDebugDraw : public DebugDraw {
public:
    void polygon(std::span<const Vec2> points, float radius, const DebugStyle& style) override {
        call("polygon", std::vector<Vec2>(points.begin(), points.end()), radius, style);
    }
    void circle(const Vec2& center, float radius, const Rot& rotation, const DebugStyle& style) override {
        call("circle", center, radius, rotation, style);
    }
    void capsule(const Vec2& a, const Vec2& b, float radius, const DebugStyle& style) override {
        call("capsule", a, b, radius, style);
    }
    void segment(const Vec2& a, const Vec2& b, const DebugStyle& style) override {
        call("segment", a, b, style);
    }
    void point(const Vec2& position, const DebugStyle& style) override { call("point", position, style); }
    void arrow(const Vec2& from, const Vec2& to, const DebugStyle& style) override {
        if (!call("arrow", from, to, style)) {
            DebugDraw::arrow(from, to, style);
        }
    }
    void text(const Vec2& position, std::string_view text, const DebugStyle& style) override {
        call("text", position, std::string(text), style);
    }

private:
    /// Calls the method, if the class has one; returns whether it has.
    template <class... Arguments>
    bool call(const char* name, const Arguments&... arguments) {
        const py::function method = py::get_override(static_cast<const DebugDraw*>(this), name);
        if (!method) {
            return false;
        }
        method(arguments...);
        return true;
    }
};

}  // namespace

void define_draw(py::module_& module) {
    py::class_<DebugDraw, PyDebugDraw>(
        module, "DebugDraw",
        "A renderer for `World.debug_draw`: derive from it and write the methods for what shall be drawn, "
        "all in world "
        "coordinates [m]: polygon(points, radius, style), circle(center, radius, rotation, style), "
        "capsule(a, b, "
        "radius, style), segment(a, b, style), point(position, style), arrow(start, end, style), "
        "text(position, text, "
        "style). An arrow without a method is drawn as segments. The methods must not change the world.")
        .def(py::init<>());
    const py::handle type = py::type::of<PyWorld>();
    add_method(
        type, "debug_draw",
        [](const std::shared_ptr<PyWorld>& self, DebugDraw& out, const py::object& options,
           const py::kwargs& keywords) {
            const auto value = with_keywords<DebugDrawOptions>("World.debug_draw", options, keywords);
            const WorldUse use(self, Access::Read, "World.debug_draw");
            std::as_const(*use).draw(out, value);
        },
        py::arg("out"), py::arg("options") = py::none(),
        "Draws the world as it is after the last step, by the methods of a `DebugDraw`.");
}

}  // namespace drystone::python
