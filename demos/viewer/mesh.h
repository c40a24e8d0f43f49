#pragma once

#include <SFML/Graphics/RenderTarget.hpp>
#include <SFML/Graphics/Vertex.hpp>

#include <span>
#include <vector>

namespace viewer {

/// Triangles in pixels that are drawn in one call. Keeps its memory from frame to frame.
class Mesh {
public:
    void clear() { vertices_.clear(); }
    void draw(sf::RenderTarget& target) const;

    void triangle(sf::Vector2f a, sf::Vector2f b, sf::Vector2f c, sf::Color color);
    /// Adds a convex polygon.
    void fan(std::span<const sf::Vector2f> points, sf::Color color, sf::Vector2f offset = {});
    void rectangle(sf::Vector2f top_left, sf::Vector2f bottom_right, sf::Color top, sf::Color bottom);
    void line(sf::Vector2f a, sf::Vector2f b, float width, sf::Color color);
    /// Adds the border of a rectangle, inside of it.
    void frame(sf::Vector2f top_left, sf::Vector2f bottom_right, float width, sf::Color color);
    void disc(sf::Vector2f center, float radius, sf::Color color);
    /// Adds a line with a head at `b`.
    void arrow(sf::Vector2f a, sf::Vector2f b, float width, sf::Color color);

private:
    std::vector<sf::Vertex> vertices_;
};

}  // namespace viewer
