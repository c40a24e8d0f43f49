#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// A source file: its path from the root of the repository, with slashes, and its content.
struct SourceFile {
    std::string path;
    std::string text;
};

using SourceTree = std::vector<SourceFile>;

/// The C++ files of some folders of the repository, in the order of their paths. Folders that do not exist
/// are empty.
SourceTree read_tree(const std::filesystem::path& root, std::initializer_list<const char*> folders);

/// The lines of a text, without their ends.
std::vector<std::string_view> split_lines(std::string_view text);

/// The text with every character of a comment or a literal turned into a space; lines stay where they are.
std::string blank_comments_and_literals(std::string_view text);

/// Does the text match a pattern in which `*` stands for any characters?
bool matches(std::string_view text, std::string_view pattern);

}  // namespace architecture
