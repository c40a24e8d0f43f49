#pragma once

#include "glyphs.h"
#include "text.h"
#include "theme.h"

#include <samples/picture.h>

#include <string>
#include <vector>

namespace viewer {

/// Draws a sample's picture into a mesh; texts are drawn after the mesh was drawn on the target.
class SamplePicture final : public samples::Picture {
public:
    SamplePicture(const Camera& camera, const Theme& theme, Mesh& mesh)
        : camera_(camera), theme_(theme), glyphs_(camera, mesh) {}

    void line(const drystone::Vec2& a, const drystone::Vec2& b, int ink) override;
    void arrow(const drystone::Vec2& a, const drystone::Vec2& b, int ink) override;
    void point(const drystone::Vec2& at, int ink) override;
    void circle(const drystone::Vec2& center, float radius, int ink) override;
    void box(const drystone::Aabb& box, int ink) override;
    void shape(const drystone::ShapeGeometry& geometry, const drystone::Pose& pose, int ink) override;
    void text(const drystone::Vec2& at, const std::string& words, int ink) override;

    void write_texts(sf::RenderTarget& target, const TextPainter& painter) const;

private:
    struct Words {
        sf::Vector2f at;
        std::string words;
        sf::Color color;
    };

    Glyphs& pen(int ink);
    [[nodiscard]] sf::Color color(int ink) const;

    const Camera& camera_;
    const Theme& theme_;
    Glyphs glyphs_;
    std::vector<Words> words_;
};

}  // namespace viewer
