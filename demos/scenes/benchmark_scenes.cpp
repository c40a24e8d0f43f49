#include <scenes/benchmark_scenes.h>

namespace scenes {

std::vector<SceneInfo> benchmark_scenes() {
    return {large_pyramid_scene(), many_pyramids_scene(), smash_scene(),          washer_scene(),
            compounds_scene(),     junkyard_scene(),      joint_grid_scene(),     rain_scene(),
            spinner_scene(),       tumbler_scene(),       shuffled_towers_scene()};
}

}  // namespace scenes
