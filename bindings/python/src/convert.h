#pragma once

#include "guard.h"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <drystone/collision.h>
#include <drystone/drystone.h>
#include <drystone/scene.h>

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace drystone::python {

/// A core that owns its points, as Python has it.
struct OwnedCore {
    std::vector<Vec2> points;
    std::vector<Vec2> normals;
    float radius = 0.0f;

    [[nodiscard]] ConvexCore view() const {
        return {points.data(), normals.data(), static_cast<int>(points.size()), radius};
    }
};
OwnedCore own_core(const ConvexCore& core);

/// A definition of a body with its name.
struct NamedBodyDefinition : BodyDefinition {
    NamedBodyDefinition() = default;
    explicit NamedBodyDefinition(const BodyDefinition& other) : BodyDefinition(other), text(other.name) {
        name = text;
    }
    NamedBodyDefinition(const NamedBodyDefinition& other) : BodyDefinition(other), text(other.text) {
        name = text;
    }
    NamedBodyDefinition& operator=(const NamedBodyDefinition& other) {
        BodyDefinition::operator=(other);
        text = other.text;
        name = text;
        return *this;
    }
    ~NamedBodyDefinition() = default;

    std::string text;
};

/// Python's enumeration of a C++ one: its class, and its members by value.
struct EnumType {
    py::object type;
    std::vector<py::object> members;
};
template <class Enum>
EnumType& enum_type() {
    static auto* const type = new EnumType;  // Lives as long as the interpreter.
    return *type;
}
/// Makes the enumeration of Python; `names` are those of the values 0, 1, ...
void add_enum(py::module_& module, EnumType& type, const char* name, const char* text,
              const std::vector<const char*>& names);
/// Returns the value of a member, or -1 for any other object.
int enum_value(const EnumType& type, py::handle object);
py::object enum_member(const EnumType& type, int value);

/// A reference: an object of a world, as Python has it.
template <class Id>
struct Ref {
    std::shared_ptr<PyWorld> world;
    Id id;
};

/// Returns the names of a callable's owner for errors, and keeps the callable alive beyond copies of the
/// callback, on any thread.
std::shared_ptr<PyObject> share_callable(const py::object& callable, const char* argument);

template <class Result>
Result result_of_callback(const py::object& result) {
    if constexpr (std::is_void_v<Result>) {
        return;
    } else {
        try {
            return result.cast<Result>();
        } catch (const py::cast_error&) {
            throw py::type_error("a callback returned " + std::string(py::repr(result)));
        }
    }
}

template <class Signature>
struct Caller;
template <class Result, class... Arguments>
struct Caller<Result(Arguments...)> {
    std::shared_ptr<PyObject> callable;

    Result operator()(Arguments... arguments) const {
        const py::gil_scoped_acquire lock;
        return result_of_callback<Result>(
            py::reinterpret_borrow<py::object>(callable.get())(py::cast(arguments)...));
    }
};
/// The pre-solve callback works on a copy, which Python may keep.
template <>
struct Caller<bool(PreSolveContact&)> {
    std::shared_ptr<PyObject> callable;
    bool operator()(PreSolveContact& contact) const;
};
/// Support functions run on the threads of a step, which passes no exceptions on.
template <class Vector>
struct SupportCaller {
    std::shared_ptr<PyObject> callable;

    Vector operator()(const Vector& direction) const {
        const py::gil_scoped_acquire lock;
        try {
            return result_of_callback<Vector>(
                py::reinterpret_borrow<py::object>(callable.get())(py::cast(direction)));
        } catch (py::error_already_set& error) {
            keep_error(error);
        } catch (const py::builtin_exception& error) {
            error.set_error();
            py::error_already_set raised;
            keep_error(raised);
        }
        return {};
    }
};
template <>
struct Caller<Vec2(const Vec2&)> : SupportCaller<Vec2> {};
template <>
struct Caller<Vec3(const Vec3&)> : SupportCaller<Vec3> {};

/// Returns the caller of a Python callable, for a callback or for a function of one call.
template <class Signature>
Caller<Signature> caller(const py::object& callable, const char* argument) {
    return {share_callable(callable, argument)};
}
/// Returns an empty callback for None.
template <class Signature>
Callback<Signature> callback(const py::object& callable, const char* argument) {
    if (callable.is_none()) {
        return {};
    }
    return caller<Signature>(callable, argument);
}

template <class T>
py::object to_python(const T& value);
template <class T>
void from_python(py::handle object, T& value);
template <class T>
T from_python(py::handle object) {
    return object.cast<T>();
}

/// Bytes of Python from those of C++, and back.
py::bytes to_bytes(std::span<const std::byte> bytes);
std::vector<std::byte> from_bytes(const py::bytes& bytes);
/// Points from an array of shape (n, 2) or a sequence of vectors; false if the object is neither.
bool read_points(py::handle object, std::vector<Vec2>& points);

}  // namespace drystone::python

namespace pybind11::detail {

template <class Enum>
struct type_caster<Enum, enable_if_t<std::is_enum_v<Enum> && !std::is_same_v<Enum, std::byte>>> {
    PYBIND11_TYPE_CASTER(Enum, const_name("enum"));

    bool load(handle source, bool) {
        const int number = drystone::python::enum_value(drystone::python::enum_type<Enum>(), source);
        value = static_cast<Enum>(number);
        return number >= 0;
    }
    static handle cast(Enum source, return_value_policy, handle) {
        return drystone::python::enum_member(drystone::python::enum_type<Enum>(), static_cast<int>(source))
            .release();
    }
};

template <>
struct type_caster<std::vector<drystone::Vec2>> {
    PYBIND11_TYPE_CASTER(std::vector<drystone::Vec2>, const_name("list[Vec2]"));

    bool load(handle source, bool) { return drystone::python::read_points(source, value); }
    static handle cast(const std::vector<drystone::Vec2>& source, return_value_policy, handle) {
        list result;
        for (const drystone::Vec2& point : source) {
            result.append(pybind11::cast(point));
        }
        return result.release();
    }
};

/// Built-in shapes stand for their cores.
template <>
struct type_caster<drystone::ConvexCore> {
    static constexpr auto name = const_name("ConvexCore");
    template <class>
    using cast_op_type = drystone::ConvexCore;

    bool load(handle source, bool convert);
    operator drystone::ConvexCore() const { return is_small_ ? small_.view() : core_; }
    static handle cast(const drystone::ConvexCore& core, return_value_policy, handle) {
        return pybind11::cast(drystone::python::own_core(core)).release();
    }

private:
    drystone::ConvexCore core_;
    drystone::SmallCore small_;
    bool is_small_ = false;
};

template <>
struct type_caster<drystone::AnyShape> {
    static constexpr auto name = const_name("AnyShape");
    template <class>
    using cast_op_type = drystone::AnyShape;

    bool load(handle source, bool convert);
    operator drystone::AnyShape() const;

private:
    type_caster<drystone::ConvexCore> core_;
    drystone::python::OwnedCore outline_;
    const drystone::CustomShape* custom_ = nullptr;
};

template <class Result, class... Arguments>
struct type_caster<drystone::Callback<Result(Arguments...)>> {
    using Value = drystone::Callback<Result(Arguments...)>;
    PYBIND11_TYPE_CASTER(Value, const_name("Callable"));

    bool load(handle source, bool) {
        if (!source.is_none() && PyCallable_Check(source.ptr()) == 0) {
            return false;
        }
        value = drystone::python::callback<Result(Arguments...)>(reinterpret_borrow<object>(source), "value");
        return true;
    }
    static handle cast(const Value& source, return_value_policy, handle) {
        if (!source) {
            return none().release();
        }
        if constexpr ((std::is_lvalue_reference_v<Arguments> || ...)) {
            return cpp_function(
                       [source](std::remove_cvref_t<Arguments>... arguments) { return source(arguments...); })
                .release();
        } else {
            return cpp_function([source](Arguments... arguments) { return source(arguments...); }).release();
        }
    }
};

/// Named objects are pairs of a name and the object.
template <class Object>
struct type_caster<drystone::Named<Object>> {
    using Value = drystone::Named<Object>;
    static constexpr auto name = const_name("tuple[str, object]");
    template <class>
    using cast_op_type = Value;

    bool load(handle source, bool convert) { return pair_.load(source, convert); }
    operator Value() {
        auto [text, object] = static_cast<std::pair<std::string, Object>>(pair_);
        return {std::move(text), std::move(object)};
    }
    static handle cast(const Value& source, return_value_policy policy, handle parent) {
        return tuple_caster<std::pair, std::string, Object>::cast(std::pair(source.name, source.object),
                                                                  policy, parent);
    }

private:
    tuple_caster<std::pair, std::string, Object> pair_;
};

}  // namespace pybind11::detail

namespace drystone::python {

template <class T>
struct IsArray : std::false_type {};
template <class T, std::size_t count>
struct IsArray<std::array<T, count>> : std::true_type {};
template <class T, std::size_t count>
struct IsArray<T[count]> : std::true_type {};

/// Returns the object of Python for a value.
template <class T>
py::object to_python(const T& value) {
    if constexpr (IsArray<T>::value) {
        py::tuple tuple(std::size(value));
        for (std::size_t i = 0; i < std::size(value); ++i) {
            tuple[i] = to_python(value[i]);
        }
        return tuple;
    } else if constexpr (std::same_as<T, BodyDefinition>) {
        return py::cast(NamedBodyDefinition(value));
    } else {
        return py::cast(value);
    }
}

template <class T>
void from_python(py::handle object, T& value) {
    if constexpr (IsArray<T>::value) {
        const auto list = object.cast<py::sequence>();
        if (list.size() != std::size(value)) {
            throw py::value_error("expected " + std::to_string(std::size(value)) + " elements");
        }
        for (std::size_t i = 0; i < std::size(value); ++i) {
            from_python(py::object(list[i]), value[i]);
        }
    } else if constexpr (std::same_as<T, BodyDefinition>) {
        value = object.cast<NamedBodyDefinition>();
        value.name = {};  // It belongs to the other object.
    } else {
        value = object.cast<T>();
    }
}

}  // namespace drystone::python
