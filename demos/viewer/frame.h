#pragma once

#include "camera.h"
#include "debug_painter.h"
#include "mesh.h"
#include "overlays.h"
#include "sample_picture.h"
#include "scene_drawing.h"
#include "text.h"
#include "theme.h"

#include <viewer/model/inspection.h>
#include <viewer/model/simulation.h>

#include <optional>
#include <string>

namespace viewer {

/// Line that a mouse tool draws into the world.
struct ToolLine {
    drystone::Vec2 from{0.0f, 0.0f};
    drystone::Vec2 to{0.0f, 0.0f};
    bool arrow = false;
};

/// Painter of pictures of a simulation; windows and textures get the same picture.
class FramePainter {
public:
    Overlays overlays;
    Camera camera;
    const Theme* theme = &light_theme();
    bool heads_up = true;
    /// Tells the most important keys at the lower border.
    bool keys = false;
    std::optional<ToolLine> tool;
    /// Object that is marked.
    Selection selection{};
    /// Message under the status; empty: none.
    std::string notice{};

    void draw(sf::RenderTarget& target, const Simulation& simulation);

private:
    void draw_background();
    void draw_grid_lines(float spacing, sf::Color color);
    void draw_tool();
    void draw_selection(const drystone::World& world);
    void draw_divergence(const Simulation& simulation);
    void draw_heads_up(sf::RenderTarget& target, const Simulation& simulation) const;

    TextPainter text_;
    SceneDrawing scene_;
    Mesh mesh_;
    int run_ = -1;
    int look_ = 0;
};

}  // namespace viewer
