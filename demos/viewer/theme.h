#pragma once

#include <scenes/colors.h>
#include <SFML/Graphics/Color.hpp>

#include <array>

namespace viewer {

/// Colours of the screen.
struct Theme {
    sf::Color sky_top;
    sf::Color sky_bottom;
    sf::Color grid;
    sf::Color grid_strong;
    sf::Color text;
    sf::Color text_soft;
    sf::Color tool_text;
    sf::Color shadow;
    sf::Color static_fill;
    sf::Color kinematic_fill;
    /// Colours in turn for dynamic bodies without their own.
    std::array<sf::Color, 5> dynamic_fills;
    /// Indexed by `scenes::color`.
    std::array<sf::Color, scenes::color::count> palette;

    sf::Color aabb;
    sf::Color tree_leaf;
    sf::Color tree_root;
    sf::Color contact;
    sf::Color normal;
    sf::Color friction;
    sf::Color center_of_mass;
    sf::Color tool;
    sf::Color joint;
};

const Theme& light_theme();
const Theme& dark_theme();

sf::Color scaled(sf::Color color, float brightness);
sf::Color with_alpha(sf::Color color, float alpha);
sf::Color mixed(sf::Color a, sf::Color b, float part_of_b);

/// Returns the contrast of two opaque colours, 1 to 21. Source: Web Content Accessibility Guidelines 2.1,
/// "contrast ratio".
float contrast_of(sf::Color a, sf::Color b);
/// Returns a colour for text on the sky: this one, with as much of the text's colour as a contrast of 4.5
/// takes.
sf::Color readable(sf::Color color, const Theme& theme);

}  // namespace viewer
