#pragma once

#include "frame.h"
#include "peer.h"

#include <viewer/model/inspection.h>
#include <viewer/model/simulation.h>
#include <viewer/model/trace.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>

namespace viewer {

/// Windows over the picture that are open.
struct OpenWindows {
    bool panel = true;
    bool timeline = true;
    bool files = false;
    bool scenes = false;
    bool help = false;
};

/// Tasks for the window after the frame.
struct Requests {
    bool picture = false;
    bool film = false;
    bool full_screen = false;
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
    /// Runs backwards.
    bool rewinding = false;
    /// 1: real time; less: slow motion.
    float speed = 1.0f;
    bool dark = false;
    bool quit = false;
    OpenWindows windows;
    Requests requests;
    bool is_filming = false;

    /// Object that the inspector shows.
    Selection selection{};
    /// The selection is new: show it.
    bool show_selection = false;
    Traces traces{};
    /// Label of the value whose course is plotted.
    std::string plotted{};

    /// Another engine beside the simulation, while the user wants it and the scene runs in it.
    bool wants_peer = false;
    std::unique_ptr<Peer> peer{};

    /// View of the scene as it was at the start.
    ViewBox view{};
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
    void select(const Selection& object);
    /// Notes the values of the selection after a step.
    void trace();
    /// Makes or ends the peer, and takes it to the present step.
    void update_peer();
    /// Closes the topmost window over the picture; returns false if there is none.
    bool close_window();
    /// Returns the width of the panel in a window of that width [pixels].
    [[nodiscard]] float panel_width(float window_width) const {
        return windows.panel ? std::min(332.0f, 0.36f * window_width) : 0.0f;
    }
    /// Shows the whole scene, as at the start, and the overlays that suit it.
    void prepare_view();
    /// Shows the whole scene, as at the start.
    void reset_view();
    /// Keeps the point that the scene follows, if any, in the middle of the view.
    void follow();
    void tell(const std::string& text);
    /// Calls something that may fail; the error becomes the notice.
    void attempt(const std::function<void()>& action);
};

}  // namespace viewer
