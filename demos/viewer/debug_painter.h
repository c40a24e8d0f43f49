#pragma once

#include "glyphs.h"
#include "text.h"
#include "theme.h"

#include <drystone/debug_draw.h>

#include <string>
#include <vector>

namespace viewer {

/// Draws the engine's debug data, see `drystone::World::draw`, over the picture; texts are drawn after the
/// mesh was drawn on the target.
class DebugPainter final : public drystone::DebugDraw {
public:
    DebugPainter(const Camera& camera, const Theme& theme, Mesh& mesh)
        : camera_(camera), theme_(theme), mesh_(mesh), glyphs_(camera, mesh) {}

    void polygon(std::span<const drystone::Vec2> points, float radius,
                 const drystone::DebugStyle& style) override;
    void circle(const drystone::Vec2& center, float radius, const drystone::Rot& rotation,
                const drystone::DebugStyle& style) override;
    void capsule(const drystone::Vec2& a, const drystone::Vec2& b, float radius,
                 const drystone::DebugStyle& style) override;
    void segment(const drystone::Vec2& a, const drystone::Vec2& b,
                 const drystone::DebugStyle& style) override;
    void point(const drystone::Vec2& position, const drystone::DebugStyle& style) override;
    void arrow(const drystone::Vec2& from, const drystone::Vec2& to,
               const drystone::DebugStyle& style) override;
    void text(const drystone::Vec2& position, std::string_view text,
              const drystone::DebugStyle& style) override;

    void write_texts(sf::RenderTarget& target, const TextPainter& painter) const;

private:
    struct Words {
        sf::Vector2f at;
        std::string words;
        sf::Color color;
    };

    Glyphs& pen(const drystone::DebugStyle& style);
    void border(std::span<const drystone::Vec2> points, const drystone::DebugStyle& style);

    const Camera& camera_;
    const Theme& theme_;
    Mesh& mesh_;
    Glyphs glyphs_;
    std::vector<Words> words_;
};

}  // namespace viewer
