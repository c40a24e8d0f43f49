#pragma once

#include "camera.h"
#include "mesh.h"
#include "theme.h"

#include <drystone/debug_draw.h>
#include <drystone/world.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace viewer {

/// Parts of the picture that can be switched on and off.
struct Overlays {
    bool shapes = true;
    bool aabbs = false;
    bool tree = false;
    bool contacts = false;
    bool centers = false;
    bool sleep = false;
    bool joints = true;
    bool islands = false;
    bool graph = false;
    bool velocities = false;
    bool forces = false;
    bool frames = false;
    bool features = false;
    bool names = false;
};

/// Switch for an overlay: its name on the command line, its label in the panel, its key.
struct OverlaySwitch {
    std::string_view name;
    const char* label;
    char key;  ///< A digit, or 0: none.
    bool Overlays::*value;
};
std::span<const OverlaySwitch> overlay_switches();
/// Returns the names of all switches, separated by commas.
std::string overlay_names();

/// Sets exactly the overlays in the list ("contacts,tree") in addition to the shapes and joints; "none" hides
/// the shapes, "plain" the joints. Throws `UserError` for an unknown name.
Overlays parse_overlays(const std::vector<std::string>& names);

/// Draws the overlays. `debug` draws those that the engine provides: islands, graph colours, velocities,
/// forces, frames, features, names.
void draw_overlays(const drystone::World& world, const Overlays& overlays, const Camera& camera,
                   const Theme& theme, Mesh& mesh, drystone::DebugDraw& debug);

}  // namespace viewer
