#pragma once

// Each library has a macro that marks its public functions and classes: DRYSTONE_COLLISION_API, DRYSTONE_API
// (engine) and DRYSTONE_SCENE_API. All else is hidden in a shared library. On Windows, programs that link a
// DLL define DRYSTONE_SHARED; the CMake targets and the files for pkg-config do so.
#if !defined(_WIN32)
#define DRYSTONE_EXPORT __attribute__((visibility("default")))
#define DRYSTONE_IMPORT __attribute__((visibility("default")))
#elif defined(DRYSTONE_SHARED)
#define DRYSTONE_EXPORT __declspec(dllexport)
#define DRYSTONE_IMPORT __declspec(dllimport)
#else
#define DRYSTONE_EXPORT
#define DRYSTONE_IMPORT
#endif

/// Marks a public function or class of the collision library. Not for templates, except those that the
/// library instantiates, nor for what is defined in the header.
#if defined(DRYSTONE_BUILDS_COLLISION)
#define DRYSTONE_COLLISION_API DRYSTONE_EXPORT
#else
#define DRYSTONE_COLLISION_API DRYSTONE_IMPORT
#endif
