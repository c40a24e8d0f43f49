#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

namespace samples {
namespace {

using namespace drystone;

/// Ground of thousands of squares on one body, on which bodies of hundreds of squares each come down.
class LargeCompounds final : public Sample {
    enum Parameters : std::size_t { width, span };

    void create() override {
        const int columns = count(width);
        const BodyId ground = world().create_body({.type = BodyType::Static});
        for (int row = 0; row < columns; ++row) {
            // A valley: fewer squares towards the middle the higher the row.
            for (int column = row; column < columns; ++column) {
                for (const float way : {-1.0f, 1.0f}) {
                    const Vec2 at{way * (static_cast<float>(column) + 0.5f), static_cast<float>(row) + 0.5f};
                    world().create_shape(ground, make_box(0.5f, 0.5f, Pose{at, {}}), painted(color::slate));
                }
            }
        }
        for (int i = 0; i < 5; ++i) {
            add_block({4.0f * static_cast<float>(i % 2) - 2.0f,
                       static_cast<float>(columns) + 1.5f * static_cast<float>(count(span) * i)},
                      color::rainbow[i]);
        }
    }
    void add_block(const Vec2& at, int paint) {
        const int across = count(span);
        const BodyId block = world().create_body({.position = at});
        for (int i = 0; i < across * across; ++i) {
            const Vec2 place{static_cast<float>(i % across) - 0.5f * static_cast<float>(across - 1),
                             static_cast<float>(i / across) - 0.5f * static_cast<float>(across - 1)};
            const bool is_last = i == across * across - 1;
            world().create_shape(block, make_box(0.5f, 0.5f, Pose{place, {}}),
                                 painted(paint, {.update_mass = is_last}));
        }
    }
};

}  // namespace

scenes::SceneInfo large_compounds_sample() {
    return entry<LargeCompounds>("Benchmark", "large_compounds", "Large compounds",
                                 "Bodies of a hundred squares come down on a valley of thousands.",
                                 {{0.0f, 40.0f}, 110.0f}, {}, 600,
                                 {{"squares of the ground", 40.0f, 5.0f, 100.0f, ParameterKind::Count},
                                  {"squares of a body", 10.0f, 2.0f, 20.0f, ParameterKind::Count}});
}

}  // namespace samples
