#pragma once

#include <scenes/random.h>
#include <scenes/scene.h>

#include <utility>

/// What several scenes build with.
namespace scenes {

/// The point at `radius` and `angle` from `center`. Computed in double, so that it is the same everywhere.
Point polar(float radius, float angle, Point center = {});

/// A body with one shape.
BodyNumber add_body(Backend& backend, const BodyDescription& body, const ShapeDescription& shape);
/// A dynamic box of the given full size; `surface` carries everything but the shape.
BodyNumber add_box(Backend& backend, Point center, Point size, ShapeDescription surface, float angle = 0.0f);
/// A static box of the given full size.
BodyNumber add_static_box(Backend& backend, Point center, Point size, ShapeDescription surface = {},
                          float angle = 0.0f);
/// A pyramid of boxes of 1 m that touch without a gap; `foot` is where the left end of the lowest row stands.
/// Returns the box at the top.
BodyNumber add_pyramid(Backend& backend, int base, Point foot);
/// Static ground whose upper face lies at height 0 between -half_width and half_width.
BodyNumber add_ground(Backend& backend, float half_width);
/// A static trough on one body, of boxes of 1 m that overlap by a tenth: a floor, whose middle lies at height
/// 0, from -half_width to half_width, and at both ends a wall, `wall_height` boxes above the floor.
BodyNumber add_trough(Backend& backend, int half_width, int wall_height);

/// A circle, capsule, box, polygon or rounded box about the origin, of about `size` in radius.
Shape random_shape(Random& random, float size);
/// The colour that `random_shape` usually wears.
int random_color(Random& random);

/// Everything about a scene of the class `T`, which is made again for every run.
template <class T>
SceneInfo describe(SceneInfo info) {
    info.create = [] { return std::make_unique<T>(); };
    return info;
}

}  // namespace scenes
