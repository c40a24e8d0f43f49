#include "guard.h"

#include <string>
#include <string_view>

namespace drystone::python {

Use::Use(Guard& guard, Access access, const char* function) : guard_(guard), access_(access) {
    const bool own_thread = guard.edited && guard.editor == std::this_thread::get_id();
    if (guard.edited && !own_thread) {
        throw BusyError(std::string(function) + ": the object is in use by another thread");
    }
    if (access == Access::Edit) {
        if (guard.edited || guard.readers > 0) {
            throw BusyError(std::string(function) + ": the object is in use by a call that has not returned");
        }
        guard.edited = true;
        guard.editor = std::this_thread::get_id();
    } else if (own_thread) {
        nested_ = true;
    } else {
        ++guard.readers;
    }
}

Use::~Use() {
    if (access_ == Access::Edit) {
        guard_.edited = false;
    } else if (!nested_) {
        --guard_.readers;
    }
}

namespace {

Guard& guard_of(const std::shared_ptr<PyWorld>& world, Access access, const char* function) {
    if (world == nullptr) {
        refuse_none(function);
    }
    if (access == Access::Edit && world->read_only) {
        fail(function, "world", "is that of a player, which only the player changes: use World.clone", "");
    }
    if (world->before_use && std::string_view(function) == "World.set_threads") {
        fail(std::string(function) + ": the threads of a batch step its worlds");
    }
    return *world->guard;
}

/// Returns whether a call leaves the bodies that there are: that of a method of an object of the world, and a
/// step.
bool keeps_bodies(std::string_view function) {
    for (const std::string_view start : {"Body.", "Shape.", "Joint.", "Chain.", "Field.", "Character.",
                                         "World.step", "World.set_", "World.apply_", "Interpolation."}) {
        if (function.starts_with(start)) {
            return true;
        }
    }
    return false;
}

/// Exception of a callback, or null.
PyObject* kept_type = nullptr;
PyObject* kept_value = nullptr;
PyObject* kept_trace = nullptr;

}  // namespace

void refuse_none(const char* function) {
    throw py::type_error(std::string(function) + ": None is no object");
}

WorldUse::WorldUse(const std::shared_ptr<PyWorld>& world, Access access, const char* function)
    : world_(world), use_(guard_of(world, access, function), access, function) {
    if (world->before_use) {
        world->before_use();
    }
    if (access == Access::Edit && !keeps_bodies(function)) {
        world->bodies_are_known = false;
    }
}

void keep_error(py::error_already_set& error) {
    if (kept_type != nullptr) {
        return;  // The first one is told.
    }
    error.restore();
    PyErr_Fetch(&kept_type, &kept_value, &kept_trace);
}

bool restore_kept_error() {
    if (kept_type == nullptr) {
        return false;
    }
    PyErr_Restore(std::exchange(kept_type, nullptr), std::exchange(kept_value, nullptr),
                  std::exchange(kept_trace, nullptr));
    return true;
}

void raise_kept_error() {
    if (restore_kept_error()) {
        throw py::error_already_set();
    }
}

}  // namespace drystone::python
