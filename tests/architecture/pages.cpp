#include "pages.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

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

std::string_view source_named_by(std::string_view line) {
    constexpr std::string_view opening = "<!-- ";
    constexpr std::string_view closing = " -->";
    if (!line.starts_with(opening) || !line.ends_with(closing)) {
        return {};
    }
    return line.substr(opening.size(), line.size() - opening.size() - closing.size());
}

/// Returns the lines of the region, without the indentation of its first mark; empty if there is none.
std::string text_of_region(std::string_view file, std::string_view region) {
    const std::string mark = std::string("[").append(region).append("]");
    const std::string end = std::string("[/").append(region).append("]");
    std::string text;
    std::size_t indentation = std::string_view::npos;
    for (const std::string_view line : split_lines(file)) {
        if (line.ends_with(end)) {
            return text;
        }
        if (indentation != std::string_view::npos) {
            text.append(line.substr(std::min(indentation, line.size()))).append("\n");
        } else if (line.ends_with(mark)) {
            indentation = line.find_first_not_of(' ');
        }
    }
    return {};
}

std::string find_source(std::string_view source, const SourceTree& files) {
    const std::size_t colon = source.find(": ");
    const std::string_view path = source.substr(0, colon);
    const auto file = std::find_if(files.begin(), files.end(),
                                   [path](const SourceFile& candidate) { return candidate.path == path; });
    if (file == files.end()) {
        return {};
    }
    return colon == std::string_view::npos ? file->text
                                           : text_of_region(file->text, source.substr(colon + 2));
}

}  // namespace

std::vector<Block> blocks_of(std::string_view page) {
    std::vector<Block> blocks;
    bool open = false;
    std::size_t line = 0;
    std::string_view previous;
    for (const std::string_view text : split_lines(page)) {
        ++line;
        const std::string_view before = std::exchange(previous, text);
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
            blocks.push_back(
                {text.substr(fence.size()), page.substr(next), line + 1, source_named_by(before)});
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

std::vector<std::string> check_sources(const SourceFile& page, const SourceTree& files) {
    std::vector<std::string> problems;
    for (const Block& block : blocks_of(page.text)) {
        const bool is_code = block.language == "cpp" || block.language == "c" || block.language == "cmake";
        const std::string place = page.path + ':' + std::to_string(block.line) + ": ";
        if (is_code && block.source.empty()) {
            problems.push_back(place + "the block names no source that is tested");
        } else if (!block.source.empty() && find_source(block.source, files) != block.text) {
            problems.push_back((place + "the block differs from ").append(block.source));
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
