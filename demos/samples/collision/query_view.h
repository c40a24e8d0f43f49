#pragma once

#include <scenes/scene.h>

namespace samples {

/// View of the samples that show queries and results of the collision library.
inline constexpr scenes::View query_view{{0.0f, 0.0f}, 15.5f};
/// Settings of a world without gravity.
inline constexpr scenes::WorldSettings weightless{.gravity = {0.0f, 0.0f}};

}  // namespace samples
