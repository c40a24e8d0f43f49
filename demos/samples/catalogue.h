#pragma once

#include <scenes/scene.h>

#include <span>
#include <string>

namespace samples {

/// Returns all scenes and samples in the order of the menu: sorted by group.
std::span<const scenes::SceneInfo> catalogue();
/// Finds the entry with that name; null if there is none.
const scenes::SceneInfo* find(const std::string& name);
/// Returns the first entry of the group `offset` groups after that of `info`, cyclically.
const scenes::SceneInfo& neighbour_group(const scenes::SceneInfo& info, int offset);

}  // namespace samples
