#pragma once

/// Scene files: worlds and prefabs as JSON. See docs/scene_files.md for the format.

#include <drystone/scene/description.h>
#include <drystone/scene/import.h>
#include <drystone/scene/text.h>
#include <drystone/scene/world.h>
