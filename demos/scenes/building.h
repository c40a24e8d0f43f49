#pragma once

#include <scenes/random.h>
#include <scenes/scene.h>

#include <utility>

/// Building blocks of several scenes.
namespace scenes {

/// Returns the point at `radius` and `angle` from `center`. Computed in double, so that it is the same
/// everywhere.
Point polar(float radius, float angle, Point center = {});

/// Adds a body with one shape.
BodyNumber add_body(Backend& backend, const BodyDescription& body, const ShapeDescription& shape);
/// Adds a dynamic box of the given full size; `surface` supplies everything except the shape.
BodyNumber add_box(Backend& backend, Point center, Point size, ShapeDescription surface, float angle = 0.0f);
/// Adds a static box of the given full size.
BodyNumber add_static_box(Backend& backend, Point center, Point size, ShapeDescription surface = {},
                          float angle = 0.0f);
/// Adds a pyramid of boxes of 1 m that touch without a gap; `foot` is the left end of the lowest row. Returns
/// the box at the top.
BodyNumber add_pyramid(Backend& backend, int base, Point foot);
/// Adds static ground whose upper face lies at height 0 between -half_width and half_width.
BodyNumber add_ground(Backend& backend, float half_width);
/// Adds a static trough on one body, of boxes of 1 m that overlap by a tenth: a floor, whose middle lies at
/// height 0, from -half_width to half_width, and at both ends a wall, `wall_height` boxes above the floor.
BodyNumber add_trough(Backend& backend, int half_width, int wall_height);

/// Returns a circle, capsule, box, polygon or rounded box about the origin, of about `size` in radius.
Shape random_shape(Random& random, float size);
/// Returns a random colour for a `random_shape`.
int random_color(Random& random);

/// Makes the entry of a scene of the class `T`, which is created again for every run.
template <class T>
SceneInfo describe(SceneInfo info) {
    info.create = [values = default_values(info)] {
        auto scene = std::make_unique<T>();
        scene->set_parameters(values);
        return scene;
    };
    info.copy = [](const Scene& scene) { return std::make_unique<T>(static_cast<const T&>(scene)); };
    info.assign = [](Scene& to, const Scene& from) { static_cast<T&>(to) = static_cast<const T&>(from); };
    return info;
}

}  // namespace scenes
