#pragma once

#include "core/definition_array.h"
#include "core/state_chunk.h"

#include <algorithm>
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

/// Saved state of an object. The arrays of an object are saved in chunks of their own, unless they are short
/// or parts of items. All else is one run of bytes, cut into chunks.
struct SavedState {
    /// Chunks of one array.
    struct Array {
        std::size_t first_chunk = 0;
        std::size_t chunk_count = 0;
    };
    StateChunks run;
    std::vector<Array> arrays;
    StateChunks chunks;
    /// Copies of arrays whose items are more than their bytes.
    std::vector<std::shared_ptr<const void>> objects;
    /// Chunks that are not in use, kept for the next saving.
    StateChunks spare;
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

/// Types that list their state and have many objects without any: `is_unused()` tells them, and
/// `make_unused()` makes one. Only this is saved of them.
template <class T>
concept MayBeUnused = ListsState<T> && requires(std::remove_const_t<T>& object) {
    object.is_unused();
    object.make_unused();
};

/// Types with many parts of which few are in use: `T::visit_used_state(object, visitor)` is as `visit_state`,
/// but leaves the others out. Reading makes parts unused that were not in use when the object was written.
template <class T>
concept ListsUsedState = requires(T& object) {
    std::remove_const_t<T>::visit_used_state(object, detail::IgnoreMembers{});
};

/// Arrays of at least this size are saved in chunks [bytes].
inline constexpr std::size_t min_chunked_size = StateChunk::size;

/// Writes a saved state, and shares with `base` the chunks that are equal.
class StateWriter {
public:
    /// `base` may be null; it must not be `saved`.
    StateWriter(const SavedState* base, SavedState& saved);
    /// Writes plain bytes.
    void bytes(const void* data, std::size_t size) {
        const auto* from = static_cast<const std::byte*>(data);
        while (size != 0) {
            const std::size_t count = std::min(size, StateChunk::size - used_);
            std::memcpy(staged_.data + used_, from, count);
            from += count;
            size -= count;
            used_ += count;
            if (used_ == StateChunk::size) {
                end_chunk();
            }
        }
    }
    /// Writes whether the object is unused, and returns it.
    template <class T>
    bool skips(const T& object) {
        const bool unused = object.is_unused();
        bytes(&unused, sizeof unused);
        return unused;
    }
    /// Writes the number of items of an array.
    template <class Item>
    void count(const std::vector<Item>& items) {
        const std::uint64_t count = items.size();
        bytes(&count, sizeof count);
    }
    /// Writes the items of an array; `is_part`: it is part of an item of another array.
    template <class Item>
    void items(const std::vector<Item>& items, bool is_part) {
        const auto* const data = reinterpret_cast<const std::byte*>(items.data());
        const std::size_t size = items.size() * sizeof(Item);
        if (is_part || size < min_chunked_size) {
            bytes(data, size);
        }
        if (!is_part) {
            array(data, size < min_chunked_size ? 0 : size);
        }
    }
    /// Writes the items of an array of definitions, and shares those that did not change since they were last
    /// saved or restored.
    template <class Item>
    void definitions(const DefinitionArray<Item>& items) {
        count(items.items());
        const std::size_t size = items.size() * sizeof(Item);
        if (size < min_chunked_size) {
            bytes(items.data(), size);
        }
        array(reinterpret_cast<const std::byte*>(items.data()), size < min_chunked_size ? 0 : size,
              &items.known());
    }
    /// Copies an array of items that are more than their bytes; allocates nothing for an empty one.
    template <class Item>
    void objects(const std::vector<Item>& items) {
        saved_.objects.push_back(items.empty() ? nullptr : std::make_shared<const std::vector<Item>>(items));
    }
    /// Saves the rest of the run.
    void finish();

private:
    void keep_spare(StateChunks& chunks);
    void end_chunk();
    /// Saves the bytes of an array; `known` may be null.
    void array(const std::byte* data, std::size_t size, KnownChunks* known = nullptr);
    [[nodiscard]] std::shared_ptr<StateChunk> save(const std::shared_ptr<StateChunk>* base,
                                                   const std::byte* data, std::size_t size);

    const SavedState* base_;
    SavedState& saved_;
    std::size_t used_ = 0;  ///< Bytes of the run in `staged_`.
    StateChunk staged_;
};

/// Reads what a `StateWriter` wrote for an object of the same type.
class StateReader {
public:
    explicit StateReader(const SavedState& saved) : saved_(saved) {}
    void bytes(void* data, std::size_t size) {
        auto* to = static_cast<std::byte*>(data);
        while (size != 0) {
            const std::size_t in_chunk = at_ % StateChunk::size;
            const std::size_t count = std::min(size, StateChunk::size - in_chunk);
            std::memcpy(to, saved_.run[at_ / StateChunk::size]->data + in_chunk, count);
            to += count;
            at_ += count;
            size -= count;
        }
    }
    /// Makes the object unused if the one that was written was, and returns this.
    template <class T>
    bool skips(T& object) {
        bool unused = false;
        bytes(&unused, sizeof unused);
        if (unused) {
            object.make_unused();
        }
        return unused;
    }
    /// Resizes the array to the number of items that were written.
    template <class Item>
    void count(std::vector<Item>& items) {
        std::uint64_t count = 0;
        bytes(&count, sizeof count);
        items.resize(static_cast<std::size_t>(count));
    }
    template <class Item>
    void items(std::vector<Item>& items, bool is_part) {
        auto* const data = reinterpret_cast<std::byte*>(items.data());
        const std::size_t size = items.size() * sizeof(Item);
        if (is_part || size < min_chunked_size) {
            bytes(data, size);
        }
        if (!is_part) {
            array(data, size < min_chunked_size ? 0 : size);
        }
    }
    template <class Item>
    void definitions(DefinitionArray<Item>& items) {
        std::uint64_t count = 0;
        bytes(&count, sizeof count);
        if (count != items.size()) {
            items.edit().resize(static_cast<std::size_t>(count));
        }
        const std::size_t size = items.size() * sizeof(Item);
        if (size < min_chunked_size) {
            bytes(items.edit().data(), size);
        }
        array(reinterpret_cast<std::byte*>(items.known_items().data()), size < min_chunked_size ? 0 : size,
              &items.known());
    }
    template <class Item>
    void objects(std::vector<Item>& items) {
        const auto* const copy = static_cast<const std::vector<Item>*>(saved_.objects[object_++].get());
        if (copy != nullptr) {
            items = *copy;
        } else {
            items.clear();
        }
    }

private:
    void array(std::byte* data, std::size_t size, KnownChunks* known = nullptr);

    const SavedState& saved_;
    std::size_t at_ = 0;
    std::size_t array_ = 0;
    std::size_t object_ = 0;
};

/// Passes all state of an object to an archive: a `StateWriter` or a `StateReader`. `is_part`: the object is
/// part of an item of an array.
template <class Archive, class T>
void archive_state(Archive& archive, T& object, bool is_part = false);

template <class Archive, class Items>
void archive_items(Archive& archive, Items& items, bool is_part) {
    using Item = std::remove_const_t<typename std::remove_const_t<Items>::value_type>;
    if constexpr (ListsState<Item> || detail::is_vector<Item> || std::is_same_v<Item, std::string>) {
        archive.count(items);
        for (auto& item : items) {
            archive_state(archive, item, true);
        }
    } else if constexpr (std::is_trivially_copyable_v<Item>) {
        archive.count(items);
        archive.items(items, is_part);
    } else {
        archive.objects(items);
    }
}

/// Passes a string as an array of characters.
template <class Archive, class String>
void archive_string(Archive& archive, String& text) {
    std::vector<char> characters(text.begin(), text.end());
    archive_items(archive, characters, true);
    if constexpr (!std::is_const_v<String>) {
        text.assign(characters.begin(), characters.end());
    }
}

template <class Archive, class T>
void archive_state(Archive& archive, T& object, bool is_part) {
    using Type = std::remove_const_t<T>;
    if constexpr (MayBeUnused<T>) {
        if (archive.skips(object)) {
            return;
        }
    }
    if constexpr (ListsUsedState<T>) {
        Type::visit_used_state(object,
                               [&](auto&... members) { (archive_state(archive, members, is_part), ...); });
    } else if constexpr (ListsState<T>) {
        Type::visit_state(object, [&](auto&... members) { (archive_state(archive, members, is_part), ...); });
    } else if constexpr (detail::is_vector<Type>) {
        archive_items(archive, object, is_part);
    } else if constexpr (detail::is_definition_array<Type>) {
        archive.definitions(object);
    } else if constexpr (std::is_same_v<Type, std::string>) {
        archive_string(archive, object);
    } else if constexpr (std::is_trivially_copyable_v<Type>) {
        archive.bytes(&object, sizeof object);
    } else {
        static_assert(detail::is_array<Type>, "the state of this type is not known");
        for (auto& item : object) {
            archive_state(archive, item, is_part);
        }
    }
}

/// Saves the state of an object; reuses the memory of `saved`. Shares chunks with `base`, if it is not null
/// and not `saved` itself. Cost: one copy of what differs, and with `base` one comparison of the rest.
template <class T>
void save_state(const T& object, const SavedState* base, SavedState& saved) {
    StateWriter writer(base, saved);
    archive_state(writer, object);
    writer.finish();
}

/// Restores the state that `save_state` saved of an object of the same type.
template <class T>
void restore_state(const SavedState& saved, T& object) {
    StateReader reader(saved);
    archive_state(reader, object);
}

}  // namespace drystone
