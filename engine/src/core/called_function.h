#pragma once

#include <drystone/error.h>

#include <string>
#include <string_view>

namespace drystone {

/// Calls `call()`, and returns its result. An `Error` that names another function than the one that the user
/// called gets the name of that in front. Costs nothing unless there is an error.
template <class Call>
decltype(auto) in_name_of(const char* function, Call&& call) {
#if defined(__cpp_exceptions)
    try {
        return call();
    } catch (const Error& error) {
        std::string text(function);
        text.append(": ");
        if (std::string_view(error.what()).substr(0, text.size()) == text) {
            throw;
        }
        fail(text.append(error.what()));
    }
#else
    static_cast<void>(function);
    return call();
#endif
}

}  // namespace drystone
