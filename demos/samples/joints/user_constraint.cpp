#include <samples/all_samples.h>
#include <samples/parts.h>
#include <samples/sample.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace samples {
namespace {

using namespace drystone;

/// A plate on two elastic cords implemented by the sample: before every step it applies the impulses of a
/// tension-only spring of 3 Hz.
class UserConstraint final : public Sample {
    enum Parameters : std::size_t { slack, frequency, damping_ratio };

    inline static const Vec2 hook{0.0f, 6.0f};

    void create() override {
        plate_ = add_body(world(),
                          {.type = BodyType::Dynamic,
                           .position = {-3.0f, 6.0f},
                           .linear_damping = 0.5f,
                           .angular_damping = 1.0f,
                           .can_sleep = false},
                          make_box(1.0f, 0.5f), painted(color::ochre, {.density = 20.0f}));
    }
    void prepare(int /*step*/) override {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            forces_[i] = pull(world()[plate_].world_point(ends[i])) * 60.0f;
        }
    }
    /// Solves the soft constraint length = slack, as an implicit spring over the step. Returns its impulse [N
    /// s].
    float pull(const Vec2& end) {
        constexpr float h = 1.0f / 60.0f;
        const float omega = 2.0f * pi * parameter(frequency);
        const Vec2 way = hook - end;
        const float length = drystone::length(way);
        if (length <= parameter(slack)) {
            return 0.0f;
        }
        const Vec2 axis = way / length;
        const MassProperties mass = world()[plate_].mass();
        const Vec2 arm = end - world()[plate_].center_of_mass();
        const float lever = arm.x * axis.y - arm.y * axis.x;
        const float inverse_mass = 1.0f / mass.mass + lever * lever / mass.inertia;
        const float stiffness = omega * omega / inverse_mass;
        const float damping = 2.0f * parameter(damping_ratio) * omega / inverse_mass;
        const float give = h * (damping + h * stiffness);
        const float approach = dot(world()[plate_].velocity_at(end), axis);
        const float impulse =
            give * (stiffness / (damping + h * stiffness) * (length - parameter(slack)) - approach) /
            (1.0f + give * inverse_mass);
        world()[plate_].apply_impulse(std::max(impulse, 0.0f) * axis, end);
        return std::max(impulse, 0.0f);
    }
    void draw(Picture& picture) const override {
        for (std::size_t i = 0; i < ends.size(); ++i) {
            picture.line(hook, world()[plate_].world_point(ends[i]),
                         forces_[i] > 0.0f ? color::rust : color::slate);
        }
        picture.point(hook, color::charcoal);
    }
    [[nodiscard]] std::string status() const override {
        return "cords pull with " + number_text(forces_[0]) + " N and " + number_text(forces_[1]) + " N of " +
               number_text(10.0f * world()[plate_].mass().mass) + " N";
    }

    inline static const std::array<Vec2, 2> ends{Vec2{1.0f, -0.5f}, Vec2{1.0f, 0.5f}};
    BodyId plate_;
    float forces_[2] = {};
};

}  // namespace

scenes::SceneInfo user_constraint_sample() {
    return entry<UserConstraint>("Joints", "user_constraint", "User constraint",
                                 "Two elastic cords made of impulses between the steps; red: they pull.",
                                 {{0.0f, 5.0f}, 7.0f}, {}, 600,
                                 {{"slack up to [m]", 1.0f, 0.2f, 4.0f, ParameterKind::Number, true},
                                  {"spring [Hz]", 3.0f, 0.2f, 8.0f, ParameterKind::Number, true},
                                  {"damping ratio", 0.7f, 0.0f, 2.0f, ParameterKind::Number, true}});
}

}  // namespace samples
