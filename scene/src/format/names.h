#pragma once

#include "format/read_values.h"

#include <map>
#include <string>

namespace drystone::scene {

/// Indices of the entries that can be referred to by name.
class Names {
public:
    explicit Names(const char* kind) : kind_(kind) {}
    /// Reads the names of all entries of an array.
    void collect(const std::optional<Place>& entries) {
        if (!entries) {
            return;
        }
        entries->expect(Node::Kind::Array, "an array");
        count_ = entries->size();
        for (std::size_t i = 0; i < count_; ++i) {
            const Node* const name = entries->node().items[i].find("name");
            if (name != nullptr && name->kind == Node::Kind::String) {
                const auto [at, is_new] = indices_.emplace(name->text, i);
                at->second = is_new ? i : no_entry;
            }
        }
    }
    /// Reads a reference: an index or a name.
    [[nodiscard]] EntryIndex read_reference(const Place& place) const {
        if (place.is(Node::Kind::String)) {
            const auto at = indices_.find(place.node().text);
            if (at == indices_.end()) {
                stop(place, "no ", " has this name: ");
            }
            if (at->second == no_entry) {
                stop(place, "more than one ", " has this name: ");
            }
            return at->second;
        }
        std::int64_t index = -1;
        read(place, index);
        if (index < 0 || static_cast<std::uint64_t>(index) >= count_) {
            stop(place, "must be the name or the index of a ", ", got ");
        }
        return static_cast<EntryIndex>(index);
    }

private:
    [[noreturn]] void stop(const Place& place, const char* before, const char* after) const {
        const Node& node = place.node();
        place.stop(std::string(before).append(kind_).append(after).append(
            node.kind == Node::Kind::String ? quote(node.text) : node.text));
    }

    const char* kind_;
    std::map<std::string, EntryIndex, std::less<>> indices_;
    std::size_t count_ = 0;
};

}  // namespace drystone::scene
