#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// A flat floor with normals that lean inwards: a callback tilts them, and bodies slide and roll to the
/// middle.
class BentNormals final : public Sample {
    enum Parameters : std::size_t { bend };

    static Vec2 normal_at(float x, float by) { return normalized(Vec2{-by * x, 1.0f}); }

    void create() override {
        add_static(world(), {0.0f, -1.0f}, make_box(16.0f, 1.0f),
                   painted(color::stone, {.material = {.friction = 0.1f}, .pre_solve = true}));
        for (int i = 0; i < 16; ++i) {
            const float x = -13.5f + 1.8f * static_cast<float>(i);
            const ShapeDefinition shape = painted(i, {.material = {.friction = 0.1f}});
            if (i % 2 == 0) {
                add_dynamic(world(), {x, 1.0f}, Circle{{0.0f, 0.0f}, 0.4f}, shape);
            } else {
                add_dynamic(world(), {x, 1.0f}, make_box(0.4f, 0.4f), shape);
            }
        }
        world().set_pre_solve_callback([by = parameter(bend)](PreSolveContact& contact) {
            const float sign = contact.normal.y > 0.0f ? 1.0f : -1.0f;
            contact.normal = sign * normal_at(contact.points[0].point.x, by);
            return true;
        });
    }
    void draw(Picture& picture) const override {
        for (int i = -7; i <= 7; ++i) {
            const Vec2 at{2.0f * static_cast<float>(i), 0.0f};
            picture.arrow(at, at + normal_at(at.x, parameter(bend)), color::rust);
        }
    }
};

}  // namespace

scenes::SceneInfo bent_normals_sample() {
    return entry<BentNormals>("Collision", "bent_normals", "Bent normals",
                              "A callback bends the normals of a flat floor: bodies gather in its middle.",
                              {{0.0f, 3.0f}, 14.0f}, {}, 600, {{"bend [1/m]", 0.03f, -0.1f, 0.1f}});
}

}  // namespace samples
