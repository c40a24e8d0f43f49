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
/// Static ground whose upper face lies at height 0 between -half_width and half_width.
BodyNumber add_ground(Backend& backend, float half_width);

/// A circle, capsule, box, polygon or rounded box about the origin, of about `size` in radius.
Shape random_shape(Random& random, float size);
/// The colour that `random_shape` usually wears.
int random_color(Random& random);

/// Everything about a scene of the class `T`, which is made anew for every run.
template <class T>
SceneInfo describe(SceneInfo info) {
    info.create = [] { return std::make_unique<T>(); };
    return info;
}

}  // namespace scenes
