#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

namespace samples {
namespace {

using namespace drystone;

/// Rounded boxes and polygons of all kinds fall down.
class Rounded final : public Sample {
    enum Parameters : std::size_t { bodies, largest };

    void create() override {
        add_room(world(), {{-9.0f, 0.0f}, {9.0f, 40.0f}});
        scenes::Random random{42};
        for (int i = 0; i < count(bodies); ++i) {
            const Vec2 at{-7.5f + 1.6f * static_cast<float>(i % 10),
                          1.5f + 1.7f * static_cast<float>(i / 10)};
            const float radius = random.between(0.1f, parameter(largest));
            const float size = random.between(0.2f, 0.5f);
            const ShapeGeometry geometry =
                i % 2 == 0 ? ShapeGeometry(make_rounded_box(size, 0.3f, radius))
                           : ShapeGeometry(make_regular_polygon(3 + random.below(4), size, radius));
            add_dynamic(world(), at, geometry, painted(scenes::random_color(random)),
                        random.between(-3.0f, 3.0f));
        }
    }
};

}  // namespace

scenes::SceneInfo rounded_sample() {
    return entry<Rounded>(
        "Shapes", "rounded", "Rounded", "Boxes and polygons with a radius.", {{0.0f, 7.0f}, 17.0f}, {}, 600,
        {{"bodies", 90.0f, 1.0f, 200.0f, ParameterKind::Count}, {"largest radius [m]", 0.35f, 0.1f, 0.5f}});
}

}  // namespace samples
