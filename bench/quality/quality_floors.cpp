#include "quality/quality_run.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

/// Frictionless sliding over level floors of two pieces that meet at x = 0: nothing should be felt there.
namespace bench {
namespace {

using scenes::BodyKind;
using scenes::BodyNumber;
using scenes::Point;

/// A kind of piece of a level floor.
enum class Piece : std::uint8_t {
    Box,
    Segment,
    Chain,         ///< Open, and no longer than the piece.
    GhostedChain,  ///< Reaches over its neighbours, because engines may use its ends as ghosts only.
    Outline,       ///< Concave on its lower side.
    KinematicBox,
};
constexpr Piece pieces[] = {Piece::Box,          Piece::Segment, Piece::Chain,
                            Piece::GhostedChain, Piece::Outline, Piece::KinematicBox};
constexpr float length = 6.0f;
constexpr float half_size = 0.5f;
constexpr float speeds[] = {1.0f, 3.0f, 5.0f, 8.0f, 11.0f, 15.0f};

/// Creates a piece of the floor, from x = `from` on. Returns false if the engine has no such pieces.
bool lay_piece(QualityRun& quality_run, Piece piece, float from) {
    const float to = from + length;
    const BodyKind kind = piece == Piece::KinematicBox ? BodyKind::Kinematic : BodyKind::Static;
    const BodyNumber ground = quality_run.scene().create_body({.kind = kind});
    const scenes::ShapeDescription surface{.shape = {}, .friction = 0.0f};
    switch (piece) {
        case Piece::Segment:
            quality_run.scene().create_shape(
                ground, {.shape = scenes::SegmentShape{{from, 0.0f}, {to, 0.0f}}, .friction = 0.0f});
            return true;
        case Piece::Chain: {
            std::vector<Point> points;
            for (int i = 4; i >= 0; --i) {
                points.push_back({from + 0.25f * length * static_cast<float>(i), 0.0f});
            }
            quality_run.scene().create_chain(ground, points, surface);
            return true;
        }
        case Piece::GhostedChain: {
            const std::vector<Point> points{{to + 0.5f, 0.0f}, {to, 0.0f}, {from, 0.0f}, {from - 0.5f, 0.0f}};
            return quality_run.engine().add_chain(ground, points, surface);
        }
        case Piece::Outline:
            if (!quality_run.engine().capabilities().outlines) {
                return false;
            }
            quality_run.scene().create_outline(ground,
                                               std::vector<Point>{{from, -1.0f},
                                                                  {from + 2.0f, -1.0f},
                                                                  {from + 2.0f, -0.5f},
                                                                  {from + 4.0f, -0.5f},
                                                                  {from + 4.0f, -1.0f},
                                                                  {to, -1.0f},
                                                                  {to, 0.0f},
                                                                  {from, 0.0f}},
                                               surface);
            return true;
        case Piece::Box:
        case Piece::KinematicBox: break;
    }
    quality_run.scene().create_shape(
        ground, {.shape = scenes::box(0.5f * length, 0.5f, {from + 0.5f * length, -0.5f}), .friction = 0.0f});
    return true;
}

struct Slide {
    double hop = 0.0;   ///< Maximum height above the start [m].
    double kept = 1.0;  ///< Ratio of the final to the initial speed.
};

/// Adds what happens to a body that slides over two pieces to the worst so far, if the engine has both.
void slide_over_pair(const TestedEngine& tested_engine, Piece first, Piece second, const scenes::Shape& shape,
                     float speed, Slide& worst) {
    QualityRun quality_run(tested_engine, awake_world());
    if (!lay_piece(quality_run, first, -length) || !lay_piece(quality_run, second, 0.0f)) {
        return;
    }
    const BodyNumber body = scenes::add_body(
        quality_run.scene(),
        {.kind = BodyKind::Dynamic, .position = {-2.0f, half_size}, .velocity = {speed, 0.0f}},
        {.shape = shape, .friction = 0.0f});
    quality_run.run(4.0 / double{speed},
                    [&] { worst.hop = std::max(worst.hop, quality_run.pose(body).y - double{half_size}); });
    const double kept = quality_run.motion(body).x / double{speed};
    worst.kept = std::abs(kept - 1.0) > std::abs(worst.kept - 1.0) ? kept : worst.kept;
}

struct Slider {
    const char* name;
    scenes::Shape shape;
};

/// Returns shapes that rest with their origins `half_size` above the floor.
std::vector<Slider> sliders() {
    constexpr float circumradius = 0.57735027f;  // Of a hexagon whose sides are `half_size` from its centre.
    return {{"box", scenes::box(half_size, half_size)},
            {"disc", scenes::CircleShape{{}, half_size}},
            {"capsule", scenes::CapsuleShape{{-0.5f, 0.0f}, {0.5f, 0.0f}, half_size}},
            {"hexagon", scenes::regular_polygon(6, circumradius)}};
}

/// Measures the worst over all 36 ordered pairs of pieces, at 1 to 15 m/s.
QualityScene over_any_two_pieces() {
    QualityScene scene;
    scene.name = "over a floor of any two pieces";
    for (const Slider& slider : sliders()) {
        scene.rows.push_back({std::string(slider.name) + ", greatest hop", "mm", 0.0, 2});
        scene.rows.push_back({std::string(slider.name) + ", least speed kept", "of 1", 1.0, 5});
    }
    scene.measure = [](const TestedEngine& tested_engine) {
        std::vector<Metric> metrics;
        for (const Slider& slider : sliders()) {
            Slide worst;
            for (const Piece first : pieces) {
                for (const Piece second : pieces) {
                    for (const float speed : speeds) {
                        slide_over_pair(tested_engine, first, second, slider.shape, speed, worst);
                    }
                }
            }
            metrics.emplace_back(1000.0 * worst.hop);
            metrics.emplace_back(worst.kept);
        }
        return metrics;
    };
    return scene;
}

}  // namespace

std::vector<QualityScene> floor_scenes() { return {over_any_two_pieces()}; }

}  // namespace bench
