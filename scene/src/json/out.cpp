#include "json/out.h"

#include "json/node.h"

namespace drystone::scene {
namespace {

constexpr std::size_t width = 120;
constexpr std::size_t step = 2;

}  // namespace

std::size_t Out::length(std::size_t limit) const {
    if (bracket_ == '\0') {
        return text_.size();
    }
    std::size_t sum = 2;
    for (const auto& [key, item] : items_) {
        if (sum > limit) {
            break;
        }
        sum += (bracket_ == '{' ? key.size() + 4 : 0) + item.length(limit) + 2;
    }
    return sum;
}

void Out::append_flat(std::string& text) const {
    if (bracket_ == '\0') {
        text += text_;
        return;
    }
    text += bracket_;
    bool is_first = true;
    for (const auto& [key, item] : items_) {
        text += is_first ? "" : ", ";
        is_first = false;
        if (bracket_ == '{') {
            text += quote(key);
            text += ": ";
        }
        item.append_flat(text);
    }
    text += bracket_ == '{' ? '}' : ']';
}

void Out::append(std::string& text, std::size_t indent, std::size_t used) const {
    if (bracket_ == '\0' || used + length(width) <= width) {
        append_flat(text);
        return;
    }
    text += bracket_;
    bool is_first = true;
    for (const auto& [key, item] : items_) {
        text += is_first ? "\n" : ",\n";
        is_first = false;
        text.append(indent + step, ' ');
        std::size_t taken = indent + step;
        if (bracket_ == '{') {
            text += quote(key);
            text += ": ";
            taken += key.size() + 4;
        }
        item.append(text, indent + step, taken);
    }
    text += '\n';
    text.append(indent, ' ');
    text += bracket_ == '{' ? '}' : ']';
}

std::string Out::print() const {
    std::string text;
    append(text, 0, 0);
    text += '\n';
    return text;
}

}  // namespace drystone::scene
