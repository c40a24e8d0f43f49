#pragma once

#include <SFML/Graphics/Font.hpp>
#include <SFML/Graphics/RenderTarget.hpp>

#include <memory>
#include <string>

namespace viewer {

/// The file of the first font of that name found in the usual folders ("DejaVuSans.ttf"); empty if there is
/// none.
std::string find_font(const std::string& file_name);

/// Text on the screen, in DejaVu Sans where that is installed; without it nothing is written.
class TextPainter {
public:
    TextPainter();
    struct Style {
        unsigned size = 13;
        sf::Color color;
        /// Surrounds the letters, so that they can be read on anything.
        sf::Color halo;
        bool bold = false;
    };

    /// Writes with the upper left corner at `position` [pixels].
    void write(sf::RenderTarget& target, const std::string& text, sf::Vector2f position,
               const Style& style) const;

private:
    std::unique_ptr<sf::Font> regular_;
    std::unique_ptr<sf::Font> bold_;
};

}  // namespace viewer
