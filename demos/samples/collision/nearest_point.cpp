#include <samples/all_samples.h>
#include <samples/collision/field.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// The point nearest to a probe, of each shape nearby and of all.
class NearestPoints final : public Field {
    enum Parameters : std::size_t { radius };

    void draw(Picture& picture) const override {
        const Vec2 at = probe();
        const float reach = parameter(radius);
        picture.circle(at, reach, color::sand);
        world().overlap(Aabb{at - Vec2{reach, reach}, at + Vec2{reach, reach}}, [&](ShapeId shape) {
            const auto near = world()[shape].closest_point(at);
            if (near.distance < reach) {
                picture.line(at, near.point, color::slate);
                picture.point(near.point, color::slate);
            }
            return true;
        });
        if (const auto nearest = world().nearest(at, reach)) {
            picture.arrow(nearest->point, at, color::rust);
            picture.text(at + Vec2{0.2f, 0.3f}, number_text(nearest->distance) + " m", color::rust);
        }
        picture.point(at, color::charcoal);
    }
};

}  // namespace

scenes::SceneInfo nearest_point_sample() {
    return entry<NearestPoints>("Collision", "nearest_point", "Nearest point",
                                "Of every shape within reach; red: the nearest of all.", query_view,
                                weightless, 600,
                                {{"reach [m]", 3.5f, 0.1f, 10.0f, ParameterKind::Number, true}});
}

}  // namespace samples
