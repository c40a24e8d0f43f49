#pragma once

#include "source_tree.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// Block of code that occurs in two places.
struct Repetition {
    std::string first;   ///< "path:line"
    std::string second;  ///< "path:line"
    std::size_t lines = 0;
    std::size_t tokens = 0;
};

/// Intended repetition: both files, either of which may be a pattern with `*`.
struct AllowedRepetition {
    std::string_view first;
    std::string_view second;
    std::string_view why;
};

/// Finds blocks of at least `min_lines` lines and `min_tokens` tokens that are equal token by token, whatever
/// their layout and comments; the longest at each place, includes and using declarations left out. Names
/// count: two loops with different bodies are not a repetition.
std::vector<Repetition> find_repetitions(const SourceTree& tree, std::size_t min_lines,
                                         std::size_t min_tokens);

/// Returns the tree with every name except the language's own replaced by the same one, so that copies with
/// other names are repetitions, too.
SourceTree without_names(const SourceTree& tree);

/// Finds repetitions that are not allowed, and allowances that are not needed. One line each.
std::vector<std::string> check_repetitions(const SourceTree& tree,
                                           const std::vector<AllowedRepetition>& allowed);

/// Returns the repetitions that are intended in this code base.
const std::vector<AllowedRepetition>& allowed_repetitions();

/// Finds files that name more than one type of joint, other than the tables of them: differences between
/// types belong in the type's own file or in a table, never in a switch. One line each.
std::vector<std::string> check_joint_types(const SourceTree& tree);

}  // namespace architecture
