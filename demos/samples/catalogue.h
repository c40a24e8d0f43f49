#pragma once

#include <scenes/scene.h>

#include <span>
#include <string>

namespace samples {

/// Every scene and every sample in the order of the menu: groups together.
std::span<const scenes::SceneInfo> catalogue();
/// The entry of that name, or null.
const scenes::SceneInfo* find(const std::string& name);
/// The first entry of the group that lies `offset` groups after that of `info`, around the end.
const scenes::SceneInfo& neighbour_group(const scenes::SceneInfo& info, int offset);

}  // namespace samples
