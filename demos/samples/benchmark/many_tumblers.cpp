#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Hollow squares side by side that turn at their own speed, each with a few boxes inside.
class ManyTumblers final : public Sample {
    enum Parameters : std::size_t { side, boxes, turning };

    void create() override {
        const int across = count(side);
        for (int row = 0; row < across; ++row) {
            for (int column = 0; column < across; ++column) {
                add_tumbler({8.0f * (static_cast<float>(column) - 0.5f * static_cast<float>(across - 1)),
                             8.0f * (static_cast<float>(row) - 0.5f * static_cast<float>(across - 1))});
            }
        }
        change_parameters();
    }
    void add_tumbler(const Vec2& at) {
        const BodyId square = world().create_body({.type = BodyType::Kinematic, .position = at});
        for (const float way : {-1.0f, 1.0f}) {
            world().create_shape(square, make_box(0.2f, 3.0f, Pose{{2.8f * way, 0.0f}, {}}),
                                 painted(color::rust));
            world().create_shape(square, make_box(3.0f, 0.2f, Pose{{0.0f, 2.8f * way}, {}}),
                                 painted(color::rust));
        }
        tumblers_.push_back(square);
        for (int i = 0; i < count(boxes); ++i) {
            const Vec2 place{0.7f * static_cast<float>(i % 5) - 1.4f,
                             0.7f * static_cast<float>(i / 5) - 1.4f};
            add_dynamic(world(), at + place, make_box(0.3f, 0.2f), painted(color::rainbow[i % 7]));
        }
    }
    void change_parameters() override {
        for (std::size_t i = 0; i < tumblers_.size(); ++i) {
            world()[tumblers_[i]].set_angular_velocity(parameter(turning) *
                                                       (0.5f + 0.05f * static_cast<float>(i)));
        }
    }

    std::vector<BodyId> tumblers_;
};

}  // namespace

scenes::SceneInfo many_tumblers_sample() {
    return entry<ManyTumblers>("Benchmark", "many_tumblers", "Many tumblers",
                               "Turning squares with boxes, independent of each other.",
                               {{0.0f, 0.0f}, 44.0f}, {}, 600,
                               {{"along a side", 5.0f, 1.0f, 12.0f, ParameterKind::Count},
                                {"boxes in each", 20.0f, 1.0f, 25.0f, ParameterKind::Count},
                                {"speed [rad/s]", 0.6f, -3.0f, 3.0f, ParameterKind::Number, true}});
}

}  // namespace samples
