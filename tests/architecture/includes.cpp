#include "includes.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>

namespace architecture {
namespace {

/// Folders in which headers are looked for. Private folders are included for every file, so that an include
/// of another module's private file is found.
constexpr std::array include_roots{
    "collision/include/", "engine/include/", "scene/include/", "scene/src/",  "demos/",
    "demos/viewer/",      "bench/",          "collision/src/", "engine/src/", ""};

/// Returns the text between the quotes or brackets of an include directive.
std::optional<std::string_view> parse_include(std::string_view line) {
    const auto skip_spaces = [&] {
        const std::size_t first = line.find_first_not_of(" \t");
        line.remove_prefix(first == std::string_view::npos ? line.size() : first);
    };
    for (const std::string_view word : {"#", "include"}) {
        skip_spaces();
        if (!line.starts_with(word)) {
            return std::nullopt;
        }
        line.remove_prefix(word.size());
    }
    skip_spaces();
    if (line.empty() || (line.front() != '"' && line.front() != '<')) {
        return std::nullopt;
    }
    const std::size_t end = line.find(line.front() == '"' ? '"' : '>', 1);
    return end == std::string_view::npos ? std::nullopt : std::optional(line.substr(1, end - 1));
}

/// Finds the file that an include in the file `from` names: in its own folder, else in its own module, else
/// in any.
std::string find_target(const IncludeGraph& graph, const std::string& from, std::string_view written) {
    const std::filesystem::path folder = std::filesystem::path(from).parent_path();
    std::vector<std::filesystem::path> candidates{folder / written};
    const std::string module = from.substr(0, from.find('/') + 1);
    for (const bool own : {true, false}) {
        for (const std::string root : include_roots) {
            if (root.starts_with(module) == own) {
                candidates.push_back(root / std::filesystem::path(written));
            }
        }
    }
    for (const std::filesystem::path& candidate : candidates) {
        std::string path = candidate.lexically_normal().generic_string();
        if (graph.contains(path)) {
            return path;
        }
    }
    return {};
}

}  // namespace

IncludeGraph read_includes(const SourceTree& tree) {
    IncludeGraph graph;
    for (const SourceFile& file : tree) {
        graph[file.path];
    }
    for (const SourceFile& file : tree) {
        int number = 0;
        for (const std::string_view line : split_lines(file.text)) {
            ++number;
            if (const auto written = parse_include(line)) {
                std::string target = find_target(graph, file.path, *written);
                graph[file.path].push_back({number, std::string(*written), std::move(target)});
            }
        }
    }
    return graph;
}

std::string short_name(std::string_view path) {
    constexpr std::array<std::array<std::string_view, 2>, 4> names{{
        {"collision/include/drystone/collision/", "collision/"},
        {"collision/src/", "collision/"},
        {"engine/include/drystone/", "drystone/"},
        {"engine/src/", "engine/"},
    }};
    for (const auto& [folder, name] : names) {
        if (path.starts_with(folder)) {
            return std::string(name).append(path.substr(folder.size()));
        }
    }
    return std::string(path);
}

}  // namespace architecture
