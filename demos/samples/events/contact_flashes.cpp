#include <samples/all_samples.h>
#include <samples/events/marks.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <scenes/random.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Beginning contacts flash red, ending ones blue.
class ContactFlashes final : public Sample {
    enum Parameters : std::size_t { bounce, pace };

    void create() override {
        add_room(world(), {{-8.0f, 0.0f}, {8.0f, 12.0f}});
        scenes::Random random{7};
        const float fast = parameter(pace);
        for (int i = 0; i < 24; ++i) {
            const Vec2 at{-6.0f + 2.3f * static_cast<float>(i % 6), 3.0f + 2.0f * static_cast<float>(i / 6)};
            const BodyId body = add_dynamic(
                world(), at,
                i % 2 == 0 ? ShapeGeometry(make_box(0.4f, 0.4f)) : ShapeGeometry(Circle{{0.0f, 0.0f}, 0.45f}),
                painted(i % 2 == 0 ? color::sand : color::cream,
                        {.material = {.restitution = parameter(bounce)}}));
            world()[body].set_linear_velocity({random.between(-fast, fast), random.between(-fast, fast)});
        }
    }
    void after_step() override {
        grow_old(begins_, 12);
        grow_old(ends_, 12);
        for (const ContactBegin& begin : world().contact_begins()) {
            const ContactView contact = world().contact(begin.contact);
            begins_.push_back({contact.points[0].point, contact.normal});
            ++begin_count_;
        }
        for (const ContactEnd& end : world().contact_ends()) {
            ++end_count_;
            if (world().is_valid(end.shape_b)) {
                ends_.push_back({center(world()[end.shape_b].aabb())});
            }
        }
    }
    void draw(Picture& picture) const override {
        for (const Mark& mark : begins_) {
            picture.circle(mark.at, 0.1f + 0.04f * static_cast<float>(mark.age), color::rust);
            picture.arrow(mark.at, mark.at + 0.6f * mark.normal, color::rust);
        }
        for (const Mark& mark : ends_) {
            picture.circle(mark.at, 0.6f, color::slate);
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("begun", begin_count_) + ", " + count_text("ended", end_count_);
    }

    std::vector<Mark> begins_;
    std::vector<Mark> ends_;
    int begin_count_ = 0;
    int end_count_ = 0;
};

}  // namespace

scenes::SceneInfo contact_flashes_sample() {
    return entry<ContactFlashes>(
        "Events", "contact_flashes", "Contact begin and end",
        "Red: a contact begins, with its normal. Slate: one ends.", {{0.0f, 6.0f}, 15.0f}, {}, 600,
        {{"restitution", 0.85f, 0.0f, 1.0f}, {"largest speed [m/s]", 6.0f, 0.0f, 30.0f}});
}

}  // namespace samples
