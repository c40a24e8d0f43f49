#include <samples/all_samples.h>
#include <samples/collision/field.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// One ray through everything: all hits, in order.
class RayThrough final : public Field {
    enum Parameters : std::size_t { reach, slope };

    void draw(Picture& picture) const override {
        const Vec2 origin{-13.0f, 0.3f * probe().y};
        const Vec2 way{parameter(reach), 1.4f * parameter(slope) * probe().y};
        const std::vector<RayHit> hits = world().cast_ray_all({.origin = origin, .translation = way});
        picture.arrow(origin, origin + way, color::slate);
        for (std::size_t i = 0; i < hits.size(); ++i) {
            picture.point(hits[i].point, color::rust);
            picture.text(hits[i].point, std::to_string(i + 1), color::charcoal);
        }
    }
};

}  // namespace

scenes::SceneInfo ray_cast_all_sample() {
    return entry<RayThrough>("Collision", "ray_cast_all", "Ray cast, all hits",
                             "One ray through everything; hits come in their order.", query_view, weightless,
                             600,
                             {{"length [m]", 26.0f, 1.0f, 26.0f, ParameterKind::Number, true},
                              {"slope", 1.0f, -3.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
