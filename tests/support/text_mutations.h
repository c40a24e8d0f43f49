#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace drystone::test {

/// A string, number or word of a JSON text.
struct TextToken {
    std::size_t begin = 0;
    std::size_t size = 0;
};

/// Returns the first token that begins at or after a place; of size 0 if there is none.
inline TextToken token_after(const std::string& text, std::size_t place) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-.";
    const std::size_t word = text.find_first_of(letters, place);
    const std::size_t quote = text.find('"', place);
    if (quote < word) {
        const std::size_t end = text.find('"', quote + 1);
        return {quote, end == std::string::npos ? 1 : end + 1 - quote};
    }
    if (word == std::string::npos) {
        return {text.size(), 0};
    }
    return {word, std::min(text.find_first_not_of(letters, word), text.size()) - word};
}

/// Replaces a token by a value; in XML, where all values stand in quotes, what is in them.
inline void replace_token(std::string& text, const TextToken& token, std::string_view value) {
    const bool is_quoted = token.size > 1 && text[token.begin] == '"';
    if (!text.starts_with('<') || !is_quoted) {
        text.replace(token.begin, token.size, value);
        return;
    }
    if (value.size() > 1 && value.front() == '"') {
        value = value.substr(1, value.size() - 2);
    }
    text.replace(token.begin + 1, token.size - 2, value);
}

/// Changes a text of JSON or XML at a place, in a way that `choice` and `value` decide: a number to one that
/// some arithmetic may not expect, a value to one of another kind, or letters.
inline void mutate_text(std::string& text, std::uint32_t place, std::uint8_t choice, std::uint32_t value) {
    constexpr std::string_view values[] = {"0",
                                           "-1",
                                           "1",
                                           "0.5",
                                           "-0.0",
                                           "1e-45",
                                           "1e-30",
                                           "3.4e38",
                                           "-1e38",
                                           "1e300",
                                           "1e19",
                                           "64",
                                           "4294967295",
                                           "-2147483648",
                                           "2147483647",
                                           "9223372036854775807",
                                           "null",
                                           "true",
                                           "[]",
                                           "{}",
                                           "\"\"",
                                           "\"unlimited\"",
                                           "\"7FC00000\"",
                                           "1048576",
                                           "[0,0]",
                                           "false",
                                           "16",
                                           "1e9",
                                           "-1e9",
                                           "65536",
                                           "\"static\"",
                                           "{\"x\":1,\"y\":2}",
                                           "\"nan\"",
                                           "\"../x\"",
                                           "\"zstd\"",
                                           "\"csv\"",
                                           "\"dynamic\"",
                                           "2147483650",
                                           "\"0,0 8,8 8,0 0,8\""};
    if (text.empty()) {
        return;
    }
    const std::size_t at = place % text.size();
    const TextToken token = token_after(text, at);
    switch (choice % 10) {
        case 0: text[at] = static_cast<char>(text[at] ^ static_cast<char>(1 << value % 7)); break;
        case 1: text[at] = static_cast<char>(value & 0x7fu); break;
        case 2: text.erase(at, value % 24); break;
        case 3: text.insert(at, text.substr(at, value % 200)); break;
        case 4: {  // One digit.
            const std::size_t digit = text.find_first_of("0123456789", at);
            if (digit != std::string::npos) {
                text[digit] = static_cast<char>('0' + value % 10);
            }
            break;
        }
        case 5: {  // A value from elsewhere.
            const TextToken other = token_after(text, value % text.size());
            replace_token(text, token, std::string(text.substr(other.begin, other.size)));
            break;
        }
        case 6: text.insert(at, 1, std::string_view("[]{},:\"-e0")[value % 10]); break;
        case 7: {  // The value of a member that follows a colon.
            const std::size_t colon = text.find(text.starts_with('<') ? '=' : ':', at);
            const TextToken member = token_after(text, colon == std::string::npos ? at : colon);
            replace_token(text, member, values[value % std::size(values)]);
            break;
        }
        default: replace_token(text, token, values[value % std::size(values)]); break;
    }
}

}  // namespace drystone::test
