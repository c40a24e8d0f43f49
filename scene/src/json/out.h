#pragma once

#include <string>
#include <utility>
#include <vector>

namespace drystone::scene {

/// Value of a JSON text that is being written: one of text as it stands, an array or an object.
class Out {
public:
    /// Makes a value of text as it stands: a number, or a string with its quotes.
    explicit Out(std::string text) : text_(std::move(text)) {}
    static Out array() { return Out('['); }
    static Out object() { return Out('{'); }

    void add(Out item) { items_.emplace_back(std::string(), std::move(item)); }
    void add(std::string_view key, Out item) { items_.emplace_back(std::string(key), std::move(item)); }
    [[nodiscard]] bool is_empty() const { return items_.empty(); }
    /// Returns the text: what fits stands on one line, everything else on a line for each item.
    [[nodiscard]] std::string print() const;

private:
    explicit Out(char bracket) : bracket_(bracket) {}
    /// Returns the length on one line, or more than `limit`.
    [[nodiscard]] std::size_t length(std::size_t limit) const;
    void append(std::string& text, std::size_t indent, std::size_t used) const;
    void append_flat(std::string& text) const;

    char bracket_ = '\0';
    std::string text_;
    std::vector<std::pair<std::string, Out>> items_;  ///< Items with their keys in quotes; empty in arrays.
};

}  // namespace drystone::scene
