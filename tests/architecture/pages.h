#pragma once

#include "source_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// A fenced block of a page: ```cpp and what follows, up to the closing fence.
struct Block {
    std::string_view language;
    std::string_view text;
    std::size_t line = 0;  ///< Of its first line in the page, from 1.
};
std::vector<Block> blocks_of(std::string_view page);

/// The files of a folder, not of those in it, with these endings, in the order of their paths.
SourceTree read_folder(const std::filesystem::path& root, const std::string& folder,
                       std::initializer_list<const char*> endings);

/// Whole programs (```cpp with a `main`) and outputs (```text) that a page shows and that no file holds: all
/// lines word for word and in their order, with lines between them that only the test needs. One line each,
/// "path:line: what is wrong".
std::vector<std::string> check_programs(const SourceFile& page, const SourceTree& files);

/// Files that are not a block of the page as they stand.
std::vector<std::string> check_shown(const SourceFile& page, const SourceTree& files);

}  // namespace architecture
