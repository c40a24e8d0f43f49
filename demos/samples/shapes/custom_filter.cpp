#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// A custom filter: shapes of different colours pass through each other.
class CustomFilter final : public Sample {
    enum Parameters : std::size_t { rows, by_color };

    void create() override {
        const BodyId ground = add_ground(world(), 40.0f);
        world().set_collision_filter([this, ground](ShapeId a, ShapeId b) {
            return parameter(by_color) == 0.0f || world()[a].body() == ground ||
                   world()[b].body() == ground || world()[a].user_data() == world()[b].user_data();
        });
        for (int column = 0; column < 6; ++column) {
            for (int row = 0; row < count(rows); ++row) {
                const int paint = (row + column) % 2 == 0 ? color::teal : color::terracotta;
                add_dynamic(world(),
                            {-4.0f + 1.6f * static_cast<float>(column) + 0.1f * static_cast<float>(row),
                             1.0f + 1.2f * static_cast<float>(row)},
                            make_box(0.5f, 0.5f), painted(paint));
            }
        }
    }
};

}  // namespace

scenes::SceneInfo custom_filter_sample() {
    return entry<CustomFilter>("Shapes", "custom_filter", "Custom filter",
                               "A function decides: the two colours pass through each other.",
                               {{0.0f, 4.0f}, 12.0f}, {}, 600,
                               {{"rows", 6.0f, 1.0f, 12.0f, ParameterKind::Count},
                                {"the function decides", 1.0f, 0.0f, 1.0f, ParameterKind::Switch}});
}

}  // namespace samples
