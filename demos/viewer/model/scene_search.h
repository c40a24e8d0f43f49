#pragma once

#include <scenes/scene.h>

#include <string>

namespace viewer {

/// Returns whether all words of the search stand in the scene's name, title, group or description, without
/// regard to capitals.
[[nodiscard]] bool matches(const scenes::SceneInfo& info, const std::string& search);

}  // namespace viewer
