#include "runtime.h"

#include "convert.h"
#include "kinds.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <new>
#include <stdexcept>

namespace drystone::c {

namespace {

/// Exception that leaves a call with a status of its own.
struct CallFailure {
    DsStatus status;
    std::array<char, 256> text;
};

constexpr std::size_t max_error_length = 1023;
thread_local std::array<char, max_error_length + 1> last_error{};

/// Stores the text without an allocation, cut off where it is too long.
DsStatus store_error(DsStatus status, const char* function, std::string_view text) {
    std::snprintf(last_error.data(), last_error.size(), "%s: %.*s", function,
                  static_cast<int>(std::min(text.size(), max_error_length)), text.data());
    return status;
}

/// Scheduler of the last definition that was converted in this thread.
thread_local std::shared_ptr<void> last_scheduler;

constexpr int max_core_points = 65535;  // Caches hold indices of 16 bits.

}  // namespace

const std::uint8_t kind_of_players = ObjectOf<DsRecordingPlayer>::kind;

void* world_of_player(void* player) {
    return const_cast<World*>(&static_cast<const RecordingPlayer*>(player)->world());
}

void fail_call(DsStatus status, const char* argument, const char* text) {
    CallFailure failure{status, {}};
    std::snprintf(failure.text.data(), failure.text.size(), "%s %s", argument, text);
    throw failure;
}

void fail_enum(unsigned value, const char* type) {
    CallFailure failure{DS_ERROR_ARGUMENT, {}};
    std::snprintf(failure.text.data(), failure.text.size(), "%u is no value of the %s", value, type);
    throw failure;
}

DsStatus guarded(const char* function, FunctionRef<void()> body) noexcept {
    try {
        body();
        return DS_OK;
    } catch (const CallFailure& failure) {
        return store_error(failure.status, function, failure.text.data());
    } catch (const Error& error) {
        return store_error(DS_ERROR_ARGUMENT, function, error.what());
    } catch (const std::bad_alloc&) {
        return store_error(DS_ERROR_MEMORY, function, "an allocation failed");
    } catch (const std::length_error&) {
        return store_error(DS_ERROR_MEMORY, function, "a list is too long");
    } catch (const std::exception& exception) {
        return store_error(DS_ERROR_OTHER, function, exception.what());
    } catch (...) {
        return store_error(DS_ERROR_OTHER, function, "an exception of an unknown type");
    }
}

void check_shape(const ConvexCore& core) {
    if (core.count < 1 || core.count > max_core_points) {
        fail_call(DS_ERROR_ARGUMENT, "DsConvexCore", "must have 1 to 65535 points");
    }
    check_pointer(core.points, "DsConvexCore.points");
    if (core.count > 1) {
        check_pointer(core.normals, "DsConvexCore.normals");
    }
}

void check_shape(const PolygonWithActiveEdges& polygon) {
    if (polygon.core.count < 2) {
        fail_call(DS_ERROR_ARGUMENT, "DsPolygonWithActiveEdges.core", "must have faces");
    }
    for (const ActiveEdge& edge : polygon.edges) {
        if (edge.face < 0 || edge.face >= polygon.core.count) {
            fail_call(DS_ERROR_ARGUMENT, "DsActiveEdge.face", "must be a face of the core");
        }
    }
}

void check_shape(const SmallCore& core) {
    if (core.count < 0 || core.count > 2) {
        fail_call(DS_ERROR_ARGUMENT, "DsSmallCore", "must have at most 2 points");
    }
}

void check_shape(const Manifold& manifold) {
    if (manifold.count < 0 || manifold.count > 2) {
        fail_call(DS_ERROR_ARGUMENT, "DsManifold", "must have at most 2 points");
    }
}

void* Memory::allocate(std::size_t bytes) {
    blocks_.push_back(std::make_unique<std::byte[]>(bytes));
    return blocks_.back().get();
}

const char* Memory::copy_text(std::string_view text) {
    if (text.empty()) {
        return "";  // Valid after the memory too, as in a default definition.
    }
    char* const copy = static_cast<char*>(allocate(text.size() + 1));
    std::copy(text.begin(), text.end(), copy);
    return copy;
}

Memory& no_memory() {
    static Memory memory;
    return memory;
}

void Memory::clear() {
    for (const std::uint64_t id : objects_) {
        remove_slot_if_free(id);
    }
    objects_.clear();
    blocks_.clear();
}

std::shared_ptr<void> take_scheduler() { return std::exchange(last_scheduler, nullptr); }

TaskScheduler* to_cpp(const DsTaskScheduler& handle) {
    last_scheduler = nullptr;
    if (handle.id == 0) {
        return nullptr;
    }
    const auto use = read(handle, "scheduler");
    last_scheduler = shared_object(handle.id);
    return static_cast<TaskScheduler*>(last_scheduler.get());
}

void to_c(TaskScheduler* scheduler, DsTaskScheduler& c, Memory&) {
    c.id = scheduler == nullptr ? 0 : find_object(ObjectOf<DsTaskScheduler>::kind, scheduler);
}

}  // namespace drystone::c

using namespace drystone::c;

const char* ds_last_error(void) { return last_error.data(); }
