#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// The ground under a pile is destroyed and recreated in every step; the pile must not be disturbed.
class RecreatedGround final : public Sample {
    enum Parameters : std::size_t { rows, pause };

    void create() override {
        ground_ = world().create_body({.type = BodyType::Static});
        for (int row = 0; row < count(rows); ++row) {
            for (int i = row; i < count(rows); ++i) {
                top_ = add_dynamic(world(),
                                   {static_cast<float>(i) - 0.5f * static_cast<float>(row + count(rows) - 1),
                                    0.5f + static_cast<float>(row)},
                                   make_box(0.5f, 0.5f), painted(color::ochre));
            }
        }
    }
    void prepare(int step) override {
        if (step % count(pause) != 0) {
            return;
        }
        if (world().is_valid(ground_)) {
            world().destroy_body(ground_);
        }
        ground_ = world().create_body({.type = BodyType::Static, .position = {0.0f, -0.5f}});
        world().create_shape(ground_, make_box(10.0f, 0.5f));
        change_look();
    }
    [[nodiscard]] int failures() const override {
        return length(world()[top_].position() - Vec2{0.0f, parameter(rows) - 0.5f}) > 0.1f ? 1 : 0;
    }
    [[nodiscard]] std::string status() const override {
        return "the top is at " + number_text(world()[top_].position().y) + " m";
    }

    BodyId ground_;
    BodyId top_;
};

}  // namespace

scenes::SceneInfo recreate_static_sample() {
    return entry<RecreatedGround>("Shapes", "recreate_static", "Recreate static",
                                  "The ground is destroyed and made anew in every step.",
                                  {{0.0f, 2.5f}, 9.0f}, {}, 600,
                                  {{"rows", 5.0f, 1.0f, 12.0f, ParameterKind::Count},
                                   {"steps between", 1.0f, 1.0f, 60.0f, ParameterKind::Count, true}});
}

}  // namespace samples
