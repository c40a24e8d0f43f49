#include <drystone/collision/error.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>

namespace drystone {
namespace {

ErrorHandler error_handler = nullptr;

std::string sentence(const char* function, const char* argument, const char* requirement,
                     std::string_view value) {
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

struct Error::Message {
    std::string text;
    std::atomic<int> owners{1};
};

Error::Error(std::string_view message) : message_(new Message{std::string(message)}) {}

Error::Error(const Error& other) noexcept : message_(other.message_) { ++message_->owners; }

Error& Error::operator=(const Error& other) noexcept {
    Error copy(other);
    std::swap(message_, copy.message_);
    return *this;
}

Error::~Error() {
    if (--message_->owners == 0) {
        delete message_;
    }
}

const char* Error::what() const noexcept { return message_->text.c_str(); }

ErrorHandler set_error_handler(ErrorHandler handler) {
    const ErrorHandler before = error_handler;
    error_handler = handler;
    return before;
}

void fail(std::string_view message) {
#if defined(__cpp_exceptions)
    throw Error(message);
#else
    if (error_handler != nullptr) {
        error_handler(std::string(message).c_str());
    } else {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(message.size()), message.data());
    }
    std::abort();
#endif
}

void fail(const char* function, const char* argument, const char* requirement, double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.9g", value);
    fail(sentence(function, argument, requirement, text));
}

void fail(const char* function, const char* argument, const char* requirement, std::string_view value) {
    fail(sentence(function, argument, requirement, value));
}

}  // namespace drystone
