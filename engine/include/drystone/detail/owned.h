#pragma once

#include <utility>

namespace drystone::detail {

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
    T* operator->() const { return object_; }
    T& operator*() const { return *object_; }

private:
    T* object_ = nullptr;
};

}  // namespace drystone::detail
