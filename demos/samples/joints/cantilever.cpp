#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Beams of welded pieces that stick out of a wall: stiff, with soft corners, and soft in all directions.
class Cantilever final : public Sample {
    void create() override {
        add_ground(world(), 30.0f);
        const BodyId wall = add_static(world(), {-9.0f, 7.0f}, make_box(1.0f, 7.0f));
        const JointSpring corner{.frequency = parameter(corners), .damping_ratio = parameter(damping)};
        const JointSpring soft{.frequency = parameter(ends), .damping_ratio = parameter(damping)};
        add_beam(wall, 11.5f, color::slate, {});
        add_beam(wall, 8.0f, color::teal, {.angular_spring = corner});
        add_beam(wall, 4.5f, color::plum, {.linear_spring = soft, .angular_spring = corner});
    }
    void draw(Picture& picture) const override {
        for (const BodyId tip : tips_) {
            const Vec2 at = world()[tip].position();
            picture.text(at + Vec2{0.8f, 0.0f}, number_text(at.y) + " m", color::charcoal);
        }
    }

    void add_beam(BodyId wall, float y, int paint, const WeldJoint& joint) {
        constexpr int pieces = 8;
        BodyId last = wall;
        for (int i = 0; i < pieces; ++i) {
            const float x = -8.0f + static_cast<float>(i);
            const BodyId piece = add_dynamic(world(), {x + 0.5f, y},
                                             Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.125f}, painted(paint));
            weld(world(), last, piece, {x, y}, joint);
            last = piece;
        }
        tips_.push_back(last);
        add_dynamic(world(), {-3.5f, y + 1.5f}, make_box(0.35f, 0.35f),
                    painted(color::terracotta, {.density = 0.7f}));
    }

    enum Parameters : std::size_t { corners, ends, damping };

    std::vector<BodyId> tips_;
};

}  // namespace

scenes::SceneInfo cantilever_sample() {
    return scenes::describe<Cantilever>(
        {.name = "cantilever",
         .title = "Cantilever",
         .group = "Joints",
         .description =
             "Beams of eight welded pieces: stiff, with springs in the corners, with springs in all. The "
             "stiff one stays straight under its load.",
         .view = {{-2.0f, 7.0f}, 16.0f},
         .parameters = {{"corner springs [Hz]", 12.0f, 1.0f, 30.0f},
                        {"end springs [Hz]", 8.0f, 1.0f, 30.0f},
                        {"damping ratio", 0.3f, 0.0f, 2.0f}},
         .create = {}});
}

}  // namespace samples
