#pragma once

#include "pane.h"
#include "session.h"

#include <mesh.h>
#include <text.h>
#include <theme.h>

#include <string>
#include <vector>

namespace explorer {

/// Painter of pictures of a session; windows and textures get the same picture.
class Painter {
public:
    /// Divides the picture; the rightmost `covered` pixels belong to the panel.
    void lay_out(sf::Vector2f size, float covered);
    /// Returns the pane in which a lesson's handles are dragged.
    [[nodiscard]] const Pane& handles() const { return lesson_panes_[0]; }
    /// Fits both planes into view, with one scale. `part` 1: at once; less: by that fraction of the way.
    void fit(const Session& session, float part);
    void draw(sf::RenderTarget& target, const Session& session);
    /// Sets the magnification of the difference relative to the shapes, centred where the step happens.
    void set_zoom(float factor) { zoom_ = std::clamp(factor, 1.0f, 1000.0f); }
    [[nodiscard]] float zoom() const { return zoom_; }

    [[nodiscard]] const Pane& shapes() const { return shapes_; }
    [[nodiscard]] const Pane& difference() const { return difference_; }
    /// Returns pixels per pixel of a picture 720 high.
    [[nodiscard]] float unit() const { return size_.y / 720.0f; }

private:
    struct Label {
        std::string text;
        sf::Vector2f place;
        sf::Color color;
        float size = 13.0f;
        bool bold = false;
    };

    void draw_shapes(const Session& session);
    void draw_difference(const Session& session);
    void draw_regions(const Step& step);
    void draw_gjk(const Step& step, TutorialStage stage);
    void draw_epa(const Step& step, TutorialStage stage);
    void draw_answer(const Step& step, const Tutorial& tutorial);
    void draw_support(const Step& step);
    void draw_support_points(const Step& step);
    void draw_witnesses(const Step& step);
    void draw_origin();
    void draw_words(sf::RenderTarget& target, const Session& session);
    void draw_progress(const Session& session);
    void draw_lesson(sf::RenderTarget& target, const Session& session);
    void draw_figure(const Pane& pane, const Figure& figure);
    void draw_mark(const Pane& pane, const Mark& mark);
    void draw_text(sf::RenderTarget& target, const Session& session);
    [[nodiscard]] sf::Color color_of(Ink ink) const;

    void background(const Pane& pane);
    void flush(sf::RenderTarget& target, const Pane& pane);
    void area(const Pane& pane, const Points& points, sf::Color color);
    void outline(const Pane& pane, const Points& points, float width, sf::Color color, bool dashed = false);
    void stroke(const Pane& pane, const drystone::Vec2& p, const drystone::Vec2& q, float width,
                sf::Color color, bool dashed = false);
    void dot(const Pane& pane, const drystone::Vec2& p, float radius, sf::Color color);
    void ring(const Pane& pane, const drystone::Vec2& p, float radius, sf::Color color);
    void label(const Pane& pane, std::string text, const drystone::Vec2& p, sf::Color color,
               const drystone::Vec2& away_from);
    void write_centred(const Pane& pane, const std::string& text, const drystone::Vec2& middle,
                       sf::Color color);
    [[nodiscard]] sf::Vector2f extent_of(const std::string& text, float size) const;
    [[nodiscard]] sf::FloatRect place_of(const Pane& pane, const std::string& text, sf::Vector2f point,
                                         const drystone::Vec2& away, float size) const;
    void polytope(const std::vector<NamedVertex>& vertices, float width, sf::Color color, bool dashed);
    [[nodiscard]] drystone::Vec2 center_of(const std::vector<NamedVertex>& vertices) const;

    sf::Vector2f size_{1280.0f, 720.0f};
    float words_top_ = 540.0f;
    float zoom_ = 1.0f;
    float free_width_ = 1280.0f;
    Pane shapes_;
    Pane difference_;
    Pane lesson_panes_[2];
    const viewer::Theme* theme_ = &viewer::light_theme();
    viewer::TextPainter text_;
    viewer::Mesh mesh_;
    std::vector<Label> labels_;
    bool names_ = true;
};

}  // namespace explorer
