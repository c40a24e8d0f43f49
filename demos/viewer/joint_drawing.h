#pragma once

#include "camera.h"
#include "mesh.h"
#include "theme.h"

#include <drystone/world.h>

namespace viewer {

/// Draws every joint by its kind: pins, rods, ropes over all their points, springs as zigzags, limits as arcs
/// and bars, motors as arrows. A joint is redder the nearer it is to breaking; disabled ones are pale.
void draw_joints(const drystone::World& world, const Camera& camera, const Theme& theme, Mesh& mesh);

}  // namespace viewer
