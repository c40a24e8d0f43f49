#pragma once

#include <drystone/export.h>

#include <utility>

namespace drystone::detail {

/// Throws `Error` in the name of a function: its object was moved from.
[[noreturn]] DRYSTONE_API void fail_moved_from(const char* function);

/// Member that tells whether an object is there, or was moved from.
class Presence {
public:
    Presence() = default;
    Presence(const Presence& other) = default;
    Presence& operator=(const Presence& other) = default;
    Presence(Presence&& other) noexcept : is_there_(std::exchange(other.is_there_, false)) {}
    Presence& operator=(Presence&& other) noexcept {
        is_there_ = std::exchange(other.is_there_, false);
        return *this;
    }
    ~Presence() = default;

    /// Throws `Error` in the name of `function` if the object was moved from.
    void check(const char* function) const {
        if (!is_there_) {
            fail_moved_from(function);
        }
    }

private:
    bool is_there_ = true;
};

}  // namespace drystone::detail
