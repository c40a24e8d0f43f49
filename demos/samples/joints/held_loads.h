#pragma once

#include <samples/parts.h>
#include <samples/sample.h>

#include <cstddef>
#include <string>
#include <vector>

namespace samples {

/// Boxes of 4 t side by side, each held by a different kind of joint.
class HeldLoads : public Sample {
protected:
    static constexpr float height = 6.0f;

    struct Load {
        BodyId body;
        JointId joint;
        const char* name;
    };

    void hang_loads(const drystone::AxisLocks& locks) {
        ground_ = add_ground(world(), 40.0f);
        const auto add = [&](const char* name, auto&& hold) {
            const float x = 5.0f * (static_cast<float>(loads_.size()) - 2.5f);
            const BodyId body = add_body(
                world(),
                {.type = BodyType::Dynamic, .position = {x, height}, .can_sleep = false, .locks = locks},
                drystone::make_box(1.0f, 1.0f),
                painted(static_cast<int>(loads_.size()), {.density = 1000.0f}));
            loads_.push_back({body, hold(body, x), name});
        };
        add("rod", [&](BodyId body, float x) {
            return tie(world(), ground_, {x, height + 3.0f}, body, {x, height + 1.0f});
        });
        add("motor", [&](BodyId body, float x) {
            return world().create_joint(
                ground_, body,
                drystone::MotorJoint{.anchor_a = {x, height},
                                     .linear_spring = drystone::JointSpring{4.0f, 1.0f},
                                     .angular_spring = drystone::JointSpring{4.0f, 1.0f}});
        });
        add("slide", [&](BodyId body, float x) {
            return slide(world(), ground_, body, {x - 1.0f, height},
                         {.limit = drystone::JointLimit{-1.0f, 1.0f}});
        });
        add("hinge", [&](BodyId body, float x) { return pin(world(), ground_, body, {x - 1.0f, height}); });
        add("weld", [&](BodyId body, float x) { return weld(world(), ground_, body, {x - 1.0f, height}); });
        add("wheel", [&](BodyId body, float x) {
            return suspend(world(), ground_, body, {x, height},
                           {.limit = drystone::JointLimit{-0.5f, 0.5f},
                            .suspension = drystone::JointSpring{1.0f, 0.7f}});
        });
    }
    void kick(const Vec2& impulse, float spin) {
        for (const Load& load : loads_) {
            world()[load.body].apply_impulse(impulse);
            world()[load.body].apply_angular_impulse(spin);
        }
    }
    void label(Picture& picture, std::size_t i, float line, const std::string& words, int ink) const {
        picture.text({5.0f * (static_cast<float>(i) - 2.5f) - 1.5f, 3.2f - 0.7f * line}, words, ink);
    }

    BodyId ground_;
    std::vector<Load> loads_;
};

}  // namespace samples
