#include "camera.h"

#include <algorithm>

namespace viewer {

void Camera::set_viewport(sf::Vector2f size, sf::Vector2f covered) {
    const float zoom = size.y / size_.y;
    size_ = size;
    // However large the controls are, a quarter of the picture is free.
    covered_ = {std::min(covered.x, 0.75f * size.x), std::min(covered.y, 0.75f * size.y)};
    middle_ = 0.5f * (size - covered_);
    scale_ *= zoom;
}

void Camera::show(const ViewBox& view) {
    const sf::Vector2f free = size_ - covered_;
    center_ = view.center;
    scale_ = std::min(free.y / view.height, free.x / view.width);
    if (view.on_earth) {
        center_.y += 0.5f * (free.y / scale_ - view.height);
    }
}

drystone::Aabb Camera::visible() const {
    const drystone::Vec2 top_left = to_world({0.0f, 0.0f});
    const drystone::Vec2 bottom_right = to_world(size_);
    return {{top_left.x, bottom_right.y}, {bottom_right.x, top_left.y}};
}

void Camera::pan(sf::Vector2f pixels) { center_ += drystone::Vec2{-pixels.x / scale_, pixels.y / scale_}; }

void Camera::zoom_at(sf::Vector2f pixel, float factor) {
    const drystone::Vec2 before = to_world(pixel);
    scale_ = std::clamp(scale_ * factor, 0.05f, 50000.0f);
    const drystone::Vec2 after = to_world(pixel);
    center_ += before - after;
}

}  // namespace viewer
