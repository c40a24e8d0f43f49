#include "listing.h"

#include "user_error.h"

#include <samples/catalogue.h>

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <string>

namespace viewer {
namespace {

/// Returns the minimum number of letters to insert, delete or replace. Source: Levenshtein, 1966.
std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
        }
    }
    return row.back();
}

bool is_near(const std::string& typed, const std::string& name) {
    return edit_distance(typed, name) <= std::max<std::size_t>(2, name.size() / 3) ||
           (typed.size() >= 3 && name.find(typed) != std::string::npos);
}

}  // namespace

void list_scenes() {
    std::size_t width = 0;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        width = std::max(width, info.name.size());
    }
    std::string group;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (info.group != group) {
            std::printf("%s%s\n", group.empty() ? "" : "\n", info.group.c_str());
            group = info.group;
        }
        std::printf("  %-*s  %s\n", static_cast<int>(width), info.name.c_str(), info.description.c_str());
    }
}

const scenes::SceneInfo& require_scene(const std::string& name) {
    if (const scenes::SceneInfo* info = samples::find(name)) {
        return *info;
    }
    std::string near_names;
    for (const scenes::SceneInfo& info : samples::catalogue()) {
        if (is_near(name, info.name)) {
            near_names += (near_names.empty() ? "" : ", ") + info.name;
        }
    }
    throw UserError("There is no scene \"" + name + "\"." +
                    (near_names.empty() ? "" : " Did you mean: " + near_names + "?") +
                    " --list names all of them.");
}

}  // namespace viewer
