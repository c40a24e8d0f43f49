#include "source_tree.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string>

namespace architecture {
namespace {

bool is_source(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    return extension == ".h" || extension == ".cpp";
}

std::string read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the end of the comment or literal that begins at `begin`; `begin` itself if there is none.
std::size_t skip_comment_or_literal(std::string_view text, std::size_t begin) {
    const auto past = [&](std::string_view end, std::size_t from) {
        const std::size_t found = text.find(end, from);
        return found == std::string_view::npos ? text.size() : found + end.size();
    };
    const std::string_view rest = text.substr(begin);
    if (rest.starts_with("//")) {
        return std::min(text.find('\n', begin), text.size());
    }
    if (rest.starts_with("/*")) {
        return past("*/", begin + 2);
    }
    if (rest.starts_with("R\"")) {
        const std::size_t open = std::min(text.find('(', begin), text.size());
        return past(')' + std::string(text.substr(begin + 2, open - begin - 2)) + '"', open);
    }
    // A quote after a digit or letter is a digit separator, as in 1'000.
    const bool separator = begin > 0 && std::isalnum(static_cast<unsigned char>(text[begin - 1])) != 0;
    if (rest.front() == '"' || (rest.front() == '\'' && !separator)) {
        std::size_t end = begin + 1;
        while (end < text.size() && text[end] != rest.front() && text[end] != '\n') {
            end += text[end] == '\\' ? 2 : 1;
        }
        return std::min(end + 1, text.size());
    }
    return begin;
}

}  // namespace

SourceTree read_tree(const std::filesystem::path& root, std::initializer_list<const char*> folders) {
    SourceTree tree;
    for (const char* folder : folders) {
        if (!std::filesystem::is_directory(root / folder)) {
            continue;
        }
        for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (entry.is_regular_file() && is_source(entry.path())) {
                tree.push_back(
                    {entry.path().lexically_relative(root).generic_string(), read_file(entry.path())});
            }
        }
    }
    std::sort(tree.begin(), tree.end(),
              [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return tree;
}

std::vector<std::string_view> split_lines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::string blank_comments_and_literals(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = skip_comment_or_literal(text, i);
        for (std::size_t k = i; k < end; ++k) {
            result[k] = text[k] == '\n' ? '\n' : ' ';
        }
        i = std::max(end, i + 1);
    }
    return result;
}

std::string blank_all_but_comments(std::string_view text) {
    std::string result(text);
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::max(skip_comment_or_literal(text, i), i + 1);
        const bool comment = text[i] == '/' && end > i + 1;
        for (std::size_t k = i; k < end && !comment; ++k) {
            result[k] = text[k] == '\n' ? '\n' : ' ';
        }
        i = end;
    }
    return result;
}

std::vector<std::string_view> identifiers_of(std::string_view line) {
    const auto is_name_character = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i;
        while (end < line.size() && is_name_character(line[end])) {
            ++end;
        }
        if (end > i && std::isdigit(static_cast<unsigned char>(line[i])) == 0) {
            names.push_back(line.substr(i, end - i));
        }
        i = end + (end == i ? 1 : 0);
    }
    return names;
}

bool matches(std::string_view text, std::string_view pattern) {
    const std::size_t star = pattern.find('*');
    if (star == std::string_view::npos) {
        return text == pattern;
    }
    if (!text.starts_with(pattern.substr(0, star))) {
        return false;
    }
    for (std::size_t i = star; i <= text.size(); ++i) {
        if (matches(text.substr(i), pattern.substr(star + 1))) {
            return true;
        }
    }
    return false;
}

}  // namespace architecture
