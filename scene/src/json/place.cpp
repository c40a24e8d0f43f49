#include "json/place.h"

namespace drystone::scene {
namespace {

/// Splits off what stands before the separator.
std::string_view split(std::string_view& text, std::string_view separators) {
    const std::size_t end = text.find_first_of(separators);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

}  // namespace

std::optional<Place> Place::find(std::string_view key) const {
    const Node* node = node_->find(key);
    if (node == nullptr && defaults_ != nullptr) {
        node = defaults_->find(key);
    }
    if (node == nullptr) {
        return std::nullopt;
    }
    node->is_used = true;
    return Place(*this, *node, key, 0);
}

Place Place::with_defaults(const Node& defaults) const {
    Place place = *this;
    place.defaults_ = &defaults;
    return place;
}

Place Place::get(std::string_view key) const {
    const std::optional<Place> member = find(key);
    if (!member) {
        stop(std::string("lacks the member ").append(quote(key)));
    }
    return *member;
}

Place Place::at(std::size_t index) const {
    const std::string_view key = index < node_->keys.size() ? std::string_view(node_->keys[index]) : "";
    return Place(*this, node_->items[index], key, index);
}

void Place::append_path(std::string& path) const {
    if (parent_ == nullptr) {
        return;
    }
    parent_->append_path(path);
    if (!key_.empty()) {
        path.append(path.empty() ? "" : ".").append(key_);
    } else {
        path.append("[").append(std::to_string(index_)).append("]");
    }
}

std::string Place::where() const {
    std::string path;
    append_path(path);
    const Place* root = this;
    while (root->parent_ != nullptr) {
        root = root->parent_;
    }
    std::string text(root->key_);
    text.append(":").append(std::to_string(node_->line));
    return path.empty() ? text : text.append(": ").append(path);
}

void Place::stop(std::string_view message) const { fail(where().append(": ").append(message)); }

std::string_view without_functions(std::string_view message) {
    for (std::size_t end = message.find(": "); end < message.find(' '); end = message.find(": ")) {
        message.remove_prefix(end + 2);
    }
    return message;
}

void Place::stop_at_argument(std::string_view message) const {
    message = without_functions(message);
    const std::size_t end = message.find(" must be ");
    if (end == std::string_view::npos) {
        stop(message);
    }
    descend(message.substr(0, end), message.substr(end + 1));
}

void Place::descend(std::string_view argument, std::string_view rest) const {
    std::string_view last;
    while (!argument.empty()) {
        const std::string_view part = split(argument, ".[]");
        if (part.empty()) {
            continue;
        }
        if (const std::optional<Place> member = find(part)) {
            member->descend(argument, rest);
        }
        std::size_t index = 0;
        if (is(Node::Kind::Array) && part.find_first_not_of("0123456789") == std::string_view::npos &&
            part.size() < 9 && (index = std::stoul(std::string(part))) < size()) {
            at(index).descend(argument, rest);
        }
        last = part;
    }
    stop(last.empty() ? std::string(rest) : std::string(last).append(" ").append(rest));
}

void Place::expect(Node::Kind kind, std::string_view what) const {
    if (!is(kind)) {
        stop(std::string("must be ").append(what));
    }
}

void Place::check_known() const {
    for (std::size_t i = 0; i < node_->keys.size(); ++i) {
        if (!node_->items[i].is_used) {
            Place(*this, node_->items[i], node_->keys[i], 0).stop("unknown member");
        }
    }
}

}  // namespace drystone::scene
