#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Tables, spaceships and other bodies of several shapes.
class Compounds final : public Sample {
    enum Parameters : std::size_t { bodies };

    void create() override {
        add_ground(world(), 40.0f);
        add_room(world(), {{-12.0f, 0.0f}, {12.0f, 40.0f}});
        for (int i = 0; i < count(bodies); ++i) {
            const Vec2 at{-8.0f + 4.0f * static_cast<float>(i % 5), 3.0f + 3.2f * static_cast<float>(i / 5)};
            const BodyId body = world().create_body(
                {.type = BodyType::Dynamic, .position = at, .angle = 0.4f * static_cast<float>(i)});
            if (i % 3 == 0) {
                add_table(body);
            } else if (i % 3 == 1) {
                add_ship(body);
            } else {
                add_dumbbell(body);
            }
        }
    }
    void add_table(BodyId body) {
        world().create_shape(body, make_box(1.4f, 0.15f, Pose{{0.0f, 0.6f}, {}}), painted(color::ochre));
        world().create_shape(body, make_box(0.15f, 0.6f, Pose{{-1.1f, -0.1f}, {}}), painted(color::rust));
        world().create_shape(body, make_box(0.15f, 0.6f, Pose{{1.1f, -0.1f}, {}}), painted(color::rust));
    }
    void add_ship(BodyId body) {
        world().create_shape(body, make_polygon({{-1.3f, -0.6f}, {0.0f, -0.2f}, {0.0f, 1.1f}}),
                             painted(color::teal));
        world().create_shape(body, make_polygon({{1.3f, -0.6f}, {0.0f, 1.1f}, {0.0f, -0.2f}}),
                             painted(color::slate));
    }
    void add_dumbbell(BodyId body) {
        world().create_shape(body, Circle{{-1.0f, 0.0f}, 0.5f}, painted(color::plum));
        world().create_shape(body, Circle{{1.0f, 0.0f}, 0.5f}, painted(color::plum));
        world().create_shape(body, Capsule{{-0.8f, 0.0f}, {0.8f, 0.0f}, 0.15f}, painted(color::sand));
    }
};

}  // namespace

scenes::SceneInfo compound_shapes_sample() {
    return entry<Compounds>("Shapes", "compound_shapes", "Compound shapes",
                            "Tables, ships and dumbbells: bodies of several shapes.", {{0.0f, 7.0f}, 18.0f},
                            {}, 600, {{"bodies", 24.0f, 1.0f, 60.0f, ParameterKind::Count}});
}

}  // namespace samples
