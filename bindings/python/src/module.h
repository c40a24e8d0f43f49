#pragma once

#include "convert.h"
#include "refs.h"
#include "structs.h"

#include <string>
#include <string_view>

namespace drystone::python {

// Written by hand.
void define_vectors(py::module_& module);
void define_handles(py::module_& module);
void define_refs(py::module_& module);
void declare_world(py::module_& module);
void define_world(py::module_& module);
void define_objects(py::module_& module);
void define_draw(py::module_& module);
void define_arrays(py::module_& module);

// Written by the generator.
void define_enums(py::module_& module);
void declare_structs(py::module_& module, py::module_& scene);
void declare_objects(py::module_& module);
void define_members();
void define_functions(py::module_& module, py::module_& scene);

/// The class of Python for a C++ type, once it is declared.
template <class T, class Holder = std::unique_ptr<T>>
py::class_<T, Holder>*& class_pointer() {
    static py::class_<T, Holder>* type = nullptr;  // Lives as long as the interpreter.
    return type;
}
template <class T, class Holder = std::unique_ptr<T>>
py::class_<T, Holder>& class_of() {
    return *class_pointer<T, Holder>();
}
template <class T, class Holder = std::unique_ptr<T>>
py::class_<T, Holder>& declare(py::handle module, const char* name, const char* text) {
    class_pointer<T, Holder>() = new py::class_<T, Holder>(module, name, text);
    return class_of<T, Holder>();
}
template <class T, class Holder, class Function, class... Extra>
void add_constructor(Function&& function, const Extra&... extra) {
    class_of<T, Holder>().def(py::init(std::forward<Function>(function)), extra...);
}
/// Lets copy.copy and copy.deepcopy copy an object.
template <class T, bool is_guarded>
void add_copy() {
    using Type = std::conditional_t<is_guarded, Guarded<T>, T>;
    using Holder = std::conditional_t<is_guarded, std::shared_ptr<Type>, std::unique_ptr<Type>>;
    const auto copy = [](const Type& self) {
        if constexpr (is_guarded) {
            const Use use(const_cast<Guard&>(self.guard), Access::Read, "copy");
            return std::make_shared<Type>(self.value);
        } else {
            return self;
        }
    };
    auto& type = class_of<Type, Holder>();
    type.def("__copy__", copy);
    type.def("__deepcopy__", [copy](const Type& self, const py::dict&) { return copy(self); });
}

/// Throws ValueError for a number of results that no memory holds.
std::size_t checked_count(const char* function, std::size_t count);
void check_count(const char* function, std::size_t count, std::size_t expected);

/// Returns a function that accepts everything for None.
template <class Signature>
struct CallerOrTrue;
template <class... Arguments>
struct CallerOrTrue<bool(Arguments...)> {
    std::shared_ptr<PyObject> callable;

    bool operator()(Arguments... arguments) const {
        return callable == nullptr || Caller<bool(Arguments...)>{callable}(arguments...);
    }
};
template <class Signature>
CallerOrTrue<Signature> caller_or_true(const py::object& callable, const char* argument) {
    return {callable.is_none() ? nullptr : share_callable(callable, argument)};
}

py::object get_body_name(const void* object);
void set_body_name(void* object, py::handle value);

/// Adds a method or a function with the overloads that are there already. As `py::class_::def`, but without a
/// copy of it for each class.
template <class Function, class... Extra>
void add_method(py::handle type, const char* name, Function&& function, const Extra&... extra) {
    const py::cpp_function method(std::forward<Function>(function), py::name(name), py::is_method(type),
                                  py::sibling(py::getattr(type, name, py::none())), extra...);
    type.attr(name) = method;
}
template <class Function, class... Extra>
void add_function(py::handle module, const char* name, Function&& function, const Extra&... extra) {
    const py::cpp_function made(std::forward<Function>(function), py::name(name), py::scope(module),
                                py::sibling(py::getattr(module, name, py::none())), extra...);
    module.attr(name) = made;
}
/// Adds a static method.
template <class Function, class... Extra>
void add_static(py::handle type, const char* name, Function&& function, const Extra&... extra) {
    const py::cpp_function made(std::forward<Function>(function), py::name(name), py::scope(type),
                                py::sibling(py::getattr(type, name, py::none())), extra...);
    type.attr(name) = py::staticmethod(made);
}
/// Adds a property; `set` may be null.
void add_property(py::handle type, const char* name, const char* text, const py::object& get,
                  const py::object& set);
template <class Function>
py::object accessor(py::handle type, Function&& function) {
    return py::cpp_function(std::forward<Function>(function), py::is_method(type));
}

}  // namespace drystone::python
