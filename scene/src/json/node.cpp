#include "json/node.h"

#include "json/number.h"

#include <drystone/collision/detail/sort_items.h>
#include <drystone/error.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

namespace drystone::scene {
namespace {

using Json = nlohmann::json;

constexpr std::size_t largest_text = std::size_t{64} << 20;
constexpr std::size_t largest_object = 100000;

/// Text as the parser is to see it. It stops at numbers that no double holds: it sees others in their place.
class Text {
public:
    explicit Text(std::string_view text) : text_(text) {}

    /// Returns the character at that place. Each place is read once, in order.
    char read(std::size_t at) {
        line_ += was_newline_ ? 1 : 0;
        const char letter = text_[at];
        was_newline_ = letter == '\n';
        if (is_in_string_) {
            is_in_string_ = is_escaped_ || letter != '"';
            is_escaped_ = !is_escaped_ && letter == '\\';
            return letter;
        }
        is_in_string_ = letter == '"';
        if (at >= number_at_ + number_.size() && (letter == '-' || (letter >= '0' && letter <= '9'))) {
            number_at_ = at;
            number_ = text_.substr(at, length_of_number(text_.substr(at)));
            is_large_ = is_beyond_double(number_);
        }
        return is_large_ && at < number_at_ + number_.size() ? replacement(at - number_at_) : letter;
    }
    [[nodiscard]] std::size_t size() const { return text_.size(); }
    /// Returns the line of the last character read: of the value, since none but numbers read further.
    [[nodiscard]] int line() const { return line_; }
    /// Returns the last number, if the parser saw another one in its place; else nothing.
    [[nodiscard]] std::string_view large_number() const { return is_large_ ? number_ : std::string_view(); }

private:
    /// Returns a character of "1.000" or "-1.000".
    [[nodiscard]] char replacement(std::size_t at) const {
        const std::size_t sign = number_.front() == '-' ? 1 : 0;
        return at < sign ? '-' : at == sign ? '1' : at == sign + 1 ? '.' : '0';
    }

    std::string_view text_;
    int line_ = 1;
    bool was_newline_ = false;
    bool is_in_string_ = false;
    bool is_escaped_ = false;
    std::size_t number_at_ = 0;
    std::string_view number_{};  ///< Last number that began.
    bool is_large_ = false;      ///< No double holds it.
};

/// Iterator over a text.
class TextIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;

    TextIterator(Text& text, std::size_t at) : text_(&text), at_(at) {}
    reference operator*() const { return text_->read(at_); }
    TextIterator& operator++() {
        ++at_;
        return *this;
    }
    TextIterator operator++(int) {
        const TextIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const TextIterator& a, const TextIterator& b) { return a.at_ == b.at_; }

private:
    Text* text_;
    std::size_t at_;
};

/// Builds the tree of nodes from the events of the parser.
class Builder {
public:
    Builder(std::string_view name, const Text& text, std::size_t max_depth)
        : name_(name), text_(text), max_depth_(max_depth) {}

    bool null() { return add(Node::Kind::Null, {}) != nullptr; }
    bool boolean(bool value) {
        add(Node::Kind::Boolean, {})->is_true = value;
        return true;
    }
    bool number_integer(std::int64_t value) { return number(std::to_string(value)); }
    bool number_unsigned(std::uint64_t value) { return number(std::to_string(value)); }
    bool number_float(double /*value*/, const std::string& text) {
        const std::string_view large = text_.large_number();
        return number(large.empty() ? text : std::string(large));
    }
    bool string(std::string& value) { return add(Node::Kind::String, std::move(value)) != nullptr; }
    bool binary(const Json::binary_t& /*value*/) { return false; }
    bool start_object(std::size_t /*count*/) { return open(Node::Kind::Object); }
    bool start_array(std::size_t /*count*/) { return open(Node::Kind::Array); }
    bool end_object() {
        check_keys(*open_.back());
        return close();
    }
    bool end_array() { return close(); }
    bool key(std::string& value) {
        if (open_.back()->keys.size() >= largest_object) {
            stop("an object with too many members");
        }
        open_.back()->keys.push_back(std::move(value));
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) {
        // "[json.exception.parse_error.101] parse error at line 3, column 4: syntax error while ..."
        const std::string_view text = error.what();
        const std::size_t begin = text.find(": ");
        stop(begin == std::string_view::npos ? text : text.substr(begin + 2));
    }

    Node take() { return std::move(root_); }

private:
    [[noreturn]] void stop(std::string_view message) const {
        std::string text(name_);
        text.append(":").append(std::to_string(text_.line())).append(": no valid JSON: ").append(message);
        fail(text);
    }
    bool number(std::string text) { return add(Node::Kind::Number, std::move(text)) != nullptr; }
    Node* add(Node::Kind kind, std::string text) {
        if (++count_ > largest_value_count) {
            stop("more than 4 million values");
        }
        Node node;
        node.kind = kind;
        node.line = text_.line();
        node.text = std::move(text);
        if (open_.empty()) {
            root_ = std::move(node);
            return &root_;
        }
        open_.back()->items.push_back(std::move(node));
        return &open_.back()->items.back();
    }
    bool open(Node::Kind kind) {
        if (open_.size() >= max_depth_) {
            stop(std::string("values nested more than ").append(std::to_string(max_depth_)).append(" deep"));
        }
        // Stays where it is: its siblings come after it is closed.
        open_.push_back(add(kind, {}));
        return true;
    }
    bool close() {
        open_.back()->items.shrink_to_fit();
        open_.pop_back();
        return true;
    }
    void check_keys(const Node& object) const {
        std::vector<std::string_view> keys(object.keys.begin(), object.keys.end());
        sort_items(keys.begin(), keys.end());
        const auto twice = std::adjacent_find(keys.begin(), keys.end());
        if (twice != keys.end()) {
            stop(std::string("an object has two members ").append(quote(*twice)));
        }
    }

    std::string_view name_;
    const Text& text_;
    std::size_t max_depth_;
    Node root_;
    std::vector<Node*> open_;
    std::size_t count_ = 0;
};

}  // namespace

const Node* Node::find(std::string_view key) const {
    const auto at = std::find(keys.begin(), keys.end(), key);
    return at == keys.end() ? nullptr : &items[static_cast<std::size_t>(at - keys.begin())];
}

Node parse_json(std::string_view text, std::string_view name, std::size_t max_depth) {
    if (text.size() > largest_text) {
        fail(std::string(name).append(": the text must be of at most 64 MB"));
    }
    Text read(text);
    Builder builder(name, read, max_depth);
    Json::sax_parse(TextIterator(read, 0), TextIterator(read, read.size()), &builder);
    return builder.take();
}

std::string quote(std::string_view text) {
    return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace drystone::scene
