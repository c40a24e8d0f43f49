#pragma once

#include "rules.h"
#include "source_tree.h"

#include <string>
#include <vector>

namespace architecture {

/// Finds includes of higher layers or of siblings, of another module's private files, of files that are not
/// in the tree, in cycles, or that are reserved for other files; and files without a layer. One line each,
/// "path:line: what is wrong".
std::vector<std::string> check_includes(const SourceTree& tree);

/// Finds banned names in code, and allowances that are not needed. Comments may contain any name.
std::vector<std::string> check_names(const SourceTree& tree, const std::vector<Allowance>& allowed);

/// Finds files that are too long, disabled code and postponed work.
std::vector<std::string> check_habits(const SourceTree& tree);

/// Briefs whose first word is neither a verb nor a noun, questions in comments, and words and names that were
/// given up for the field's terms.
std::vector<std::string> check_words(const SourceTree& tree);

/// The same words in a page, outside of its code.
std::vector<std::string> check_page_words(const SourceFile& page);

}  // namespace architecture
