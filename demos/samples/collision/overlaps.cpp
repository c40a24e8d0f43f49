#include <samples/all_samples.h>
#include <samples/collision/field.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Overlaps of a shape, and of a box.
class Overlaps final : public Field {
    enum Parameters : std::size_t { half_width, half_height, rounding };

    void draw(Picture& picture) const override {
        const ShapeGeometry probe_shape =
            make_rounded_box(parameter(half_width), parameter(half_height), parameter(rounding));
        const Pose pose{probe(), Rot::from_angle(0.6f * time())};
        picture.shape(probe_shape, pose, color::rust);
        const auto mark = [&](int ink) {
            return [&picture, ink, this](ShapeId shape) {
                picture.shape(world()[shape].geometry(), world()[world()[shape].body()].pose(), ink);
                return true;
            };
        };
        world().overlap(probe_shape, pose, mark(color::rust));
        const Vec2 corner = -0.6f * probe();
        const Aabb box{corner - Vec2{2.0f, 1.2f}, corner + Vec2{2.0f, 1.2f}};
        picture.box(box, color::teal);
        world().overlap(box, mark(color::teal));
    }
};

}  // namespace

scenes::SceneInfo overlaps_sample() {
    return entry<Overlaps>("Collision", "overlaps", "Overlaps",
                           "Red: what the turning shape overlaps, exactly. Teal: whose box overlaps the box.",
                           query_view, weightless, 600,
                           {{"half width [m]", 1.6f, 0.1f, 5.0f, ParameterKind::Number, true},
                            {"half height [m]", 0.7f, 0.1f, 5.0f, ParameterKind::Number, true},
                            {"rounding [m]", 0.3f, 0.0f, 2.0f, ParameterKind::Number, true}});
}

}  // namespace samples
