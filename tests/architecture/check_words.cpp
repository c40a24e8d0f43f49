#include "checks.h"
#include "words.h"

#include <algorithm>
#include <cctype>

namespace architecture {
namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

bool is_part_of_name(char c) {
    return c == '_' || c == '`' || c == '-' || c == '/' || std::isalnum(static_cast<unsigned char>(c)) != 0;
}

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return result;
}

/// Replaces what stands in backticks, which is code, by spaces.
std::string blank_code(std::string_view text) {
    std::string result(text);
    bool inside = false;
    for (char& c : result) {
        inside = inside != (c == '`');
        c = inside || c == '`' ? ' ' : c;
    }
    return result;
}

std::string problem(const SourceFile& file, std::size_t line, const std::string& what) {
    return file.path + ':' + std::to_string(line + 1) + ": " + what;
}

bool contains(const std::vector<std::string_view>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// The word must stand alone: it is no part of a name or of a longer word.
bool has_word(const std::string& text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !is_part_of_name(text[at - 1])) &&
            (end == text.size() || !is_part_of_name(text[end]))) {
            return true;
        }
    }
    return false;
}

void check_retired_words(const SourceFile& file, std::size_t line, std::string_view text,
                         std::vector<std::string>& problems) {
    const std::string prose = lower_case(blank_code(text));
    for (const RetiredWord& retired : retired_words()) {
        if (has_word(prose, retired.word)) {
            std::string what(retired.word);
            what.append(": write ").append(retired.instead);
            problems.push_back(problem(file, line, what));
        }
    }
}

/// The first word of a brief, or nothing where it begins with code or a formula.
std::string_view first_word(std::string_view text) {
    while (!text.empty() && !is_letter(text.front()) && text.front() != '`') {
        text.remove_prefix(1);
    }
    const auto end = std::find_if_not(text.begin(), text.end(), is_letter);
    return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// Checks the first word of a documentation comment. A block spans adjacent lines that hold nothing but
/// comment.
void check_brief(const SourceFile& file, std::size_t line, std::string_view comment, bool inside_block,
                 std::vector<std::string>& problems) {
    const bool behind = comment.starts_with("///<");
    if (!comment.starts_with("///") || (inside_block && !behind)) {
        return;
    }
    const std::string_view word = first_word(comment.substr(behind ? 4 : 3));
    if (contains(openings_to_avoid(), word) || (!behind && contains(block_openings_to_avoid(), word))) {
        problems.push_back(problem(
            file, line, "a brief begins with \"" + std::string(word) + "\"; begin with a verb or a noun"));
    }
}

void check_comments(const SourceFile& file, std::vector<std::string>& problems) {
    const std::string comments = blank_all_but_comments(file.text);
    const std::vector<std::string_view> all = split_lines(file.text);
    const std::vector<std::string_view> lines = split_lines(comments);
    bool inside_block = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::size_t begin = std::min(lines[i].find_first_not_of(' '), lines[i].size());
        const std::string_view comment = lines[i].substr(begin);
        check_brief(file, i, comment, inside_block, problems);
        inside_block = comment.starts_with("///") && !comment.starts_with("///<") &&
                       all[i].find_first_not_of(' ') == begin;
        check_retired_words(file, i, comment, problems);
        if (blank_code(comment).find('?') != std::string::npos &&
            comment.find("http") == std::string_view::npos) {
            problems.push_back(problem(file, i, "a question; state the answer"));
        }
    }
}

void check_retired_names(const SourceFile& file, std::vector<std::string>& problems) {
    const std::string code = blank_comments_and_literals(file.text);
    const std::vector<std::string_view> lines = split_lines(code);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (const std::string_view name : identifiers_of(lines[i])) {
            for (const RetiredName& retired : retired_names()) {
                if (matches(name, retired.name)) {
                    problems.push_back(problem(
                        file, i, std::string(name) + "; the term is " + std::string(retired.instead)));
                }
            }
        }
    }
}

}  // namespace

std::vector<std::string> check_words(const SourceTree& tree) {
    std::vector<std::string> problems;
    for (const SourceFile& file : tree) {
        check_comments(file, problems);
        check_retired_names(file, problems);
    }
    return problems;
}

std::vector<std::string> check_page_words(const SourceFile& page) {
    std::vector<std::string> problems;
    const std::vector<std::string_view> lines = split_lines(page.text);
    bool inside_code = false;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const bool fence = lines[i].starts_with("```");
        inside_code = inside_code != fence;
        if (!inside_code && !fence) {
            check_retired_words(page, i, lines[i], problems);
        }
    }
    return problems;
}

}  // namespace architecture
