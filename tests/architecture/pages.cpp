#include "pages.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

namespace architecture {
namespace {

constexpr std::string_view fence = "```";

bool is_shown_whole(const Block& block) {
    return block.language == "text" ||
           (block.language == "cpp" && block.text.find("int main(") != std::string_view::npos);
}

/// Returns whether all lines of the block are lines of the file, in the same order.
bool holds(const std::string& file, const Block& block) {
    const std::vector<std::string_view> wanted = split_lines(block.text);
    std::size_t found = 0;
    for (const std::string_view line : split_lines(file)) {
        found += found < wanted.size() && line == wanted[found] ? 1 : 0;
    }
    return found == wanted.size();
}

}  // namespace

std::vector<Block> blocks_of(std::string_view page) {
    std::vector<Block> blocks;
    bool open = false;
    std::size_t line = 0;
    for (const std::string_view text : split_lines(page)) {
        ++line;
        if (!text.starts_with(fence)) {
            continue;
        }
        const std::size_t begin = static_cast<std::size_t>(text.data() - page.data());
        if (open) {
            Block& block = blocks.back();
            block.text =
                block.text.substr(0, begin - static_cast<std::size_t>(block.text.data() - page.data()));
        } else {
            const std::size_t next = std::min(begin + text.size() + 1, page.size());
            blocks.push_back({text.substr(fence.size()), page.substr(next), line + 1});
        }
        open = !open;
    }
    return blocks;
}

SourceTree read_folder(const std::filesystem::path& root, const std::string& folder,
                       std::initializer_list<const char*> endings) {
    SourceTree files;
    for (const auto& entry : std::filesystem::directory_iterator(root / folder)) {
        if (std::find(endings.begin(), endings.end(), entry.path().extension()) != endings.end()) {
            std::ifstream stream(entry.path(), std::ios::binary);
            files.push_back({entry.path().lexically_relative(root).generic_string(),
                             std::string(std::istreambuf_iterator<char>(stream), {})});
        }
    }
    std::sort(files.begin(), files.end(),
              [](const SourceFile& a, const SourceFile& b) { return a.path < b.path; });
    return files;
}

std::vector<std::string> check_programs(const SourceFile& page, const SourceTree& files) {
    std::vector<std::string> problems;
    for (const Block& block : blocks_of(page.text)) {
        const bool found = std::any_of(files.begin(), files.end(),
                                       [&block](const SourceFile& file) { return holds(file.text, block); });
        if (is_shown_whole(block) && !found) {
            problems.push_back(page.path + ':' + std::to_string(block.line) +
                               ": no test holds the lines of this block");
        }
    }
    return problems;
}

std::vector<std::string> check_shown(const SourceFile& page, const SourceTree& files) {
    std::vector<std::string> problems;
    const std::vector<Block> blocks = blocks_of(page.text);
    for (const SourceFile& file : files) {
        if (std::none_of(blocks.begin(), blocks.end(),
                         [&file](const Block& block) { return block.text == file.text; })) {
            problems.push_back(file.path + ":1: " + page.path + " does not show it word for word");
        }
    }
    return problems;
}

}  // namespace architecture
