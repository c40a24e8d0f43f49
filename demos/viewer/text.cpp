#include "text.h"

#include <SFML/Graphics/Text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace viewer {
namespace {

std::unique_ptr<sf::Font> load(const std::string& file_name) {
    const std::string path = find_font(file_name);
    auto font = std::make_unique<sf::Font>();
    return !path.empty() && font->loadFromFile(path) ? std::move(font) : nullptr;
}

/// Part of a text: digits that are indices, or none of them.
struct Run {
    std::string text;
    bool is_index = false;
};

/// Splits a text at the subscripts of Unicode, U+2080 to U+2089, which become digits.
std::vector<Run> split_indices(const std::string& text) {
    std::vector<Run> runs;
    const auto append = [&runs](const std::string& part, bool is_index) {
        if (runs.empty() || runs.back().is_index != is_index) {
            runs.push_back({"", is_index});
        }
        runs.back().text += part;
    };
    for (std::size_t i = 0; i < text.size();) {
        const auto last = i + 2 < text.size() ? static_cast<unsigned char>(text[i + 2]) : 0u;
        const bool is_index = text.compare(i, 2, "\xe2\x82") == 0 && last >= 0x80u && last <= 0x89u;
        if (is_index) {
            append(std::string(1, static_cast<char>('0' + (last - 0x80u))), true);
            i += 3;
        } else {
            append(text.substr(i, 1), false);
            ++i;
        }
    }
    return runs;
}

TextPainter::Style style_of(const Run& run, TextPainter::Style style) {
    if (run.is_index) {
        style.size = std::max(style.size * 3 / 4, 10u);
    }
    return style;
}

}  // namespace

std::string find_font(const std::string& file_name) {
    std::vector<std::filesystem::path> folders{
        "/usr/share/fonts/truetype/dejavu",   "/usr/share/fonts/dejavu",       "/usr/share/fonts/TTF",
        "/usr/share/fonts/dejavu-sans-fonts", "/usr/local/share/fonts/dejavu", "/opt/homebrew/share/fonts",
    };
    if (const char* home = std::getenv("HOME")) {
        folders.emplace_back(std::filesystem::path(home) / ".local/share/fonts");
        folders.emplace_back(std::filesystem::path(home) / ".fonts");
    }
    for (const std::filesystem::path& folder : folders) {
        std::error_code error;
        if (std::filesystem::is_regular_file(folder / file_name, error)) {
            return (folder / file_name).string();
        }
    }
    return {};
}

TextPainter::TextPainter() : regular_(load("DejaVuSans.ttf")), bold_(load("DejaVuSans-Bold.ttf")) {}

void TextPainter::write(sf::RenderTarget& target, const std::string& text, sf::Vector2f position,
                        const Style& style) const {
    const sf::Font* font = font_of(style);
    if (font == nullptr) {
        return;
    }
    sf::Text picture(sf::String::fromUtf8(text.begin(), text.end()), *font, style.size);
    picture.setFillColor(style.color);
    picture.setOutlineColor(style.halo);
    picture.setOutlineThickness(std::max(2.0f, std::round(0.16f * static_cast<float>(style.size))));
    picture.setPosition(std::round(position.x), std::round(position.y));
    target.draw(picture);
}

const sf::Font* TextPainter::font_of(const Style& style) const {
    return style.bold && bold_ ? bold_.get() : regular_.get();
}

void TextPainter::write_indexed(sf::RenderTarget& target, const std::string& text, sf::Vector2f position,
                                const Style& style) const {
    for (const Run& run : split_indices(text)) {
        const Style own = style_of(run, style);
        const float lowered = run.is_index ? 0.42f * static_cast<float>(style.size) : 0.0f;
        write(target, run.text, position + sf::Vector2f(0.0f, lowered), own);
        position.x += width_of(run.text, own);
    }
}

float TextPainter::width_of(const std::string& text, const Style& style) const {
    const sf::Font* font = font_of(style);
    float width = 0.0f;
    for (const Run& run : split_indices(text)) {
        if (font != nullptr) {
            const sf::Text picture(sf::String::fromUtf8(run.text.begin(), run.text.end()), *font,
                                   style_of(run, style).size);
            width += picture.findCharacterPos(picture.getString().getSize()).x;
        }
    }
    return width;
}

}  // namespace viewer
