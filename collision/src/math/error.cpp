#include <drystone/collision/error.h>

#include <cstdio>
#include <cstdlib>

namespace drystone {
namespace {

ErrorHandler error_handler = nullptr;

std::string sentence(const char* function, const char* argument, const char* requirement,
                     const std::string& value) {
    std::string text = function;
    text += ": ";
    text += argument;
    text += " must be ";
    text += requirement;
    text += ", got ";
    text += value;
    return text;
}

}  // namespace

ErrorHandler set_error_handler(ErrorHandler handler) {
    const ErrorHandler before = error_handler;
    error_handler = handler;
    return before;
}

void fail(const std::string& message) {
#if defined(__cpp_exceptions)
    throw Error(message);
#else
    if (error_handler != nullptr) {
        error_handler(message.c_str());
    } else {
        std::fprintf(stderr, "%s\n", message.c_str());
    }
    std::abort();
#endif
}

void fail(const char* function, const char* argument, const char* requirement, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    fail(sentence(function, argument, requirement, text));
}

void fail(const char* function, const char* argument, const char* requirement, const std::string& value) {
    fail(sentence(function, argument, requirement, value));
}

}  // namespace drystone
