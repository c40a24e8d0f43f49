#pragma once

#include "rules.h"
#include "source_tree.h"

#include <string>
#include <vector>

namespace architecture {

/// Includes that go up or sideways, that reach into another module's inside, that name no file of ours, that
/// go in a circle, or that are confined to other files; and files without a layer. One line each, "path:line:
/// what is wrong".
std::vector<std::string> check_includes(const SourceTree& tree);

/// Banned names in code, and allowances that nothing needs. Comments may name what they like.
std::vector<std::string> check_names(const SourceTree& tree, const std::vector<Allowance>& allowed);

/// Files that are too long, code that is switched off, work that is put off.
std::vector<std::string> check_habits(const SourceTree& tree);

}  // namespace architecture
