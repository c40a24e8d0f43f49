#pragma once

#include <drystone/collision/export.h>

/// Marks a public function or class of the engine.
#if defined(DRYSTONE_BUILDS_ENGINE)
#define DRYSTONE_API DRYSTONE_EXPORT
#else
#define DRYSTONE_API DRYSTONE_IMPORT
#endif
