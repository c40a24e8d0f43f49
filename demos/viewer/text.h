#pragma once

#include <SFML/Graphics/Font.hpp>
#include <SFML/Graphics/RenderTarget.hpp>

#include <memory>
#include <string>

namespace viewer {

/// Finds the first font file with that name ("DejaVuSans.ttf") in the usual folders; empty if there is none.
std::string find_font(const std::string& file_name);

/// Text on the screen, in DejaVu Sans if that is installed; otherwise nothing is written.
class TextPainter {
public:
    TextPainter();
    struct Style {
        unsigned size = 13;
        sf::Color color;
        /// Colour around the letters, which keeps them readable on any background.
        sf::Color halo;
        bool bold = false;
    };

    /// Writes with the upper left corner at `position` [pixels].
    void write(sf::RenderTarget& target, const std::string& text, sf::Vector2f position,
               const Style& style) const;
    /// Likewise; digits that Unicode has as subscripts are drawn as lowered digits of a readable size.
    void write_indexed(sf::RenderTarget& target, const std::string& text, sf::Vector2f position,
                       const Style& style) const;
    /// Returns the width of a text with such digits [pixels].
    [[nodiscard]] float width_of(const std::string& text, const Style& style) const;

private:
    [[nodiscard]] const sf::Font* font_of(const Style& style) const;

    std::unique_ptr<sf::Font> regular_;
    std::unique_ptr<sf::Font> bold_;
};

}  // namespace viewer
