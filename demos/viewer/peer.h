#pragma once

#include "camera.h"
#include "mesh.h"
#include "text.h"
#include "theme.h"

#include <scenes/recorder.h>
#include <scenes/scene.h>
#include <SFML/Graphics/RenderTarget.hpp>

#include <memory>
#include <string>
#include <vector>

namespace bench {
class Engine;
}

namespace viewer {

/// Another engine that runs the same scene, for comparison side by side: Box2D v3, where the bench has it. It
/// takes no part in what the user does to the bodies.
class Peer {
public:
    /// Returns whether this build has a peer, and the scene is one of those that are written for any engine.
    [[nodiscard]] static bool can_show(const scenes::SceneInfo& info);

    /// Builds the scene.
    Peer(const scenes::SceneInfo& info, const scenes::WorldSettings& settings, std::vector<float> parameters);
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// Goes to a step; backwards from the start again. Stops early when it takes too long for a frame, and
    /// continues in the next one.
    void follow(int step);
    /// Draws the bodies into the right half of the picture, clipped.
    void draw(sf::RenderTarget& target, const Camera& camera, const Theme& theme);
    /// Returns whether it runs this scene with these settings.
    [[nodiscard]] bool runs(const scenes::SceneInfo& info, const scenes::WorldSettings& settings,
                            const std::vector<float>& parameters) const;

private:
    void build();

    const scenes::SceneInfo& info_;
    scenes::WorldSettings settings_;
    std::vector<float> parameters_;
    std::unique_ptr<bench::Engine> engine_;
    std::unique_ptr<scenes::Recorder> recorder_;
    std::unique_ptr<scenes::Scene> scene_;
    int steps_ = 0;
    double milliseconds_ = 0.0;  ///< Mean time of a step.
    Mesh mesh_;
    TextPainter text_;
};

}  // namespace viewer
