#pragma once

#include <scenes/scene.h>

#include <string>

namespace viewer {

/// All scenes by group, one a line with its description, on the standard output.
void list_scenes();
/// The scene of that name; throws `UserError` with the nearest names where there is none.
const scenes::SceneInfo& require_scene(const std::string& name);

}  // namespace viewer
