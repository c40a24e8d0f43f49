#include <scenes/building.h>
#include <scenes/colors.h>

#include <cmath>

namespace scenes {

Point polar(float radius, float angle, Point center) {
    const double a = angle;
    const double r = radius;
    return {static_cast<float>(center.x + r * std::cos(a)), static_cast<float>(center.y + r * std::sin(a))};
}

BodyNumber add_body(Backend& backend, const BodyDescription& body, const ShapeDescription& shape) {
    const BodyNumber number = backend.create_body(body);
    backend.create_shape(number, shape);
    return number;
}

BodyNumber add_box(Backend& backend, Point center, Point size, ShapeDescription surface, float angle) {
    surface.shape = box(0.5f * size.x, 0.5f * size.y);
    return add_body(backend, {.kind = BodyKind::Dynamic, .position = center, .angle = angle}, surface);
}

BodyNumber add_static_box(Backend& backend, Point center, Point size, ShapeDescription surface, float angle) {
    surface.shape = box(0.5f * size.x, 0.5f * size.y);
    return add_body(backend, {.kind = BodyKind::Static, .position = center, .angle = angle}, surface);
}

BodyNumber add_pyramid(Backend& backend, int base, Point foot) {
    constexpr int row_colors[] = {color::slate, color::teal, color::sage, color::ochre, color::terracotta};
    BodyNumber top = -1;
    for (int row = 0; row < base; ++row) {
        const ShapeDescription surface{.shape = {}, .color = row_colors[row * 5 / base]};
        const float y = foot.y + 0.5f + static_cast<float>(row);
        for (int column = 0; column < base - row; ++column) {
            const float x = foot.x + 0.5f * static_cast<float>(row + 1) + static_cast<float>(column);
            top = add_box(backend, {x, y}, {1.0f, 1.0f}, surface);
        }
    }
    return top;
}

BodyNumber add_ground(Backend& backend, float half_width) {
    constexpr float depth = 20.0f;
    return add_static_box(backend, {0.0f, -0.5f * depth}, {2.0f * half_width, depth});
}

BodyNumber add_trough(Backend& backend, int half_width, int wall_height) {
    const BodyNumber trough = backend.create_body({});
    for (int i = -half_width; i <= half_width; ++i) {
        backend.create_shape(trough, {.shape = box(0.55f, 0.5f, {static_cast<float>(i), 0.0f})});
    }
    for (const int x : {-half_width, half_width}) {
        for (int i = 1; i <= wall_height; ++i) {
            const Point center{static_cast<float>(x), static_cast<float>(i)};
            backend.create_shape(trough, {.shape = box(0.5f, 0.55f, center)});
        }
    }
    return trough;
}

Shape random_shape(Random& random, float size) {
    switch (random.below(6)) {
        case 0: return CircleShape{{}, size};
        case 1: return CapsuleShape{{-0.6f * size, 0.0f}, {0.6f * size, 0.0f}, 0.55f * size};
        case 2: return box(0.85f * size, 0.85f * size);
        case 3: return box(1.15f * size, random.between(0.5f, 0.7f) * size);
        case 4: return regular_polygon(3 + random.below(5), 1.1f * size);
        default: return box(0.65f * size, 0.45f * size, {}, 0.0f, 0.3f * size);
    }
}

int random_color(Random& random) {
    constexpr int choice[] = {color::slate, color::terracotta, color::ochre, color::sage,
                              color::teal,  color::plum,       color::cream};
    return choice[random.below(static_cast<int>(std::size(choice)))];
}

}  // namespace scenes
