#include "checks.h"
#include "includes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>

namespace architecture {
namespace {

/// Position of a file in the table of layers.
struct Place {
    std::size_t row = 0;
    std::string_view layer;
};

/// Returns whether the name is among a layer's files: written out if `exact`, else by a pattern.
bool holds(const Layer& layer, const std::string& name, bool exact) {
    return std::any_of(layer.files.begin(), layer.files.end(), [&](std::string_view pattern) {
        return (pattern.find('*') == std::string_view::npos) == exact && matches(name, pattern);
    });
}

std::optional<Place> find_place(std::string_view path) {
    const std::string name = short_name(path);
    const std::vector<std::vector<Layer>>& rows = layer_rows();
    for (const bool exact : {true, false}) {
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const auto found = std::find_if(rows[row].begin(), rows[row].end(),
                                            [&](const Layer& layer) { return holds(layer, name, exact); });
            if (found != rows[row].end()) {
                return Place{row, found->name};
            }
        }
    }
    return std::nullopt;
}

bool matches_any(std::string_view path, const std::vector<std::string_view>& patterns) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](std::string_view each) { return matches(path, each); });
}

/// Returns the reason why the layers forbid an include; empty if they allow it.
std::string judge_layers(const Place& from, const Place& to) {
    if (from.layer == to.layer || from.row > to.row) {
        return {};
    }
    const char* const where = from.row == to.row ? ", which stands beside it" : ", which is above it";
    return "layer " + std::string(from.layer) + " includes layer " + std::string(to.layer) + where;
}

/// Returns the reason why an include reaches into the private part of another module; empty if it does not.
std::string judge_privacy(std::string_view from, std::string_view to) {
    for (const std::string module : {"collision/", "engine/"}) {
        if (to.starts_with(module + "src/") && !from.starts_with(module + "src/")) {
            return from.starts_with(module) ? "a public header includes a private one"
                                            : "reaches into " + module + "src, the inside of another module";
        }
    }
    return {};
}

std::string judge_confinement(std::string_view from, std::string_view written) {
    for (const Confinement& confinement : confinements()) {
        if (matches(written, confinement.header) && !matches_any(from, confinement.allowed_in)) {
            return "is not to be included here: " + std::string(confinement.why);
        }
    }
    return {};
}

/// Walks the graph from a file along `trail`, and reports the first circle on the way.
void find_circles(const IncludeGraph& graph, const std::string& path, std::vector<std::string>& trail,
                  std::set<std::string>& done, std::vector<std::string>& problems) {
    const auto seen = std::find(trail.begin(), trail.end(), path);
    if (seen != trail.end()) {
        std::string circle = path + ":1: includes itself";
        for (auto step = seen + 1; step != trail.end(); ++step) {
            circle += (step == seen + 1 ? " by way of " : ", ") + *step;
        }
        problems.push_back(circle);
        return;
    }
    if (!done.insert(path).second) {
        return;
    }
    trail.push_back(path);
    for (const Include& include : graph.at(path)) {
        // Highway includes a kernel's own source again for every instruction set.
        if (!include.target.empty() && include.target != path) {
            find_circles(graph, include.target, trail, done, problems);
        }
    }
    trail.pop_back();
}

/// Returns the problems of one include.
std::vector<std::string> judge(const std::string& from, const Include& include) {
    std::vector<std::string> reasons{judge_confinement(from, include.written)};
    if (include.target.empty()) {
        if (include.written.starts_with("drystone/")) {
            reasons.emplace_back("is not a header of ours");
        }
    } else {
        reasons.push_back(judge_privacy(from, include.target));
        const auto from_place = find_place(from);
        const auto to_place = find_place(include.target);
        if (from_place && to_place) {
            reasons.push_back(judge_layers(*from_place, *to_place));
        }
    }
    std::erase(reasons, "");
    return reasons;
}

}  // namespace

std::vector<std::string> check_includes(const SourceTree& tree) {
    const IncludeGraph graph = read_includes(tree);
    std::vector<std::string> problems;
    std::vector<std::string> trail;
    std::set<std::string> done;
    for (const auto& [path, includes] : graph) {
        if (!find_place(path)) {
            problems.push_back(path + ":1: is in no layer; give it its place in layer_rows()");
        }
        for (const Include& include : includes) {
            for (const std::string& reason : judge(path, include)) {
                problems.push_back(path + ':' + std::to_string(include.line) + ": " + include.written + ": " +
                                   reason);
            }
        }
        find_circles(graph, path, trail, done, problems);
    }
    return problems;
}

}  // namespace architecture
