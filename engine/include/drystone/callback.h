#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace drystone {

template <class Signature>
class Callback;

/// Owning wrapper of a copyable callable, as worlds and filters store it.
///
/// Copying copies the callable; empty by default. Does what `std::function` does, in 16 bytes and at a
/// fraction of the compile time that `<functional>` costs in every file that includes it.
template <class Result, class... Arguments>
class Callback<Result(Arguments...)> {
public:
    Callback() = default;
    /// Makes an empty callback.
    // NOLINTNEXTLINE(google-explicit-constructor): as an argument and in an assignment
    Callback(std::nullptr_t) {}
    /// Stores a callable; empty if the callable is a null pointer or an empty `std::function`.
    template <class Callable>
    requires(!std::same_as<std::remove_cvref_t<Callable>, Callback> &&
             std::is_invocable_r_v<Result, std::decay_t<Callable>&, Arguments...>)
        // NOLINTNEXTLINE(google-explicit-constructor,bugprone-forwarding-reference-overload): as an argument
        Callback(Callable&& callable) {
        using Object = std::decay_t<Callable>;
        if constexpr (requires { static_cast<bool>(callable == nullptr); }) {
            if (callable == nullptr) {
                return;
            }
        }
        object_ = new Object(std::forward<Callable>(callable));
        actions_ = &actions_of<Object>;
    }
    /// Copies the callable.
    Callback(const Callback& other)
        : object_(other.object_ != nullptr ? other.actions_->copy(other.object_) : nullptr),
          actions_(other.actions_) {}
    /// Takes the callable; the other callback is empty afterwards.
    Callback(Callback&& other) noexcept
        : object_(std::exchange(other.object_, nullptr)), actions_(std::exchange(other.actions_, nullptr)) {}
    /// Replaces the callable.
    Callback& operator=(Callback other) noexcept {
        std::swap(object_, other.object_);
        std::swap(actions_, other.actions_);
        return *this;
    }
    ~Callback() {
        if (object_ != nullptr) {
            actions_->destroy(object_);
        }
    }

    /// Returns false for an empty callback.
    explicit operator bool() const { return object_ != nullptr; }

    /// Calls the callable. The callback must not be empty.
    Result operator()(Arguments... arguments) const {
        return actions_->call(object_, std::forward<Arguments>(arguments)...);
    }

private:
    struct Actions {
        Result (*call)(void* object, Arguments... arguments);
        void* (*copy)(const void* object);
        void (*destroy)(void* object);
    };

    template <class Object>
    static constexpr Actions actions_of{
        [](void* object, Arguments... arguments) -> Result {
            return (*static_cast<Object*>(object))(std::forward<Arguments>(arguments)...);
        },
        [](const void* object) -> void* { return new Object(*static_cast<const Object*>(object)); },
        [](void* object) { delete static_cast<Object*>(object); }};

    void* object_ = nullptr;
    const Actions* actions_ = nullptr;
};

}  // namespace drystone
