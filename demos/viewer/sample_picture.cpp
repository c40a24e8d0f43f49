#include "sample_picture.h"

#include "outline.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace viewer {

using drystone::Vec2;

sf::Color SamplePicture::color(int ink) const {
    // Darker than the bodies, which use the same palette.
    return scaled(theme_.palette[static_cast<std::size_t>(std::max(ink, 0)) % theme_.palette.size()], 0.8f);
}

Glyphs& SamplePicture::pen(int ink) {
    glyphs_.set_pen(color(ink), 2.0f);
    return glyphs_;
}

void SamplePicture::line(const Vec2& a, const Vec2& b, int ink) { pen(ink).line(a, b); }

void SamplePicture::arrow(const Vec2& a, const Vec2& b, int ink) { pen(ink).arrow(a, b); }

void SamplePicture::point(const Vec2& at, int ink) { pen(ink).dot(at, 4.0f); }

void SamplePicture::circle(const Vec2& center, float radius, int ink) { pen(ink).circle(center, radius); }

void SamplePicture::box(const drystone::Aabb& box, int ink) {
    Glyphs& glyphs = pen(ink);
    const Vec2 corners[] = {box.lower, {box.upper.x, box.lower.y}, box.upper, {box.lower.x, box.upper.y}};
    for (int i = 0; i < 4; ++i) {
        glyphs.line(corners[i], corners[(i + 1) % 4]);
    }
}

void SamplePicture::shape(const drystone::ShapeGeometry& geometry, const drystone::Pose& pose, int ink) {
    Glyphs& glyphs = pen(ink);
    const Outline outline = make_outline(geometry);
    std::vector<Vec2> border = outline.points;
    if (!outline.is_segment()) {
        border.clear();
        trace(outline, 0.0f, camera_.scale(), border);
    }
    for (std::size_t i = 0; i < border.size(); ++i) {
        glyphs.line(transform(pose, border[i]), transform(pose, border[(i + 1) % border.size()]));
    }
}

void SamplePicture::text(const Vec2& at, const std::string& words, int ink) {
    words_.push_back({camera_.to_screen(at), words, color(ink)});
}

void SamplePicture::write_texts(sf::RenderTarget& target, const TextPainter& painter) const {
    const float unit = camera_.detail();
    for (const Words& entry : words_) {
        painter.write(target, entry.words, entry.at + sf::Vector2f(6.0f * unit, -8.0f * unit),
                      {.size = static_cast<unsigned>(std::lround(13.0f * unit)),
                       .color = readable(entry.color, theme_),
                       .halo = with_alpha(theme_.sky_top, 0.8f)});
    }
}

}  // namespace viewer
