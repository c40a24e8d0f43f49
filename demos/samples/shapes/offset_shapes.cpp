#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Shapes far from the origin of their bodies behave as if they were at it.
class Offset final : public Sample {
    enum Parameters : std::size_t { offset };

    void create() override {
        add_ground(world(), 30.0f);
        const Vec2 far{-parameter(offset), 4.0f};
        for (int i = 0; i < 8; ++i) {
            const bool is_far = i >= 4;
            const Vec2 shift = is_far ? far : Vec2{0.0f, 0.0f};
            const Vec2 place{is_far ? 3.0f : -3.0f, 0.5f + static_cast<float>(i % 4)};
            const BodyId box = world().create_body({.type = BodyType::Dynamic, .position = place - shift});
            world().create_shape(box, make_box(0.5f, 0.5f, Pose{shift, {}}),
                                 painted(is_far ? color::plum : color::sage));
            boxes_.push_back(box);
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId box : boxes_) {
            picture.line(world()[box].position(), world()[box].center_of_mass(), color::stone);
        }
    }
    std::vector<BodyId> boxes_;
};

}  // namespace

scenes::SceneInfo offset_shapes_sample() {
    return entry<Offset>("Shapes", "offset_shapes", "Offset",
                         "Shapes far from the origins of their bodies (lines) stack like others.",
                         {{2.0f, 3.0f}, 14.0f}, {}, 600,
                         {{"distance from the origin [m]", 25.0f, 0.0f, 1000.0f}});
}

}  // namespace samples
