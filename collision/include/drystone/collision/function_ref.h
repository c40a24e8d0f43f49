#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

namespace drystone {

template <class Signature>
class FunctionRef;

/// A reference to a callable for the duration of a call: 16 bytes, no allocation, trivially copyable.
///
/// For visitors. The callable belongs to the caller and must outlive the reference, as a lambda written as an
/// argument does; so take it as a parameter, by value, and do not store it. A reference made of an empty
/// `std::function` or of a null pointer is empty.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
public:
    /// Refers to a callable, which must outlive the reference.
    template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, FunctionRef> &&
             std::is_invocable_r_v<Result, Callable&, Arguments...>)
        // NOLINTNEXTLINE(google-explicit-constructor,bugprone-forwarding-reference-overload): as an argument
        FunctionRef(Callable&& callable) {
        using Object = std::remove_reference_t<Callable>;
        if constexpr (std::is_function_v<Object>) {
            target_.function = reinterpret_cast<void (*)()>(&callable);
            call_ = [](Target target, Arguments... arguments) -> Result {
                return reinterpret_cast<Object*>(target.function)(std::forward<Arguments>(arguments)...);
            };
        } else {
            if constexpr (requires { static_cast<bool>(callable == nullptr); }) {
                if (callable == nullptr) {
                    return;
                }
            }
            target_.object = &callable;
            call_ = [](Target target, Arguments... arguments) -> Result {
                return (*static_cast<Object*>(const_cast<void*>(target.object)))(
                    std::forward<Arguments>(arguments)...);
            };
        }
    }

    /// Returns whether there is a callable.
    explicit operator bool() const { return call_ != nullptr; }

    /// Calls the callable.
    Result operator()(Arguments... arguments) const {
        return call_(target_, std::forward<Arguments>(arguments)...);
    }

private:
    union Target {
        const void* object;
        void (*function)();
    };

    Target target_{nullptr};
    Result (*call_)(Target, Arguments...) = nullptr;
};

}  // namespace drystone
