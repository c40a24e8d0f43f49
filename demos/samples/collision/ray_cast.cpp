#include <samples/all_samples.h>
#include <samples/collision/field.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Thirty-six rays from one point, each up to its first hit.
class RayCasts final : public Field {
    enum Parameters : std::size_t { rays, reach };

    void draw(Picture& picture) const override {
        const Vec2 origin = probe();
        for (int i = 0; i < count(rays); ++i) {
            const Vec2 way =
                rotate(Rot::from_angle(2.0f * pi / parameter(rays) * static_cast<float>(i) + 0.1f * time()),
                       {parameter(reach), 0.0f});
            const auto hit = world().cast_ray({.origin = origin, .translation = way});
            picture.line(origin, hit ? hit->point : origin + way, hit ? color::teal : color::sand);
            if (hit) {
                picture.point(hit->point, color::rust);
                picture.arrow(hit->point, hit->point + 0.5f * hit->normal, color::rust);
            }
        }
    }
};

}  // namespace

scenes::SceneInfo ray_cast_sample() {
    return entry<RayCasts>("Collision", "ray_cast", "Ray casts",
                           "Rays from the cursor, each up to its first hit, with the normal there.",
                           query_view, weightless, 600,
                           {{"rays", 36.0f, 1.0f, 360.0f, ParameterKind::Count, true},
                            {"length [m]", 9.0f, 0.5f, 20.0f, ParameterKind::Number, true}});
}

}  // namespace samples
