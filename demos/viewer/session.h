#pragma once

#include "frame.h"
#include "simulation.h"
#include "tools.h"

namespace viewer {

/// State of the viewer that the user can change: shared by the panel, the keys and the mouse.
struct Session {
    Session(const scenes::SceneInfo& info, RateOverrides overrides);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Simulation simulation;
    FramePainter painter;
    Grab grab;
    Shooter shooter;

    bool paused = false;
    /// Steps to perform while paused.
    int single_steps = 0;
    /// 1: real time; less: slow motion.
    float speed = 1.0f;
    bool dark = false;
    bool panel = true;
    bool quit = false;

    void load(const scenes::SceneInfo& info);
    /// Loads the scene `offset` places further in the menu, cyclically.
    void load_neighbour(int offset);
    /// Loads the first scene of the group `offset` places further.
    void load_neighbour_group(int offset);
    void restart();
    void step_once();
    void set_dark(bool value);
    /// Returns the width of the panel [pixels].
    [[nodiscard]] float panel_width() const { return panel ? 332.0f : 0.0f; }
    /// Shows the whole scene, as at the start.
    void reset_view();
    /// Keeps the point that the scene follows, if any, in the middle of the view.
    void follow();
};

}  // namespace viewer
