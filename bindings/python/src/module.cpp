#include "module.h"

namespace drystone::python {

void define_batch(py::module_& module);  // batch.cpp

namespace {

/// An object whose __init__ was not called has no C++ object, and is no argument of anything.
void* refuse_to_make(std::size_t) { throw py::type_error("the object was not initialised by __init__"); }

void refuse_unmade_objects() {
    for (const auto& [type, info] : py::detail::get_internals().registered_types_cpp) {
        if (std::string(info->type->tp_name).starts_with("drystone")) {
            info->operator_new = &refuse_to_make;
        }
    }
}

void define_errors(py::module_& module) {
    static py::exception<Error> error(module, "Error", PyExc_ValueError);
    static py::exception<BusyError> busy(module, "BusyError", error.ptr());
    py::setattr(
        error, "__doc__",
        py::str("Invalid data or call: function, argument and value. What was called has changed nothing."));
    py::setattr(busy, "__doc__",
                py::str("The object is in use by another thread, or by a call that has not returned."));
    py::register_exception_translator([](std::exception_ptr raised) {
        try {
            std::rethrow_exception(std::move(raised));
        } catch (const BusyError& exception) {
            busy(exception.what());
        } catch (const Error& exception) {
            // Where a callback failed, that is the cause.
            if (!restore_kept_error()) {
                error(exception.what());
            }
        }
    });
}

}  // namespace

void add_property(py::handle type, const char* name, const char* text, const py::object& get,
                  const py::object& set) {
    const py::object property = py::module_::import("builtins").attr("property");
    type.attr(name) = property(get, set ? set : py::object(py::none()), py::none(), text);
}

std::size_t checked_count(const char* function, std::size_t count) {
    if (count > (std::size_t{1} << 24)) {
        throw py::value_error(std::string(function) + ": count must be at most 2^24, got " +
                              std::to_string(count));
    }
    return count;
}

void check_count(const char* function, std::size_t count, std::size_t expected) {
    if (count != expected) {
        throw py::value_error(std::string(function) + ": needs " + std::to_string(expected) +
                              " elements, got " + std::to_string(count));
    }
}

py::object get_body_name(const void* object) {
    return py::str(static_cast<const NamedBodyDefinition*>(object)->text);
}

void set_body_name(void* object, py::handle value) {
    auto& definition = *static_cast<NamedBodyDefinition*>(object);
    definition.text = value.cast<std::string>();
    definition.name = definition.text;
}

}  // namespace drystone::python

PYBIND11_MODULE(_engine, module) {
    namespace python = drystone::python;
    pybind11::options options;
    options.disable_function_signatures();
    module.doc() = "Drystone: a 2D rigid-body physics engine.";
    auto scene = module.def_submodule("scene", "Scene files and imports of other programs' scenes.");
    // The names that users see.
    module.attr("__name__") = "drystone";
    scene.attr("__name__") = "drystone.scene";
    python::define_errors(module);
    python::define_enums(module);
    python::define_vectors(module);
    python::define_handles(module);
    python::declare_world(module);
    python::define_refs(module);
    python::declare_structs(module, scene);
    python::declare_objects(module);
    python::define_members();
    python::define_objects(module);
    python::define_functions(module, scene);
    python::define_world(module);
    python::define_draw(module);
    python::define_arrays(module);
    python::define_batch(module);
    module.attr("NO_ENTRY") = drystone::scene::no_entry;
    scene.attr("NO_ENTRY") = drystone::scene::no_entry;
    module.attr("UNLIMITED") = drystone::unlimited;
    module.attr("pi") = drystone::pi;
    python::refuse_unmade_objects();
    module.attr("__name__") = "drystone._engine";
    scene.attr("__name__") = "drystone._engine.scene";
}
