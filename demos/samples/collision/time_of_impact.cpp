#include <samples/all_samples.h>
#include <samples/collision/query_view.h>
#include <samples/collision/shape_kinds.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/collision/time_of_impact.h>

#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A bar that spins past a block: its path, and the pose of first contact.
class TimesOfImpact final : public Sample {
    enum Parameters : std::size_t { turns, pace };

    void create() override {}
    void prepare(int step) override { time_ = parameter(pace) * static_cast<float>(step + 1) / 60.0f; }
    void draw(Picture& picture) const override {
        const AnyCore block(make_box(0.4f, 2.0f));
        const AnyCore bar(make_rounded_box(0.8f, 0.05f, 0.1f));
        for (int i = 0; i < 3; ++i) {
            const Vec2 at{3.0f, 5.0f - 5.0f * static_cast<float>(i)};
            const Pose wall{at, Rot::from_angle(0.2f * time_)};
            Sweep way =
                make_sweep({{-9.0f, at.y + 1.2f * Rot::from_angle(0.6f * time_).s}, Rot::from_angle(time_)},
                           {{9.0f, at.y}, Rot::from_angle(time_)}, {0.0f, 0.0f});
            way.angle = 2.0f * pi * parameter(turns) * static_cast<float>(i);
            const TimeOfImpact impact =
                time_of_impact(block.view(), make_sweep(wall, wall, {0.0f, 0.0f}), bar.view(), way);
            picture.shape(block.geometry(), wall, color::slate);
            for (int k = 0; k <= 16; ++k) {
                picture.shape(bar.geometry(), interpolate(way, static_cast<float>(k) / 16.0f), color::sand);
            }
            picture.shape(bar.geometry(), interpolate(way, impact.fraction),
                          impact.status == TimeOfImpactStatus::Hit ? color::rust : color::teal);
            if (impact.status == TimeOfImpactStatus::Hit) {
                picture.point(impact.point, color::charcoal);
            }
            picture.text(at + Vec2{1.0f, 1.6f},
                         "fraction " + number_text(impact.fraction) + ", " +
                             std::to_string(impact.iterations) + " queries",
                         color::charcoal);
        }
    }
    float time_ = 0.0f;
};

}  // namespace

scenes::SceneInfo time_of_impact_sample() {
    return entry<TimesOfImpact>(
        "Collision", "time_of_impact", "Time of impact",
        "Bars fly to the right, turning 0, 1 and 2 times: red is where they touch first.", query_view,
        weightless, 600,
        {{"turns per bar", 1.0f, 0.0f, 4.0f, ParameterKind::Number, true},
         {"speed x", 1.0f, 0.0f, 5.0f, ParameterKind::Number, true}});
}

}  // namespace samples
