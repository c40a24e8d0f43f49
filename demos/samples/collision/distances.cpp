#include <samples/all_samples.h>
#include <samples/collision/query_view.h>
#include <samples/collision/shape_kinds.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/gjk.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// The distance of pairs of shapes, and their nearest points.
class Distances final : public Sample {
    enum Parameters : std::size_t { pace, apart };

    void create() override {}
    void prepare(int step) override { time_ = parameter(pace) * static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (std::size_t i = 0; i < 12; ++i) {
            const AnyCore a(kinds[i % 6]);
            const AnyCore b(kinds[(i + i / 6 + 2) % 6]);
            const Vec2 at{-8.6f + 3.2f * static_cast<float>(i % 6), 2.0f - 4.0f * static_cast<float>(i / 6)};
            const Pose pose_a{at, Rot::from_angle(0.2f * time_)};
            const Pose pose_b{
                at + rotate(Rot::from_angle(0.5f * time_ + static_cast<float>(i)), {parameter(apart), 0.0f}),
                Rot::from_angle(0.7f * time_)};
            picture.shape(a.geometry(), pose_a, color::slate);
            picture.shape(b.geometry(), pose_b, color::teal);
            const Distance found = distance(a.view(), b.view(), inverse_multiply(pose_a, pose_b));
            const Vec2 from = transform(pose_a, found.point_a);
            const Vec2 to = transform(pose_a, found.point_b);
            picture.line(from, to, color::rust);
            picture.point(from, color::rust);
            picture.point(to, color::rust);
            picture.text(
                at - Vec2{0.5f, 1.9f},
                number_text(found.distance) + " m, " + std::to_string(found.iterations) + " iterations",
                color::charcoal);
        }
    }
    float time_ = 0.0f;
};

}  // namespace

scenes::SceneInfo distances_sample() {
    return entry<Distances>("Collision", "distances", "Distances",
                            "GJK: the distance between two shapes and the points that are nearest.",
                            query_view, weightless, 600,
                            {{"speed x", 1.0f, 0.0f, 5.0f, ParameterKind::Number, true},
                             {"distance of origins [m]", 1.7f, 0.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
