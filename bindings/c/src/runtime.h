#pragma once

#include <drystone/drystone.h>

#include <drystone/collision.h>

#include <drystone/c/drystone.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "adaptors.h"
#include "objects.h"

/// Foundation of the generated functions of the C interface.
namespace drystone::c {

/// Calls the body of a function, and makes a status and a text of what leaves it.
DsStatus guarded(const char* function, FunctionRef<void()> body) noexcept;

/// Leave the call with DS_ERROR_NULL_POINTER, or DS_ERROR_ARGUMENT.
inline void check_pointer(const void* pointer, const char* name) {
    if (pointer == nullptr) {
        fail_call(DS_ERROR_NULL_POINTER, name, "must not be null");
    }
}
template <class Result, class... Arguments>
void check_pointer(Result (*function)(Arguments...), const char* name) {
    if (function == nullptr) {
        fail_call(DS_ERROR_NULL_POINTER, name, "must not be null");
    }
}
inline void check_count(std::size_t count, std::size_t required, const char* name) {
    if (count != required) {
        fail_call(DS_ERROR_ARGUMENT, name, "is not the number of elements that there must be");
    }
}
/// These refuse counts that do not fit the arrays.
void check_shape(const ConvexCore& core);
void check_shape(const PolygonWithActiveEdges& polygon);
void check_shape(const SmallCore& core);
void check_shape(const Manifold& manifold);

/// Largest value of an enumeration.
template <class Enum>
inline constexpr unsigned last_of = 0;
template <class Enum>
Enum to_enum(unsigned value) {
    if (value > last_of<Enum>) {
        fail_enum(value, "enumeration");
    }
    return static_cast<Enum>(value);
}

/// Memory behind a DsBuffer: lists, texts, and handles of objects that it owns.
class Memory {
public:
    Memory() = default;
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { clear(); }

    void* allocate(std::size_t bytes);
    const char* copy_text(std::string_view text);
    void own(std::uint64_t id) { objects_.push_back(id); }
    void clear();

private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_;
    std::vector<std::uint64_t> objects_;
};

/// Returns a memory for conversions that put nothing into one.
Memory& no_memory();

inline std::string_view to_text(const char* text) { return text == nullptr ? std::string_view() : text; }

/// Class behind a handle of the C interface, and the number of its kind.
template <class Handle>
struct ObjectOf;
template <>
struct ObjectOf<DsBuffer> {
    using Type = Memory;
    static constexpr std::uint8_t kind = 255;
};

}  // namespace drystone::c

#include "object_kinds.h"

namespace drystone::c {

template <class Handle>
concept ObjectHandle = requires {
    typename ObjectOf<Handle>::Type;
};

template <class Object>
class TypedUse {
public:
    TypedUse(std::uint64_t id, std::uint8_t kind, bool changes, const char* argument)
        : use_(begin_use(id, kind, changes, argument)) {}
    Object& operator*() const { return *static_cast<Object*>(use_.object()); }
    Object* operator->() const { return &**this; }

private:
    Use use_;
};

template <ObjectHandle Handle>
TypedUse<const typename ObjectOf<Handle>::Type> read(Handle handle, const char* argument) {
    return {handle.id, ObjectOf<Handle>::kind, false, argument};
}
template <ObjectHandle Handle>
TypedUse<typename ObjectOf<Handle>::Type> edit(Handle handle, const char* argument) {
    return {handle.id, ObjectOf<Handle>::kind, true, argument};
}

/// Scheduler that the world or batch under construction uses, and has to keep.
std::shared_ptr<void> take_scheduler();

template <ObjectHandle Handle, class Object>
Handle add_object(Object&& object) {
    using Type = typename ObjectOf<Handle>::Type;
    std::shared_ptr<void> kept;
    if constexpr (std::is_same_v<Type, World> || std::is_same_v<Type, WorldBatch>) {
        kept = take_scheduler();
    }
    return {add_slot(ObjectOf<Handle>::kind, std::make_shared<Type>(std::forward<Object>(object)),
                     std::move(kept))};
}
template <ObjectHandle Handle>
void destroy_object(Handle handle, const char* argument) {
    remove_slot(handle.id, ObjectOf<Handle>::kind, argument);
}

/// Objects in structs: what goes in is copied, what comes out is owned by the buffer.
template <ObjectHandle Handle>
typename ObjectOf<Handle>::Type to_cpp(const Handle& handle) {
    return *read(handle, "handle in a struct");
}
TaskScheduler* to_cpp(const DsTaskScheduler& handle);
template <ObjectHandle Handle>
std::optional<typename ObjectOf<Handle>::Type> to_cpp_or_none(const Handle& handle) {
    return handle.id == 0 ? std::nullopt : std::optional<typename ObjectOf<Handle>::Type>(to_cpp(handle));
}
template <ObjectHandle Handle>
void to_c(const typename ObjectOf<Handle>::Type& object, Handle& c, Memory& memory) {
    c = add_object<Handle>(object);
    memory.own(c.id);
}
void to_c(TaskScheduler* scheduler, DsTaskScheduler& c, Memory& memory);

}  // namespace drystone::c
