#pragma once

#include <drystone/c/drystone.h>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace drystone::c {

/// Leaves a function of the C interface with a status and the reason: "argument text".
[[noreturn]] void fail_call(DsStatus status, const char* argument, const char* text);
[[noreturn]] void fail_enum(unsigned value, const char* type);

struct Slot;

/// Use of an object by a call of the C interface: many may read it, or one change it. Ends with this object.
///
/// A thread that changes an object may read it meanwhile, as callbacks of a step do.
class Use {
public:
    Use() = default;
    Use(Use&& other) noexcept;
    Use& operator=(Use&&) = delete;
    ~Use();

    [[nodiscard]] void* object() const { return object_; }

private:
    friend Use begin_use(std::uint64_t id, std::uint8_t kind, bool changes, const char* argument);

    Slot* slot_ = nullptr;
    Slot* owner_ = nullptr;  ///< The player whose world the object is.
    void* object_ = nullptr;
    bool changes_ = false;
};

/// Begins the use of the object of a handle. Leaves the call with DS_ERROR_HANDLE if there is none of that
/// kind, with DS_ERROR_BUSY if it is in use, and with DS_ERROR_READ_ONLY if it may not be changed.
Use begin_use(std::uint64_t id, std::uint8_t kind, bool changes, const char* argument);

/// Gives an object a handle. `kept` lives as long as the object.
std::uint64_t add_slot(std::uint8_t kind, std::shared_ptr<void> object, std::shared_ptr<void> kept = nullptr);
/// Gives the world of a player a handle.
std::uint64_t add_world_of_player(std::uint8_t kind, std::uint64_t player);
/// Ends an object and its handle; leaves the call as `begin_use` does.
void remove_slot(std::uint64_t id, std::uint8_t kind, const char* argument);
/// Ends the object of a handle, if it has one, and nothing uses it.
void remove_slot_if_free(std::uint64_t id);
/// Returns the shared owner of the object in use.
std::shared_ptr<void> shared_object(std::uint64_t id);
/// Returns the handle of an object; 0: none.
std::uint64_t find_object(std::uint8_t kind, const void* object);

}  // namespace drystone::c
