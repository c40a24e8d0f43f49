#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/chain.h>
#include <drystone/collision/gjk.h>
#include <drystone/collision/manifold.h>

#include <cstddef>
#include <variant>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Shapes that are moved along a chain's corners, and the manifolds with each segment: at a corner, all
/// normals belong to one of the two.
class SmoothManifolds final : public Sample {
    enum Parameters : std::size_t { pace, tilt, margin };

    void create() override {}
    void prepare(int step) override { time_ = static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const Chain chain = make_chain(corners());
        for (int i = 0; i < chain.segment_count(); ++i) {
            picture.line(chain.segment(i).a, chain.segment(i).b, color::slate);
        }
        const ShapeGeometry kinds[] = {make_box(0.6f, 0.4f), Circle{{0.0f, 0.0f}, 0.5f},
                                       make_rounded_box(0.4f, 0.3f, 0.15f)};
        for (int k = 0; k < 3; ++k) {
            const Pose pose = place(k);
            picture.shape(kinds[k], pose, color::teal);
            for (int i = 0; i < chain.segment_count(); ++i) {
                show(picture, meet(chain.segment(i), kinds[k], pose));
            }
        }
    }
    /// Returns the pose of shape `k`: it moves to and fro along the chain, and tilts.
    [[nodiscard]] Pose place(int k) const {
        const float phase = parameter(pace) * time_ + 2.1f * static_cast<float>(k);
        const float x = 6.5f * Rot::from_angle(phase).s;
        return {{x, height(x) + 0.45f}, Rot::from_angle(parameter(tilt) * Rot::from_angle(3.0f * phase).s)};
    }
    [[nodiscard]] Manifold meet(const ChainSegment& segment, const ShapeGeometry& shape,
                                const Pose& pose) const {
        if (const auto* const disc = std::get_if<Circle>(&shape)) {
            return collide(segment, make_core(*disc).view(), pose, parameter(margin));
        }
        return collide(segment, make_core(std::get<Polygon>(shape)), pose, parameter(margin));
    }
    static void show(Picture& picture, const Manifold& manifold) {
        for (int i = 0; i < manifold.count; ++i) {
            const Vec2 point = manifold.points[i].point;
            picture.point(point, color::rust);
            picture.arrow(point, point + 0.6f * manifold.normal, color::rust);
        }
    }
    static std::vector<Vec2> corners() {
        return {{8.0f, 1.5f},  {5.0f, 0.0f},   {3.0f, 0.0f},  {1.0f, 1.0f},
                {-1.0f, 1.0f}, {-2.5f, -0.5f}, {-5.0f, 0.5f}, {-8.0f, 2.0f}};
    }
    static float height(float x) {
        const std::vector<Vec2> line = corners();
        for (std::size_t i = 1; i < line.size(); ++i) {
            if (x >= line[i].x) {
                const float part = (x - line[i].x) / (line[i - 1].x - line[i].x);
                return line[i].y + part * (line[i - 1].y - line[i].y);
            }
        }
        return line.back().y;
    }
    float time_ = 0.0f;
};

}  // namespace

scenes::SceneInfo smooth_manifolds_sample() {
    return entry<SmoothManifolds>(
        "Collision", "smooth_manifolds", "Smooth manifolds",
        "Contacts with a chain: at each corner the normals turn from one segment's to "
        "the next.",
        {{0.0f, 1.5f}, 9.0f}, {}, 600,
        {{"speed x", 0.4f, 0.0f, 2.0f, ParameterKind::Number, true},
         {"tilt [rad]", 0.5f, 0.0f, 1.5f, ParameterKind::Number, true},
         {"largest separation [m]", 0.2f, 0.0f, 0.5f, ParameterKind::Number, true}});
}

}  // namespace samples
