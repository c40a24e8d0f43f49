#include <samples/all_samples.h>
#include <samples/collision/field.h>
#include <samples/collision/query_view.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A shape that is moved until it hits something.
class ShapeCasts final : public Field {
    enum Parameters : std::size_t { reach, turning };

    void draw(Picture& picture) const override {
        const std::vector<ShapeGeometry> kinds = shape_kinds();
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const Rot turn = Rot::from_angle(parameter(turning) * time() + static_cast<float>(i));
            const Pose start{probe(), turn};
            const Vec2 way = rotate(Rot::from_angle(pi / 3.0f * static_cast<float>(i) + 0.1f * time()),
                                    {parameter(reach), 0.0f});
            const auto hit = world().cast_shape({.geometry = kinds[i], .pose = start, .translation = way});
            const float fraction = hit ? hit->fraction : 1.0f;
            const Pose end{start.position + fraction * way, turn};
            picture.line(start.position, end.position, color::slate);
            picture.shape(kinds[i], end, hit ? color::rust : color::teal);
            if (hit && hit->fraction > 0.0f) {
                picture.point(hit->point, color::charcoal);
                picture.arrow(hit->point, hit->point + 0.5f * hit->normal, color::charcoal);
            }
        }
    }
};

}  // namespace

scenes::SceneInfo shape_cast_sample() {
    return entry<ShapeCasts>("Collision", "shape_cast", "Shape casts",
                             "Six shapes leave the cursor until they meet something (red).", query_view,
                             weightless, 600,
                             {{"length [m]", 8.0f, 0.5f, 20.0f, ParameterKind::Number, true},
                              {"turning [rad/s]", 0.5f, 0.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
