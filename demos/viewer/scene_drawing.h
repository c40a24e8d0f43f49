#pragma once

#include "camera.h"
#include "mesh.h"
#include "outline.h"
#include "theme.h"

#include <drystone/world.h>

#include <cstdint>
#include <vector>

namespace viewer {

/// Camera and theme to draw with, and mesh to draw into.
struct Brush {
    const Camera& camera;
    const Theme& theme;
    Mesh& mesh;
};

/// Pictures of the bodies of a world: geometry is read once when a body appears, poses in every frame.
class SceneDrawing {
public:
    /// Forgets all bodies, for another world.
    void clear() { bodies_.clear(); }
    /// Adds bodies created since the last call.
    void update(const drystone::World& world);
    /// Draws all bodies. `fade_sleepers`: sleeping bodies are pale.
    void draw(const drystone::World& world, const Brush& brush, bool fade_sleepers);

private:
    struct ShapePicture {
        Outline outline;
        int color = -1;
    };
    struct BodyPicture {
        drystone::BodyId id;
        drystone::BodyType type = drystone::BodyType::Static;
        std::vector<ShapePicture> shapes;
        float reach = 0.0f;
        /// Seed of a slight variation in colour.
        std::uint32_t variety = 0;
        /// Set in each frame.
        bool pale = false;
    };

    /// Layers from back to front. Static bodies get their edges before all their fills and outside of them,
    /// so that terrain made of many pieces looks like one piece.
    enum class Pass : std::uint8_t { Shadow, StaticEdge, StaticFill, Moving };

    [[nodiscard]] static sf::Color fill_color(const BodyPicture& body, const ShapePicture& shape,
                                              const Theme& theme);
    [[nodiscard]] static BodyPicture make_picture(const drystone::World& world, drystone::BodyId body);
    void draw_body(const BodyPicture& body, const drystone::Pose& pose, const Brush& brush, Pass pass);
    void draw_shape(const Outline& outline, const drystone::Pose& pose, const Brush& brush, sf::Color fill);
    void project(const Outline& outline, const drystone::Pose& pose, const Camera& camera, float inset);

    /// Indexed by slot.
    std::vector<BodyPicture> bodies_;
    std::vector<drystone::Vec2> border_;
    std::vector<sf::Vector2f> pixels_;
};

}  // namespace viewer
