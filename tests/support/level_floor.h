#pragma once

#include <doctest/doctest.h>

#include "support/world_build.h"
#include "support/world_state_access.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace drystone::test {

/// A shape that slides over a floor.
struct Slider {
    const char* name;
    drystone::ShapeGeometry geometry;
    /// Rate at which a tilt grows by itself [1/s]: sqrt(m g d / I), d from the centre of mass to that of the
    /// round end on which the slider stands.
    float instability = 0.0f;
};

/// Returns sliders, each 1 m high.
inline std::vector<Slider> sliders() {
    using namespace drystone;
    return {{"box", make_box(0.5f, 0.5f)},
            {"disc", Circle{{0.0f, 0.0f}, 0.5f}},
            {"capsule", Capsule{{-0.5f, 0.0f}, {0.5f, 0.0f}, 0.5f}},
            {"upright capsule", Capsule{{0.0f, -0.25f}, {0.0f, 0.25f}, 0.25f}, 5.3f},
            {"triangle", make_polygon({{-0.6f, -0.5f}, {0.6f, -0.5f}, {0.0f, 0.5f}})},
            {"octagon", make_polygon({{-0.5f, -0.5f},
                                      {0.5f, -0.5f},
                                      {0.8f, -0.2f},
                                      {0.8f, 0.2f},
                                      {0.5f, 0.5f},
                                      {-0.5f, 0.5f},
                                      {-0.8f, 0.2f},
                                      {-0.8f, -0.2f}})},
            {"rounded box", make_rounded_box(0.4f, 0.4f, 0.1f)}};
}

/// Lets the slider slide over a level floor at height 0, from x, without friction. In the exact solution it
/// keeps its height and its speed; the bounds are the errors of the solver when the load passes from one
/// shape to the next.
/// \param relative  speed relative to the floor [m/s]; the slider travels at most `length` [m]
inline void check_level_slide(drystone::World& world, const Slider& slider, float x, float speed,
                              float relative, float length) {
    const drystone::BodyId body = world.create_body(
        {.type = drystone::BodyType::Dynamic, .position = {x, 0.5f}, .linear_velocity = {speed, 0.0f}});
    world.create_shape(body, slider.geometry, {.material = {.friction = 0.0f}});
    const int steps = std::min(static_cast<int>(length / relative / dt), scaled(240, 40));
    float highest = 0.0f;
    float lowest = 1.0f;
    for (int i = 0; i < steps; ++i) {
        world.step(dt);
        highest = std::max(highest, world[body].position().y);
        lowest = std::min(lowest, world[body].position().y);
    }
    CHECK(highest <= 0.5f + 2e-5f);
    CHECK(lowest > 0.49f);
    CHECK(world[body].linear_velocity().x == doctest::Approx(speed).epsilon(1e-4));
    // Rounding may turn a slider by 1e-6 rad/s halfway, where the shapes meet.
    const float grown = 1e-6f * std::exp(0.5f * slider.instability * static_cast<float>(steps) * dt);
    CHECK(std::abs(world[body].angular_velocity()) < std::max(1e-3f, grown));
}

/// Returns the internal edges of a shape; null if there are none.
inline const drystone::InternalEdges* internal_edges_of(drystone::World& world, drystone::ShapeId shape) {
    return state_of(world).stores.shapes.internal_edges.find(shape.index1 - 1);
}

}  // namespace drystone::test
