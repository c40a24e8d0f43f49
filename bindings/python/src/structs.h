#pragma once

#include "convert.h"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <typeinfo>
#include <vector>

namespace drystone::python {

/// A member of a struct: how Python reads and writes it.
struct Field {
    const char* name;
    const char* text;
    py::object (*get)(const void* object);
    void (*set)(void* object, py::handle value);
};

/// The members of a struct. Python's objects of it do not change, unless `is_mutable`: other values make
/// another object.
struct StructType {
    const char* name;
    std::vector<Field> fields;
    bool is_mutable = false;
    py::handle type{};
};

/// Registers the members of the class `type`.
void add_struct(py::handle type, const std::type_info& cpp, StructType&& description);
/// Sets members of the C++ object from positional and keyword arguments; raises TypeError for names that it
/// does not have.
void set_members(const std::type_info& cpp, void* object, const py::args& values, const py::kwargs& keywords);

template <auto member>
struct MemberOf;
template <class Struct, class Value, Value Struct::*member>
struct MemberOf<member> {
    using StructOf = Struct;
    using ValueOf = Value;
};

template <auto member>
py::object get_member(const void* object) {
    using Member = MemberOf<member>;
    return to_python(static_cast<const typename Member::StructOf*>(object)->*member);
}
template <auto member>
void set_member(void* object, py::handle value) {
    using Member = MemberOf<member>;
    from_python(value, static_cast<typename Member::StructOf*>(object)->*member);
}

/// A member that is an array, of which the first `count` elements are used: a list in Python.
template <auto member, auto count>
py::object get_counted(const void* object) {
    const auto& self = *static_cast<const typename MemberOf<member>::StructOf*>(object);
    py::list list;
    for (std::size_t i = 0; i < static_cast<std::size_t>(self.*count) && i < std::size(self.*member); ++i) {
        list.append(to_python((self.*member)[i]));
    }
    return list;
}
template <auto member, auto count>
void set_counted(void* object, py::handle value) {
    auto& self = *static_cast<typename MemberOf<member>::StructOf*>(object);
    const auto list = value.cast<py::sequence>();
    if (list.size() > std::size(self.*member)) {
        throw py::value_error("at most " + std::to_string(std::size(self.*member)) + " elements, got " +
                              std::to_string(list.size()));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        from_python(py::object(list[i]), (self.*member)[i]);
    }
    self.*count = static_cast<typename MemberOf<count>::ValueOf>(list.size());
}

/// Makes the class of a struct, without its members: these may need other classes.
template <class Struct>
py::class_<Struct> declare_struct(py::module_& module, const char* name, const char* text) {
    py::class_<Struct> type(module, name, text);
    type.def(py::init([](const py::args& values, const py::kwargs& keywords) {
        Struct object{};
        set_members(typeid(Struct), &object, values, keywords);
        return object;
    }));
    type.def(
        "replace",
        [](const Struct& self, const py::kwargs& keywords) {
            Struct object = self;
            set_members(typeid(Struct), &object, py::args(), keywords);
            return object;
        },
        "Returns a copy in which the given members have other values.");
    return type;
}

/// Returns the object that the parameter stands for: the given one, or the default with the keywords.
template <class Struct>
Struct with_keywords(const char* function, const py::object& given, const py::kwargs& keywords) {
    if (given.is_none()) {
        Struct object{};
        set_members(typeid(Struct), &object, py::args(), keywords);
        return object;
    }
    if (!keywords.empty()) {
        throw py::type_error(std::string(function) + ": takes either a " +
                             std::string(py::str(py::type::of(given).attr("__name__"))) +
                             " or its members as keywords");
    }
    return from_python<Struct>(given);
}

}  // namespace drystone::python
