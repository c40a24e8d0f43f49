#include "camera.h"

#include <algorithm>

namespace viewer {

void Camera::set_viewport(sf::Vector2f size, float covered) {
    const float zoom = size.y / size_.y;
    size_ = size;
    free_width_ = std::max(size.x - covered, 0.25f * size.x);
    middle_ = {0.5f * free_width_, 0.5f * size.y};
    scale_ *= zoom;
}

void Camera::show(const scenes::View& view) {
    constexpr float wide = 16.0f / 9.0f;
    const float aspect = free_width_ / size_.y;
    center_ = {view.center.x, view.center.y};
    scale_ = size_.y / (view.height * std::max(1.0f, wide / aspect));
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
