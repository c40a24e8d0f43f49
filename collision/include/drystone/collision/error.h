#pragma once

#include <drystone/collision/export.h>

#include <exception>
#include <string_view>

namespace drystone {

/// Misuse or bad data at a public entry point: a NaN, a negative density, a polygon without area, a dead
/// handle.
///
/// Thrown before any change, so the world (or the tree, or the shape) stays as it was. The text names the
/// function, the argument and the offending value.
class DRYSTONE_COLLISION_API Error : public std::exception {
public:
    /// Makes an error with a text.
    explicit Error(std::string_view message);
    /// Shares the text.
    Error(const Error& other) noexcept;
    /// Shares the text.
    Error& operator=(const Error& other) noexcept;
    ~Error() override;

    /// Returns the text: function, argument, requirement and value.
    [[nodiscard]] const char* what() const noexcept override;

private:
    struct Message;
    Message* message_;  ///< Shared by copies, so that a copy cannot fail.
};

/// Receives the text of an error in builds without exceptions. The program is aborted if it returns.
using ErrorHandler = void (*)(const char* message);

/// Sets the error handler of builds without exceptions; returns the previous one. Without a handler the text
/// goes to the standard error stream. Has no effect in builds with exceptions.
DRYSTONE_COLLISION_API ErrorHandler set_error_handler(ErrorHandler handler);

/// Throws `Error`, or calls the error handler and aborts in builds without exceptions. The text is `message`,
/// or "function: argument must be requirement, got value".
[[noreturn]] DRYSTONE_COLLISION_API void fail(std::string_view message);
/// Throws for a number.
[[noreturn]] DRYSTONE_COLLISION_API void fail(const char* function, const char* argument,
                                              const char* requirement, double value);
/// Throws for a value in words.
[[noreturn]] DRYSTONE_COLLISION_API void fail(const char* function, const char* argument,
                                              const char* requirement, std::string_view value);

}  // namespace drystone
