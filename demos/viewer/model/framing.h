#pragma once

#include <drystone/world.h>
#include <scenes/scene.h>

namespace viewer {

/// Part of the world that a picture must show, whatever its proportions.
struct ViewBox {
    drystone::Vec2 center{0.0f, 5.0f};  ///< Middle [m].
    float width = 32.0f;                ///< Width [m].
    float height = 18.0f;               ///< Height [m].
    /// Stands on earth: pictures that are higher show more sky, not more earth.
    bool on_earth = false;
};

/// Returns the whole view of a scene, which is meant for pictures of 16 to 9.
[[nodiscard]] ViewBox whole_view(const scenes::View& view);

/// Returns the part of a scene's view that matters, by what stands in it at first: no more earth than a
/// narrow strip, and no more width than the bodies and a margin.
[[nodiscard]] ViewBox framed_view(const scenes::View& view, const drystone::World& world);

/// Returns a view of all that moves in the world, with room for motion; of all shapes if nothing moves.
[[nodiscard]] scenes::View view_of(const drystone::World& world);

}  // namespace viewer
