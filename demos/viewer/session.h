#pragma once

#include "frame.h"
#include "simulation.h"
#include "tools.h"

namespace viewer {

/// What the user looks at and can change: shared by the panel, the keys and the mouse.
struct Session {
    Session(const scenes::SceneInfo& info, RateOverrides overrides);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Simulation simulation;
    FramePainter painter;
    Grab grab;
    Shooter shooter;

    bool paused = false;
    /// Steps to make although paused.
    int single_steps = 0;
    /// 1: real time; less: slow motion.
    float speed = 1.0f;
    bool dark = false;
    bool panel = true;
    bool quit = false;

    void load(const scenes::SceneInfo& info);
    /// The scene `offset` places on in the menu, around its end.
    void load_neighbour(int offset);
    /// The first scene of the group `offset` places on.
    void load_neighbour_group(int offset);
    void restart();
    void step_once();
    void set_dark(bool value);
    /// Width of the panel on a target of this width [pixels].
    [[nodiscard]] float panel_width() const { return panel ? 332.0f : 0.0f; }
    /// The whole scene, as at the start.
    void reset_view();
    /// Keeps what the scene follows, if anything, in the middle of the view.
    void follow();
};

}  // namespace viewer
