#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A pyramid of boxes of 5 cm.
class TinyPyramid final : public Sample {
    enum Parameters : std::size_t { rows, box_size };

    void create() override {
        add_ground(world(), 5.0f);
        const float half = 0.5f * parameter(box_size);
        const int base = count(rows);
        for (int row = 0; row < base; ++row) {
            for (int column = 0; column < base - row; ++column) {
                const Vec2 at{
                    2.0f * half * (static_cast<float>(column) - 0.5f * static_cast<float>(base - 1 - row)),
                    half + 2.0f * half * static_cast<float>(row)};
                top_ = add_dynamic(world(), at, make_box(half, half),
                                   painted(row % 2 == 0 ? color::ochre : color::terracotta));
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "top at " + number_text(100.0f * world()[top_].position().y) + " cm of " +
               number_text(100.0f * (parameter(rows) - 0.5f) * parameter(box_size));
    }

    BodyId top_;
};

}  // namespace

scenes::SceneInfo tiny_pyramid_sample() {
    return entry<TinyPyramid>(
        "Robustness", "tiny_pyramid", "Tiny pyramid",
        "Boxes of 5 cm, the size of a few slops, stand all the same.", {{0.0f, 0.5f}, 1.5f}, {}, 600,
        {{"rows", 20.0f, 2.0f, 30.0f, ParameterKind::Count}, {"boxes [m]", 0.05f, 0.01f, 0.1f}});
}

}  // namespace samples
