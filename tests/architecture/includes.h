#pragma once

#include "source_tree.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

struct Include {
    int line = 0;
    std::string written;  ///< Text between the quotes or brackets.
    std::string target;   ///< File of the tree that it names; empty if there is none.
};

/// Includes of every file of a tree, by path.
using IncludeGraph = std::map<std::string, std::vector<Include>>;
IncludeGraph read_includes(const SourceTree& tree);

/// Returns a file's name in the table of layers.
std::string short_name(std::string_view path);

}  // namespace architecture
