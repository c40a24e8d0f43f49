#pragma once

#include "core/definition_array.h"
#include "core/state_archive.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace drystone {

/// State of an object as one run of bytes: it is read faster than a `SavedState`, and shares nothing.
struct FlatState {
    std::vector<std::byte> bytes;
    /// Copies of arrays whose items are more than their bytes.
    std::vector<std::shared_ptr<const void>> objects;
};

/// Archive that appends to a flat state, see `archive_state`.
class FlatWriter {
public:
    explicit FlatWriter(FlatState& state) : state_(state) {}
    void bytes(const void* data, std::size_t size) {
        const auto* const from = static_cast<const std::byte*>(data);
        state_.bytes.insert(state_.bytes.end(), from, from + size);
    }
    template <class T>
    bool skips(const T& object) {
        return put(object.is_unused());
    }
    template <class Item>
    void count(const std::vector<Item>& items) {
        put(std::uint64_t{items.size()});
    }
    template <class Item>
    void items(const std::vector<Item>& items, bool /*is_part*/) {
        bytes(items.data(), items.size() * sizeof(Item));
    }
    template <class Item>
    void definitions(const DefinitionArray<Item>& items) {
        count(items.items());
        bytes(items.data(), items.size() * sizeof(Item));
    }
    template <class Item>
    void objects(const std::vector<Item>& items) {
        state_.objects.push_back(items.empty() ? nullptr : std::make_shared<const std::vector<Item>>(items));
    }

private:
    template <class Value>
    Value put(Value value) {
        bytes(&value, sizeof value);
        return value;
    }

    FlatState& state_;
};

/// Archive that reads what a `FlatWriter` wrote of an object of the same type.
class FlatReader {
public:
    explicit FlatReader(const FlatState& state) : at_(state.bytes.data()), state_(state) {}
    void bytes(void* data, std::size_t size) {
        if (size != 0) {
            std::memcpy(data, at_, size);
            at_ += size;
        }
    }
    template <class T>
    bool skips(T& object) {
        const bool unused = get<bool>();
        if (unused && !object.is_unused()) {
            object.make_unused();
        }
        return unused;
    }
    template <class Item>
    void count(std::vector<Item>& items) {
        const auto count = static_cast<std::size_t>(get<std::uint64_t>());
        if (items.size() != count) {
            items.resize(count);
        }
    }
    template <class Item>
    void items(std::vector<Item>& items, bool /*is_part*/) {
        bytes(items.data(), items.size() * sizeof(Item));
    }
    template <class Item>
    void definitions(DefinitionArray<Item>& items) {
        std::vector<Item>& own = items.edit();
        count(own);
        bytes(own.data(), own.size() * sizeof(Item));
    }
    template <class Item>
    void objects(std::vector<Item>& items) {
        const auto* const copy = static_cast<const std::vector<Item>*>(state_.objects[object_++].get());
        if (copy != nullptr) {
            items = *copy;
        } else {
            items.clear();
        }
    }

private:
    template <class Value>
    Value get() {
        Value value{};
        bytes(&value, sizeof value);
        return value;
    }

    const std::byte* at_;
    const FlatState& state_;
    std::size_t object_ = 0;
};

}  // namespace drystone
