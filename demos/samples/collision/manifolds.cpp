#include <samples/all_samples.h>
#include <samples/collision/query_view.h>
#include <samples/collision/shape_kinds.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/manifold.h>

#include <cstddef>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Pairs of shapes that rotate against each other, and their manifolds.
class Manifolds final : public Sample {
    enum Parameters : std::size_t { pace, apart, margin };

    void create() override {}
    void prepare(int step) override { time_ = parameter(pace) * static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (std::size_t i = 0; i < 18; ++i) {
            const AnyCore a(kinds[i % 6]);
            const AnyCore b(kinds[(i + i / 6 + 1) % 6]);
            const Vec2 at{-8.0f + 3.2f * static_cast<float>(i % 6), 3.2f - 3.2f * static_cast<float>(i / 6)};
            const Pose pose_a{at, Rot::from_angle(0.3f)};
            const Rot way = Rot::from_angle(0.4f * time_ + static_cast<float>(i));
            const Pose pose_b{at + rotate(way, {parameter(apart) + 0.15f * Rot::from_angle(time_).s, 0.0f}),
                              Rot::from_angle(-0.5f * time_)};
            picture.shape(a.geometry(), pose_a, color::slate);
            picture.shape(b.geometry(), pose_b, color::teal);
            CollisionCache cache;
            const Manifold manifold =
                collide(a.view(), b.view(), inverse_multiply(pose_a, pose_b), parameter(margin), cache);
            for (int k = 0; k < manifold.count; ++k) {
                const Vec2 point = transform(pose_a, manifold.points[k].point);
                picture.point(point, color::rust);
                picture.arrow(point, point + 0.5f * rotate(pose_a.rotation, manifold.normal), color::rust);
                picture.text(point, number_text(manifold.points[k].separation), color::charcoal);
            }
        }
    }
    float time_ = 0.0f;
};

}  // namespace

scenes::SceneInfo manifolds_sample() {
    return entry<Manifolds>("Collision", "manifolds", "Manifolds",
                            "Up to two contact points along one normal, with their separation.", query_view,
                            weightless, 600,
                            {{"speed x", 1.0f, 0.0f, 5.0f, ParameterKind::Number, true},
                             {"distance of origins [m]", 1.0f, 0.0f, 2.0f, ParameterKind::Number, true},
                             {"largest separation [m]", 0.1f, 0.0f, 0.5f, ParameterKind::Number, true}});
}

}  // namespace samples
