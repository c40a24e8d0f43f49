#pragma once

#include "source_tree.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace architecture {

/// A block of code that stands in two places.
struct Repetition {
    std::string first;   ///< "path:line"
    std::string second;  ///< Likewise.
    std::size_t lines = 0;
    std::size_t tokens = 0;
};

/// A repetition that is meant: both files, either of which may be a pattern with `*`.
struct AllowedRepetition {
    std::string_view first;
    std::string_view second;
    std::string_view why;
};

/// Blocks of at least `min_lines` lines and `min_tokens` tokens that are the same token by token,
/// whatever their layout and comments; the longest at each place, includes and using declarations left out.
/// Names count: two loops that do other things are no repetition.
std::vector<Repetition> find_repetitions(const SourceTree& tree, std::size_t min_lines,
                                         std::size_t min_tokens);

/// The tree with every name but the language's own replaced by the same one, so that copies with other names
/// are repetitions too.
SourceTree without_names(const SourceTree& tree);

/// Those that nothing allows, and allowances that nothing needs. One line each.
std::vector<std::string> check_repetitions(const SourceTree& tree,
                                           const std::vector<AllowedRepetition>& allowed);

/// Repetitions that our code has for a reason.
const std::vector<AllowedRepetition>& allowed_repetitions();

/// Files that name more than one type of joint, other than the tables of them: what differs from type to type
/// stands in the type's own file or in a table, never in a switch. One line each.
std::vector<std::string> check_joint_types(const SourceTree& tree);

}  // namespace architecture
