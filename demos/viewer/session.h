#pragma once

#include "frame.h"

#include <viewer/model/simulation.h>

#include <filesystem>
#include <functional>
#include <string>

namespace viewer {

/// Windows over the picture that are open.
struct OpenWindows {
    bool panel = true;
    bool timeline = true;
    bool files = false;
};

/// State of the viewer that the user can change: shared by the panel, the keys and the mouse.
struct Session {
    /// Loads a scene, or opens a file. Throws `UserError` if there is neither, and `drystone::Error` for a
    /// file that cannot be opened.
    Session(const std::string& scene_or_file, RateOverrides overrides);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    Simulation simulation;
    FramePainter painter;

    bool paused = false;
    /// Steps to perform while paused; negative: backwards.
    int single_steps = 0;
    /// Runs backwards.
    bool rewinding = false;
    /// 1: real time; less: slow motion.
    float speed = 1.0f;
    bool dark = false;
    bool quit = false;
    OpenWindows windows;
    /// Message to the user, shown for some seconds.
    std::string notice{};
    float notice_seconds = 0.0f;

    void load(const scenes::SceneInfo& info);
    /// Opens a file; what is wrong with it becomes the notice.
    void open(const std::filesystem::path& path);
    /// Loads the scene `offset` places further in the menu, cyclically.
    void load_neighbour(int offset);
    /// Loads the first scene of the group `offset` places further.
    void load_neighbour_group(int offset);
    void restart();
    /// Pauses, and goes this number of steps forwards or backwards.
    void step_by(int steps);
    /// Pauses at a step of the timeline.
    void go_to(int step);
    void set_dark(bool value);
    /// Returns the width of the panel [pixels].
    [[nodiscard]] float panel_width() const { return windows.panel ? 332.0f : 0.0f; }
    /// Shows the whole scene, as at the start.
    void reset_view();
    /// Keeps the point that the scene follows, if any, in the middle of the view.
    void follow();
    void tell(const std::string& text);
    /// Calls something that may fail; the error becomes the notice.
    void attempt(const std::function<void()>& action);
};

}  // namespace viewer
