#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A floor that is alternately solid and a sensor, and the contact and sensor events of each change.
class SwitchedFloor final : public Sample {
    enum Parameters : std::size_t { bodies, lift };

    void create() override {
        add_ground(world(), 30.0f);
        const BodyId shelf = world().create_body({.type = BodyType::Static, .position = {0.0f, 5.0f}});
        shelf_ = world().create_shape(shelf, make_box(4.0f, 0.3f));
        for (int i = 0; i < count(bodies); ++i) {
            add_dynamic(world(),
                        {-3.3f + 0.6f * static_cast<float>(i), 7.0f + 0.5f * static_cast<float>(i % 3)},
                        i % 2 == 0 ? ShapeGeometry(Circle{{0.0f, 0.0f}, 0.25f})
                                   : ShapeGeometry(make_box(0.25f, 0.25f)),
                        painted(i));
        }
    }
    void prepare(int step) override {
        if (step % 150 == 120) {
            world()[shelf_].set_sensor(!world()[shelf_].is_sensor());
            change_look();
        }
        if (step % 300 == 299) {
            for (const BodyId body : world().bodies()) {
                if (world()[body].type() == BodyType::Dynamic) {
                    const Vec2 at = world()[body].position();
                    world()[body].set_pose({at.x, at.y + parameter(lift)}, world()[body].angle());
                }
            }
        }
    }
    void after_step() override {
        begins_ += static_cast<int>(world().sensor_begins().size());
        ends_ += static_cast<int>(world().sensor_ends().size());
    }
    /// Checks that every visitor inside has begun and not ended.
    [[nodiscard]] int failures() const override {
        const auto inside = static_cast<int>(
            world()[shelf_].is_sensor() ? world()[shelf_].sensor_overlaps().size() : std::size_t{0});
        return begins_ - ends_ == inside ? 0 : 1;
    }
    [[nodiscard]] std::string status() const override {
        return std::string(world()[shelf_].is_sensor() ? "a sensor" : "solid") + ", " +
               count_text("begun", begins_) + ", " + count_text("ended", ends_);
    }

    ShapeId shelf_;
    int begins_ = 0;
    int ends_ = 0;
};

}  // namespace

scenes::SceneInfo sensor_bookend_sample() {
    return entry<SwitchedFloor>("Events", "sensor_bookend", "Sensor bookend",
                                "A shelf that is solid and a sensor in turn: what begins also ends.",
                                {{0.0f, 5.0f}, 14.0f}, {}, 600,
                                {{"bodies", 12.0f, 1.0f, 12.0f, ParameterKind::Count},
                                 {"lifted by [m]", 7.0f, 1.0f, 12.0f, ParameterKind::Number, true}});
}

}  // namespace samples
