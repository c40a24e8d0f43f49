#pragma once

#include "support/world_build.h"

#include <drystone/drystone.h>
#include <samples/sample.h>
#include <scenes/drystone_backend.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

namespace drystone::test {

/// Sample in a world of its own, stepped as in the viewer.
struct SampleRun {
    explicit SampleRun(const scenes::SceneInfo& entry, const WorldDefinition& definition = {})
        : info(entry),
          backend(entry.world, definition),
          scene(entry.create()),
          sample(dynamic_cast<samples::Sample*>(scene.get())) {
        scene->build(backend);
    }
    void steps(int count) {
        for (int i = 0; i < count; ++i) {
            scene->before_step(backend, made++);
            backend.step(info.world);
            if (sample != nullptr) {
                sample->after_step();
            }
        }
    }

    const scenes::SceneInfo& info;
    scenes::DrystoneBackend backend;
    std::unique_ptr<scenes::Scene> scene;
    samples::Sample* sample;
    int made = 0;
};

inline float fastest(const drystone::World& world) {
    float speed = 0.0f;
    for (const drystone::BodyId body : world.bodies()) {
        const Vec2 velocity = world[body].linear_velocity();
        if (!drystone::is_finite(velocity) || !drystone::is_finite(world[body].pose())) {
            return std::numeric_limits<float>::infinity();
        }
        speed = std::max(speed, length(velocity));
    }
    return speed;
}

/// Returns the dynamic bodies in order of creation.
inline std::vector<drystone::BodyId> dynamic_bodies(const drystone::World& world) {
    std::vector<drystone::BodyId> bodies = ids(world.bodies());
    std::erase_if(bodies,
                  [&](drystone::BodyId body) { return world[body].type() != drystone::BodyType::Dynamic; });
    return bodies;
}

}  // namespace drystone::test
