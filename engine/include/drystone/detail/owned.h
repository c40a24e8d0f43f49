#pragma once

#include <drystone/export.h>

#include <utility>

namespace drystone::detail {

/// Throws `Error`: the object can only be destroyed or restored.
[[noreturn]] DRYSTONE_API void fail_broken();

/// Throws `Error`: the object was moved from.
[[noreturn]] DRYSTONE_API void fail_moved_from();

/// Owner of an object whose type is private to the library: `std::unique_ptr` without `<memory>`, which would
/// be a fifth of the compile time of including the library.
template <class T>
class Owned {
public:
    Owned() = default;
    explicit Owned(T* object) : object_(object) {}
    Owned(Owned&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Owned& operator=(Owned other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Owned() { delete object_; }

    [[nodiscard]] T* get() const { return object_; }
    /// These throw `Error` if there is no object, as after a move, and if it is broken, see `World::step`.
    T* operator->() const { return usable(); }
    T& operator*() const { return *usable(); }

private:
    T* usable() const {
        if (object_ == nullptr) {
            fail_moved_from();
        }
        if constexpr (requires { object_->is_broken(); }) {
            if (object_->is_broken()) {
                fail_broken();
            }
        }
        return object_;
    }

    T* object_ = nullptr;
};

}  // namespace drystone::detail
