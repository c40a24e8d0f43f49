#pragma once

#include "source_tree.h"

#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// Fenced block of a page: ```cpp and the lines up to the closing fence.
struct Block {
    std::string_view language;
    std::string_view text;
    std::size_t line = 0;  ///< Line number of its first line in the page, from 1.
    /// Source that the line before the fence names, as `<!-- path: region -->` or `<!-- path -->`; may be
    /// empty.
    std::string_view source{};
};
std::vector<Block> blocks_of(std::string_view page);

/// Reads the files of a folder, not of its subfolders, with these endings, sorted by path.
SourceTree read_folder(const std::filesystem::path& root, const std::string& folder,
                       std::initializer_list<const char*> endings);

/// Finds whole programs (```cpp with a `main`) and outputs (```text) of a page that no file contains: all
/// lines word for word and in order, with lines between them that only the test needs. One line each,
/// "path:line: what is wrong".
std::vector<std::string> check_programs(const SourceFile& page, const SourceTree& files);

/// Finds blocks of C++, C and CMake that name no source, and blocks that differ from the source that they
/// name: the whole file, or its lines between `// [region]` and `// [/region]`, indented as these are. One
/// line each.
std::vector<std::string> check_sources(const SourceFile& page, const SourceTree& files);

/// Finds files that are not, as they stand, a block of the page.
std::vector<std::string> check_shown(const SourceFile& page, const SourceTree& files);

}  // namespace architecture
