#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <drystone/path_guide.h>

#include <algorithm>
#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// A train on a closed track of hills and a loop, and a lift on a bent shaft.
class Rails final : public Sample {
    enum Parameters : std::size_t { engine_speed, engine_force, wagons };

    void create() override {
        const BodyId ground = add_ground(world(), 30.0f);
        BodyId last;
        for (int i = 0; i < count(wagons); ++i) {
            const BodyId wagon = add_dynamic(world(), {-6.0f + 1.2f * static_cast<float>(i), 1.0f},
                                             make_box(0.45f, 0.2f), painted(color::rainbow[i % 7]));
            guides_.emplace_back(
                world(),
                PathGuideDefinition{
                    .body_a = ground, .body_b = wagon, .points = track(), .is_loop = true, .aligned = true});
            if (i > 0) {
                world().create_joint(last, wagon, DistanceJoint{.length = 1.2f});
            }
            last = wagon;
        }
        const BodyId cabin = add_dynamic(world(), {11.0f, 0.6f}, make_box(0.5f, 0.4f), painted(color::teal));
        guides_.emplace_back(
            world(),
            PathGuideDefinition{.body_a = ground,
                                .body_b = cabin,
                                .points = {{11.0f, 0.6f}, {11.5f, 3.0f}, {10.0f, 6.0f}, {11.0f, 9.0f}}});
    }
    [[nodiscard]] static std::vector<Vec2> track() {
        return {{-8.0f, 1.0f}, {-4.0f, 0.6f}, {0.0f, 2.5f},  {4.0f, 0.8f},  {8.0f, 1.2f}, {8.5f, 5.0f},
                {5.0f, 8.0f},  {1.0f, 6.5f},  {-3.0f, 8.5f}, {-8.0f, 7.0f}, {-9.5f, 4.0f}};
    }
    void prepare(int step) override {
        for (std::size_t i = 0; i < guides_.size(); ++i) {
            const bool is_lift = i + 1 == guides_.size();
            const float way = step % 600 < 300 ? 1.0f : -1.0f;
            if (is_lift) {
                guides_[i].set_motor(JointMotor{2.0f * way, 200.0f});
            } else if (i == 0) {
                guides_[i].set_motor(JointMotor{parameter(engine_speed), parameter(engine_force)});
            }
            guides_[i].update(world(), 1.0f / 60.0f);
            const BodyId body = world()[guides_[i].joint()].body_b().id();
            off_ += length(world()[body].position() - guides_[i].point(guides_[i].place())) > 0.3f ? 1 : 0;
        }
    }
    void draw(Picture& picture) const override {
        for (const PathGuide* guide : {&guides_.front(), &guides_.back()}) {
            constexpr int parts = 120;
            for (int i = 0; i < parts; ++i) {
                const float at = guide->length() * static_cast<float>(i) / static_cast<float>(parts);
                picture.line(guide->point(at), guide->point(at + guide->length() / static_cast<float>(parts)),
                             color::slate);
            }
        }
    }
    [[nodiscard]] std::string status() const override {
        return "speed " +
               number_text(
                   length(world()[world()[guides_.front().joint()].body_b().id()].linear_velocity())) +
               " m/s";
    }
    [[nodiscard]] int failures() const override { return off_; }

    std::vector<PathGuide> guides_;
    int off_ = 0;
};

}  // namespace

scenes::SceneInfo rails_sample() {
    return entry<Rails>("Joints", "rails", "Rails", "A train and a lift, each body on a smooth curve.",
                        {{0.0f, 4.8f}, 13.0f}, {}, 900,
                        {{"engine [m/s]", 6.0f, -10.0f, 10.0f, ParameterKind::Number, true},
                         {"engine [N]", 60.0f, 0.0f, 200.0f, ParameterKind::Number, true},
                         {"wagons", 4.0f, 1.0f, 8.0f, ParameterKind::Count}});
}

}  // namespace samples
