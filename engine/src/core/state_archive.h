#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace drystone {

/// Saved state of an object: the bytes of its plain members, and copies of the arrays whose items are more
/// than their bytes.
struct SavedState {
    std::vector<std::byte> bytes;
    std::vector<std::shared_ptr<const void>> objects;
};

namespace detail {

/// Visitor that ignores its arguments.
struct IgnoreMembers {
    template <class... Members>
    void operator()(Members&... /*members*/) const {}
};

template <class T>
inline constexpr bool is_vector = false;
template <class Item>
inline constexpr bool is_vector<std::vector<Item>> = true;
template <class T>
inline constexpr bool is_array = false;
template <class Item, std::size_t count>
inline constexpr bool is_array<std::array<Item, count>> = true;

}  // namespace detail

/// Types that list their state: `T::visit_state(object, visitor)` calls `visitor(members...)`, once or more,
/// with all members that later steps depend on, for a const object too. Members that each step writes before
/// it reads them are left out.
template <class T>
concept ListsState = requires(T& object) {
    std::remove_const_t<T>::visit_state(object, detail::IgnoreMembers{});
};

/// Counts the bytes that `StateWriter` writes.
class StateSize {
public:
    void bytes(const void* /*data*/, std::size_t size) { size_ += size; }
    template <class Item>
    std::size_t count(const std::vector<Item>& items) {
        size_ += sizeof(std::uint64_t);
        return items.size();
    }
    template <class Item>
    void objects(const std::vector<Item>& /*items*/) {}
    [[nodiscard]] std::size_t size() const { return size_; }

private:
    std::size_t size_ = 0;
};

/// Writes to memory that has the size found by `StateSize`.
class StateWriter {
public:
    explicit StateWriter(SavedState& saved) : at_(saved.bytes.data()), objects_(saved.objects) {
        objects_.clear();
    }
    void bytes(const void* data, std::size_t size) {
        if (size != 0) {
            std::memcpy(at_, data, size);
            at_ += size;
        }
    }
    template <class Item>
    std::size_t count(const std::vector<Item>& items) {
        const std::uint64_t count = items.size();
        bytes(&count, sizeof count);
        return items.size();
    }
    /// Copies an array of items that are more than their bytes; nothing is allocated for an empty one.
    template <class Item>
    void objects(const std::vector<Item>& items) {
        objects_.push_back(items.empty() ? nullptr : std::make_shared<const std::vector<Item>>(items));
    }

private:
    std::byte* at_;
    std::vector<std::shared_ptr<const void>>& objects_;
};

/// Reads what a `StateWriter` wrote for an object of the same type.
class StateReader {
public:
    explicit StateReader(const SavedState& saved) : at_(saved.bytes.data()), object_(saved.objects.data()) {}
    void bytes(void* data, std::size_t size) {
        if (size != 0) {
            std::memcpy(data, at_, size);
            at_ += size;
        }
    }
    /// Resizes the array to the number of items that were written.
    template <class Item>
    std::size_t count(std::vector<Item>& items) {
        std::uint64_t count = 0;
        bytes(&count, sizeof count);
        items.resize(static_cast<std::size_t>(count));
        return items.size();
    }
    template <class Item>
    void objects(std::vector<Item>& items) {
        const auto* const saved = static_cast<const std::vector<Item>*>((object_++)->get());
        if (saved != nullptr) {
            items = *saved;
        } else {
            items.clear();
        }
    }

private:
    const std::byte* at_;
    const std::shared_ptr<const void>* object_;
};

/// Passes all state of an object to an archive: `StateSize`, `StateWriter` or `StateReader`.
template <class Archive, class T>
void archive_state(Archive& archive, T& object);

template <class Archive, class Items>
void archive_items(Archive& archive, Items& items) {
    using Item = std::remove_const_t<typename std::remove_const_t<Items>::value_type>;
    if constexpr (ListsState<Item> || detail::is_vector<Item> || std::is_same_v<Item, std::string>) {
        archive.count(items);
        for (auto& item : items) {
            archive_state(archive, item);
        }
    } else if constexpr (std::is_trivially_copyable_v<Item>) {
        const std::size_t count = archive.count(items);
        archive.bytes(items.data(), count * sizeof(Item));
    } else {
        archive.objects(items);
    }
}

/// Passes a string as an array of characters.
template <class Archive, class String>
void archive_string(Archive& archive, String& text) {
    std::vector<char> characters(text.begin(), text.end());
    archive_items(archive, characters);
    if constexpr (!std::is_const_v<String>) {
        text.assign(characters.begin(), characters.end());
    }
}

template <class Archive, class T>
void archive_state(Archive& archive, T& object) {
    using Type = std::remove_const_t<T>;
    if constexpr (ListsState<T>) {
        Type::visit_state(object, [&](auto&... members) { (archive_state(archive, members), ...); });
    } else if constexpr (detail::is_vector<Type>) {
        archive_items(archive, object);
    } else if constexpr (std::is_same_v<Type, std::string>) {
        archive_string(archive, object);
    } else if constexpr (std::is_trivially_copyable_v<Type>) {
        archive.bytes(&object, sizeof object);
    } else {
        static_assert(detail::is_array<Type>, "the state of this type is not known");
        for (auto& item : object) {
            archive_state(archive, item);
        }
    }
}

/// Saves the state of an object; reuses the memory of `saved`. Cost: one copy.
template <class T>
void save_state(const T& object, SavedState& saved) {
    StateSize size;
    archive_state(size, object);
    saved.bytes.resize(size.size());
    StateWriter writer(saved);
    archive_state(writer, object);
}

/// Restores the state that `save_state` saved of an object of the same type.
template <class T>
void restore_state(const SavedState& saved, T& object) {
    StateReader reader(saved);
    archive_state(reader, object);
}

}  // namespace drystone
