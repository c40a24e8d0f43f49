#pragma once

#include <pybind11/pybind11.h>

#include <drystone/collision/error.h>
#include <drystone/world.h>

#include <functional>
#include <memory>
#include <thread>
#include <vector>

namespace drystone::python {

namespace py = pybind11;

/// Who uses an object at the moment. Read and written with the interpreter's lock only, so its members are
/// plain numbers.
struct Guard {
    int readers = 0;
    bool edited = false;
    bool read_only = false;    ///< The object belongs to another, which alone changes it.
    std::thread::id editor{};  ///< Thread of the call that changes it.
    /// Objects that end when no call uses this one.
    std::vector<std::shared_ptr<void>> kept{};
};

/// Kind of a use.
enum class Access { Read, Edit };

/// A call of an object, from before its first effect to after its last one. Throws `BusyError` where another
/// thread changes the object, and where a callback changes the object whose function calls it.
class Use {
public:
    Use(Guard& guard, Access access, const char* function);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

private:
    Guard& guard_;
    Access access_;
    bool nested_ = false;  ///< Reads within a call of the same thread that changes the object.
};

/// Error of a `Use`.
class BusyError : public Error {
public:
    explicit BusyError(std::string_view text) : Error(text) {}
};

/// Raises TypeError: None is no object.
[[noreturn]] void refuse_none(const char* function);

/// An object whose functions call back, or that others than its functions use.
template <class T>
struct Guarded {
    template <class... Arguments>
    explicit Guarded(Arguments&&... arguments) : value(std::forward<Arguments>(arguments)...) {}

    T value;
    Guard guard{};
};

/// A world as Python sees it: its own, that of a player, or one of a batch.
struct PyWorld : std::enable_shared_from_this<PyWorld> {
    /// Makes a world of its own. `scheduler` is kept as long as the world.
    explicit PyWorld(World&& own, std::shared_ptr<TaskScheduler> scheduler = nullptr)
        : scheduler(std::move(scheduler)),
          own(std::make_unique<World>(std::move(own))),
          world(this->own.get()),
          guard(std::make_shared<Guard>()) {}
    /// Makes a view of the world of `owner`, which only it may change, in calls that its guard knows of.
    PyWorld(const World& other, std::shared_ptr<void> owner, std::shared_ptr<Guard> guard)
        : owner(std::move(owner)),
          world(const_cast<World*>(&other)),
          guard(std::move(guard)),
          read_only(true) {}
    /// Makes a view of a world of the batch that `owner` keeps, with its guard.
    PyWorld(World& other, std::shared_ptr<void> owner, std::shared_ptr<Guard> guard)
        : owner(std::move(owner)), world(&other), guard(std::move(guard)) {}

    std::shared_ptr<TaskScheduler> scheduler;
    std::shared_ptr<void> owner;
    std::unique_ptr<World> own;
    World* world;
    /// All bodies in slot order, unless a call may have created or destroyed some since.
    std::vector<BodyId> bodies{};
    bool bodies_are_known = false;
    std::shared_ptr<Guard> guard;
    bool read_only = false;
    /// Called before each use of a world of a batch.
    std::function<void()> before_use{};
};

/// A call of a world.
class WorldUse {
public:
    WorldUse(const std::shared_ptr<PyWorld>& world, Access access, const char* function);

    World& operator*() const { return *world_->world; }
    World* operator->() const { return world_->world; }

private:
    std::shared_ptr<PyWorld> world_;  // First: it outlives the use of its guard.
    Use use_;
};

/// A call of an object of a class of the library.
template <class T>
class ObjectUse {
public:
    ObjectUse(const std::shared_ptr<Guarded<T>>& object, Access access, const char* function)
        : object_(object), use_(checked(object, function).guard, access, function) {}

    T& operator*() const { return object_->value; }
    T* operator->() const { return &object_->value; }

private:
    static Guarded<T>& checked(const std::shared_ptr<Guarded<T>>& object, const char* function) {
        if (object == nullptr) {
            refuse_none(function);
        }
        return *object;
    }

    std::shared_ptr<Guarded<T>> object_;
    Use use_;
};

/// Keeps an exception of a callback that the engine cannot pass on, as support functions on other threads.
void keep_error(py::error_already_set& error);
/// Makes the exception that was kept the present one of Python; returns whether there was one.
bool restore_kept_error();
/// Raises an exception that was kept, once. Called at the end of every function.
void raise_kept_error();

}  // namespace drystone::python
