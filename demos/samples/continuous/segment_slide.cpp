#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A box, a disc and a capsule that move fast along segment floors into a wall: the corner between the two
/// stops them, though they cover more than their length in a step.
class SegmentSlide final : public Sample {
    enum Parameters : std::size_t { pace };

    static constexpr float wall = 30.0f;
    static constexpr float storey = 4.0f;

    void create() override {
        const BodyId ground = world().create_body({.type = BodyType::Static});
        const ShapeGeometry kinds[] = {Circle{{0.0f, 0.0f}, 0.5f}, make_box(0.5f, 0.5f),
                                       Capsule{{-0.4f, 0.0f}, {0.4f, 0.0f}, 0.4f}};
        for (int i = 0; i < 3; ++i) {
            const float floor = storey * static_cast<float>(i);
            world().create_shape(ground, Segment{{-wall, floor}, {wall, floor}});
            world().create_shape(ground, Segment{{wall, floor}, {wall, floor + 3.0f}});
            const BodyId body = add_dynamic(world(), {-20.0f, floor + 0.7f}, kinds[i], painted(i));
            world()[body].set_linear_velocity({parameter(pace), 0.0f});
            bodies_.push_back(body);
        }
    }
    [[nodiscard]] int failures() const override {
        int out = 0;
        for (std::size_t i = 0; i < bodies_.size(); ++i) {
            const Vec2 at = world()[bodies_[i]].position();
            const float above = at.y - storey * static_cast<float>(i);
            out += at.x > wall || (above < 0.3f && at.x > -wall) ? 1 : 0;
        }
        return out;
    }
    [[nodiscard]] std::string status() const override { return count_text("got out", failures()); }

    std::vector<BodyId> bodies_;
};

}  // namespace

scenes::SceneInfo segment_slide_sample() {
    return entry<SegmentSlide>(
        "Continuous", "segment_slide", "Segment slide",
        "At 100 m/s along a line into a wall: the corner holds a disc, a box and a capsule.",
        {{6.5f, 5.0f}, 27.0f}, {}, 600, {{"speed [m/s]", 100.0f, 1.0f, 400.0f}});
}

}  // namespace samples
