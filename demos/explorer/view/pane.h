#pragma once

#include "../model/border.h"

#include <SFML/Graphics/View.hpp>
#include <SFML/System/Vector2.hpp>

#include <algorithm>

namespace explorer {

/// Rectangle of the screen that shows a part of a plane: metres with y up, pixels with y down.
struct Pane {
    sf::Vector2f corner;
    sf::Vector2f size;
    drystone::Vec2 center{0.0f, 0.0f};
    float scale = 100.0f;  ///< Pixels per metre.

    [[nodiscard]] sf::Vector2f middle() const { return corner + 0.5f * size; }
    [[nodiscard]] sf::Vector2f to_screen(const drystone::Vec2& p) const {
        return {middle().x + (p.x - center.x) * scale, middle().y - (p.y - center.y) * scale};
    }
    [[nodiscard]] drystone::Vec2 to_plane(sf::Vector2f pixel) const {
        return {center.x + (pixel.x - middle().x) / scale, center.y - (pixel.y - middle().y) / scale};
    }
    [[nodiscard]] bool holds(sf::Vector2f pixel) const {
        const sf::Vector2f d = pixel - corner;
        return d.x >= 0.0f && d.y >= 0.0f && d.x < size.x && d.y < size.y;
    }
    /// Returns a view that clips drawing at the rectangle.
    [[nodiscard]] sf::View view(sf::Vector2f target) const {
        sf::View view(sf::FloatRect(corner, size));
        view.setViewport(sf::FloatRect({corner.x / target.x, corner.y / target.y},
                                       {size.x / target.x, size.y / target.y}));
        return view;
    }
};

}  // namespace explorer
