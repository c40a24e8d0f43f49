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
    void draw(Picture& picture) const override {
        const Vec2 origin = probe();
        for (int i = 0; i < 36; ++i) {
            const Vec2 way =
                rotate(Rot::from_angle(pi / 18.0f * static_cast<float>(i) + 0.1f * time()), {9.0f, 0.0f});
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
                           query_view, weightless);
}

}  // namespace samples
