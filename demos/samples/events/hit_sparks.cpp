#include <samples/all_samples.h>
#include <samples/events/marks.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Hits emit sparks, in proportion to their strength.
class HitSparks final : public Sample {
    enum Parameters : std::size_t { pause, pace, bounce };

    void create() override {
        add_ground(world(), 30.0f);
        add_static(world(), {-6.0f, 4.0f}, make_box(3.0f, 0.2f), {}, -0.4f);
        add_static(world(), {6.0f, 6.0f}, make_box(3.0f, 0.2f), {}, 0.4f);
    }
    void prepare(int step) override {
        if (step % count(pause) == 0 && step < 1800) {
            const int i = step / count(pause);
            const BodyId body = add_dynamic(
                world(), {i % 2 == 0 ? -6.0f : 6.0f, 13.0f},
                i % 3 == 0 ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.5f}) : ShapeGeometry(make_box(0.5f, 0.5f)),
                painted(i % 3 == 0 ? color::charcoal : color::slate,
                        {.material = {.restitution = parameter(bounce)}, .hit_events = true}));
            world()[body].set_linear_velocity({0.0f, -parameter(pace)});
        }
    }
    void after_step() override {
        grow_old(hits_, 20);
        for (const ContactHit& hit : world().contact_hits()) {
            hits_.push_back({hit.point, hit.normal, hit.approach_speed});
            hardest_ = std::max(hardest_, hit.approach_speed);
            ++count_;
        }
    }
    void draw(Picture& picture) const override {
        for (const Mark& mark : hits_) {
            const float time = static_cast<float>(mark.age) / 20.0f;
            for (int i = 0; i < 9; ++i) {
                const Vec2 way =
                    rotate(Rot::from_angle(0.35f * static_cast<float>(i - 4)), left_perp(mark.normal)) *
                    (i % 2 == 0 ? 1.0f : -1.0f);
                const float reach = 0.12f * mark.strength * (0.5f + 0.1f * static_cast<float>(i % 5));
                const Vec2 fall{0.0f, -0.6f * time * time};
                picture.line(mark.at + reach * time * way + fall,
                             mark.at + reach * (time + 0.15f) * way + fall,
                             i % 2 == 0 ? color::ochre : color::rust);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return count_text("hits", count_) + ", the hardest at " + number_text(hardest_) + " m/s";
    }

    std::vector<Mark> hits_;
    float hardest_ = 0.0f;
    int count_ = 0;
};

}  // namespace

scenes::SceneInfo hit_sparks_sample() {
    return entry<HitSparks>("Events", "hit_sparks", "Hit sparks", "Hit events with point, normal and speed.",
                            {{0.0f, 6.5f}, 16.0f}, {}, 600,
                            {{"steps between bodies", 45.0f, 10.0f, 120.0f, ParameterKind::Count, true},
                             {"speed [m/s]", 4.0f, 0.0f, 30.0f, ParameterKind::Number, true},
                             {"restitution", 0.3f, 0.0f, 1.0f, ParameterKind::Number, true}});
}

}  // namespace samples
