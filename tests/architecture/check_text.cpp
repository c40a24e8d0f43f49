#include "checks.h"

#include <array>
#include <cctype>

namespace architecture {
namespace {

std::string at(const SourceFile& file, std::size_t line) {
    return file.path + ':' + std::to_string(line) + ": ";
}

bool is_name_character(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; }

struct Name {
    std::string_view text;
    bool called = false;  ///< An opening parenthesis follows.
};

/// The identifiers and keywords of a line of code.
std::vector<Name> names_of(std::string_view line) {
    std::vector<Name> names;
    for (std::size_t i = 0; i < line.size();) {
        std::size_t end = i;
        while (end < line.size() && is_name_character(line[end])) {
            ++end;
        }
        if (end > i && std::isdigit(static_cast<unsigned char>(line[i])) == 0) {
            const std::size_t next = line.find_first_not_of(' ', end);
            names.push_back({line.substr(i, end - i), next != std::string_view::npos && line[next] == '('});
        }
        i = end + (end == i ? 1 : 0);
    }
    return names;
}

const Ban* find_ban(const Name& name) {
    for (const Ban& ban : bans()) {
        for (const std::string_view pattern : ban.names) {
            if (matches(name.text, pattern) && (name.called || !ban.calls_only)) {
                return &ban;
            }
        }
    }
    return nullptr;
}

bool switches_code_off(std::string_view line) {
    std::string packed;
    for (const char c : line) {
        if (c != ' ' && c != '\t') {
            packed += c;
        }
    }
    return packed == "#if0" || packed == "#iffalse";
}

}  // namespace

std::vector<std::string> check_names(const SourceTree& tree, const std::vector<Allowance>& allowed) {
    std::vector<std::string> problems;
    std::vector<bool> used(allowed.size(), false);
    const auto is_allowed = [&](const std::string& path, std::string_view name) {
        bool found = false;
        for (std::size_t i = 0; i < allowed.size(); ++i) {
            if (allowed[i].file == path && allowed[i].name == name) {
                used[i] = found = true;
            }
        }
        return found;
    };
    for (const SourceFile& file : tree) {
        const std::string code = blank_comments_and_literals(file.text);
        std::size_t number = 0;
        for (const std::string_view line : split_lines(code)) {
            ++number;
            for (const Name& name : names_of(line)) {
                const Ban* const ban = find_ban(name);
                if (ban != nullptr && !is_allowed(file.path, name.text)) {
                    problems.push_back(at(file, number) + std::string(name.text) + ": " +
                                       std::string(ban->why));
                }
            }
        }
    }
    for (std::size_t i = 0; i < allowed.size(); ++i) {
        if (!used[i]) {
            problems.push_back(std::string(allowed[i].file) + ":1: need not be allowed " +
                               std::string(allowed[i].name) + " any more");
        }
    }
    return problems;
}

std::vector<std::string> check_habits(const SourceTree& tree) {
    std::vector<std::string> problems;
    for (const SourceFile& file : tree) {
        const std::vector<std::string_view> lines = split_lines(file.text);
        if (lines.size() > static_cast<std::size_t>(most_lines)) {
            problems.push_back(at(file, 1) + std::to_string(lines.size()) + " lines; at most " +
                               std::to_string(most_lines) + " are fit to read");
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            if (switches_code_off(lines[i])) {
                problems.push_back(at(file, i + 1) + "code that is switched off; delete it");
            }
            for (const Name& name : names_of(lines[i])) {
                for (const std::string_view word : {"TODO", "FIXME", "XXX"}) {
                    if (name.text == word) {
                        problems.push_back(at(file, i + 1) + std::string(word) +
                                           ": do it now, or open an issue");
                    }
                }
            }
        }
    }
    return problems;
}

}  // namespace architecture
