#include <scenes/building.h>
#include <scenes/colors.h>
#include <scenes/demo_scenes.h>

namespace scenes {
namespace {

/// Shapes of every kind, poured over two chutes into a bin.
class Bin final : public Scene {
public:
    void build(Backend& backend) override {
        add_ground(backend, 80.0f);
        const ShapeDescription wood{.shape = {}, .friction = 0.5f, .color = color::rust};
        add_static_box(backend, {0.0f, 0.3f}, {13.0f, 0.6f}, wood);
        for (const float side : {-1.0f, 1.0f}) {
            add_static_box(backend, {6.75f * side, 4.0f}, {0.6f, 8.2f}, wood, -0.08f * side);
            add_static_box(backend, {5.6f * side, 12.6f}, {7.0f, 0.3f}, {.shape = {}, .friction = 0.1f},
                           0.5f * side);
        }
    }

    void before_step(Backend& backend, int step) override {
        if (step % interval != 0 || poured_ >= count(shapes)) {
            return;
        }
        for (const float side : {-1.0f, 1.0f}) {
            const float size = random_.between(0.22f, 0.5f);
            const Shape shape = random_shape(random_, size);
            const BodyDescription body{
                .kind = BodyKind::Dynamic,
                .position = {side * random_.between(7.0f, 8.2f), random_.between(15.2f, 16.0f)},
                .angle = random_.between(-3.0f, 3.0f),
                .velocity = {-2.0f * side, -1.0f}};
            add_body(backend, body,
                     {.shape = shape,
                      .friction = parameter(friction),
                      .restitution = 0.05f,
                      .color = random_color(random_)});
            ++poured_;
        }
    }

private:
    enum Parameters : std::size_t { shapes, friction };

    static constexpr int interval = 8;
    Random random_{2024};
    int poured_ = 0;
};

}  // namespace

SceneInfo bin_scene() {
    return describe<Bin>(
        {.name = "bin",
         .title = "Pouring into a bin",
         .group = "Granular",
         .description = "230 circles, capsules, boxes and polygons, some rounded, "
                        "poured in over time.",
         .view = {{0.0f, 7.9f}, 19.0f},
         .steps = 1200,
         .parameters = {{"shapes", 230.0f, 10.0f, 600.0f, ParameterKind::Count, true},
                        {"friction of new ones", 0.4f, 0.0f, 1.5f, ParameterKind::Number, true}},
         .create = {}});
}

}  // namespace scenes
