#include "repetitions.h"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <set>
#include <string>

namespace architecture {
namespace {

constexpr std::size_t fewest_lines = 6;
constexpr std::size_t fewest_tokens = 80;

struct Token {
    std::string text;
    std::size_t file;
    std::size_t line;
};

bool is_name_character(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

bool is_left_out(std::string_view line) {
    const std::size_t start = line.find_first_not_of(" \t");
    if (start == std::string_view::npos) {
        return true;
    }
    const std::string_view code = line.substr(start);
    return code.front() == '#' || code.starts_with("using ") || code.starts_with("namespace ") ||
           code.starts_with("template <class Real>") ||
           code.find_first_not_of("})]; \t") == std::string_view::npos;
}

/// Appends names, numbers and single characters; literals are blanked and do not count. Preprocessor lines
/// and lines of closing braces are left out, so that they do not lengthen a block.
void append_tokens(const SourceTree& tree, std::size_t file, std::vector<Token>& tokens) {
    const std::string code = blank_comments_and_literals(tree[file].text);
    const std::vector<std::string_view> lines = split_lines(code);
    for (std::size_t number = 0; number < lines.size(); ++number) {
        const std::string_view line = lines[number];
        if (is_left_out(line)) {
            continue;
        }
        for (std::size_t i = 0; i < line.size();) {
            std::size_t end = i;
            while (end < line.size() && is_name_character(line[end])) {
                ++end;
            }
            end = std::max(end, i + 1);
            if (line[i] != ' ' && line[i] != '\t') {
                tokens.push_back({std::string(line.substr(i, end - i)), file, number + 1});
            }
            i = end;
        }
    }
    // A block must not continue from one file into the next.
    tokens.push_back({"end of " + tree[file].path, file, lines.size()});
}

/// Counts the equal tokens from `a` and from `b` on; blocks of one file must not overlap.
std::size_t common_length(const std::vector<Token>& tokens, std::size_t a, std::size_t b) {
    std::size_t length = 0;
    while (b + length < tokens.size() && a + length < b &&
           tokens[a + length].text == tokens[b + length].text) {
        ++length;
    }
    return length;
}

std::size_t lines_of(const std::vector<Token>& tokens, std::size_t start, std::size_t length) {
    std::size_t lines = 0;
    for (std::size_t i = start; i < start + length; ++i) {
        lines += i == start || tokens[i].line != tokens[i - 1].line ? 1 : 0;
    }
    return lines;
}

std::string place_of(const SourceTree& tree, const Token& token) {
    return tree[token.file].path + ':' + std::to_string(token.line);
}

std::string file_of(const std::string& place) { return place.substr(0, place.find(':')); }

bool is_allowed_by(const AllowedRepetition& allowed, const Repetition& found) {
    const std::string a = file_of(found.first);
    const std::string b = file_of(found.second);
    return (matches(a, allowed.first) && matches(b, allowed.second)) ||
           (matches(b, allowed.first) && matches(a, allowed.second));
}

/// Files that may distinguish types of joints: public headers, checks, the table of the types' rows, that of
/// their members in save files, and that of the calls in recordings.
constexpr std::string_view joint_tables[] = {"engine/include/drystone/*",
                                             "engine/src/joints/types/joint_types.*",
                                             "engine/src/world/joints/check_joints.*",
                                             "engine/src/world/joints/joints.cpp",
                                             "engine/src/world/joints/make_joint.cpp",
                                             "engine/src/world/recording/operations.cpp",
                                             "engine/src/world/recording/recorded_call.*",
                                             "engine/src/world/save/saved_joint_definitions.h"};

/// Finds identifiers like WheelJoint.
std::set<std::string> joint_types_in(const std::string& text) {
    std::set<std::string> types;
    const std::string code = blank_comments_and_literals(text);
    for (std::size_t i = 0; i < code.size();) {
        std::size_t end = i;
        while (end < code.size() && is_name_character(code[end])) {
            ++end;
        }
        const std::string name = code.substr(i, end - i);
        const bool is_type = name.size() > 5 && std::isupper(static_cast<unsigned char>(name[0])) != 0;
        // A drawn joint is not a type of joint.
        if (is_type && name.ends_with("Joint") && name != "DrawnJoint") {
            types.insert(name);
        }
        i = std::max(end, i + 1);
    }
    return types;
}

}  // namespace

std::vector<std::string> check_joint_types(const SourceTree& tree) {
    std::vector<std::string> problems;
    for (const SourceFile& file : tree) {
        const bool is_table = std::any_of(std::begin(joint_tables), std::end(joint_tables),
                                          [&](std::string_view table) { return matches(file.path, table); });
        const std::set<std::string> types = is_table ? std::set<std::string>{} : joint_types_in(file.text);
        if (types.size() > 1) {
            problems.push_back(file.path + ":1: tells types of joints apart (" + *types.begin() + ", " +
                               *types.rbegin() + "); that is the business of the tables");
        }
    }
    return problems;
}

std::vector<Repetition> find_repetitions(const SourceTree& tree, std::size_t min_lines,
                                         std::size_t min_tokens) {
    std::vector<Token> tokens;
    for (std::size_t file = 0; file < tree.size(); ++file) {
        append_tokens(tree, file, tokens);
    }
    // Identifies every window of that many tokens by a number for its text.
    std::map<std::string, std::size_t> numbers;
    std::vector<std::size_t> words;
    words.reserve(tokens.size());
    for (const Token& token : tokens) {
        words.push_back(numbers.emplace(token.text, numbers.size() + 1).first->second);
    }
    const auto repeats = [&](std::size_t start, std::size_t other) {
        const std::size_t length = common_length(tokens, other, start);
        return length >= min_tokens && lines_of(tokens, start, length) >= min_lines;
    };
    std::map<std::size_t, std::vector<std::size_t>> starts;
    std::vector<Repetition> found;
    std::size_t covered = 0;
    for (std::size_t start = 0; start + min_tokens <= tokens.size(); ++start) {
        std::size_t hash = 0;
        for (std::size_t i = start; i < start + min_tokens; ++i) {
            hash = hash * 1000003u + words[i];
        }
        std::vector<std::size_t>& same = starts[hash];
        const auto other =
            start < covered ? same.end() : std::find_if(same.begin(), same.end(), [&](std::size_t before) {
                return repeats(start, before);
            });
        if (other != same.end()) {
            const std::size_t length = common_length(tokens, *other, start);
            found.push_back({place_of(tree, tokens[*other]), place_of(tree, tokens[start]),
                             lines_of(tokens, start, length), length});
            covered = start + length;
        }
        same.push_back(start);
    }
    return found;
}

SourceTree without_names(const SourceTree& tree) {
    static const std::set<std::string> kept{"auto",   "bool",   "break",  "case",     "class",  "const",
                                            "else",   "float",  "for",    "if",       "inline", "int",
                                            "return", "struct", "switch", "template", "void",   "while"};
    SourceTree result = tree;
    for (SourceFile& file : result) {
        const std::string code = blank_comments_and_literals(file.text);
        file.text.clear();
        for (std::size_t i = 0; i < code.size();) {
            std::size_t end = i;
            while (end < code.size() && is_name_character(code[end])) {
                ++end;
            }
            const std::string name = code.substr(i, std::max<std::size_t>(end - i, 1));
            const bool is_name = end > i && std::isdigit(static_cast<unsigned char>(name[0])) == 0;
            file.text += is_name && kept.count(name) == 0 ? "name" : name;
            i += name.size();
        }
    }
    return result;
}

std::vector<std::string> check_repetitions(const SourceTree& tree,
                                           const std::vector<AllowedRepetition>& allowed) {
    std::vector<std::string> problems;
    std::vector<bool> used(allowed.size(), false);
    for (const Repetition& found : find_repetitions(tree, fewest_lines, fewest_tokens)) {
        bool is_allowed = false;
        for (std::size_t i = 0; i < allowed.size(); ++i) {
            if (is_allowed_by(allowed[i], found)) {
                used[i] = true;
                is_allowed = true;
            }
        }
        if (!is_allowed) {
            problems.push_back(found.second + ": " + std::to_string(found.lines) +
                               " lines that also stand at " + found.first + "; say it once");
        }
    }
    for (std::size_t i = 0; i < allowed.size(); ++i) {
        if (!used[i]) {
            problems.push_back(std::string(allowed[i].first) + ": need not be allowed to repeat " +
                               std::string(allowed[i].second) + " any more");
        }
    }
    return problems;
}

}  // namespace architecture
