#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Shapes of all kinds that fall into a tall barrel of overlapping tiles.
class Barrel final : public Sample {
    enum Parameters : std::size_t { rows, kind };

    static constexpr int columns = 16;

    void create() override {
        const BodyId walls = world().create_body({.type = BodyType::Static});
        for (int i = -16; i <= 16; ++i) {
            const auto x = static_cast<float>(i);
            world().create_shape(walls, make_box(0.55f, 0.5f, Pose{{x, -0.5f}, {}}), painted(color::slate));
        }
        for (int i = 0; i < 60; ++i) {
            const float y = static_cast<float>(i) + 0.5f;
            world().create_shape(walls, make_box(0.5f, 0.55f, Pose{{-16.0f, y}, {}}), painted(color::slate));
            world().create_shape(walls, make_box(0.5f, 0.55f, Pose{{16.0f, y}, {}}), painted(color::slate));
        }
        for (int row = 0; row < count(rows); ++row) {
            for (int column = 0; column < columns; ++column) {
                const float lean = row % 2 == 0 ? 0.3f : -0.3f;
                add(row, {1.8f * static_cast<float>(column) - 13.5f + lean,
                          1.5f + 1.6f * static_cast<float>(row)});
            }
        }
    }
    void add(int row, const Vec2& at) {
        const ShapeDefinition look = painted(color::rainbow[row % 7]);
        const int chosen = count(kind) == 3 ? row % 3 : count(kind);
        if (chosen == 0) {
            add_dynamic(world(), at, Circle{{0.0f, 0.0f}, 0.5f}, look);
        } else if (chosen == 1) {
            add_dynamic(world(), at, Capsule{{0.0f, -0.3f}, {0.0f, 0.3f}, 0.4f}, look);
        } else {
            const BodyId wedge =
                add_dynamic(world(), at, make_polygon({{-0.6f, -0.5f}, {0.0f, -0.2f}, {0.0f, 0.5f}}), look);
            world().create_shape(wedge, make_polygon({{0.6f, -0.5f}, {0.0f, 0.5f}, {0.0f, -0.2f}}), look);
        }
    }
};

}  // namespace

scenes::SceneInfo barrel_sample() {
    return entry<Barrel>("Benchmark", "barrel", "Barrel", "Discs, capsules and compounds fall into a barrel.",
                         {{0.0f, 22.0f}, 50.0f}, {}, 900,
                         {{"rows", 24.0f, 1.0f, 60.0f, ParameterKind::Count},
                          {"discs, capsules, compounds, mixed", 3.0f, 0.0f, 3.0f, ParameterKind::Count}});
}

}  // namespace samples
