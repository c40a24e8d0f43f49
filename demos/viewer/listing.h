#pragma once

#include <scenes/scene.h>

#include <string>

namespace viewer {

/// Prints all scenes by group to the standard output, one per line with its description.
void list_scenes();
/// Returns the scene with that name; throws `UserError` with the most similar names if there is none.
const scenes::SceneInfo& require_scene(const std::string& name);

}  // namespace viewer
