#pragma once

#include "json/node.h"

#include <drystone/error.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace drystone::scene {

/// Returns the message of an error without the functions that it begins with, as in
/// "World::create_chain: make_chain: points must be at least two, got 1".
[[nodiscard]] std::string_view without_functions(std::string_view message);

/// A value in a file, with the path that leads to it. Refers to its parent, which must outlive it.
class Place {
public:
    Place(std::string_view file, const Node& root) : node_(&root), key_(file) {}

    [[nodiscard]] const Node& node() const { return *node_; }
    /// Returns the member of that name, and marks it as known.
    [[nodiscard]] std::optional<Place> find(std::string_view key) const;
    /// Returns this place with another value, whose members it has where the own value lacks them.
    [[nodiscard]] Place with_defaults(const Node& defaults) const;
    /// Returns the member of that name, and marks it as known. Throws `Error` if there is none.
    [[nodiscard]] Place get(std::string_view key) const;
    /// Returns the item of an array, or the member of an object, at that index.
    [[nodiscard]] Place at(std::size_t index) const;
    [[nodiscard]] std::size_t size() const { return node_->items.size(); }
    [[nodiscard]] bool is(Node::Kind kind) const { return node_->kind == kind; }

    /// Returns "file:line: path".
    [[nodiscard]] std::string where() const;
    /// Throws `Error`: "file:line: path: message".
    [[noreturn]] void stop(std::string_view message) const;
    /// Throws `Error` for an error of the engine, at the member that its argument names if there is one.
    [[noreturn]] void stop_at_argument(std::string_view message) const;
    /// Throws `Error` unless the value is of that kind.
    void expect(Node::Kind kind, std::string_view what) const;
    /// Throws `Error` if the object has members that were not read.
    void check_known() const;

private:
    Place(const Place& parent, const Node& node, std::string_view key, std::size_t index)
        : parent_(&parent), node_(&node), key_(key), index_(index) {}
    void append_path(std::string& path) const;
    [[noreturn]] void descend(std::string_view argument, std::string_view rest) const;

    const Place* parent_ = nullptr;
    const Node* node_;
    const Node* defaults_ = nullptr;  ///< Object with the members that `node_` lacks.
    std::string_view key_;            ///< Name of the member; of the root: the file.
    std::size_t index_ = 0;
};

/// Calls `make`, and reports errors of the engine at the place.
template <class Make>
auto checked(const Place& place, const Make& make) {
    std::string message;
    try {
        return make();
    } catch (const Error& error) {
        message = error.what();
    }
    place.stop_at_argument(message);
}

}  // namespace drystone::scene
