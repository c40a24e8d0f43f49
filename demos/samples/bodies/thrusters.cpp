#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <string>
#include <vector>

namespace samples {
namespace {

using namespace drystone;

/// Rockets with forces that stay: they are set once, and again when the slider moves.
class Thrusters final : public Sample {
    enum Parameters : std::size_t { thrust, turn };

    void create() override {
        add_ground(world(), 30.0f);
        add_room(world(), {{-14.0f, 0.0f}, {14.0f, 16.0f}});
        for (int i = 0; i < 7; ++i) {
            const BodyId rocket = add_dynamic(world(), {4.0f * static_cast<float>(i) - 12.0f, 1.0f},
                                              make_polygon({{-0.4f, -0.8f}, {0.4f, -0.8f}, {0.0f, 0.9f}}),
                                              painted(color::rainbow[i]));
            world()[rocket].set_damping(0.5f, 1.0f);
            rockets_.push_back(rocket);
        }
        change_parameters();
    }
    void change_parameters() override {
        for (std::size_t i = 0; i < rockets_.size(); ++i) {
            const auto part = static_cast<float>(i);
            const float weight = 10.0f * world()[rockets_[i]].mass().mass;
            world()[rockets_[i]].set_constant_force({0.0f, parameter(thrust) * weight * (0.4f + 0.2f * part)},
                                                    parameter(turn) * (part - 3.0f));
        }
    }
    void draw(Picture& picture) const override {
        for (const BodyId rocket : rockets_) {
            const Vec2 at = world()[rocket].center_of_mass();
            picture.arrow(at, at + 0.15f * world()[rocket].constant_force(), color::rust);
        }
    }
    [[nodiscard]] std::string status() const override { return "the middle one hovers at a thrust of 1"; }

    std::vector<BodyId> rockets_;
};

}  // namespace

scenes::SceneInfo thrusters_sample() {
    return entry<Thrusters>("Bodies", "thrusters", "Thrusters",
                            "Constant forces and torques, from less than the weight to more.",
                            {{0.0f, 7.0f}, 18.0f}, {}, 600,
                            {{"thrust", 1.0f, 0.0f, 2.0f, ParameterKind::Number, true},
                             {"torque [N m]", 0.02f, 0.0f, 1.0f, ParameterKind::Number, true}});
}

}  // namespace samples
