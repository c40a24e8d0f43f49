#include "checks.h"

#include <string>

namespace architecture {
namespace {

std::string at(const SourceFile& file, std::size_t line) {
    return file.path + ':' + std::to_string(line) + ": ";
}

struct Name {
    std::string_view text;
    bool called = false;  ///< An opening parenthesis follows.
};

/// The identifiers and keywords of a line of code.
std::vector<Name> names_of(std::string_view line) {
    std::vector<Name> names;
    for (const std::string_view name : identifiers_of(line)) {
        const auto end = static_cast<std::size_t>(name.data() - line.data()) + name.size();
        const std::size_t next = line.find_first_not_of(' ', end);
        names.push_back({name, next != std::string_view::npos && line[next] == '('});
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

/// Returns the bad habit of a line; empty if there is none.
std::string judge_habits(std::string_view line) {
    if (switches_code_off(line)) {
        return "code that is switched off; delete it";
    }
    for (const Name& name : names_of(line)) {
        if (name.text == "TODO" || name.text == "FIXME" || name.text == "XXX") {
            return std::string(name.text) + ": do it now, or open an issue";
        }
    }
    return {};
}

/// Allowances, and which of them were needed.
class Register {
public:
    explicit Register(const std::vector<Allowance>& allowed)
        : allowed_(allowed), used_(allowed.size(), false) {}

    bool allows(const std::string& path, std::string_view name) {
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            if (allowed_[i].file == path && allowed_[i].name == name) {
                used_[i] = true;
                return true;
            }
        }
        return false;
    }

    void append_unused(std::vector<std::string>& problems) const {
        for (std::size_t i = 0; i < allowed_.size(); ++i) {
            if (!used_[i]) {
                problems.push_back(std::string(allowed_[i].file) + ":1: need not be allowed " +
                                   std::string(allowed_[i].name) + " any more");
            }
        }
    }

private:
    std::vector<Allowance> allowed_;
    std::vector<bool> used_;
};

/// Banned names in one file.
void check_file(const SourceFile& file, Register& allowed, std::vector<std::string>& problems) {
    const std::string code = blank_comments_and_literals(file.text);
    const std::vector<std::string_view> lines = split_lines(code);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        for (const Name& name : names_of(lines[i])) {
            const Ban* const ban = find_ban(name);
            if (ban != nullptr && !allowed.allows(file.path, name.text)) {
                problems.push_back(at(file, i + 1) + std::string(name.text) + ": " + std::string(ban->why));
            }
        }
    }
}

}  // namespace

std::vector<std::string> check_names(const SourceTree& tree, const std::vector<Allowance>& allowed) {
    std::vector<std::string> problems;
    Register allowances(allowed);
    for (const SourceFile& file : tree) {
        check_file(file, allowances, problems);
    }
    allowances.append_unused(problems);
    return problems;
}

std::vector<std::string> check_habits(const SourceTree& tree) {
    std::vector<std::string> problems;
    for (const SourceFile& file : tree) {
        const std::vector<std::string_view> lines = split_lines(file.text);
        if (lines.size() > static_cast<std::size_t>(max_lines)) {
            problems.push_back(at(file, 1) + std::to_string(lines.size()) + " lines; at most " +
                               std::to_string(max_lines) + " are fit to read");
        }
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const std::string reason = judge_habits(lines[i]);
            if (!reason.empty()) {
                problems.push_back(at(file, i + 1) + reason);
            }
        }
    }
    return problems;
}

}  // namespace architecture
