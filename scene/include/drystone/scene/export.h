#pragma once

#include <drystone/collision/export.h>

/// Marks a public function or class of the library of scene files.
#if defined(DRYSTONE_BUILDS_SCENE)
#define DRYSTONE_SCENE_API DRYSTONE_EXPORT
#else
#define DRYSTONE_SCENE_API DRYSTONE_IMPORT
#endif
