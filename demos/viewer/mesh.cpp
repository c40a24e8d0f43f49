#include "mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace viewer {

void Mesh::draw(sf::RenderTarget& target) const {
    if (!vertices_.empty()) {
        target.draw(vertices_.data(), vertices_.size(), sf::Triangles);
    }
}

void Mesh::triangle(sf::Vector2f a, sf::Vector2f b, sf::Vector2f c, sf::Color color) {
    vertices_.emplace_back(a, color);
    vertices_.emplace_back(b, color);
    vertices_.emplace_back(c, color);
}

void Mesh::fan(std::span<const sf::Vector2f> points, sf::Color color, sf::Vector2f offset) {
    for (std::size_t i = 2; i < points.size(); ++i) {
        triangle(points[0] + offset, points[i - 1] + offset, points[i] + offset, color);
    }
}

void Mesh::rectangle(sf::Vector2f top_left, sf::Vector2f bottom_right, sf::Color top, sf::Color bottom) {
    const sf::Vertex a(top_left, top);
    const sf::Vertex b({bottom_right.x, top_left.y}, top);
    const sf::Vertex c(bottom_right, bottom);
    const sf::Vertex d({top_left.x, bottom_right.y}, bottom);
    vertices_.insert(vertices_.end(), {a, b, c, a, c, d});
}

void Mesh::line(sf::Vector2f a, sf::Vector2f b, float width, sf::Color color) {
    const sf::Vector2f d = b - a;
    const float length = std::hypot(d.x, d.y);
    if (length < 1e-6f) {
        return;
    }
    const float half = 0.5f * width / length;
    const sf::Vector2f side(-d.y * half, d.x * half);
    triangle(a + side, b + side, b - side, color);
    triangle(a + side, b - side, a - side, color);
}

void Mesh::frame(sf::Vector2f top_left, sf::Vector2f bottom_right, float width, sf::Color color) {
    const float w = std::min({width, bottom_right.x - top_left.x, bottom_right.y - top_left.y});
    rectangle(top_left, {bottom_right.x, top_left.y + w}, color, color);
    rectangle({top_left.x, bottom_right.y - w}, bottom_right, color, color);
    rectangle({top_left.x, top_left.y + w}, {top_left.x + w, bottom_right.y - w}, color, color);
    rectangle({bottom_right.x - w, top_left.y + w}, {bottom_right.x, bottom_right.y - w}, color, color);
}

void Mesh::disc(sf::Vector2f center, float radius, sf::Color color) {
    const int count = std::clamp(static_cast<int>(4.0f * std::sqrt(radius)) + 6, 8, 64);
    const float turn = 2.0f * std::numbers::pi_v<float> / static_cast<float>(count);
    const float c = std::cos(turn);
    const float s = std::sin(turn);
    sf::Vector2f arm(radius, 0.0f);
    for (int i = 0; i < count; ++i) {
        const sf::Vector2f next(c * arm.x - s * arm.y, s * arm.x + c * arm.y);
        triangle(center, center + arm, center + next, color);
        arm = next;
    }
}

void Mesh::arrow(sf::Vector2f a, sf::Vector2f b, float width, sf::Color color) {
    const sf::Vector2f d = b - a;
    const float length = std::hypot(d.x, d.y);
    if (length < 1e-3f) {
        return;
    }
    const sf::Vector2f along = d / length;
    const sf::Vector2f side(-along.y, along.x);
    const float head = std::min(4.0f * width, length);
    const sf::Vector2f neck = b - along * head;
    line(a, neck, width, color);
    triangle(b, neck + side * (0.5f * head), neck - side * (0.5f * head), color);
}

}  // namespace viewer
