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
    const sf::Font* font = style.bold && bold_ ? bold_.get() : regular_.get();
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

}  // namespace viewer
