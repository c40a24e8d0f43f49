#include "declarations.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace architecture {
namespace {

constexpr std::string_view space = " \n\t";

bool contains(const std::vector<std::string_view>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_macro(std::string_view word) { return word.starts_with("DRYSTONE_") && word.ends_with("API"); }

bool has_macro(std::string_view head) {
    const std::vector<std::string_view> words = identifiers_of(head);
    return std::any_of(words.begin(), words.end(), is_macro);
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(space);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(space) + 1 - first);
}

/// Returns the code without comments, literals and lines of the preprocessor; lines keep their places.
std::string code_of(const SourceFile& file) {
    std::string code = blank_comments_and_literals(file.text);
    bool continues = false;
    for (std::size_t begin = 0; begin < code.size();) {
        const std::size_t end = std::min(code.find('\n', begin), code.size());
        const std::string_view line = trimmed(std::string_view(code).substr(begin, end - begin));
        const bool is_directive = continues || line.starts_with('#');
        continues = is_directive && line.ends_with('\\');
        if (is_directive) {
            std::fill(code.begin() + static_cast<std::ptrdiff_t>(begin),
                      code.begin() + static_cast<std::ptrdiff_t>(end), ' ');
        }
        begin = end + 1;
    }
    return code;
}

/// Returns the place behind the bracket that closes the one at `open`.
std::size_t past_bracket(std::string_view text, std::size_t open) {
    const char opening = text[open];
    const char closing = opening == '(' ? ')' : opening == '{' ? '}' : '>';
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        depth += text[i] == opening ? 1 : text[i] == closing ? -1 : 0;
        if (depth == 0) {
            return i + 1;
        }
    }
    return text.size();
}

/// Returns the declaration without `alignas(...)` and without the parameters of a template.
std::string without_prefixes(std::string_view head) {
    std::string result(head);
    if (result.starts_with("template") && result.find('<') != std::string::npos) {
        result.erase(0, past_bracket(result, result.find('<')));
    }
    for (std::size_t at = result.find("alignas("); at != std::string::npos; at = result.find("alignas(")) {
        result.erase(at, past_bracket(result, result.find('(', at)) - at);
    }
    return std::string(trimmed(result));
}

/// Returns the name of the class that the head of a block begins; empty if it begins something else.
std::string class_name(std::string_view head) {
    const std::string text = without_prefixes(head);
    const std::string_view own = std::string_view(text).substr(0, text.find(" : "));
    const std::vector<std::string_view> words = identifiers_of(own);
    if (own.find('(') != std::string_view::npos || contains(words, "enum")) {
        return {};
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "class" || words[i] == "struct" || words[i] == "union") {
            i += i + 1 < words.size() && is_macro(words[i + 1]) ? 2 : 1;
            return i < words.size() ? std::string(words[i]) : std::string{};
        }
    }
    return {};
}

/// Returns the name of the function that a statement declares; empty if it declares something else, or
/// defines it.
std::string function_name(std::string_view statement) {
    const std::string text = without_prefixes(statement);
    const std::size_t open = text.find('(');
    if (open == std::string::npos || open == 0) {
        return {};
    }
    for (const std::string_view end : {"= default", "= delete", "= 0"}) {
        if (text.ends_with(end)) {
            return {};
        }
    }
    const std::string_view before = std::string_view(text).substr(0, open);
    const std::vector<std::string_view> words = identifiers_of(before);
    for (const std::string_view word :
         {"inline", "constexpr", "using", "typedef", "static_assert", "extern"}) {
        if (contains(words, word)) {
            return {};
        }
    }
    if (const std::size_t at = before.find("operator"); at != std::string_view::npos) {
        return std::string(before.substr(at));
    }
    const std::size_t begin = before.find_last_of(" \n&*");
    const std::string_view name = before.substr(begin == std::string_view::npos ? 0 : begin + 1);
    return before.find('=') == std::string_view::npos && text[open + 1] != '*' ? std::string(name)
                                                                               : std::string{};
}

class HeaderReader {
public:
    explicit HeaderReader(const SourceFile& header) : code_(code_of(header)) {}

    std::vector<Declaration> read() {
        while (at_ < code_.size()) {
            const char c = code_[at_];
            if (c == '(') {
                at_ = past_bracket(code_, at_);
            } else if (c == '{') {
                open_block();
            } else if (c == '}') {
                scopes_.pop_back();
                begin_ = ++at_;
            } else if (c == ';' || (c == ':' && ends_access_label())) {
                if (c == ';') {
                    read_statement(head());
                }
                begin_ = ++at_;
            } else {
                ++at_;
            }
        }
        return std::move(declarations_);
    }

private:
    struct Scope {
        std::string name;
        bool is_class = false;
        bool is_marked = false;
        bool is_template = false;
    };

    [[nodiscard]] std::string_view head() const {
        return trimmed(std::string_view(code_).substr(begin_, at_ - begin_));
    }
    [[nodiscard]] bool ends_access_label() const {
        return head() == "public" || head() == "protected" || head() == "private";
    }
    [[nodiscard]] bool in_class() const { return !scopes_.empty() && scopes_.back().is_class; }
    [[nodiscard]] bool in_template() const {
        return std::any_of(scopes_.begin(), scopes_.end(),
                           [](const Scope& scope) { return scope.is_template; });
    }
    [[nodiscard]] int line() const {
        const std::size_t first = std::min(code_.find_first_not_of(space, begin_), code_.size());
        return 1 + static_cast<int>(
                       std::count(code_.begin(), code_.begin() + static_cast<std::ptrdiff_t>(first), '\n'));
    }
    [[nodiscard]] std::string qualified(std::string_view name, bool is_friend) const {
        std::string result;
        for (const Scope& scope : scopes_) {
            if (!scope.name.empty() && !(is_friend && scope.is_class)) {
                result += scope.name;
                result += "::";
            }
        }
        result += name;
        return result;
    }

    void open_block() {
        const std::string_view text = head();
        const std::vector<std::string_view> words = identifiers_of(text);
        if (contains(words, "namespace")) {
            const std::size_t name = text.find("namespace") + std::string_view("namespace").size();
            scopes_.push_back({std::string(trimmed(text.substr(name))), false, false, false});
        } else if (const std::string name = class_name(text); !name.empty()) {
            const bool is_marked = has_macro(text) || (in_class() && scopes_.back().is_marked);
            if (has_macro(text)) {
                declarations_.push_back({qualified(name, false), line(), true, false, true});
            }
            scopes_.push_back({name, true, is_marked, in_template() || text.starts_with("template")});
        } else {
            skip_body();
            return;
        }
        begin_ = ++at_;
    }

    /// Skips the braces of a function, an enum or an initial value. A declaration that continues stays open.
    void skip_body() {
        at_ = past_bracket(code_, at_);
        const std::size_t next = std::min(code_.find_first_not_of(space, at_), code_.size() - 1);
        if (code_[next] == ';') {
            at_ = next + 1;
        } else if (code_[next] == ',' || code_[next] == '{') {
            return;
        }
        begin_ = at_;
    }

    void read_statement(std::string_view text) {
        if (text.starts_with("template") || in_template()) {
            return;
        }
        std::string name = function_name(text);
        if (name.empty()) {
            return;
        }
        const bool is_friend = text.starts_with("friend");
        const bool is_marked = has_macro(text) || (in_class() && scopes_.back().is_marked && !is_friend);
        declarations_.push_back({qualified(name, is_friend), line(), false, is_friend, is_marked});
    }

    std::string code_;
    std::size_t begin_ = 0;  ///< Begin of the statement.
    std::size_t at_ = 0;
    std::vector<Scope> scopes_;
    std::vector<Declaration> declarations_;
};

/// Returns the macro that marks what a header declares.
std::string_view macro_for(std::string_view path) {
    return path.starts_with("collision/") ? "DRYSTONE_COLLISION_API"
           : path.starts_with("scene/")   ? "DRYSTONE_SCENE_API"
                                          : "DRYSTONE_API";
}

}  // namespace

std::vector<Declaration> read_declarations(const SourceFile& header) { return HeaderReader(header).read(); }

std::vector<std::string> check_exports(const SourceTree& headers) {
    std::vector<std::string> problems;
    for (const SourceFile& header : headers) {
        const std::string macro(macro_for(header.path));
        for (const Declaration& declaration : read_declarations(header)) {
            if (!declaration.is_marked) {
                problems.push_back(header.path + ':' + std::to_string(declaration.line) + ": " +
                                   declaration.name + " needs " + macro + ", on itself or on its class");
            }
        }
        const std::string code = code_of(header);
        for (const std::string_view word : identifiers_of(code)) {
            if (is_macro(word) && word != macro) {
                problems.push_back(header.path + ": " + std::string(word) + " is of another library; use " +
                                   macro);
            }
        }
    }
    return problems;
}

}  // namespace architecture
