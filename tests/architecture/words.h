#pragma once

#include <string_view>
#include <vector>

/// The vocabulary, as tables. `checks.h` holds comments, names and pages against them.
namespace architecture {

/// Words that no brief begins with, in a block (`///`) or behind a member (`///<`).
const std::vector<std::string_view>& openings_to_avoid();

/// Words that no block begins with; behind a member they may, as in "In metres".
const std::vector<std::string_view>& block_openings_to_avoid();

/// A word, or two of them, that comments and pages do not use; without regard to case.
struct RetiredWord {
    std::string_view word;
    std::string_view instead;
};
const std::vector<RetiredWord>& retired_words();

/// A name that code does not use. `*` stands for any characters.
struct RetiredName {
    std::string_view name;
    std::string_view instead;
};
const std::vector<RetiredName>& retired_names();

}  // namespace architecture
