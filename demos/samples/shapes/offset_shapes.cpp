#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Shapes far from the origin of their bodies behave as if they were at it.
class Offset final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const Vec2 far{-25.0f, 4.0f};
        for (int i = 0; i < 8; ++i) {
            const bool offset = i >= 4;
            const Vec2 shift = offset ? far : Vec2{0.0f, 0.0f};
            const Vec2 place{offset ? 3.0f : -3.0f, 0.5f + static_cast<float>(i % 4)};
            const BodyId box = world().create_body({.type = BodyType::Dynamic, .position = place - shift});
            world().create_shape(box, make_box(0.5f, 0.5f, Pose{shift, {}}),
                                 painted(offset ? color::plum : color::sage));
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
                         {{2.0f, 3.0f}, 14.0f});
}

}  // namespace samples
