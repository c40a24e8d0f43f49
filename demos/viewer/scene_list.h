#pragma once

#include "session.h"
#include "thumbnails.h"

namespace viewer {

/// Window with all scenes by group, with pictures, and a field to search in them.
class SceneList {
public:
    /// Shows the window if it is open. Call between `ImGuiLayer::begin` and `draw`.
    void show(Session& session, sf::Vector2f size);

private:
    void show_entries(Session& session);
    bool show_entry(Session& session, const scenes::SceneInfo& info);

    Thumbnails thumbnails_;
    char search_[64] = "";
    bool was_open_ = false;
    bool dark_ = false;
};

}  // namespace viewer
