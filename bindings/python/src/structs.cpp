#include "structs.h"

#include <map>
#include <typeindex>

namespace drystone::python {
namespace {

std::map<std::type_index, StructType>& all_structs() {
    static auto* const structs = new std::map<std::type_index, StructType>;
    return *structs;
}

void* object_of(const StructType& type, py::handle self) {
    if (!py::isinstance(self, type.type)) {
        throw py::type_error(std::string("expected a ") + type.name);
    }
    void* const object =
        reinterpret_cast<py::detail::instance*>(self.ptr())->get_value_and_holder().value_ptr();
    if (object == nullptr) {
        throw py::type_error(std::string(type.name) + ": __init__ was not called");
    }
    return object;
}

void set_member_of(const StructType& type, const Field& field, void* object, py::handle value) {
    try {
        field.set(object, value);
    } catch (const py::cast_error&) {
        throw py::type_error(std::string(type.name) + "." + field.name +
                             ": not valid for it: " + std::string(py::repr(value)));
    }
}

py::dict members_of(const StructType& type, py::handle self) {
    py::dict members;
    const void* const object = object_of(type, self);
    for (const Field& field : type.fields) {
        members[field.name] = field.get(object);
    }
    return members;
}

py::object text_of(const StructType& type, py::handle self) {
    std::string text = std::string(py::str(py::type::handle_of(self).attr("__name__"))) + "(";
    const void* const object = object_of(type, self);
    for (const Field& field : type.fields) {
        text += (&field == type.fields.data() ? "" : ", ") + std::string(field.name) + "=" +
                std::string(py::repr(field.get(object)));
    }
    return py::str(text + ")");
}

void add_properties(const StructType& type) {
    const py::handle cls = type.type;
    const py::object property = py::module_::import("builtins").attr("property");
    py::list names;
    for (const Field& field : type.fields) {
        const py::cpp_function get(
            [&type, &field](py::handle self) { return field.get(object_of(type, self)); },
            py::is_method(cls));
        py::object set = py::none();
        if (type.is_mutable) {
            set = py::cpp_function(
                [&type, &field](py::handle self, py::handle value) {
                    set_member_of(type, field, object_of(type, self), value);
                },
                py::is_method(cls));
        }
        cls.attr(field.name) = property(get, set, py::none(), field.text);
        names.append(field.name);
    }
    cls.attr("__match_args__") = py::tuple(names);
}

void add_methods(const StructType& type) {
    const py::handle cls = type.type;
    const auto method = [cls](const char* name, auto function) {
        cls.attr(name) = py::cpp_function(function, py::is_method(cls), py::name(name));
    };
    method("__repr__", [&type](py::handle self) { return text_of(type, self); });
    method("__eq__", [&type](py::handle self, py::handle other) -> py::object {
        if (!py::isinstance(other, type.type)) {
            return py::reinterpret_borrow<py::object>(Py_NotImplemented);
        }
        return py::bool_(members_of(type, self).equal(members_of(type, other)));
    });
    if (type.is_mutable) {
        cls.attr("__hash__") = py::none();
    } else {
        method("__hash__", [&type](py::handle self) {
            return py::hash(py::tuple(members_of(type, self).attr("values")()));
        });
    }
    method("__reduce__", [&type](py::handle self) {
        const py::dict members = members_of(type, self);
        return py::make_tuple(py::type::of(self), py::tuple(members.attr("values")()));
    });
    cls.attr("__replace__") = cls.attr("replace");
}

}  // namespace

void add_struct(py::handle type, const std::type_info& cpp, StructType&& description) {
    StructType& added = all_structs()[cpp] = std::move(description);
    added.type = type;
    add_properties(added);
    add_methods(added);
}

void set_members(const std::type_info& cpp, void* object, const py::args& values,
                 const py::kwargs& keywords) {
    const StructType& type = all_structs().at(cpp);
    if (values.size() > type.fields.size()) {
        throw py::type_error(std::string(type.name) + ": takes " + std::to_string(type.fields.size()) +
                             " members, got " + std::to_string(values.size()));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        set_member_of(type, type.fields[i], object, values[i]);
    }
    for (const auto& [key, value] : keywords) {
        const auto name = key.cast<std::string>();
        std::size_t i = 0;
        while (i < type.fields.size() && name != type.fields[i].name) {
            ++i;
        }
        if (i == type.fields.size()) {
            throw py::type_error(std::string(type.name) + " has no member " + name);
        }
        if (i < values.size()) {
            throw py::type_error(std::string(type.name) + ": two values for " + name);
        }
        set_member_of(type, type.fields[i], object, value);
    }
}

}  // namespace drystone::python
