#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// Source file: its path from the root of the repository, with slashes, and its content.
struct SourceFile {
    std::string path;
    std::string text;
};

using SourceTree = std::vector<SourceFile>;

/// Reads the C++ files of some folders of the repository, sorted by path. Folders that do not exist are
/// treated as empty.
SourceTree read_tree(const std::filesystem::path& root, std::initializer_list<const char*> folders);

/// Splits a text into lines, without their ends.
std::vector<std::string_view> split_lines(std::string_view text);

/// Returns the text with every character of a comment or a literal replaced by a space; lines keep their
/// places.
std::string blank_comments_and_literals(std::string_view text);

/// The text with every character outside of comments turned into a space; lines stay where they are.
std::string blank_all_but_comments(std::string_view text);

/// The identifiers and keywords of a line of code, as parts of it.
std::vector<std::string_view> identifiers_of(std::string_view line);

/// Returns whether the text matches a pattern in which `*` stands for any characters.
bool matches(std::string_view text, std::string_view pattern);

}  // namespace architecture
